# torch.cuda for tensors whose device is a label: one device, calls complete at once.
import torch
from torch import _C
from torch._C import legacy_cuda as _legacy

FloatTensor, DoubleTensor, HalfTensor = _legacy.FloatTensor, _legacy.DoubleTensor, _legacy.HalfTensor
BFloat16Tensor, LongTensor, IntTensor = _legacy.BFloat16Tensor, _legacy.LongTensor, _legacy.IntTensor
ShortTensor, CharTensor, ByteTensor = _legacy.ShortTensor, _legacy.CharTensor, _legacy.ByteTensor
BoolTensor = _legacy.BoolTensor


class _Generator:
    """The device's generator as its state shows it: a seed and an offset. Numbers come from the CPU's."""

    def __init__(self):
        self.device = torch.device("cuda", 0)
        self._offset = 0

    def get_state(self):
        return torch.tensor([torch.initial_seed(), self._offset], dtype=torch.int64, device="cpu").view(torch.uint8)

    def set_state(self, state):
        seed, self._offset = state.view(torch.int64).tolist()
        return self

    def get_offset(self):
        return self._offset

    def set_offset(self, offset):
        self._offset = offset

    def manual_seed(self, seed):
        torch.manual_seed(seed)
        return self

    def initial_seed(self):
        return torch.initial_seed()

    def seed(self):
        return torch.seed()


default_generators = (_Generator(),)
OutOfMemoryError = torch.OutOfMemoryError
has_half = True


def is_available():
    return _C.cuda_is_available()


def device_count():
    return 1 if is_available() else 0


def current_device():
    return 0


def set_device(device):
    pass


def synchronize(device=None):
    pass


def empty_cache():
    pass


def init():
    pass


def is_initialized():
    return True


def is_bf16_supported(including_emulation=True):
    return True


def is_tf32_supported():
    return True


def ipc_collect():
    pass


def manual_seed(seed):
    torch.manual_seed(seed)


def manual_seed_all(seed):
    torch.manual_seed(seed)


def seed():
    return torch.seed()


def seed_all():
    torch.seed()


def initial_seed():
    return torch.initial_seed()


def get_rng_state(device="cuda"):
    return torch.get_rng_state()


def set_rng_state(new_state, device="cuda"):
    torch.set_rng_state(new_state)


def get_device_name(device=None):
    return get_device_properties(device).name


def get_device_capability(device=None):
    figures = _C.device_figures()
    return (figures["major"], figures["minor"])


def get_arch_list():
    major, minor = get_device_capability()
    return [f"sm_{major}{minor}"]


def can_device_access_peer(device, peer_device):
    return False


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def memory_reserved(device=None):
    return 0


def max_memory_reserved(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    pass


def reset_max_memory_allocated(device=None):
    pass


def memory_stats(device=None):
    return {}


def memory_summary(device=None, abbreviated=False):
    return ""


def mem_get_info(device=None):
    total = _C.device_figures()["total_memory"]
    return (total, total)


def set_per_process_memory_fraction(fraction, device=None):
    pass


def utilization(device=None):
    return 0


class _DeviceProperties:
    """The figures of the chosen chip."""

    def __init__(self):
        for name, value in _C.device_figures().items():
            setattr(self, name, value)
        self.gcnArchName = ""
        self.is_integrated = 0
        self.uuid = ""

    def __repr__(self):
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory // 1048576}MB, multi_processor_count={self.multi_processor_count})"
        )


def get_device_properties(device=None):
    return _DeviceProperties()


class _Guard:
    def __init__(self, *arguments, **keywords):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False

    def __call__(self, function):
        return function


class device(_Guard):
    def __init__(self, device=None):
        self.idx = 0
        self.prev_idx = 0


class _DeviceGuard(_Guard):
    pass


class device_of(_Guard):
    pass


class stream(_Guard):
    pass


class StreamContext(_Guard):
    pass


class Stream:
    def __init__(self, device=None, priority=0, **keywords):
        self.device = torch.device("cuda", 0)
        self.cuda_stream = 0
        self.stream_id = 0
        self.priority = priority

    def synchronize(self):
        pass

    def wait_stream(self, other):
        pass

    def wait_event(self, event):
        pass

    def record_event(self, event=None):
        return Event() if event is None else event

    def query(self):
        return True

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


class ExternalStream(Stream):
    pass


def current_stream(device=None):
    return Stream()


def default_stream(device=None):
    return Stream()


def set_stream(stream):
    pass


class Event:
    """Nothing is timed: the time between two events is that of one launch at the least, so that rates are finite."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        pass

    def record(self, stream=None):
        pass

    def wait(self, stream=None):
        pass

    def query(self):
        return True

    def synchronize(self):
        pass

    def elapsed_time(self, end_event):
        return 0.003


class CUDAGraph:
    """What is captured runs when it is captured, not when it is replayed."""

    def capture_begin(self, pool=None, capture_error_mode="global"):
        pass

    def capture_end(self):
        pass

    def replay(self):
        _C.unsupported("replaying a CUDA graph: what is captured runs once, when it is captured")

    def reset(self):
        pass

    def pool(self):
        return (0, 0)

    def enable_debug_mode(self):
        pass


class graph(_Guard):
    pass


def graph_pool_handle():
    return (0, 0)


def make_graphed_callables(callables, sample_args, **options):
    return callables


def is_current_stream_capturing():
    return False


class _Nvtx:
    range = _Guard

    @staticmethod
    def range_push(message):
        return 0

    @staticmethod
    def range_pop():
        return 0

    @staticmethod
    def mark(message):
        pass


nvtx = _Nvtx()
