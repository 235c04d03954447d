# torch.backends: switches that programs set and nothing here reads.


class _Switches:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


from torch.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp, opt_einsum
