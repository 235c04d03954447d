// The program of this folder: its kernel is in kernel.cu, which includes shared.cu.
#include <cstdio>
#include <cuda_runtime.h>

void launch_double(int* values, int count);

int main() {
  int host[4] = {1, 2, 3, 4}, *values = nullptr;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  launch_double(values, 4);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  std::printf("%d\n", host[3]);
  return host[3] != 8;
}
