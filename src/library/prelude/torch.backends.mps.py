# torch.backends.mps: what programs ask about Apple's GPUs.


def is_available():
    return False


def is_built():
    return False


def is_macos13_or_newer(minor=0):
    return False
