// A cooperative launch that fills the chip: 270,336 threads on an H100 wait at each barrier of the grid.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void ring(int* values, int rounds) {
  cg::grid_group grid = cg::this_grid();
  unsigned rank = grid.thread_rank(), count = grid.size();
  int own[4] = {static_cast<int>(rank), 1, 2, 3};
  for (int round = 0; round < rounds; ++round) {
    int* pointer = &own[round % 4];  // into the thread's own stack, across the barrier
    values[rank] = *pointer;
    grid.sync();
    int right = values[(rank + 1) % count];
    grid.sync();
    *pointer += right;
  }
  values[rank] = own[0];
}

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int threads = 1024, per_processor = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, ring, threads, 0);
  int blocks = per_processor * properties.multiProcessorCount, count = blocks * threads;
  int* values;
  cudaMalloc(&values, count * sizeof(int));
  int rounds = 2;
  void* arguments[] = {&values, &rounds};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)ring, dim3(blocks), dim3(threads), arguments, 0, 0);
  if (error != cudaSuccess) return 1;
  int* host = static_cast<int*>(malloc(count * sizeof(int)));
  cudaMemcpy(host, values, count * sizeof(int), cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (int i = 0; i < count; ++i) is_right = is_right && host[i] == i + (i + 1) % count;
  printf("%s\n", is_right ? "PASSED" : "FAILED");
  free(host);
  cudaFree(values);
  return is_right ? 0 : 1;
}
