# torch.backends.mkl: what programs ask about MKL.


def is_available():
    return True
