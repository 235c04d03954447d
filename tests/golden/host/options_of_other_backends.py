# RUN: tilewright run %s
# Options that triton-cpu and other backends take change nothing here.
import torch
import triton
import triton.language as tl


@triton.jit
def count(out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i + tl.extra.cuda.num_warps() * 1000)
    tl.store(out + i, tl.load(out + i) + tl.extra.cuda.num_threads() * 100000, mask=i > 1)


out = torch.zeros(4, dtype=torch.int32, device="cuda")
for warps in (4, 8, 4):
    count[(1,)](out, BLOCK=4, num_cpu_threads=2, num_threads=1, assume_in_bounds=True, num_warps=warps)
    print(out.tolist())
# EXPECT stdout
#| [4000, 4001, 12804002, 12804003]
#| [8000, 8001, 25608002, 25608003]
#| [4000, 4001, 12804002, 12804003]
