// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  out[i] = fmaxf(x[i], 0.f) * 2.5f;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// EXPECT stdout
//| fail_check_out_of_bounds.cu: memory_fault: out of bounds: this reads 4 bytes at byte 262140 of 'x' (261468 bytes): 676 bytes past its end
//| fail_check_out_of_bounds.cu:6:3: error: out of bounds: this reads 4 bytes at byte 262140 of 'x' (261468 bytes): 676 bytes past its end [out-of-bounds]
//|     out[i] = fmaxf(x[i], 0.f) * 2.5f;
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'kernel', block (255, 0, 0), thread (255, 0, 0)
//|   4 of 7 trials passed
// EXPECT exit 1
