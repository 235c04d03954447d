#include <torch/extension.h>

__global__ void relu_kernel(const float* x, float* y, long count) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < count; i += (long)gridDim.x * blockDim.x)
    y[i] = fmaxf(x[i], 0.0f);
}

torch::Tensor forward(torch::Tensor x) {
  auto y = torch::empty_like(x);
  long count = x.numel();
  int blocks = (int)std::min<long>((count + 255) / 256, 132 * 16);
  relu_kernel<<<blocks, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), count);
  return y;
}
