// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = x[i];
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  TORCH_CHECK(x.dim() == 7, "expected 7 dimensions, got ", x.dim());
  return out;
}
// EXPECT stdout
//| fail_check_exception.cu: compile_error: forward fails: expected 7 dimensions, got 2
//| fail_check_exception.cu:12:3: error: forward fails: expected 7 dimensions, got 2 [bad-candidate]
//|     TORCH_CHECK(x.dim() == 7, "expected 7 dimensions, got ", x.dim());
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//|   0 of 7 trials passed
// EXPECT exit 1
