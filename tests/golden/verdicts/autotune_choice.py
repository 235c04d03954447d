# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK": 16}, num_warps=1),
        triton.Config({"BLOCK": 48}, num_warps=4),
        triton.Config({"BLOCK": 1024}, num_warps=4),
    ],
    key=["n"],
)
@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


n = 1 << 20
x = torch.rand(n, device="cuda")
y = torch.rand(n, device="cuda")
out = torch.empty_like(x)
for _ in range(3):
    add_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n)
print(add_kernel.best_config)
print(torch.equal(out, x + y))
# EXPECT stdout
#| BLOCK: 1024, num_warps: 4, num_ctas: 1, num_stages: 3
#| True
# EXPECT stderr
#| autotune: add_kernel: BLOCK: 1024, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 7.21 us on h100, best of 2)
