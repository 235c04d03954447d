// task: two_outputs
// expect: correct
#include <torch/extension.h>

__global__ void both(const float* x, float* doubled, float* larger, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    doubled[i] = x[i] * 2;
    larger[i] = x[i] + 1;
  }
}

std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
  auto doubled = torch::empty_like(x), larger = torch::empty_like(x);
  both<<<32, 128>>>(x.data_ptr<float>(), doubled.data_ptr<float>(), larger.data_ptr<float>(), x.numel());
  return std::make_tuple(doubled, larger);
}
