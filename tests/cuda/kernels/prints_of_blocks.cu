// Blocks print in whatever order they run in: it is no fault of the program.
#include <cstdio>

#include <cuda_runtime.h>

__global__ void say(int* sum) {
  int place = atomicAdd(sum, 1);
  printf("block %d thread %d is number %d\n", blockIdx.x, threadIdx.x, place);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  say<<<4, 2>>>(sum);
  int total = 0;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return total == 8 ? 0 : 1;
}
