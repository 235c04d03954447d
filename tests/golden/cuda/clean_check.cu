// RUN: tilewright check %s --task %root/tests/judge/tasks/add.py
#include <torch/extension.h>

__global__ void add_kernel(const float* a, const float* b, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

torch::Tensor forward(torch::Tensor a, torch::Tensor b) {
  auto out = torch::empty_like(a);
  int64_t n = a.numel();
  add_kernel<<<(n + 255) / 256, 256>>>(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// EXPECT stdout
//| clean_check.cu: correct: correct in 7 trials, largest error 0.0055 of the tolerance, estimated 4.06 us on h100 (launch)
//|   time: estimated 4.06 us on h100, limited by launch, 1 launch
