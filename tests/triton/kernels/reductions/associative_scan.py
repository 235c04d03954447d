# RUN: tilewright run %s
"""First-order recurrences and running extremes with their positions."""
import torch
import triton
import triton.language as tl


@triton.jit
def step(decay_a, state_a, decay_b, state_b):
    return decay_a * decay_b, decay_b * state_a + state_b


@triton.jit
def later_maximum(value_a, index_a, value_b, index_b):
    keep = value_a > value_b
    return tl.where(keep, value_a, value_b), tl.where(keep, index_a, index_b)


@triton.jit
def scan_kernel(a_ptr, x_ptr, out_ptr, index_ptr, N: tl.constexpr):
    n = tl.arange(0, N)
    a = tl.load(a_ptr + n)
    x = tl.load(x_ptr + n)
    decay, state = tl.associative_scan((a, x), 0, step)
    tl.store(out_ptr + n, state)
    top, position = tl.associative_scan((x, n), 0, later_maximum)
    tl.store(out_ptr + N + n, top)
    tl.store(index_ptr + n, position)
    decay, state = tl.associative_scan((a, x), 0, step, reverse=True)
    tl.store(out_ptr + 2 * N + n, state)


torch.manual_seed(9)
N = 128
a, x = torch.rand(N), torch.randn(N)
out, index = torch.empty(3, N), torch.empty(N, dtype=torch.int32)
scan_kernel[(1,)](a, x, out, index, N)


def recurrence(decays, values):
    state, states = 0.0, []
    for decay, value in zip(decays.tolist(), values.tolist()):
        state = decay * state + value
        states.append(state)
    return torch.tensor(states)


torch.testing.assert_close(out[0], recurrence(a, x), rtol=1e-4, atol=1e-4)
torch.testing.assert_close(out[1], x.cummax(0).values)
assert torch.equal(x[index.long()], out[1])
torch.testing.assert_close(out[2], recurrence(a.flip(0), x.flip(0)).flip(0), rtol=1e-4, atol=1e-4)
print("recurrences hold")
# EXPECT stdout
#| recurrences hold
