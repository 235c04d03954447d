# RUN: tilewright run %s branch
# RUN: tilewright run %s loop
# RUN: tilewright run %s plain
# RUN: tilewright run %s grid
import sys

import torch
import triton
import triton.language as tl


def helper(a):
    return a + 1


@triton.jit
def branch_kernel(x_ptr, n):
    if n > 3:
        y = 1
    tl.store(x_ptr, y)


@triton.jit
def loop_kernel(x_ptr, n):
    for j in range(n):
        y = j
    tl.store(x_ptr, y)


@triton.jit
def plain_kernel(x_ptr, n):
    tl.store(x_ptr, helper(n))


case = sys.argv[1]
kernel = {"branch": branch_kernel, "loop": loop_kernel, "plain": plain_kernel, "grid": plain_kernel}[case]
grid = 2 if case == "grid" else (1,)
kernel[grid](torch.ones(4, device="cuda"), 5)
# EXPECT 1 stderr
#| fail_name_set_in_one_branch.py:20:21: error: 'y' may have no value here [unknown-name]
#|       tl.store(x_ptr, y)
#|                       ^
#| fail_name_set_in_one_branch.py:19:9: note: it is set in one branch only, here; the other leaves it unset
#|           y = 1
#|           ^~~~~
#| note: give 'y' a value of the same type before
#| fail_name_set_in_one_branch.py:38:1: note: launched here
#|   kernel[grid](torch.ones(4, device="cuda"), 5)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 1 exit 1
# EXPECT 2 stderr
#| fail_name_set_in_one_branch.py:27:21: error: 'y' may have no value here [unknown-name]
#|       tl.store(x_ptr, y)
#|                       ^
#| fail_name_set_in_one_branch.py:26:9: note: it is set in a loop only, here, which may not run once
#|           y = j
#|           ^~~~~
#| note: give 'y' a value of the same type before
#| fail_name_set_in_one_branch.py:38:1: note: launched here
#|   kernel[grid](torch.ones(4, device="cuda"), 5)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 2 exit 1
# EXPECT 3 stderr
#| fail_name_set_in_one_branch.py:32:21: error: 'helper' is a plain Python function; a kernel can call only @triton.jit functions [kernel-syntax]
#|       tl.store(x_ptr, helper(n))
#|                       ^~~~~~
#| note: decorate it with @triton.jit, or with @triton.constexpr_function if it computes constants
#| fail_name_set_in_one_branch.py:38:1: note: launched here
#|   kernel[grid](torch.ones(4, device="cuda"), 5)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 3 exit 1
# EXPECT 4 stderr
#| fail_name_set_in_one_branch.py:38:1: error: the grid must be a tuple of 1 to 3 ints or a function that returns one, not int: write kernel[(n,)] [launch-arguments]
#|   kernel[grid](torch.ones(4, device="cuda"), 5)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 4 exit 1
