# importlib.metadata: the versions of what this program stands in for.
_VERSIONS = {'torch': '2.11.0', 'triton': '3.6.0', 'numpy': '2.3.0'}


class PackageNotFoundError(ModuleNotFoundError):
    pass


def version(distribution_name):
    if distribution_name not in _VERSIONS:
        raise PackageNotFoundError(f'No package metadata was found for {distribution_name}')
    return _VERSIONS[distribution_name]


def files(distribution_name):
    version(distribution_name)
    return []


def requires(distribution_name):
    version(distribution_name)
    return []


def entry_points(**options):
    return []


def distributions():
    return []
