# torch.backends.cpu: what programs ask about processors.


def get_cpu_capability():
    return "AVX2"
