# RUN: tilewright run %s
import torch
from torch.utils.cpp_extension import load_inline

module = load_inline("inline_module", cpp_sources="", cuda_sources=r"""
#include <torch/extension.h>
#include <cuda_fp16.h>

template <typename scalar_t>
__global__ void relu_kernel(const scalar_t* x, scalar_t* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = static_cast<float>(x[i]) > 0.f ? x[i] : static_cast<scalar_t>(0.f);
}

// Writes into memory that the caller made.
void relu_out(torch::Tensor out, const torch::Tensor& x) {
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "relu_out", [&] {
    relu_kernel<scalar_t><<<(x.numel() + 63) / 64, 64>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
  });
}

std::vector<torch::Tensor> shapes(torch::Tensor x, c10::optional<torch::Tensor> y, std::vector<int64_t> order) {
  return {x.permute(order), x.reshape({-1}), y.has_value() ? *y : x.narrow(0, 1, 1)};
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("relu_out", &relu_out, "relu");
  m.def("shapes", &shapes, py::arg("x"), py::arg("y") = py::none(), py::arg("order") = std::vector<int64_t>{1, 0});
  m.def("name", [](int64_t n) { return std::string("n is ") + std::to_string(n); });
}
""")

for dtype in (torch.float32, torch.float16, torch.float64):
    x = torch.arange(-10, 10, device="cuda").to(dtype)
    out = torch.empty_like(x)
    module.relu_out(out, x)
    print(dtype, torch.equal(out, torch.relu(x)))
x = torch.arange(6.0, device="cuda").reshape(2, 3)
for made in module.shapes(x):
    print(made.shape, made.tolist())
print([made.shape for made in module.shapes(x, y=x, order=[0, 1])])
print(module.name(7))
# EXPECT stdout
#| torch.float32 True
#| torch.float16 True
#| torch.float64 True
#| torch.Size([3, 2]) [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]
#| torch.Size([6]) [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
#| torch.Size([1, 3]) [[3.0, 4.0, 5.0]]
#| [torch.Size([2, 3]), torch.Size([6]), torch.Size([2, 3])]
#| n is 7
