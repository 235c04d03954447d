# triton.profiler.scope: a context manager and a decorator.


class scope:
    def __init__(self, name=None, metrics=None, **options):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def __call__(self, function):
        return function


def enter_scope(name, *arguments, **options):
    return 0


def exit_scope(*arguments, **options):
    return 0
