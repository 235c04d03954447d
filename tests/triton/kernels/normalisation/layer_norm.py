# RUN: tilewright run %s
"""LayerNorm forward and backward, weights' gradients reduced under locks."""
import torch
import triton
import triton.language as tl


@triton.jit
def forward_kernel(x_ptr, w_ptr, b_ptr, y_ptr, mean_ptr, rstd_ptr, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    mask = n < N
    x = tl.load(x_ptr + row * N + n, mask=mask, other=0.0)
    mean = tl.sum(x, axis=0) / N
    centred = tl.where(mask, x - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / N + eps)
    y = centred * rstd * tl.load(w_ptr + n, mask=mask, other=0.0) + tl.load(b_ptr + n, mask=mask, other=0.0)
    tl.store(y_ptr + row * N + n, y, mask=mask)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)


@triton.jit
def backward_kernel(x_ptr, w_ptr, dy_ptr, mean_ptr, rstd_ptr, dx_ptr, dw_ptr, db_ptr, lock_ptr, count_ptr, N,
                    GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    mask = n < N
    x = tl.load(x_ptr + row * N + n, mask=mask, other=0.0)
    dy = tl.load(dy_ptr + row * N + n, mask=mask, other=0.0)
    w = tl.load(w_ptr + n, mask=mask, other=0.0)
    rstd = tl.load(rstd_ptr + row)
    normal = tl.where(mask, (x - tl.load(mean_ptr + row)) * rstd, 0.0)
    wdy = w * dy
    c1, c2 = tl.sum(normal * wdy, axis=0) / N, tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + row * N + n, (wdy - (normal * c1 + c2)) * rstd, mask=mask)
    group = row % GROUPS
    while tl.atomic_cas(lock_ptr + group, 0, 1) == 1:
        pass
    dw, db = dy * normal, dy
    if tl.load(count_ptr + group) == 0:
        tl.store(count_ptr + group, 1)
    else:
        dw += tl.load(dw_ptr + group * N + n, mask=mask, other=0.0)
        db += tl.load(db_ptr + group * N + n, mask=mask, other=0.0)
    tl.store(dw_ptr + group * N + n, dw, mask=mask)
    tl.store(db_ptr + group * N + n, db, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr + group, 0)


class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, eps):
        M, N = x.shape
        y, mean, rstd = torch.empty_like(x), torch.empty(M), torch.empty(M)
        forward_kernel[(M,)](x, weight, bias, y, mean, rstd, N, eps, BLOCK=triton.next_power_of_2(N))
        ctx.save_for_backward(x, weight, mean, rstd)
        return y

    @staticmethod
    def backward(ctx, dy):
        x, weight, mean, rstd = ctx.saved_tensors
        M, N = x.shape
        dx, dw, db = torch.empty_like(x), torch.zeros(4, N), torch.zeros(4, N)
        locks, counts = torch.zeros(2, 4, dtype=torch.int32)
        backward_kernel[(M,)](x, weight, dy, mean, rstd, dx, dw, db, locks, counts, N, GROUPS=4,
                              BLOCK=triton.next_power_of_2(N))
        return dx, dw.sum(0), db.sum(0), None


torch.manual_seed(0)
x = torch.randn(20, 50, requires_grad=True)
weight, bias = torch.rand(50, requires_grad=True), torch.rand(50, requires_grad=True)
dy = torch.randn(20, 50)
y = LayerNorm.apply(x, weight, bias, 1e-5)
y.backward(dy)
actual = [x.grad.clone(), weight.grad.clone(), bias.grad.clone()]
x.grad = weight.grad = bias.grad = None
reference = torch.nn.functional.layer_norm(x, (50,), weight, bias, 1e-5)
reference.backward(dy)
torch.testing.assert_close(y, reference, rtol=1e-4, atol=1e-5)
for name, mine, theirs in zip(("x", "weight", "bias"), actual, (x.grad, weight.grad, bias.grad)):
    torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5)
    print("gradient of", name, "holds")
# EXPECT stdout
#| gradient of x holds
#| gradient of weight holds
#| gradient of bias holds
