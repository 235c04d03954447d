# RUN: tilewright run %s
import torch
from torch.utils.cpp_extension import load_inline

source = """
#include <torch/extension.h>

__global__ void copy_kernel(const float* x, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i];
}

torch::Tensor copy(torch::Tensor x) {
    auto out = torch::empty_like(x);
    copy_kernel<<<(x.numel() + 127) / 128, 128>>>(x.data_ptr<float>(), out.data_ptr<float>());
    return out;
}
"""
module = load_inline("copy", "torch::Tensor copy(torch::Tensor x);", source, functions=["copy"])
module.copy(torch.randn(100, device="cuda"))
# EXPECT stderr
#| fail_inline_out_of_bounds.py:10:5: error: out of bounds: this reads 4 bytes at byte 400 of 'x' (400 bytes): 4 bytes past its end [out-of-bounds]
#|       out[i] = x[i];
#|       ^~~~~~~~~~~~~~
#| note: in kernel 'copy_kernel', block (0, 0, 0), thread (100, 0, 0)
#| fail_inline_out_of_bounds.py:20:1: note: called from here
#|   module.copy(torch.randn(100, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
