# RUN: tilewright run %s
"""An nn.Module whose forward launches a kernel, inside a Sequential."""
import torch
import triton
import triton.language as tl


@triton.jit
def gate_kernel(x_ptr, scale_ptr, out_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + n, mask=n < N, other=0.0)
    scale = tl.load(scale_ptr + n, mask=n < N, other=0.0)
    tl.store(out_ptr + row * N + n, x * tl.sigmoid(x * scale), mask=n < N)


class Gate(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.linspace(0.5, 1.5, width))

    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        rows = x.numel() // x.shape[-1]
        gate_kernel[(rows,)](x, self.scale, out, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
        return out


torch.manual_seed(3)
with torch.no_grad():
    model = torch.nn.Sequential(torch.nn.Linear(10, 20), Gate(20))
    x = torch.randn(4, 5, 10)
    hidden = model[0](x)
    torch.testing.assert_close(model(x), hidden * torch.sigmoid(hidden * model[1].scale), rtol=1e-5, atol=1e-6)
print(tuple(model(x).shape), len(list(model.parameters())))
# EXPECT stdout
#| (4, 5, 20) 3
