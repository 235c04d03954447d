// task: argmax
// expect: correct
#include <torch/extension.h>

// The first of equal values wins, as in the reference.
__global__ void argmax_kernel(const float* x, int64_t* out, int columns) {
  __shared__ float values[128];
  __shared__ int indices[128];
  float best = -INFINITY;
  int at = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float value = x[static_cast<int64_t>(blockIdx.x) * columns + i];
    if (value > best) best = value, at = i;
  }
  values[threadIdx.x] = best;
  indices[threadIdx.x] = at;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int t = 1; t < blockDim.x; ++t) {
      if (values[t] > best || (values[t] == best && indices[t] < at)) best = values[t], at = indices[t];
    }
    out[blockIdx.x] = at;
  }
}

torch::Tensor forward(torch::Tensor x) {
  int64_t rows = x.size(0);
  auto out = torch::empty({rows}, x.options().dtype(torch::kInt64));
  argmax_kernel<<<rows, 128>>>(x.data_ptr<float>(), out.data_ptr<int64_t>(), x.size(1));
  return out;
}
