# RUN: tilewright run %s
import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline

source = """
#include <torch/extension.h>

__global__ void add_kernel(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}

torch::Tensor add_cuda(torch::Tensor a, torch::Tensor b) {
    TORCH_CHECK(a.sizes() == b.sizes(), "sizes differ: ", a.sizes(), " and ", b.sizes());
    auto out = torch::empty_like(a);
    add_kernel<<<(a.numel() + 127) / 128, 128>>>(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), a.numel());
    return out;
}

void scale_(torch::Tensor x, double factor) {
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale_", ([&] {
        auto* data = x.data_ptr<scalar_t>();
        for (int64_t i = 0; i < 0; ++i) data[i] = 0;
    }));
}
"""

module = load_inline(
    name="inline_add",
    cpp_sources="torch::Tensor add_cuda(torch::Tensor a, torch::Tensor b);\nvoid scale_(torch::Tensor x, double factor);",
    cuda_sources=source,
    functions=["add_cuda", "scale_"],
    extra_cuda_cflags=["-O2"],
    verbose=False,
)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.module = module

    def forward(self, a, b):
        return self.module.add_cuda(a, b)


a, b = torch.randn(3, 100, device="cuda"), torch.randn(3, 100, device="cuda")
print(torch.equal(ModelNew()(a, b), a + b))
module.scale_(a, 2)
try:
    module.add_cuda(a, b[0])
except RuntimeError as error:
    print(error)
try:
    module.add_cuda(a)
except TypeError as error:
    print(error)
# EXPECT stdout
#| True
#| sizes differ: [3, 100] and [100]
#| add_cuda(): takes 2 arguments but 1 were given
