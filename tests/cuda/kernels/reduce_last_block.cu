// Sum in one launch: each block publishes its partial sum behind a fence, the block that draws the last
// ticket adds them.
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

__device__ unsigned int tickets = 0;

template <int kThreads>
__device__ int block_sum(int value, int* buffer) {
  buffer[threadIdx.x] = value;
  __syncthreads();
#pragma unroll
  for (int stride = kThreads / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) buffer[threadIdx.x] += buffer[threadIdx.x + stride];
    __syncthreads();
  }
  return buffer[0];
}

template <int kThreads>
__global__ void sum_in_one_pass(const int* values, int count, volatile int* partial, int* result) {
  __shared__ int buffer[kThreads];
  __shared__ bool is_last;
  int own = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads) own += values[i];
  int sum = block_sum<kThreads>(own, buffer);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    int rest = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += kThreads) rest += partial[i];
    int total = block_sum<kThreads>(rest, buffer);
    if (threadIdx.x == 0) {
      *result = total;
      tickets = 0;  // ready for the next launch
    }
  }
}

int main() {
  const int count = 7777, blocks = 13;
  std::vector<int> values(count);
  int expected = 0, result = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 271) % 1009 - 500;
    expected += values[i];
  }
  int *device_values, *device_partial, *device_result;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  CHECK(cudaMalloc(&device_result, sizeof(int)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  for (int repetition = 0; repetition < 2; ++repetition) {
    sum_in_one_pass<64><<<blocks, 64>>>(device_values, count, device_partial, device_result);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(&result, device_result, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_partial));
  CHECK(cudaFree(device_result));
  std::printf("%s sum %d\n", result == expected ? "ok" : "wrong", result);
  return result == expected ? 0 : 1;
}
