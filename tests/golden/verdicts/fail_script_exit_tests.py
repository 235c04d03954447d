# RUN: tilewright check %s
# RUN: tilewright run %s
import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def fill(out, B: tl.constexpr):
    tl.store(out + tl.arange(0, B), 1.0)


def test_fill():
    fill[(1,)](torch.empty(4, device="cuda"), 3)


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
# EXPECT 1 stdout
#| fail_script_exit_tests.py: compile_error: the script ended with exit code 1
#| fail_script_exit_tests.py:19:5: error: the script ended with exit code 1 [python-exception]
#|       raise SystemExit(pytest.main([__file__]))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_script_exit_tests.py:11:20: error: the range of tl.arange must be a power of 2, not 3 [kernel-shape]
#|       tl.store(out + tl.arange(0, B), 1.0)
#|                      ^~~~~~~~~~~~~~~
#| note: take the next power of 2 and mask the lanes beyond the size
#| fail_script_exit_tests.py:15:5: note: launched here
#|       fill[(1,)](torch.empty(4, device="cuda"), 3)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT 1 exit 1
# EXPECT 2 stdout
#| FAILED test_fill - kernel-shape: the range of tl.arange must be a power of 2, not 3
#| 1 failed
# EXPECT 2 stderr
#| fail_script_exit_tests.py:11:20: error: the range of tl.arange must be a power of 2, not 3 [kernel-shape]
#|       tl.store(out + tl.arange(0, B), 1.0)
#|                      ^~~~~~~~~~~~~~~
#| note: take the next power of 2 and mask the lanes beyond the size
#| fail_script_exit_tests.py:15:5: note: launched here
#|       fill[(1,)](torch.empty(4, device="cuda"), 3)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 2 exit 1
