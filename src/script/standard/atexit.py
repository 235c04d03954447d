# atexit: functions are noted and not called, since a run ends where its file ends.


def register(func, *args, **kwargs):
    return func


def unregister(func):
    pass
