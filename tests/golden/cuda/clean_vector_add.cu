// RUN: tilewright run %s
#include <cstdio>

__global__ void add(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];
}

int main() {
  float host[100], *a, *b;
  for (int i = 0; i < 100; ++i) host[i] = i;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<4, 32>>>(a, b, 100);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  std::printf("%g\n", host[99]);
}
// EXPECT stdout
//| 198
