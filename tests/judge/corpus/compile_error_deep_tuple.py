# task: scaled_relu
# expect: compile_error
# message: maximum recursion depth exceeded
import torch
import triton
import triton.language as tl


@triton.jit
def store_first(out_ptr, items):
    tl.store(out_ptr, items[0])


def forward(x):
    items = (1.0,)
    for _ in range(100_000):
        items = (items,)
    store_first[(1,)](torch.empty_like(x), items)
    return x
