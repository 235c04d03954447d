# importlib.machinery: what says where a module comes from.
from importlib.abc import FileLoader, MetaPathFinder

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = []


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name, self.loader, self.origin, self.loader_state = name, loader, origin, loader_state
        self.submodule_search_locations = [] if is_package else None
        self.cached, self.has_location = None, origin is not None

    @property
    def parent(self):
        return self.name if self.submodule_search_locations is not None else self.name.rpartition('.')[0]


class SourceFileLoader(FileLoader):
    def __init__(self, fullname, path):
        self.name, self.path = fullname, path

    def get_filename(self, fullname=None):
        return self.path

    def exec_module(self, module):
        import _source
        _source.run_file(module, self.path)

    def load_module(self, fullname=None):
        from importlib.util import module_from_spec
        module = module_from_spec(ModuleSpec(self.name, self, origin=self.path))
        self.exec_module(module)
        return module


class SourcelessFileLoader(FileLoader):
    pass


class ExtensionFileLoader(FileLoader):
    pass


class PathFinder(MetaPathFinder):
    pass


class BuiltinImporter(MetaPathFinder):
    pass


class FrozenImporter(MetaPathFinder):
    pass


class FileFinder(MetaPathFinder):
    pass


def all_suffixes():
    return list(SOURCE_SUFFIXES)
