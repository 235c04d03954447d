# torch._prims_common: the types that element-wise operations compute in and answer, as PyTorch documents them.
from enum import Enum

import torch


class ELEMENTWISE_TYPE_PROMOTION_KIND(Enum):
    DEFAULT = (0,)
    NO_OPMATH = (1,)
    INT_TO_FLOAT = (2,)
    ALWAYS_BOOL = (3,)
    COMPLEX_TO_FLOAT = (4,)
    BOOL_TO_LONG = (5,)


_WIDE = {torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.complex32: torch.complex64}
_REAL = {torch.complex32: torch.float16, torch.complex64: torch.float32, torch.complex128: torch.float64}


def is_boolean_dtype(dtype):
    return dtype is torch.bool


def is_float_dtype(dtype):
    return dtype.is_floating_point


def is_complex_dtype(dtype):
    return dtype.is_complex


def is_integer_dtype(dtype):
    return not (dtype.is_floating_point or dtype.is_complex or dtype is torch.bool)


def get_computation_dtype(dtype):
    return _WIDE.get(dtype, dtype)


def corresponding_real_dtype(dtype):
    return _REAL[dtype]


def corresponding_complex_dtype(dtype):
    return {torch.float16: torch.complex32, torch.float64: torch.complex128}.get(dtype, torch.complex64)


def elementwise_dtypes(*_args, type_promotion_kind):
    """(computation type, result type)."""
    kind = ELEMENTWISE_TYPE_PROMOTION_KIND
    arguments = [argument for argument in _args if argument is not None]
    for argument in arguments:
        if not isinstance(argument, (int, float)) and not hasattr(argument, "dtype"):
            raise ValueError(f"Unexpected type {type(argument)} when computing elementwise type promotion!")
    plain = [a if isinstance(a, (int, float)) or torch.is_tensor(a) else _like(a) for a in arguments]
    result = torch.result_type(*plain) if plain else torch.bool
    if type_promotion_kind is kind.INT_TO_FLOAT and (is_integer_dtype(result) or is_boolean_dtype(result)):
        result = torch.get_default_dtype()
    if type_promotion_kind is kind.BOOL_TO_LONG and is_boolean_dtype(result):
        return torch.long, torch.long
    computation = result if type_promotion_kind is kind.NO_OPMATH else get_computation_dtype(result)
    if type_promotion_kind is kind.COMPLEX_TO_FLOAT and is_complex_dtype(result):
        result = corresponding_real_dtype(result)
    return computation, torch.bool if type_promotion_kind is kind.ALWAYS_BOOL else result


def _like(value):
    """A tensor that takes part as the value does: of its type, without or with dimensions."""
    return torch.empty([0] * min(value.ndim, 1), dtype=value.dtype)
