# RUN: tilewright run %s
# A call with the arguments of an earlier one gives the same, and one with other values in the same tensors does not.
import torch
from torch.utils.cpp_extension import load_inline

CUDA = r"""
__global__ void add_one_kernel(float* x, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[i] += STEP;
}

void add_one(torch::Tensor x) {
  int count = x.numel();
  add_one_kernel<<<(count + 127) / 128, 128>>>(x.data_ptr<float>(), count);
}

__global__ void doubled_kernel(const float* x, float* y, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = 2 * x[i];
}

torch::Tensor doubled(torch::Tensor x) {
  auto y = torch::empty_like(x);
  int count = x.numel();
  doubled_kernel<<<(count + 127) / 128, 128>>>(x.data_ptr<float>(), y.data_ptr<float>(), count);
  return y;
}
"""
module = load_inline(name="repeats", cpp_sources="void add_one(torch::Tensor x); torch::Tensor doubled(torch::Tensor x);",
                     cuda_sources=CUDA, functions=["add_one", "doubled"], extra_cuda_cflags=["-O3", "-DSTEP=1.0f"])
x = torch.zeros(200, device="cuda")
for _ in range(20):
    module.add_one(x)
print(x[0].item(), x[199].item())
first = module.doubled(x)
second = module.doubled(x)
first.zero_()  # results are the caller's own
print(first[5].item(), second[5].item(), module.doubled(x)[5].item())
x[5] = 7
print(module.doubled(x)[5].item(), module.doubled(x)[6].item())
# EXPECT stdout
#| 20.0 20.0
#| 0.0 40.0 40.0
#| 14.0 40.0
