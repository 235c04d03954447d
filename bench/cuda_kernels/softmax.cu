#include "timing.h"

// One block a row, reductions by a tree in shared memory.
__global__ void softmax(const float* in, float* out, int columns) {
  __shared__ float partial[256];
  const float* row = in + blockIdx.x * columns;
  float* result = out + blockIdx.x * columns;
  int t = threadIdx.x;
  float most = -INFINITY;
  for (int i = t; i < columns; i += blockDim.x) most = fmaxf(most, row[i]);
  partial[t] = most;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) partial[t] = fmaxf(partial[t], partial[t + step]);
    __syncthreads();
  }
  most = partial[0];
  __syncthreads();
  float sum = 0;
  for (int i = t; i < columns; i += blockDim.x) sum += expf(row[i] - most);
  partial[t] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) partial[t] += partial[t + step];
    __syncthreads();
  }
  sum = partial[0];
  for (int i = t; i < columns; i += blockDim.x) result[i] = expf(row[i] - most) / sum;
}

int main() {
  const int rows = 1024, columns = 1024, n = rows * columns;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = value_at(i);
  float *din, *dout;
  cudaMalloc(&din, n * sizeof(float));
  cudaMalloc(&dout, n * sizeof(float));
  cudaMemcpy(din, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  print_median([&](int round) { softmax<<<rows, 256, round>>>(din, dout, columns); });
  cudaMemcpy(out.data(), dout, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(din);
  cudaFree(dout);
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) sum += out[r * columns + i];
    if (std::fabs(sum - 1) > 1e-4) return 1;
  }
  return 0;
}
