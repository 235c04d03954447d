// Sum by a tree in shared memory: one partial sum a block, two elements loaded by each thread.
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

constexpr int kThreads = 128;

__global__ void partial_sums(const int* values, int* partial, int count) {
  __shared__ int buffer[kThreads];
  int thread = threadIdx.x;
  int index = blockIdx.x * kThreads * 2 + thread;
  int sum = index < count ? values[index] : 0;
  if (index + kThreads < count) sum += values[index + kThreads];
  buffer[thread] = sum;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (thread < stride) buffer[thread] += buffer[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = buffer[0];
}

int main() {
  const int count = 9001;
  const int blocks = (count + 2 * kThreads - 1) / (2 * kThreads);
  std::vector<int> values(count), partial(blocks);
  long expected = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 37) % 211 - 100;
    expected += values[i];
  }
  int *device_values, *device_partial;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  partial_sums<<<blocks, kThreads>>>(device_values, device_partial, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(partial.data(), device_partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  long sum = 0;
  for (int value : partial) sum += value;
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_partial));
  std::printf("%s sum %ld\n", sum == expected ? "ok" : "wrong", sum);
  return sum == expected ? 0 : 1;
}
