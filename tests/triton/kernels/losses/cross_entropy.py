# RUN: tilewright run %s
"""Cross entropy with ignored labels and smoothing; the gradient replaces the logits."""
import torch
import triton
import triton.language as tl


@triton.jit
def loss_kernel(x_ptr, label_ptr, loss_ptr, V, ignore, smoothing, count, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    label = tl.load(label_ptr + row)
    x_ptr += row * V
    if label == ignore:
        for start in range(0, V, BLOCK):
            v = start + tl.arange(0, BLOCK)
            tl.store(x_ptr + v, 0.0, mask=v < V)
        tl.store(loss_ptr + row, 0.0)
        return
    top = float("-inf")
    total = 0.0
    plain = 0.0
    for start in range(0, V, BLOCK):
        v = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + v, mask=v < V, other=float("-inf"))
        new_top = tl.maximum(top, tl.max(x, axis=0))
        total = total * tl.exp(top - new_top) + tl.sum(tl.exp(x - new_top), axis=0)
        plain += tl.sum(tl.where(v < V, x, 0.0), axis=0)
        top = new_top
    lse = top + tl.log(total)
    at_label = tl.load(x_ptr + label)
    tl.debug_barrier()
    for start in range(0, V, BLOCK):
        v = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + v, mask=v < V, other=float("-inf"))
        gradient = tl.exp(x - lse) - smoothing / V
        gradient = tl.where(v == label, gradient - (1 - smoothing), gradient) / count
        tl.store(x_ptr + v, gradient, mask=v < V)
    loss = (1 - smoothing) * (lse - at_label) + smoothing * (lse - plain / V)
    tl.store(loss_ptr + row, loss / count)


torch.manual_seed(0)
logits = torch.randn(12, 100) * 3
labels = torch.randint(0, 100, (12,))
labels[3] = labels[7] = -100
for smoothing in (0.0, 0.1):
    x = logits.clone().requires_grad_()
    reference = torch.nn.functional.cross_entropy(x, labels, label_smoothing=smoothing)
    reference.backward()
    gradient, loss = logits.clone(), torch.empty(12)
    loss_kernel[(12,)](gradient, labels, loss, 100, -100, smoothing, 10, BLOCK=32)
    torch.testing.assert_close(loss.sum(), reference.detach(), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(gradient, x.grad, rtol=1e-4, atol=1e-6)
    print("smoothing", smoothing, "holds")
# EXPECT stdout
#| smoothing 0.0 holds
#| smoothing 0.1 holds
