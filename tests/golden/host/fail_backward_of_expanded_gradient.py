# RUN: tilewright run %s
# sum() hands its backward an expanded gradient: one element for all, which this kernel takes for many.
import torch
import triton
import triton.language as tl


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)


def launch(x):
    out = torch.empty(x.shape, device=x.device)
    double[(1,)](x, out, x.numel(), BLOCK=64)
    return out


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return launch(x)

    @staticmethod
    def backward(ctx, gradient):
        return launch(gradient)


Double.apply(torch.ones(40, device="cuda", requires_grad=True)).sum().backward()
# EXPECT stderr
#| fail_backward_of_expanded_gradient.py:11:31: error: load out of bounds: 'x_ptr' index 1 (valid: 0..0) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(out_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'x_ptr' is a tensor of shape [40] and dtype float32
#| note: its strides are [0]: it was expanded, as gradients of sums are, and holds fewer elements than its shape says; pass its strides, or call .contiguous() before the launch
#| note: lane 1 of the block's 64
#| note: in program (0, 0, 0) of kernel 'double', grid (1, 1, 1)
#| fail_backward_of_expanded_gradient.py:16:5: note: launched here
#|       double[(1,)](x, out, x.numel(), BLOCK=64)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
