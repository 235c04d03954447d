# ctypes.util: no shared library is found.


def find_library(name):
    return None
