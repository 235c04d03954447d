// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void in_place(float* x, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) x[i] = fmaxf(x[i], 0.f) * 2.5f;
}

torch::Tensor forward(torch::Tensor x) {
  in_place<<<(x.numel() + 255) / 256, 256>>>(x.data_ptr<float>(), x.numel());
  return x;
}
// EXPECT stdout
//| fail_check_input_written.cu: exploit: a kernel writes to 'x' (262144 bytes), an input of the candidate
//| fail_check_input_written.cu:6:3: error: a kernel writes to 'x' (262144 bytes), an input of the candidate [input-mutated]
//|     if (i < n) x[i] = fmaxf(x[i], 0.f) * 2.5f;
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'in_place', block (0, 0, 0), thread (0, 0, 0)
//|   0 of 7 trials passed
// EXPECT exit 1
