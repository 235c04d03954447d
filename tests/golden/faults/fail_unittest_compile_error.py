# RUN: tilewright run %s
import unittest

import torch
import triton
import triton.language as tl


@triton.jit
def fill(x, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), 1.0)


class Test(unittest.TestCase):
    def test_fill(self):
        fill[(1,)](torch.empty(8, device="cuda"), 3)


unittest.main()
# EXPECT stderr
#| ======================================================================
#| ERROR: Test.test_fill
#| ----------------------------------------------------------------------
#| CompilationError: at 11:18:
#|     tl.store(x + tl.arange(0, B), 1.0)
#| the range of tl.arange must be a power of 2, not 3
#|
#| ----------------------------------------------------------------------
#| Ran 1 test
#|
#| FAILED (errors=1)
#| fail_unittest_compile_error.py:11:18: error: the range of tl.arange must be a power of 2, not 3 [kernel-shape]
#|       tl.store(x + tl.arange(0, B), 1.0)
#|                    ^~~~~~~~~~~~~~~
#| note: take the next power of 2 and mask the lanes beyond the size
#| fail_unittest_compile_error.py:16:9: note: launched here
#|           fill[(1,)](torch.empty(8, device="cuda"), 3)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
