// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = fmaxf(x[i], 0.f) * factor;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// EXPECT stdout
//| fail_check_compile_error.cu: compile_error: use of undeclared identifier 'factor'
//| fail_check_compile_error.cu:6:42: error: use of undeclared identifier 'factor' [compile-error]
//|     if (i < n) out[i] = fmaxf(x[i], 0.f) * factor;
//|                                            ^
//|   0 of 7 trials passed
// EXPECT exit 1
