# RUN: tilewright run %s
"""GroupNorm forward, and backward with atomic sums of the weights' gradients."""
import torch
import triton
import triton.language as tl


@triton.jit
def forward_kernel(x_ptr, w_ptr, b_ptr, y_ptr, mean_ptr, rstd_ptr, C, SIZE, G, eps, BLOCK: tl.constexpr):
    batch, group = tl.program_id(0), tl.program_id(1)
    per_group = C // G
    count = per_group * SIZE
    i = tl.arange(0, BLOCK)
    mask = i < count
    start = (batch * C + group * per_group) * SIZE
    x = tl.load(x_ptr + start + i, mask=mask, other=0.0)
    mean = tl.sum(x, axis=0) / count
    centred = tl.where(mask, x - mean, 0.0)
    rstd = tl.rsqrt(tl.sum(centred * centred, axis=0) / count + eps)
    channel = group * per_group + i // SIZE
    w, b = tl.load(w_ptr + channel, mask=mask, other=0.0), tl.load(b_ptr + channel, mask=mask, other=0.0)
    tl.store(y_ptr + start + i, centred * rstd * w + b, mask=mask)
    tl.store(mean_ptr + batch * G + group, mean)
    tl.store(rstd_ptr + batch * G + group, rstd)


@triton.jit
def backward_kernel(x_ptr, w_ptr, dy_ptr, mean_ptr, rstd_ptr, dx_ptr, dw_ptr, db_ptr, C, SIZE, G, BLOCK: tl.constexpr):
    batch, group = tl.program_id(0), tl.program_id(1)
    per_group = C // G
    count = per_group * SIZE
    mean, rstd = tl.load(mean_ptr + batch * G + group), tl.load(rstd_ptr + batch * G + group)
    c1 = 0.0
    c2 = 0.0
    i = tl.arange(0, BLOCK)
    for channel in range(group * per_group, (group + 1) * per_group):
        start = (batch * C + channel) * SIZE
        normal = (tl.load(x_ptr + start + i, mask=i < SIZE, other=0.0) - mean) * rstd
        dy = tl.load(dy_ptr + start + i, mask=i < SIZE, other=0.0)
        dw, db = tl.sum(dy * normal, axis=0), tl.sum(dy, axis=0)
        tl.atomic_add(dw_ptr + channel, dw)
        tl.atomic_add(db_ptr + channel, db)
        w = tl.load(w_ptr + channel)
        c1 += w * dw
        c2 += w * db
    for channel in range(group * per_group, (group + 1) * per_group):
        start = (batch * C + channel) * SIZE
        normal = (tl.load(x_ptr + start + i, mask=i < SIZE, other=0.0) - mean) * rstd
        dy = tl.load(dy_ptr + start + i, mask=i < SIZE, other=0.0)
        dx = (dy * tl.load(w_ptr + channel) - (normal * c1 + c2) / count) * rstd
        tl.store(dx_ptr + start + i, dx, mask=i < SIZE)


torch.manual_seed(2)
B, C, SIZE, G = 3, 6, 25, 2
x = torch.randn(B, C, 5, 5, requires_grad=True)
norm = torch.nn.GroupNorm(G, C)
w, b = torch.rand(C, requires_grad=True), torch.rand(C, requires_grad=True)
dy = torch.randn(B, C, 5, 5)
reference = torch.nn.functional.group_norm(x, G, w, b)
reference.backward(dy)
y, mean, rstd = torch.empty(x.shape), torch.empty(B, G), torch.empty(B, G)
forward_kernel[(B, G)](x.detach(), w.detach(), b.detach(), y, mean, rstd, C, SIZE, G, norm.eps, BLOCK=128)
torch.testing.assert_close(y, reference.detach(), rtol=1e-4, atol=1e-5)
dx, dw, db = torch.empty(x.shape), torch.zeros(C), torch.zeros(C)
backward_kernel[(B, G)](x.detach(), w.detach(), dy, mean, rstd, dx, dw, db, C, SIZE, G, BLOCK=32)
for actual, wanted in ((dx, x.grad), (dw, w.grad), (db, b.grad)):
    torch.testing.assert_close(actual, wanted, rtol=1e-4, atol=1e-4)
print("GroupNorm and its gradients hold")
# EXPECT stdout
#| GroupNorm and its gradients hold
