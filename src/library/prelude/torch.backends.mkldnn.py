# torch.backends.mkldnn: what programs ask about oneDNN.
from torch.backends import _Nothing, _Switches

enabled, deterministic, allow_tf32 = True, False, True
matmul, conv, rnn = _Switches(fp32_precision="none"), _Switches(fp32_precision="none"), _Switches(fp32_precision="none")


def is_available():
    return True


def flags(enabled=False, deterministic=False, allow_tf32=True, **others):
    return _Nothing()


def verbose(enable):
    return _Nothing()
