# platform


def system():
    return 'Linux'


def machine():
    return 'x86_64'


def processor():
    return ''


def node():
    return ''


def release():
    return ''


def version():
    return ''


def python_version():
    return '3.11.0'


def python_version_tuple():
    return ('3', '11', '0')


def python_implementation():
    return 'CPython'


def platform(aliased=False, terse=False):
    return 'Linux-x86_64'


def uname():
    return ('Linux', '', '', '', 'x86_64')


def architecture(executable=None):
    return ('64bit', 'ELF')
