# torch.backends.opt_einsum: what programs ask about opt_einsum.
enabled, strategy = False, None


def is_available():
    return False


def get_opt_einsum():
    return None
