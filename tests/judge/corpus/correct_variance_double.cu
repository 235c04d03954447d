// task: variance
// expect: correct
#include <torch/types.h>
#include <cuda_runtime.h>

// Two passes in double precision; scratch memory from the runtime, given back.
__global__ void mean_kernel(const float* x, double* mean, int columns) {
  double sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += x[blockIdx.x * columns + i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) mean[blockIdx.x] = sum / columns;
}
__global__ void variance_kernel(const float* x, const double* mean, float* out, int columns) {
  double sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) {
    double d = x[blockIdx.x * columns + i] - mean[blockIdx.x];
    sum += d * d;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) out[blockIdx.x] = sum / columns;
}

torch::Tensor forward(torch::Tensor x) {
  int rows = x.size(0), columns = x.size(1);
  auto out = torch::empty(x.size(0), x.options());
  double* mean = nullptr;
  cudaMalloc(&mean, rows * sizeof(double));
  mean_kernel<<<rows, 32>>>(x.data_ptr<float>(), mean, columns);
  variance_kernel<<<rows, 32>>>(x.data_ptr<float>(), mean, out.data_ptr<float>(), columns);
  cudaFree(mean);
  return out;
}
