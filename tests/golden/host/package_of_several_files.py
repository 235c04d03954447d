# RUN: tilewright run main.py
# --- main.py
import kernels
from kernels.ops import add
from kernels.ops.add import BLOCK
from folder_without_init.numbers_of import twice
import torch

x = torch.arange(10, device="cuda")
print(add.add(x, x).tolist(), BLOCK, kernels.__name__, kernels.ops.add is add, twice(4))
# --- folder_without_init/numbers_of.py
def twice(x):
    return 2 * x
# --- kernels/__init__.py
from . import ops
from .ops.add import add as add_function
# --- kernels/ops/__init__.py
# --- kernels/ops/add.py
import torch
import triton

from ..helpers import BLOCK, add_kernel


def add(x, y):
    out = torch.empty_like(x)
    add_kernel[(triton.cdiv(x.numel(), BLOCK),)](x, y, out, x.numel(), BLOCK=BLOCK)
    return out
# --- kernels/helpers.py
import triton
import triton.language as tl

BLOCK = 16


@triton.jit
def plus(x, y):
    return x + y


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.store(out_ptr + i, plus(x, tl.load(y_ptr + i, mask=i < n, other=0)), mask=i < n)
# EXPECT stdout
#| [0, 2, 4, 6, 8, 10, 12, 14, 16, 18] 16 kernels True 8
