# numpy.testing
import numpy as np


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    left, right = np.asarray(actual), np.asarray(desired)
    close = np.asarray(np.isclose(left, right, rtol, atol, equal_nan))
    if bool(close.all()):
        return
    wrong = close.size - int(close.sum())
    difference = np.asarray(np.abs(left - right))
    lines = [
        "",
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}",
        err_msg,
        f"Mismatched elements: {wrong} / {close.size} ({100 * wrong / close.size:.3g}%)",
        f"Max absolute difference among violations: {difference.max()}",
    ]
    raise AssertionError("\n".join(lines))


def assert_array_equal(actual, desired, err_msg="", verbose=True):
    if not np.array_equal(actual, desired):
        raise AssertionError(f"\nArrays are not equal\n{err_msg}")


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg)
    if actual != desired:
        raise AssertionError(f"\nItems are not equal:\n{err_msg}\n ACTUAL: {actual!r}\n DESIRED: {desired!r}")


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    assert_allclose(actual, desired, rtol=0, atol=1.5 * 10.0**-decimal, err_msg=err_msg)


assert_array_almost_equal = assert_almost_equal
