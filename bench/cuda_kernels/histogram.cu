#include "timing.h"

__global__ void histogram(const unsigned* values, unsigned* counts, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[values[i] & 255], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 1 << 20;
  std::vector<unsigned> values(n), counts(256);
  for (int i = 0; i < n; ++i) values[i] = static_cast<unsigned>((value_at(i) + 1) * 128);
  unsigned *dvalues, *dcounts;
  cudaMalloc(&dvalues, n * sizeof(unsigned));
  cudaMalloc(&dcounts, 256 * sizeof(unsigned));
  cudaMemcpy(dvalues, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(dcounts, 0, 256 * sizeof(unsigned));
  print_median([&](int round) { histogram<<<128, 256, round>>>(dvalues, dcounts, n); });
  cudaMemcpy(counts.data(), dcounts, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(dvalues);
  cudaFree(dcounts);
  unsigned sum = 0;
  for (unsigned count : counts) sum += count;
  return sum == 5u * n ? 0 : 1;
}
