# importlib.abc: the bases of finders and loaders. Those that scripts add are never asked.


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        raise ImportError('this loader cannot load a module')


class MetaPathFinder:
    def find_spec(self, fullname, path=None, target=None):
        return None

    def invalidate_caches(self):
        pass


class PathEntryFinder(MetaPathFinder):
    pass


class InspectLoader(Loader):
    pass


class ExecutionLoader(InspectLoader):
    pass


class FileLoader(ExecutionLoader):
    pass


class SourceLoader(ExecutionLoader):
    pass


class ResourceLoader(Loader):
    pass


class Traversable:
    pass
