// nvcc: -rdc=true
// Kernels that launch kernels: each part of an interval is halved by a child until it is short.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void fill(int* values, int begin, int end, int depth) {
  int count = end - begin;
  if (count <= 32) {
    if ((int)threadIdx.x < count) values[begin + threadIdx.x] = begin * 100 + depth;
    return;
  }
  if (threadIdx.x != 0) return;
  int middle = begin + count / 2;
  fill<<<1, 32>>>(values, begin, middle, depth + 1);
  fill<<<1, 32>>>(values, middle, end, depth + 1);
}

int main() {
  const int count = 500;
  int *device_values, values[count];
  CHECK(cudaMalloc(&device_values, sizeof values));
  CHECK(cudaMemset(device_values, 0xff, sizeof values));
  fill<<<1, 32>>>(device_values, 0, count, 0);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(values, device_values, sizeof values, cudaMemcpyDeviceToHost));
  int wrong = 0, sum = 0;
  for (int i = 0; i < count; ++i) {
    wrong += values[i] < 0 || values[i] % 100 < 3 || values[i] % 100 > 4 || values[i] / 100 > i || values[i] / 100 + 32 <= i;
    sum += values[i];
  }
  CHECK(cudaFree(device_values));
  std::printf("%s %d\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
