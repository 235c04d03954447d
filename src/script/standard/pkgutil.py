# pkgutil: what lies beside a package, as far as the script may read folders.
import os


class ModuleInfo:
    def __init__(self, module_finder, name, ispkg):
        self.module_finder, self.name, self.ispkg = module_finder, name, ispkg

    def __iter__(self):
        return iter((self.module_finder, self.name, self.ispkg))


def extend_path(path, name):
    return path


def iter_modules(path=None, prefix=''):
    for folder in path or []:
        for name in os.listdir(str(folder)):
            full = os.path.join(str(folder), name)
            if name.endswith('.py') and name != '__init__.py':
                yield ModuleInfo(None, prefix + name[:-3], False)
            elif os.path.isfile(os.path.join(full, '__init__.py')):
                yield ModuleInfo(None, prefix + name, True)


def walk_packages(path=None, prefix='', onerror=None):
    for found in iter_modules(path, prefix):
        yield found


def find_loader(fullname):
    from importlib.util import find_spec
    return find_spec(fullname)


def get_data(package, resource):
    return None
