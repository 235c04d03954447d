# RUN: tilewright run %s
# Past its first steps a benchmark runs a few programs of a launch and computes no product again.
import torch
import triton
import triton.language as tl
import triton.profiler as proton


@triton.jit
def work(x_ptr, out_ptr, n, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    for _ in range(ROUNDS):
        x = x * 0.5 + 1
    tl.store(out_ptr + i, x, mask=i < n)


n = 1 << 20
x = torch.ones(n, device="cuda")


def run(rounds=400):
    out = torch.empty_like(x)
    work[(triton.cdiv(n, 1024),)](x, out, n, ROUNDS=rounds, BLOCK=1024)
    return out


whole = triton.testing.do_bench(run)
sampled = [triton.testing.do_bench(lambda: run(rounds)) for rounds in (400, 401, 100000)]
print(sampled[0] == whole, 0.9 < sampled[1] / whole < 1.1, sampled[2] > 50 * whole)
proton.start("a")
a = torch.ones(64, 64, device="cuda")
for _ in range(2000):
    kept = run()
    product = torch.matmul(a, a)
proton.finalize()
print(run().sum().item(), torch.matmul(a, a).sum().item())
kept.fill_(3.0)
print(kept.sum().item())
# EXPECT stdout
#| True True True
#| 2097152.0 262144.0
#| 3145728.0
