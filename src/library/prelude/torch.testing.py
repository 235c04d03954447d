# torch.testing.assert_close with PyTorch's tolerances.
import torch

_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}


def _tolerance(dtype):
    return _TOLERANCES.get(str(dtype).replace("torch.", ""), (0.0, 0.0))


def _compare(actual, expected, rtol, atol, equal_nan, check_dtype, check_device):
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.")
    if check_device and actual.device != expected.device:
        raise AssertionError(f"The values for attribute 'device' do not match: {actual.device} != {expected.device}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.")
    if rtol is None or atol is None:
        first, second = _tolerance(actual.dtype), _tolerance(expected.dtype)
        rtol = max(first[0], second[0]) if rtol is None else rtol
        atol = max(first[1], second[1]) if atol is None else atol
    if actual.dtype != expected.dtype:
        common = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    if actual.device != expected.device:
        actual, expected = actual.cpu(), expected.cpu()
    close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if close.all():
        return
    wrong = int((~close).sum())
    total = actual.numel()
    difference = (actual.to(torch.float64) - expected.to(torch.float64)).abs()
    raise AssertionError(
        f"Tensor-likes are not close!\n\nMismatched elements: {wrong} / {total} ({100 * wrong / total:.1f}%)\n"
        f"Greatest absolute difference: {difference.max().item()} (up to {atol} allowed)"
    )


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
        raise ValueError("rtol and atol must both be specified or both be unspecified")
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        pairs = list(zip(actual, expected))
    elif isinstance(actual, dict) and isinstance(expected, dict):
        pairs = [(actual[key], expected[key]) for key in expected]
    else:
        pairs = [(actual, expected)]
    for left, right in pairs:
        if isinstance(left, (list, tuple, dict)):
            assert_close(left, right, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype)
            continue
        left = left if torch.is_tensor(left) else torch.tensor(left)
        right = right if torch.is_tensor(right) else torch.tensor(right)
        try:
            _compare(left, right, rtol, atol, equal_nan, check_dtype, check_device)
        except AssertionError as error:
            if msg is None:
                raise
            raise AssertionError(msg if isinstance(msg, str) else msg(str(error)))


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    assert_close(
        actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, check_device=False
    )
