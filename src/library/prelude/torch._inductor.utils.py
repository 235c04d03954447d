# torch._inductor.utils


def is_big_gpu(index=0):
    return True
