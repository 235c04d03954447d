# importlib.util: where modules come from, and modules made from files.
import _source
from importlib.machinery import ModuleSpec, SourceFileLoader


def find_spec(name, package=None):
    if name.startswith('.'):
        from importlib import _absolute
        name = _absolute(name, package)
    if '.' in name:
        __import__(name.rpartition('.')[0])
    found = _source.find(name)
    if found is None:
        return None
    origin, is_package = found
    loader = SourceFileLoader(name, origin) if origin else None
    spec = ModuleSpec(name, loader, origin=origin, is_package=is_package)
    if is_package:
        spec.submodule_search_locations = [origin.rpartition('/')[0]]
    return spec


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    path = str(location)
    spec = ModuleSpec(name, loader or SourceFileLoader(name, path), origin=path)
    spec.submodule_search_locations = submodule_search_locations
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    from types import ModuleType
    module = ModuleType(spec.name)
    module.__spec__, module.__loader__ = spec, spec.loader
    if spec.origin:
        module.__file__ = spec.origin
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    return module
