# Functions, context managers and classes that live directly under torch.
import torch
from torch import _C


class _GradMode:
    """no_grad and its like: a context manager that is also a decorator."""

    mode = False

    def __init__(self, mode=None):
        self.function = mode if callable(mode) else None

    def __enter__(self):
        self.before = _C.set_grad_mode(self.mode)
        return self

    def __exit__(self, kind, value, trace):
        _C.set_grad_mode(self.before)
        return False

    def __call__(self, *arguments, **keywords):
        if self.function is not None:
            with type(self)():
                return self.function(*arguments, **keywords)
        function = arguments[0]
        made = type(self)

        def wrapped(*inner, **names):
            with made():
                return function(*inner, **names)

        return wrapped


class no_grad(_GradMode):
    mode = False


class inference_mode(_GradMode):
    mode = False


class enable_grad(_GradMode):
    mode = True


class set_grad_enabled(_GradMode):
    def __init__(self, mode):
        self.function = None
        self.mode = bool(mode)
        self.before = _C.set_grad_mode(self.mode)

    def __enter__(self):
        return self


class OutOfMemoryError(RuntimeError):
    pass


def is_autocast_enabled(device_type="cuda"):
    return _C.autocast(device_type)[0]


def set_autocast_enabled(device_type, enabled=None):
    if enabled is None:
        device_type, enabled = "cuda", device_type
    _C.set_autocast(device_type, enabled, get_autocast_dtype(device_type))


def get_autocast_dtype(device_type):
    return _C.autocast(device_type)[1]


def get_autocast_gpu_dtype():
    return get_autocast_dtype("cuda")


def set_autocast_dtype(device_type, dtype):
    _C.set_autocast(device_type, is_autocast_enabled(device_type), dtype)


def is_autocast_cache_enabled():
    return False


def clear_autocast_cache():
    pass


def is_inference_mode_enabled():
    return False


def is_inference(tensor):
    return False


def _assert(condition, message):
    assert condition, message


def _check_with(error, cond, message=None):
    if not cond:
        raise error("Expected cond to be True, but got False." if message is None else str(message()))


def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


def _disable_dynamo(fn=None, recursive=True):
    return fn if fn is not None else (lambda function: function)


def _check_is_size(i, message=None):
    _check(i >= 0, message)


def save(obj, f, **options):
    raise PermissionError(1, "torch.save: files cannot be written here")


def load(f, **options):
    raise PermissionError(1, "torch.load: pickled files cannot be read here")


def get_num_interop_threads():
    return 1


def set_num_interop_threads(count):
    pass


def are_deterministic_algorithms_enabled():
    return False


def set_warn_always(flag):
    pass


class autocast:
    """A block, or as decorator a function, whose operators on CUDA tensors compute in the types of autocast's lists."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device_type
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self._enabled = bool(enabled)
        self._before = []

    def __enter__(self):
        self._before.append(_C.autocast(self.device))
        _C.set_autocast(self.device, self._enabled, self.fast_dtype)
        return self

    def __exit__(self, kind, value, trace):
        _C.set_autocast(self.device, *self._before.pop())
        return False

    def __call__(self, function):
        def in_autocast(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        in_autocast.__name__ = getattr(function, "__name__", "in_autocast")
        in_autocast.__wrapped__ = function
        return in_autocast


class finfo:
    def __init__(self, type=None):
        for name, value in _C.limits(torch.get_default_dtype() if type is None else type).items():
            setattr(self, name, value)


class iinfo:
    def __init__(self, type):
        for name, value in _C.limits(type).items():
            setattr(self, name, value)


def compile(model=None, **options):
    if model is None:
        return lambda function: function
    return model


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if dim is not None and not isinstance(dim, (list, tuple)):
        dim = [dim]
    if isinstance(p, str):
        if p == "nuc":
            return _C.linalg_matrix_norm(input, "nuc", [-2, -1] if dim is None else dim, keepdim)
        if p != "fro":
            raise ValueError(f"invalid norm: {p!r}")
        p = 2.0
    return _C.linalg_vector_norm(input, 2.0 if p is None else p, dim, keepdim, dtype=dtype)


def split(tensor, split_size_or_sections, dim=0):
    if isinstance(split_size_or_sections, (list, tuple)):
        return _C.split_with_sizes(tensor, split_size_or_sections, dim)
    return _C.split(tensor, split_size_or_sections, dim)


def tensordot(a, b, dims=2, out=None):
    if torch.is_tensor(dims):
        dims = dims.tolist()
    if isinstance(dims, int):
        return _C.tensordot(a, b, list(range(-dims, 0)), list(range(dims)))
    first, second = dims
    return _C.tensordot(
        a, b, [first] if isinstance(first, int) else first, [second] if isinstance(second, int) else second
    )


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is None:
        values, inverse, counts = _C._unique2(input, sorted, return_inverse, return_counts)
    else:
        values, inverse, counts = _C.unique_dim(input, dim, sorted, return_inverse, return_counts)
    if return_inverse and return_counts:
        return values, inverse, counts
    if return_inverse:
        return values, inverse
    if return_counts:
        return values, counts
    return values


def broadcast_shapes(*shapes):
    result = []
    for shape in shapes:
        sizes = [shape] if isinstance(shape, int) else list(shape)
        while len(result) < len(sizes):
            result.insert(0, 1)
        offset = len(result) - len(sizes)
        for i, size in enumerate(sizes):
            if size == 1:
                continue
            if result[offset + i] not in (1, size):
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[offset + i] = size
    return torch.Size(result)


def typename(value):
    return type(value).__name__


def is_storage(value):
    return False
