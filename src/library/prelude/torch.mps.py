# torch.mps: there is none.


def is_available():
    return False


def device_count():
    return 0


def empty_cache():
    pass


def synchronize():
    pass
