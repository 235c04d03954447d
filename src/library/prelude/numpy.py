# numpy: arrays over tensors of the CPU, with NumPy's types, promotion and text, as far as host code of kernels
# goes.
import math

import torch

from numpy import _text

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None
__version__ = "2.3.0"


class dtype:
    """np.dtype('float32'); equal to the scalar type, the name and itself."""

    def __init__(self, spec):
        found = _find(spec)
        self.name, self.type, self._torch = found.__name__, found, found._torch

    @property
    def itemsize(self):
        return self._torch.itemsize

    @property
    def kind(self):
        return self.type._kind

    def __eq__(self, other):
        try:
            return _find(other) is self.type
        except TypeError:
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"dtype('{self.name}')"


class generic:
    """A number out of an array: Python's, with what NumPy's have beside."""

    def item(self):
        return self._plain(self)

    def astype(self, kind):
        return _find(kind)(self)

    def tolist(self):
        return self.item()

    @property
    def dtype(self):
        return dtype(type(self))

    @property
    def shape(self):
        return ()

    ndim = 0
    size = 1

    def __repr__(self):
        return f"np.{type(self).__name__}({self})"


class number(generic):
    pass


class integer(number):
    pass


class floating(number):
    pass


class float64(float, floating):
    _torch, _kind, _plain = torch.float64, "f", float

    def __str__(self):
        return repr(float(self))


class float32(float, floating):
    _torch, _kind, _plain = torch.float32, "f", float

    def __str__(self):
        return _text.shortest(float(self), "float32")


class float16(float, floating):
    _torch, _kind, _plain = torch.float16, "f", float

    def __str__(self):
        return _text.shortest(float(self), "float16")


class int64(int, integer):
    _torch, _kind, _plain = torch.int64, "i", int

    def __str__(self):
        return str(int(self))


class int32(int, integer):
    _torch, _kind, _plain = torch.int32, "i", int

    def __str__(self):
        return str(int(self))


class int16(int, integer):
    _torch, _kind, _plain = torch.int16, "i", int

    def __str__(self):
        return str(int(self))


class int8(int, integer):
    _torch, _kind, _plain = torch.int8, "i", int

    def __str__(self):
        return str(int(self))


class uint8(int, integer):
    _torch, _kind, _plain = torch.uint8, "u", int

    def __str__(self):
        return str(int(self))


class uint16(int, integer):
    _torch, _kind, _plain = torch.uint16, "u", int


class uint32(int, integer):
    _torch, _kind, _plain = torch.uint32, "u", int


class uint64(int, integer):
    _torch, _kind, _plain = torch.uint64, "u", int


class bool_(int, generic):
    _torch, _kind, _plain = torch.bool, "b", bool

    def __str__(self):
        return str(bool(self))


class _bfloat16(float, floating):
    """The type that ml_dtypes and nki.language add to NumPy's."""

    _torch, _kind, _plain = torch.bfloat16, "V", float


bool_.__name__ = "bool"
_bfloat16.__name__ = "bfloat16"
double, single, half, intp, int_, float_ = float64, float32, float16, int64, int64, float64

_TYPES = (float64, float32, float16, int64, int32, int16, int8, uint8, uint16, uint32, uint64, bool_, _bfloat16)
_BY_NAME = {kind.__name__: kind for kind in _TYPES}
_BY_NAME.update({"float": float64, "int": int64, "bool_": bool_, "f4": float32, "f8": float64, "i4": int32, "i8": int64})
_BY_TORCH = {kind._torch: kind for kind in _TYPES}


def _find(spec):
    if isinstance(spec, dtype):
        return spec.type
    if isinstance(spec, str) and spec in _BY_NAME:
        return _BY_NAME[spec]
    if spec is float:
        return float64
    if spec is int:
        return int64
    if spec is bool:
        return bool_
    if isinstance(spec, type) and issubclass(spec, generic) and hasattr(spec, "_torch"):
        return spec
    if spec in _BY_TORCH:
        return _BY_TORCH[spec]
    # Types of other packages go by their names.
    if getattr(spec, "name", None) in _BY_NAME:
        return _BY_NAME[spec.name]
    raise TypeError(f"Cannot interpret {spec!r} as a data type")


