# traceback: exceptions as one line each; their places are shown when one ends the run.
import sys


def format_exception_only(exc, value=None):
    error = value if value is not None else exc
    text = str(error)
    name = type(error).__name__
    return [f'{name}: {text}\n' if text else f'{name}\n']


def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    return ['Traceback (most recent call last):\n'] + format_exception_only(exc, value)


def format_exc(limit=None, chain=True):
    error = sys.exc_info()[1]
    return 'NoneType: None\n' if error is None else ''.join(format_exception(error))


def print_exc(limit=None, file=None, chain=True):
    (file or sys.stderr).write(format_exc())


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    (file or sys.stderr).write(''.join(format_exception(exc, value)))


def format_stack(f=None, limit=None):
    return []


def extract_stack(f=None, limit=None):
    return []


def extract_tb(tb, limit=None):
    return []


def format_tb(tb, limit=None):
    return []


def print_stack(f=None, limit=None, file=None):
    pass
