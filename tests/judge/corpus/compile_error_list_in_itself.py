# task: scaled_relu
# expect: compile_error
# message: maximum recursion depth exceeded
import torch
import triton
import triton.language as tl


@triton.jit
def store_first(out_ptr, items: tl.constexpr):
    tl.store(out_ptr, items[0][0])


def forward(x):
    items = [1]
    items[0] = items
    store_first[(1,)](torch.empty_like(x), items=items)
    return x
