// Mean and variance in one cooperative launch: two passes over the data with grid-wide barriers between.
#include <cooperative_groups.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__device__ void block_sum_to(float value, float* buffer, float* destination) {
  buffer[threadIdx.x] = value;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) buffer[threadIdx.x] += buffer[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) *destination = buffer[0];
}

__global__ void moments(const float* values, int count, float* partial, float* results) {
  extern __shared__ float buffer[];
  cg::grid_group grid = cg::this_grid();
  float sum = 0;
  for (int i = grid.thread_rank(); i < count; i += grid.size()) sum += values[i];
  block_sum_to(sum, buffer, partial + blockIdx.x);
  grid.sync();
  float mean = 0;
  for (int block = 0; block < gridDim.x; ++block) mean += partial[block];
  mean /= count;
  grid.sync();  // everyone has read the sums before they are overwritten
  float squares = 0;
  for (int i = grid.thread_rank(); i < count; i += grid.size())
    squares += (values[i] - mean) * (values[i] - mean);
  block_sum_to(squares, buffer, partial + blockIdx.x);
  grid.sync();
  if (grid.thread_rank() == 0) {
    float variance = 0;
    for (int block = 0; block < gridDim.x; ++block) variance += partial[block];
    results[0] = mean;
    results[1] = variance / count;
  }
}

int main() {
  int count = 4099;
  const int blocks = 6, threads = 128;
  std::vector<float> values(count);
  double mean = 0, variance = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 53) % 257 * 0.01f;
    mean += values[i] / count;
  }
  for (float value : values) variance += (value - mean) * (value - mean) / count;
  float *device_values, *device_partial, *device_results, results[2];
  CHECK(cudaMalloc(&device_values, count * sizeof(float)));
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(float)));
  CHECK(cudaMalloc(&device_results, sizeof(results)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  void* arguments[] = {&device_values, &count, &device_partial, &device_results};
  CHECK(cudaLaunchCooperativeKernel((void*)moments, dim3(blocks), dim3(threads), arguments,
                                    threads * sizeof(float), 0));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(results, device_results, sizeof(results), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_partial));
  CHECK(cudaFree(device_results));
  bool is_right = std::fabs(results[0] - mean) < 1e-4 && std::fabs(results[1] - variance) < 1e-3;
  std::printf("%s mean %.4f variance %.4f\n", is_right ? "ok" : "wrong", results[0], results[1]);
  return is_right ? 0 : 1;
}
