// task: mse
// expect: correct
#include <torch/extension.h>

__global__ void mse_kernel(const float* a, const float* b, float* out, int64_t n) {
  float sum = 0;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum / n);
}

torch::Tensor forward(torch::Tensor a, torch::Tensor b) {
  auto out = torch::zeros({}, a.options());
  mse_kernel<<<16, 128>>>(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), a.numel());
  return out;
}
