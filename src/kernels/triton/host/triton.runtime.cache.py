# triton.runtime.cache: nothing is kept on disk.


def get_cache_manager(key):
    raise NotImplementedError('compiled kernels are not kept on disk here')


def default_cache_dir():
    return ''
