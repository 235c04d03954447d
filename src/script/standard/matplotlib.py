# matplotlib: nothing is drawn.
__version__ = '3.9.0'


def use(backend, **options):
    pass


rcParams = {}
