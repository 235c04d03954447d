// task: scaled_relu
// expect: nondeterministic|race
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i > 0 && i < n) out[i] = fmaxf(x[i], 0.f) * 2.5f;
  // Whoever comes last decides.
  if (i == 0) atomicExch(out, 7.f);
  if (i == n - 1) atomicExch(out, fmaxf(x[0], 0.f) * 2.5f);
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::zeros_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
