// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) { out[i] = fmaxf(x[i], 0.f) * 2.5f; if (i + 1 < n) out[i + 1] = x[i]; }
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
// EXPECT stdout
//| fail_check_race.cu: race: race: this writes byte 4 of 'out' (262144 bytes), which another thread has written; no __syncwarp() or __syncthreads() lies between the two
//| fail_check_race.cu:6:3: error: race: this writes byte 4 of 'out' (262144 bytes), which another thread has written; no __syncwarp() or __syncthreads() lies between the two [race]
//|     if (i < n) { out[i] = fmaxf(x[i], 0.f) * 2.5f; if (i + 1 < n) out[i + 1] = x[i]; }
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'kernel', block (0, 0, 0), thread (1, 0, 0)
//| fail_check_race.cu:6:3: note: the other access, by block (0, 0, 0), thread (0, 0, 0)
//|     if (i < n) { out[i] = fmaxf(x[i], 0.f) * 2.5f; if (i + 1 < n) out[i + 1] = x[i]; }
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//|   0 of 7 trials passed
// EXPECT exit 1
