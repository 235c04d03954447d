# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def work(out_ptr, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = i.to(tl.float32)
    for _ in range(ROUNDS):
        x = x * 0.5 + 1
    tl.store(out_ptr + i, x)


out = torch.empty(1 << 20, device="cuda")
for rounds in (400, 500):
    triton.testing.do_bench(lambda: work[(1024,)](out, ROUNDS=rounds, BLOCK=1024))
work[(1024,)](out, ROUNDS=1, BLOCK=1024)
print(out[0].item())
triton.testing.do_bench(lambda: work[(1024,)](out, ROUNDS=600, BLOCK=1024))
print(out.sum().item())
# EXPECT stdout
#| 1.0
# EXPECT stderr
#| fail_values_of_a_sampled_benchmark.py:22:7: error: sum() of a tensor that holds no values: it was written in a benchmark or profiler session, where work past the first steps is only estimated; compute it outside of them [unsupported]
#|   print(out.sum().item())
#|         ^~~~~~~~~
# EXPECT exit 3
