# RUN: tilewright run %s
"""The loss of a linear layer in chunks of rows: logits never exist whole."""
import torch
import triton
import triton.language as tl


@triton.jit
def loss_kernel(x_ptr, w_ptr, label_ptr, loss_ptr, T, V, D: tl.constexpr, BT: tl.constexpr, BV: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    d = tl.arange(0, D)
    x = tl.load(x_ptr + t[:, None] * D + d[None, :], mask=t[:, None] < T, other=0.0)
    label = tl.load(label_ptr + t, mask=t < T, other=0)
    top = tl.full((BT,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BT,), dtype=tl.float32)
    chosen = tl.zeros((BT,), dtype=tl.float32)
    for start in range(0, V, BV):
        v = start + tl.arange(0, BV)
        w = tl.load(w_ptr + v[None, :] * D + d[:, None], mask=v[None, :] < V, other=0.0)
        logits = tl.where(v[None, :] < V, tl.dot(x, w, input_precision="ieee"), float("-inf"))
        new_top = tl.maximum(top, tl.max(logits, axis=1))
        total = total * tl.exp(top - new_top) + tl.sum(tl.exp(logits - new_top[:, None]), axis=1)
        chosen += tl.sum(tl.where(v[None, :] == label[:, None], logits, 0.0), axis=1)
        top = new_top
    tl.store(loss_ptr + t, top + tl.log(total) - chosen, mask=t < T)


torch.manual_seed(5)
x, w, label = torch.randn(25, 16), torch.randn(70, 16), torch.randint(0, 70, (25,))
loss = torch.empty(25)
loss_kernel[(2,)](x, w, label, loss, 25, 70, D=16, BT=16, BV=32)
expected = torch.nn.functional.cross_entropy(x @ w.t(), label, reduction="none")
torch.testing.assert_close(loss, expected, rtol=1e-4, atol=1e-4)
print("25 losses hold")
# EXPECT stdout
#| 25 losses hold
