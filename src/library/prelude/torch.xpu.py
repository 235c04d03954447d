# torch.xpu: there is none.


def is_available():
    return False


def device_count():
    return 0


def empty_cache():
    pass


def synchronize(device=None):
    pass


def manual_seed_all(seed):
    pass


def is_bf16_supported(including_emulation=True):
    return False
