# torch.testing.assert_close with PyTorch's tolerances and messages.
import torch

_TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}


def _tolerances(actual, expected, rtol, atol):
    if rtol is not None:
        return rtol, atol
    first, second = _TOLERANCES.get(actual.dtype, (0.0, 0.0)), _TOLERANCES.get(expected.dtype, (0.0, 0.0))
    return max(first[0], second[0]), max(first[1], second[1])


class _Options:
    def __init__(self, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, msg):
        self.rtol, self.atol, self.equal_nan = rtol, atol, equal_nan
        self.check_device, self.check_dtype, self.check_stride, self.msg = check_device, check_dtype, check_stride, msg

    def fail(self, message, path=""):
        if path:
            message += f"\n\nThe failure occurred for item {path}"
        if self.msg is not None:
            message = self.msg(message) if callable(self.msg) else self.msg
        raise AssertionError(message)


def _attributes(actual, expected, options, path):
    def differ(name, left, right):
        options.fail(f"The values for attribute '{name}' do not match: {left} != {right}.", path)

    if actual.shape != expected.shape:
        differ("shape", actual.shape, expected.shape)
    if options.check_device and actual.device != expected.device:
        differ("device", actual.device, expected.device)
    if options.check_dtype and actual.dtype != expected.dtype:
        differ("dtype", actual.dtype, expected.dtype)
    if options.check_stride and actual.stride() != expected.stride():
        differ("stride()", actual.stride(), expected.stride())


def _place(flat, shape):
    index = []
    for size in reversed(shape):
        index.append(flat % size)
        flat //= size
    return tuple(reversed(index))


def _message(actual, expected, close, rtol, atol, identifier):
    is_exact = rtol == 0 and atol == 0
    name = identifier or "Tensor-likes"
    what = f"{name} are not {'equal' if is_exact else 'close'}!\n\n"
    total, wrong = close.numel(), int((~close).sum())
    what += f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})\n"
    kind = torch.float64 if actual.is_floating_point() else torch.int64
    left, right = actual.to(kind).flatten(), expected.to(kind).flatten()
    matches = close.flatten()
    absolute = (left - right).abs()
    absolute[matches] = 0
    relative = absolute / right.abs()
    relative[matches] = 0

    def line(kind_of, values, allowed):
        best = int(values.argmax())
        value = values[best].item()
        at = f" at index {_place(best, close.shape)}" if close.dim() > 0 else ""
        return f"Greatest {kind_of} difference: {value}{at}" + (f" (up to {allowed} allowed)" if not is_exact else "")

    kind = torch.promote_types(actual.dtype, expected.dtype)
    if actual.is_floating_point() and kind != torch.float64:
        # PyTorch takes differences in the tensors' own type.
        own = (actual.to(kind).flatten() - expected.to(kind).flatten()).abs()
        own[matches] = 0
        share = own / expected.to(kind).flatten().abs()
        share[matches] = 0
        absolute, relative = own, share
    return what + line("absolute", absolute, atol) + "\n" + line("relative", relative, rtol)


def _compare(actual, expected, options, path):
    _attributes(actual, expected, options, path)
    rtol, atol = _tolerances(actual, expected, options.rtol, options.atol)
    if actual.device != expected.device:
        actual, expected = actual.cpu(), expected.cpu()
    if actual.dtype != expected.dtype:
        common = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    actual, expected = actual.detach(), expected.detach()
    if actual.element_size() == 1 and actual.is_floating_point():
        actual, expected = actual.to(torch.float32), expected.to(torch.float32)
    close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
    if not close.all():
        if actual.dim() == 0:
            options.fail(_scalar_message(actual.item(), expected.item(), rtol, atol, "Scalars"), path)
        options.fail(_message(actual, expected, close, rtol, atol, ""), path)


def _scalar_message(actual, expected, rtol, atol, name):
    is_exact = rtol == 0 and atol == 0
    difference = abs(actual - expected)
    relative = difference / abs(expected) if expected else float("inf")
    text = f"{name} are not {'equal' if is_exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
    text += f"Absolute difference: {difference}" + ("\n" if is_exact else f" (up to {atol} allowed)\n")
    return text + f"Relative difference: {relative}" + ("" if is_exact else f" (up to {rtol} allowed)")


def _compare_numbers(actual, expected, options, path):
    if options.check_dtype and type(actual) is not type(expected):
        options.fail(f"The (d)types do not match: {type(actual)} != {type(expected)}.", path)
    if isinstance(expected, bool):
        if actual != expected:
            options.fail(f"Booleans mismatch: {actual} is not {expected}", path)
        return
    default = (1e-7, 1e-7) if isinstance(expected, float) or isinstance(actual, float) else (0.0, 0.0)
    rtol, atol = default if options.rtol is None else (options.rtol, options.atol)
    if options.equal_nan and actual != actual and expected != expected or actual == expected:
        return
    if not abs(actual - expected) <= atol + rtol * abs(expected):
        options.fail(_scalar_message(actual, expected, rtol, atol, "Scalars"), path)


def _is_array(value):
    return type(value).__name__ == "ndarray"


def _compare_any(actual, expected, options, path):
    if _is_array(actual) or _is_array(expected):
        actual, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    if torch.is_tensor(actual) and torch.is_tensor(expected):
        return _compare(actual, expected, options, path)
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            options.fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for index, (left, right) in enumerate(zip(actual, expected)):
            _compare_any(left, right, options, f"{path}[{index}]")
        return
    if isinstance(actual, dict) and isinstance(expected, dict):
        if actual.keys() != expected.keys():
            missing = [key for key in expected if key not in actual]
            additional = [key for key in actual if key not in expected]
            options.fail(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {missing}\n"
                f"Additional keys in the actual mapping: {additional}",
                path,
            )
        for key in expected:
            _compare_any(actual[key], expected[key], options, f"{path}[{key!r}]")
        return
    if actual is None and expected is None:
        return
    if isinstance(actual, (int, float)) and isinstance(expected, (int, float)):
        return _compare_numbers(actual, expected, options, path)
    if torch.is_tensor(actual) and isinstance(expected, (int, float)) or torch.is_tensor(expected) and isinstance(actual, (int, float)):
        if options.check_dtype:
            options.fail(f"None of the pairs can compare {type(actual)} and {type(expected)}", path)
        return _compare(torch.as_tensor(actual), torch.as_tensor(expected), options, path)
    raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    options = _Options(rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, msg)
    _compare_any(actual, expected, options, "")


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    actual, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_device=True,
        check_dtype=False,
        check_stride=False,
        msg=msg or None,
    )


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, **options):
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    if dtype.is_floating_point:
        low, high = -9 if low is None else low, 9 if high is None else high
        made = (torch.rand(shape, device=device) * (high - low) + low).to(dtype)
    elif dtype == torch.bool:
        made = torch.randint(0, 2, shape, device=device).to(dtype)
    else:
        made = torch.randint(0 if low is None and dtype == torch.uint8 else -9 if low is None else low, 10 if high is None else high, shape, device=device).to(dtype)
    return made.requires_grad_(requires_grad) if requires_grad else made
