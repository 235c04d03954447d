# matplotlib.pyplot: every call is taken and nothing is drawn.


class _Nothing:
    def __call__(self, *args, **options):
        return self

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return self

    def __getitem__(self, key):
        return self

    def __iter__(self):
        return iter((self, self))

    def __len__(self):
        return 0


_nothing = _Nothing()


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    return _nothing
