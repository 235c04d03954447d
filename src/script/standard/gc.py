# gc


def collect(generation=2):
    return 0


def enable():
    pass


def disable():
    pass


def isenabled():
    return True


def freeze():
    pass


def get_objects():
    return []


def get_count():
    return (0, 0, 0)
