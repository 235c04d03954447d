# torch.backends: switches that programs set and nothing here reads.


class _Switches:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def is_available(self):
        return True

    def version(self):
        return 90000

    def flags(self, *arguments, **keywords):
        return _Nothing()


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


cudnn = _Switches(enabled=True, benchmark=False, deterministic=False, allow_tf32=True)
cuda = _Switches(matmul=_Switches(allow_tf32=False, allow_fp16_reduced_precision_reduction=True), preferred_linalg_library=None)
mps = _Switches()
mkldnn = _Switches(enabled=True)
openmp = _Switches()
