// Launches with the same arguments: those that change nothing, and those that only look as if they did.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

__global__ void copy(const float* from, float* to, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i] + 1.0f;
}

__global__ void accumulate(float* sum) {
  if (threadIdx.x == 0) *sum += 1.0f;
}

__device__ int turns;

__global__ void count_turns() { atomicAdd(&turns, 1); }

__global__ void every_third(float* out) {
  if (turns % 3 == 2) out[threadIdx.x] = static_cast<float>(turns);
}

__global__ void say() {
  if (threadIdx.x == 0) printf("kernel\n");
}

int main() {
  constexpr int kCount = 1024;
  float host[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);
  float *from, *to, *sum;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 50; ++i) copy<<<kCount / 128, 128>>>(from, to, kCount);
  // The same launch on other values.
  host[7] = 70;
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<kCount / 128, 128>>>(from, to, kCount);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  bool is_right = host[7] == 71 && host[8] == 9;
  for (int i = 0; i < 50; ++i) accumulate<<<1, 32>>>(sum);
  float total = 0;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  is_right = is_right && total == 50;
  // What a kernel does depends on a variable that another one changes in between.
  for (int i = 0; i < 9; ++i) {
    every_third<<<1, 32>>>(to);
    count_turns<<<1, 1>>>();
  }
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  is_right = is_right && host[0] == 8;
  for (int i = 0; i < 4; ++i) say<<<1, 32>>>();
  cudaDeviceSynchronize();
  std::printf("%s\n", is_right ? "PASSED" : "FAILED");
  cudaFree(from);
  cudaFree(to);
  cudaFree(sum);
  return is_right ? 0 : 1;
}
