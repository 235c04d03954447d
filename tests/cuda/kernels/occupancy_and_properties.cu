// Launch configuration from the device's properties and the occupancy API; attributes of a function.
#include <cstdio>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void fill(int* out, int count, int value) {
  extern __shared__ int staged[];
  for (int base = blockIdx.x * blockDim.x; base < count; base += gridDim.x * blockDim.x) {
    staged[threadIdx.x] = value + base + threadIdx.x;
    __syncthreads();
    int reversed = blockDim.x - 1 - threadIdx.x;
    if (base + threadIdx.x < count) out[base + threadIdx.x] = staged[reversed] - reversed + (int)threadIdx.x;
    __syncthreads();
  }
}

int main() {
  int devices = 0, device = -1;
  CHECK(cudaGetDeviceCount(&devices));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  int warp_size = 0, most_shared = 0;
  CHECK(cudaDeviceGetAttribute(&warp_size, cudaDevAttrWarpSize, device));
  CHECK(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  bool is_right = devices >= 1 && device == 0 && properties.major >= 7 && warp_size == 32;
  is_right = is_right && properties.maxThreadsPerBlock == 1024 && most_shared >= 49152;
  is_right = is_right && properties.multiProcessorCount > 0 && properties.warpSize == warp_size;
  const int threads = 224;
  int blocks_per_processor = 0, least_grid = 0, best_block = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_processor, fill, threads,
                                                      threads * sizeof(int)));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&least_grid, &best_block, fill, 0, 0));
  is_right = is_right && blocks_per_processor >= 1 && best_block % 32 == 0 && least_grid >= 1;
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, fill));
  CHECK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared));
  is_right = is_right && attributes.maxThreadsPerBlock >= threads;
  const int count = 5000, grid = blocks_per_processor < 4 ? blocks_per_processor : 4;
  int* device_out;
  std::vector<int> out(count);
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  fill<<<grid, threads, most_shared>>>(device_out, count, 1000);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) is_right = is_right && out[i] == 1000 + i;
  size_t free_bytes, total_bytes;
  CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  is_right = is_right && free_bytes <= total_bytes && total_bytes > 0;
  CHECK(cudaFree(device_out));
  std::printf("%s warp %d threads %d\n", is_right ? "ok" : "wrong", warp_size, properties.maxThreadsPerBlock);
  return is_right ? 0 : 1;
}
