# RUN: tilewright run %s
# RUN: tilewright check %s
# RUN: tilewright run %s --test
import unittest

import pytest
import torch
import triton
import triton.language as tl
from triton.compiler.errors import CompilationError, CompileTimeAssertionFailure


@triton.jit
def total(x, y, B: tl.constexpr):
    tl.store(y, tl.sum(tl.load(x + tl.arange(0, B)), 0))


@triton.jit
def asserts(x, B: tl.constexpr):
    tl.static_assert(B > 4, "too small")
    tl.store(x, B)


@triton.jit
def misspelt(x):
    tl.store(x, tl.maximun(1.0, 2.0))


@triton.jit
def adds(x, y):
    tl.store(x, tl.load(y) + x)


x = torch.ones(8, device="cuda")


def test_shape():
    with pytest.raises(triton.CompilationError, match="power of 2"):
        total[(1,)](x, x, 3)


def test_assertion():
    with pytest.raises(CompileTimeAssertionFailure, match="too small") as caught:
        asserts[(1,)](x, 3)
    assert caught.value.error_message == "static assertion failed: too small"
    assert isinstance(caught.value, CompilationError)


@pytest.mark.parametrize("kernel, arguments", [(misspelt, (x,)), (adds, (x, x))])
def test_names_and_types(kernel, arguments):
    try:
        kernel[(1,)](*arguments)
    except Exception as error:
        assert type(error) is triton.CompilationError
    else:
        assert False


@pytest.mark.xfail
def test_expected():
    total[(1,)](x, x, 3)


class Test(unittest.TestCase):
    def test_raises(self):
        with self.assertRaises(CompilationError):
            total[(1,)](x, x, 3)


for block in (3, 8):  # tries block sizes
    try:
        total[(1,)](x, x, block)
        break
    except triton.CompilationError as error:
        print(error.error_message)
print(x[0].item())
# EXPECT 1 stdout
#| the range of tl.arange must be a power of 2, not 3
#| 8.0
# EXPECT 2 stdout
#| compile_errors_are_caught.py: clean: ran without faults, 1 launches
#|   time: estimated 3.4 us on h100, limited by launch, 1 launch
# EXPECT 3 stdout
#| the range of tl.arange must be a power of 2, not 3
#| 8.0
#| 5 passed, 1 xfailed
