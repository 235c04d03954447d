// RUN: tilewright check %s --task %root/tests/judge/tasks/softmax.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int columns) {
  float sum = 0;
  const float* row = x + static_cast<int64_t>(blockIdx.x) * columns;
  for (int i = threadIdx.x; i < columns; i += 32) sum += expf(row[i]);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  for (int i = threadIdx.x; i < columns; i += 32) out[static_cast<int64_t>(blockIdx.x) * columns + i] = expf(row[i]) / sum;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  kernel<<<x.size(0), 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.size(1));
  return out;
}
