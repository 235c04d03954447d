// expect: stack-overflow
#include <cstdio>

__device__ int deeper(int n, volatile int* keep) {
  volatile int here[64];
  here[n & 63] = n;
  return n < 0 ? here[0] : deeper(n + 1, here) + here[1] + keep[0];
}

__global__ void recurse(int* out) {
  volatile int first[1] = {0};
  out[threadIdx.x] = deeper(0, first);
}

int main() {
  int* out;
  cudaMalloc(&out, 4);
  recurse<<<1, 1>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 1;
}
