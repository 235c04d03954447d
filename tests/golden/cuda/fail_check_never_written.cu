// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n - 1) out[i] = fmaxf(x[i], 0.f) * 2.5f;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// EXPECT stdout
//| fail_check_never_written.cu: uninitialised_read: 1 of 65536 elements of output were never written
//| error: 1 of 65536 elements of output were never written [uninitialised-read]
//|   0 of 7 trials passed
// EXPECT exit 1
