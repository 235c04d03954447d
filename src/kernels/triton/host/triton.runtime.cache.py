# triton.runtime.cache: nothing is kept on disk.


def get_cache_manager(key):
    return CacheManager(key)


def default_cache_dir():
    return ''


class CacheManager:
    def __init__(self, key, override=False, dump=False):
        self.key = key

    def get_file(self, filename):
        return None

    def put(self, data, filename, binary=True):
        return filename

    def get_group(self, filename):
        return None

    def put_group(self, filename, group):
        return filename


class FileCacheManager(CacheManager):
    pass


class RemoteCacheManager(CacheManager):
    pass
