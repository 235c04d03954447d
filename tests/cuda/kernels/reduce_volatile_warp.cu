// Sum whose last steps run inside one warp on volatile shared memory, ordered by __syncwarp.
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

__device__ void finish_in_warp(volatile int* buffer, int lane) {
  int own = buffer[lane] + buffer[lane + 32];
  __syncwarp();
  buffer[lane] = own;
  __syncwarp();
  for (int stride = 16; stride > 0; stride /= 2) {
    own += buffer[lane + stride];
    __syncwarp();
    buffer[lane] = own;
    __syncwarp();
  }
}

__global__ void sums(const int* values, int* partial, int count) {
  __shared__ int buffer[256];
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  buffer[threadIdx.x] = index < count ? values[index] : 0;
  __syncthreads();
  if (threadIdx.x < 128) buffer[threadIdx.x] += buffer[threadIdx.x + 128];
  __syncthreads();
  if (threadIdx.x < 64) buffer[threadIdx.x] += buffer[threadIdx.x + 64];
  __syncthreads();
  if (threadIdx.x < 32) finish_in_warp(buffer, threadIdx.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = buffer[0];
}

int main() {
  const int count = 3000, blocks = (count + 255) / 256;
  std::vector<int> values(count), partial(blocks);
  int expected = 0, total = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = i % 17 - 3;
    expected += values[i];
  }
  int *device_values, *device_partial;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_partial, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  sums<<<blocks, 256>>>(device_values, device_partial, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(partial.data(), device_partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  for (int value : partial) total += value;
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_partial));
  std::printf("%s total %d\n", total == expected ? "ok" : "wrong", total);
  return total == expected ? 0 : 1;
}
