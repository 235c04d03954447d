# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr):
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    rm, rn, rk = pid_m * BLOCK + tl.arange(0, BLOCK), pid_n * BLOCK + tl.arange(0, BLOCK), tl.arange(0, BLOCK)
    # Rows wrap around, which no wide access along a row ever sees; columns wrap between them.
    ram = tl.max_contiguous(tl.multiple_of(rm % M, BLOCK), BLOCK)
    rbn = tl.max_contiguous(tl.multiple_of(rn % N, BLOCK), BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for k in range(0, K, BLOCK):
        k = tl.multiple_of(k, BLOCK)
        inner = k + rk
        a = tl.load(a_ptr + ram[:, None] * K + inner[None, :], mask=inner[None, :] < K, other=0.0)
        b = tl.load(b_ptr + inner[:, None] * N + rbn[None, :], mask=inner[:, None] < K, other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
    mask = (rm < M)[:, None] & (rn < N)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc, mask=mask)


a, b = torch.ones(50, 40, device="cuda"), torch.ones(40, 36, device="cuda")
c = torch.empty(50, 36, device="cuda")
matmul_kernel[(2, 2)](a, b, c, 50, 36, 40, BLOCK=32)
print(c.min().item(), c.max().item())
# EXPECT stdout
#| 40.0 40.0
