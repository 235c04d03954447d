# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"B": 4}), triton.Config({"B": 8})], key=["n"], reset_to_zero=["col_sum"])
@triton.jit
def add(colsum, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(colsum + i, 1.0, mask=i < n)


add[lambda meta: (triton.cdiv(8, meta["B"]),)](torch.zeros(8, device="cuda"), 8)
# EXPECT stderr
#| fail_autotune_no_such_parameter.py:14:1: error: KeyError: "reset_to_zero of triton.autotune names 'col_sum', which is no parameter of 'add': did you mean 'colsum'?" [python-exception]
#|   add[lambda meta: (triton.cdiv(8, meta["B"]),)](torch.zeros(8, device="cuda"), 8)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