def _torch_type(spec):
    return None if spec is None else _find(spec)._torch


class ndarray:
    __array_priority__ = 100

    def __init__(self, shape=(), dtype=float64, buffer=None):
        self._tensor = torch.empty(shape, dtype=_torch_type(dtype), device="cpu") if buffer is None else buffer

    # ---- what it is
    @property
    def shape(self):
        return tuple(self._tensor.shape)

    @property
    def ndim(self):
        return self._tensor.dim()

    @property
    def size(self):
        return self._tensor.numel()

    @property
    def dtype(self):
        return dtype(self._tensor.dtype)

    @property
    def itemsize(self):
        return self._tensor.element_size()

    @property
    def nbytes(self):
        return self._tensor.nbytes

    @property
    def strides(self):
        return tuple(stride * self.itemsize for stride in self._tensor.stride())

    @property
    def T(self):
        return self.transpose()

    @property
    def flat(self):
        return iter(self.reshape(-1))

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        if self.size > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
            )
        return bool(self._tensor.item())

    def __float__(self):
        return float(self._tensor.item())

    def __int__(self):
        return int(self._tensor.item())

    def __index__(self):
        return self._tensor.item().__index__()

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __str__(self):
        return _text.text(self)

    def __repr__(self):
        return _text.representation(self)

    def __format__(self, spec):
        return format(self.item(), spec) if self.ndim == 0 else str(self)

    # ---- elements
    def item(self, *index):
        return (self._tensor[index] if index else self._tensor).item()

    def tolist(self):
        return self._tensor.tolist()

    def __getitem__(self, key):
        return _result(_take(self._tensor, key))

    def __setitem__(self, key, value):
        self._tensor[_key(key)] = _operand(value)

    def fill(self, value):
        self._tensor.fill_(value)

    def copy(self, order="C"):
        return _wrap(self._tensor.clone())

    def astype(self, kind, copy=True):
        return _wrap(self._tensor.to(_torch_type(kind), copy=copy))

    def view(self, kind=None):
        return _wrap(self._tensor if kind is None else self._tensor.view(_torch_type(kind)))

    def tobytes(self):
        return bytes(self._tensor.contiguous().view(torch.uint8).reshape(-1).tolist())

    # ---- shape
    def reshape(self, *shape, order="C"):
        return _wrap(self._tensor.reshape(*shape))

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        return _wrap(self._tensor.permute(axes if axes else tuple(range(self.ndim))[::-1]))

    def swapaxes(self, a, b):
        return _wrap(self._tensor.transpose(a, b))

    def flatten(self, order="C"):
        return _wrap(self._tensor.reshape(-1).clone())

    def ravel(self, order="C"):
        return _wrap(self._tensor.reshape(-1))

    def squeeze(self, axis=None):
        return _wrap(self._tensor.squeeze() if axis is None else self._tensor.squeeze(axis))

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    # ---- reductions
    def sum(self, axis=None, dtype=None, keepdims=False):
        kind = _torch_type(dtype)
        return _reduce("sum", self, axis, keepdims, **({} if kind is None else {"dtype": kind}))

    def prod(self, axis=None, keepdims=False):
        return _reduce("prod", self, axis, keepdims)

    def mean(self, axis=None, dtype=None, keepdims=False):
        return _reduce("mean", _floating(self), axis, keepdims)

    def std(self, axis=None, ddof=0, keepdims=False):
        return _reduce("std", _floating(self), axis, keepdims, correction=ddof)

    def var(self, axis=None, ddof=0, keepdims=False):
        return _reduce("var", _floating(self), axis, keepdims, correction=ddof)

    def max(self, axis=None, keepdims=False):
        return _reduce("amax", self, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return _reduce("amin", self, axis, keepdims)

    def any(self, axis=None, keepdims=False):
        return _reduce("any", self, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return _reduce("all", self, axis, keepdims)

    def argmax(self, axis=None):
        return _result(self._tensor.argmax() if axis is None else self._tensor.argmax(axis))

    def argmin(self, axis=None):
        return _result(self._tensor.argmin() if axis is None else self._tensor.argmin(axis))

    def cumsum(self, axis=None):
        return _wrap(self._tensor.reshape(-1).cumsum(0) if axis is None else self._tensor.cumsum(axis))

    def sort(self, axis=-1):
        self._tensor.copy_(self._tensor.sort(axis).values)

    def argsort(self, axis=-1):
        return _wrap(self._tensor.argsort(axis))

    def clip(self, a_min=None, a_max=None):
        return _wrap(self._tensor.clamp(a_min, a_max))

    def round(self, decimals=0):
        return _wrap(self._tensor.round(decimals=decimals))

    def dot(self, other):
        return dot(self, other)

    # ---- operators
    def __neg__(self):
        return _wrap(-self._tensor)

    def __pos__(self):
        return _wrap(self._tensor.clone())

    def __abs__(self):
        return _wrap(self._tensor.abs())

    def __invert__(self):
        return _wrap(~self._tensor)

    def __matmul__(self, other):
        return matmul(self, other)

    def __add__(self, other):
        return _binary("add", self, other)

    def __radd__(self, other):
        return _binary("add", other, self)

    def __sub__(self, other):
        return _binary("sub", self, other)

    def __rsub__(self, other):
        return _binary("sub", other, self)

    def __mul__(self, other):
        return _binary("mul", self, other)

    def __rmul__(self, other):
        return _binary("mul", other, self)

    def __truediv__(self, other):
        return _binary("true_divide", self, other)

    def __rtruediv__(self, other):
        return _binary("true_divide", other, self)

    def __floordiv__(self, other):
        return _binary("floor_divide", self, other)

    def __rfloordiv__(self, other):
        return _binary("floor_divide", other, self)

    def __mod__(self, other):
        return _binary("remainder", self, other)

    def __rmod__(self, other):
        return _binary("remainder", other, self)

    def __pow__(self, other):
        return _binary("pow", self, other)

    def __rpow__(self, other):
        return _binary("pow", other, self)

    def __and__(self, other):
        return _binary("bitwise_and", self, other)

    def __or__(self, other):
        return _binary("bitwise_or", self, other)

    def __xor__(self, other):
        return _binary("bitwise_xor", self, other)

    def __lshift__(self, other):
        return _binary("bitwise_left_shift", self, other)

    def __rshift__(self, other):
        return _binary("bitwise_right_shift", self, other)

    def __eq__(self, other):
        return _binary("eq", self, other)

    def __ne__(self, other):
        return _binary("ne", self, other)

    def __lt__(self, other):
        return _binary("lt", self, other)

    def __le__(self, other):
        return _binary("le", self, other)

    def __gt__(self, other):
        return _binary("gt", self, other)

    def __ge__(self, other):
        return _binary("ge", self, other)

    def _in_place(self, name, other):
        self._tensor.copy_(_binary(name, self, other)._tensor)
        return self

    def __iadd__(self, other):
        return self._in_place("add", other)

    def __isub__(self, other):
        return self._in_place("sub", other)

    def __imul__(self, other):
        return self._in_place("mul", other)

    def __itruediv__(self, other):
        return self._in_place("true_divide", other)


# ---- between arrays and tensors
def _wrap(tensor):
    return ndarray(buffer=tensor)


def _result(tensor):
    """An array, or a number where no dimension is left."""
    if tensor.dim() > 0:
        return _wrap(tensor)
    return _BY_TORCH[tensor.dtype](tensor.item())


def _tensor_of(value, kind=None):
    if isinstance(value, ndarray):
        tensor = value._tensor
    elif torch.is_tensor(value):
        tensor = value.detach().cpu()
    elif isinstance(value, generic):
        tensor = torch.tensor(value.item(), dtype=value._torch, device="cpu")
    else:
        if isinstance(value, (list, tuple)):
            value = [_nested(item) for item in value]
        tensor = torch.tensor(value, device="cpu")
        if tensor.dtype == torch.float32:
            tensor = torch.tensor(value, dtype=torch.float64, device="cpu")
    return tensor if kind is None else tensor.to(_torch_type(kind))


def _nested(value):
    if isinstance(value, ndarray):
        return value.tolist()
    if isinstance(value, generic):
        return value.item()
    if isinstance(value, (list, tuple)):
        return [_nested(item) for item in value]
    return value


def _operand(value):
    if isinstance(value, (int, float)) and not isinstance(value, generic):
        return value
    return _tensor_of(value)


def _key(key):
    if isinstance(key, tuple):
        return tuple(_key(item) for item in key)
    if isinstance(key, ndarray):
        return key._tensor
    return int(key) if isinstance(key, integer) else key


def _take(tensor, key):
    """Indexing with slices that may run backwards."""
    items = key if isinstance(key, tuple) else (key,)
    backwards = [i for i, item in enumerate(items) if isinstance(item, slice) and item.step is not None and item.step < 0]
    if not backwards:
        return tensor[_key(key)]
    plain = list(items)
    for i in backwards:
        indices = list(range(*items[i].indices(tensor.shape[i])))
        plain[i] = torch.tensor(indices, dtype=torch.int64, device="cpu")
        tensor = tensor.index_select(i, plain[i])
        plain[i] = slice(None)
    return tensor[_key(tuple(plain))]


def _is_floating(operand):
    return operand.is_floating_point() if torch.is_tensor(operand) else isinstance(operand, float)


def _common(left, right):
    """NumPy's promotion where PyTorch's differs: whole numbers with floating ones give doubles."""
    if torch.is_tensor(left) and torch.is_tensor(right):
        kind = torch.promote_types(left.dtype, right.dtype)
        if left.is_floating_point() != right.is_floating_point():
            whole = right if left.is_floating_point() else left
            narrow = whole.dtype in (torch.bool, torch.int8, torch.uint8) or (whole.dtype == torch.int16 and kind != torch.float16)
            kind = kind if narrow else torch.float64
        return left.to(kind), right.to(kind)
    array, other = (left, right) if torch.is_tensor(left) else (right, left)
    if isinstance(other, float) and not array.is_floating_point():
        array = array.to(torch.float64)
    if isinstance(other, int) and not isinstance(other, bool) and array.dtype == torch.bool:
        array = array.to(torch.int64)
    return (array, other) if torch.is_tensor(left) else (other, array)


def _binary(name, left, right):
    if right is None or left is None or isinstance(left, str) or isinstance(right, str):
        return NotImplemented
    left, right = _common(_operand(left), _operand(right))
    if name == "true_divide" and not _is_floating(left) and not _is_floating(right):
        left = left.to(torch.float64) if torch.is_tensor(left) else left
        right = right.to(torch.float64) if torch.is_tensor(right) else right
    if not torch.is_tensor(left):
        left = torch.full((), left, dtype=right.dtype, device="cpu")
    return _result(getattr(torch, name)(left, right))


def _floating(array):
    tensor = _tensor_of(array)
    return tensor if tensor.is_floating_point() else tensor.to(torch.float64)


def _reduce(name, array, axis, keepdims, **options):
    tensor = array._tensor if isinstance(array, ndarray) else array
    function = getattr(torch, name)
    if name in ("any", "all", "prod"):
        if axis is None:
            result = function(tensor.reshape(-1), 0)
            return _result(result.reshape((1,) * tensor.dim()) if keepdims else result)
        return _result(function(tensor, axis, keepdim=keepdims))
    dims = tuple(range(tensor.dim())) if axis is None else axis
    return _result(function(tensor, dims, keepdim=keepdims, **options) if tensor.dim() > 0 else tensor)


# ---- making arrays
def array(object, dtype=None, copy=True, ndmin=0):
    tensor = _tensor_of(object, dtype)
    tensor = tensor.clone() if isinstance(object, ndarray) or torch.is_tensor(object) else tensor
    while tensor.dim() < ndmin:
        tensor = tensor.unsqueeze(0)
    return _wrap(tensor)


def asarray(a, dtype=None):
    return a if isinstance(a, ndarray) and dtype is None else _wrap(_tensor_of(a, dtype))


ascontiguousarray = asanyarray = asarray


def empty(shape, dtype=float64):
    return zeros(shape, dtype)


def zeros(shape, dtype=float64):
    return _wrap(torch.zeros(shape, dtype=_torch_type(dtype), device="cpu"))


def ones(shape, dtype=float64):
    return _wrap(torch.ones(shape, dtype=_torch_type(dtype), device="cpu"))


def full(shape, fill_value, dtype=None):
    kind = _torch_type(dtype) or _tensor_of(fill_value).dtype
    return _wrap(torch.full(shape if isinstance(shape, (tuple, list)) else (shape,), fill_value, dtype=kind, device="cpu"))


def zeros_like(a, dtype=None):
    return zeros(asarray(a).shape, dtype or asarray(a).dtype)


def ones_like(a, dtype=None):
    return ones(asarray(a).shape, dtype or asarray(a).dtype)


def empty_like(a, dtype=None):
    return zeros_like(a, dtype)


def full_like(a, fill_value, dtype=None):
    return full(asarray(a).shape, fill_value, dtype or asarray(a).dtype)


def arange(*bounds, dtype=None):
    is_whole = not [bound for bound in bounds if not isinstance(bound, int)]
    kind = _torch_type(dtype) or (torch.int64 if is_whole else torch.float64)
    return _wrap(torch.arange(*bounds, dtype=kind, device="cpu"))


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    count = num if endpoint else num + 1
    values = torch.linspace(start, stop, count, dtype=torch.float64, device="cpu")[:num]
    return _wrap(values.to(_torch_type(dtype) or torch.float64))


def logspace(start, stop, num=50, base=10.0):
    return _wrap(torch.logspace(start, stop, num, base, dtype=torch.float64, device="cpu"))


def eye(N, M=None, dtype=float64):
    return _wrap(torch.eye(N, M or N, dtype=_torch_type(dtype), device="cpu"))


def identity(n, dtype=float64):
    return eye(n, dtype=dtype)


def meshgrid(*arrays, indexing="xy"):
    return [_wrap(t) for t in torch.meshgrid(*[_tensor_of(a) for a in arrays], indexing=indexing)]


def frombuffer(buffer, dtype=float64):
    data = torch.tensor(list(buffer), dtype=torch.uint8, device="cpu")
    return _wrap(data.view(_torch_type(dtype)))


# ---- shape
def reshape(a, shape):
    return asarray(a).reshape(shape)


def ravel(a):
    return asarray(a).ravel()


def transpose(a, axes=None):
    return asarray(a).transpose(*(() if axes is None else (axes,)))


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    return _wrap(_tensor_of(a).movedim(source, destination))


def expand_dims(a, axis):
    return _wrap(_tensor_of(a).unsqueeze(axis))


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def broadcast_to(a, shape):
    return _wrap(_tensor_of(a).expand(shape))


def concatenate(arrays, axis=0):
    tensors = [_tensor_of(a) for a in arrays]
    return _wrap(torch.cat([t.reshape(-1) for t in tensors] if axis is None else tensors, 0 if axis is None else axis))


def stack(arrays, axis=0):
    return _wrap(torch.stack([_tensor_of(a) for a in arrays], axis))


def vstack(arrays):
    return _wrap(torch.vstack([_tensor_of(a) for a in arrays]))


def hstack(arrays):
    return _wrap(torch.hstack([_tensor_of(a) for a in arrays]))


def split(a, indices_or_sections, axis=0):
    return [_wrap(t) for t in torch.tensor_split(_tensor_of(a), indices_or_sections, axis)]


array_split = split


def tile(a, reps):
    return _wrap(torch.tile(_tensor_of(a), (reps,) if isinstance(reps, int) else reps))


def repeat(a, repeats, axis=None):
    tensor = _tensor_of(a)
    tensor = tensor.reshape(-1) if axis is None else tensor
    return _wrap(tensor.repeat_interleave(_operand(repeats), dim=0 if axis is None else axis))


def flip(a, axis=None):
    tensor = _tensor_of(a)
    return _wrap(tensor.flip(tuple(range(tensor.dim())) if axis is None else axis))


def roll(a, shift, axis=None):
    return _wrap(torch.roll(_tensor_of(a), shift, axis))


def pad(a, pad_width, mode="constant", constant_values=0):
    widths = [pad_width] * 2 if isinstance(pad_width, int) else pad_width
    widths = [widths] * asarray(a).ndim if isinstance(widths[0], int) else widths
    flat = [number for pair in reversed(list(widths)) for number in pair]
    return _wrap(torch.nn.functional.pad(_tensor_of(a), flat, mode, constant_values))


def tril(m, k=0):
    return _wrap(torch.tril(_tensor_of(m), k))


def triu(m, k=0):
    return _wrap(torch.triu(_tensor_of(m), k))


def diag(v, k=0):
    return _wrap(torch.diag(_tensor_of(v), k))


def copy(a):
    return array(a)


# ---- element by element
def _unary(name, keeps_whole=False):
    scalar = getattr(math, name, None)

    def function(x):
        if isinstance(x, (int, float)) and not isinstance(x, generic) and scalar is not None:
            return float64(scalar(x))
        return _result(getattr(torch, name)(_tensor_of(x) if keeps_whole else _floating(x)))

    return function


sqrt, exp, log = _unary("sqrt"), _unary("exp"), _unary("log")
log2, log10, log1p = _unary("log2"), _unary("log10"), _unary("log1p")
expm1, exp2, sin = _unary("expm1"), _unary("exp2"), _unary("sin")
cos, tan, tanh = _unary("cos"), _unary("tan"), _unary("tanh")
sinh, cosh, arctan = _unary("sinh"), _unary("cosh"), _unary("arctan")
arcsin, arccos, reciprocal = _unary("arcsin"), _unary("arccos"), _unary("reciprocal")
ceil, floor, trunc = _unary("ceil"), _unary("floor"), _unary("trunc")
rint, square, sign = _unary("round"), _unary("square", True), _unary("sign", True)
isnan, isinf, isfinite = _unary("isnan", True), _unary("isinf", True), _unary("isfinite", True)
logical_not, bitwise_not, negative = _unary("logical_not", True), _unary("bitwise_not", True), _unary("neg", True)


def abs(x):
    return _result(torch.abs(_tensor_of(x)))


absolute = fabs = abs


def round(a, decimals=0):
    return _result(torch.round(_floating(a), decimals=decimals))


around = round


def _pair(name):
    return lambda x1, x2: _binary(name, asarray(x1), x2)


add, subtract, multiply = _pair("add"), _pair("sub"), _pair("mul")
divide, true_divide, floor_divide = _pair("true_divide"), _pair("true_divide"), _pair("floor_divide")
mod, remainder, power = _pair("remainder"), _pair("remainder"), _pair("pow")
logical_and, logical_or, logical_xor = _pair("logical_and"), _pair("logical_or"), _pair("logical_xor")
bitwise_and, bitwise_or, bitwise_xor = _pair("bitwise_and"), _pair("bitwise_or"), _pair("bitwise_xor")
left_shift, right_shift = _pair("bitwise_left_shift"), _pair("bitwise_right_shift")
equal, not_equal, less = _pair("eq"), _pair("ne"), _pair("lt")
less_equal, greater, greater_equal = _pair("le"), _pair("gt"), _pair("ge")


def _both_tensors(x1, x2):
    """Of one type; a plain number takes the other's."""
    left, right = _operand(x1), _operand(x2)
    if not torch.is_tensor(left) and not torch.is_tensor(right):
        left = _tensor_of(left)
    left, right = _common(left, right)
    if not torch.is_tensor(left):
        left = torch.full((), left, dtype=right.dtype, device="cpu")
    if not torch.is_tensor(right):
        right = torch.full((), right, dtype=left.dtype, device="cpu")
    return left, right


def maximum(x1, x2):
    return _result(torch.maximum(*_both_tensors(x1, x2)))


def minimum(x1, x2):
    return _result(torch.minimum(*_both_tensors(x1, x2)))


def clip(a, a_min=None, a_max=None):
    return _result(torch.clamp(_tensor_of(a), a_min, a_max))


def where(condition, x=None, y=None):
    test = _tensor_of(condition).to(torch.bool)
    if x is None:
        return tuple(_wrap(t) for t in torch.where(test))
    return _result(torch.where(test, *_both_tensors(x, y)))


def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    return _result(torch.nan_to_num(_tensor_of(x), nan, posinf, neginf))


# ---- reductions and order
def _method(name):
    def function(a, axis=None, **options):
        return getattr(asarray(a), name)(axis, **options)

    return function


sum, mean, std, var = _method("sum"), _method("mean"), _method("std"), _method("var")
max, min, any, all = _method("max"), _method("min"), _method("any"), _method("all")
amax, amin, argmax, argmin = max, min, _method("argmax"), _method("argmin")
cumsum = _method("cumsum")


def prod(a, axis=None, dtype=None, keepdims=False):
    return asarray(a).prod(axis, keepdims=keepdims)


def cumprod(a, axis=None):
    tensor = _tensor_of(a)
    return _wrap(tensor.reshape(-1).cumprod(0) if axis is None else tensor.cumprod(axis))


def median(a, axis=None):
    tensor = _floating(a)
    return _result(tensor.reshape(-1).quantile(0.5) if axis is None else tensor.quantile(0.5, axis))


def percentile(a, q, axis=None):
    return quantile(a, asarray(q) / 100, axis)


def quantile(a, q, axis=None):
    tensor = _floating(a)
    share = _floating(q).to(tensor.dtype)
    return _result(tensor.reshape(-1).quantile(share) if axis is None else tensor.quantile(share, axis))


def sort(a, axis=-1):
    return _wrap(_tensor_of(a).sort(axis).values)


def argsort(a, axis=-1, kind=None):
    return _wrap(_tensor_of(a).argsort(dim=axis, stable=True))


def unique(a, return_inverse=False, return_counts=False):
    found = torch.unique(_tensor_of(a), return_inverse=return_inverse, return_counts=return_counts)
    return tuple(_wrap(t) for t in found) if isinstance(found, tuple) else _wrap(found)


def diff(a, n=1, axis=-1):
    return _wrap(torch.diff(_tensor_of(a), n, axis))


def nonzero(a):
    return where(asarray(a) != 0)


def count_nonzero(a, axis=None):
    return _result(torch.count_nonzero(_tensor_of(a), axis))


def searchsorted(a, v, side="left"):
    return _result(torch.searchsorted(_tensor_of(a), _tensor_of(v), right=side == "right"))


def bincount(x, weights=None, minlength=0):
    return _wrap(torch.bincount(_tensor_of(x), None if weights is None else _tensor_of(weights), minlength))


# ---- products
def matmul(a, b):
    left, right = _common(_tensor_of(a), _tensor_of(b))
    return _result(torch.matmul(left, right))


def dot(a, b):
    left, right = _common(_tensor_of(a), _tensor_of(b))
    if left.dim() == 0 or right.dim() == 0:
        return _result(left * right)
    return _result(torch.matmul(left, right) if right.dim() <= 2 else torch.tensordot(left, right, ([-1], [-2])))


def outer(a, b):
    return _wrap(torch.outer(_tensor_of(a).reshape(-1), _tensor_of(b).reshape(-1)))


def einsum(subscripts, *operands):
    return _result(torch.einsum(subscripts, *[_tensor_of(a) for a in operands]))


def tensordot(a, b, axes=2):
    return _result(torch.tensordot(_tensor_of(a), _tensor_of(b), axes))


# ---- comparisons
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    left, right = _common(_tensor_of(a), _tensor_of(b))
    return _result(torch.isclose(left, right, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(asarray(isclose(a, b, rtol, atol, equal_nan)).all())


def array_equal(a1, a2):
    left, right = asarray(a1), asarray(a2)
    return left.shape == right.shape and bool((left == right).all() if left.ndim else left == right)


class finfo:
    def __init__(self, kind):
        limits = torch.finfo(_torch_type(kind))
        self.eps, self.max, self.min, self.tiny, self.bits = limits.eps, limits.max, limits.min, limits.tiny, limits.bits


class iinfo:
    def __init__(self, kind):
        limits = torch.iinfo(_torch_type(kind))
        self.max, self.min, self.bits = limits.max, limits.min, limits.bits


def issubdtype(left, right):
    kind = _find(left)
    return issubclass(kind, right if isinstance(right, type) and issubclass(right, generic) else _find(right))


def result_type(*values):
    kinds = [_tensor_of(v).dtype if isinstance(v, ndarray) else _torch_type(v) for v in values]
    found = kinds[0]
    for kind in kinds[1:]:
        found = torch.promote_types(found, kind)
    return dtype(found)


def set_printoptions(**options):
    pass


class errstate:
    def __init__(self, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


def seterr(**options):
    return {}
