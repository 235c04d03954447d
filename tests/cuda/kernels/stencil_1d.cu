// Seven-point moving sum: a shared tile with a halo on both sides, zeros outside the array.
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

#define RADIUS 3
#define BLOCK_SIZE 128

__global__ void moving_sum(const int* in, int* out, int count) {
  __shared__ int tile[BLOCK_SIZE + 2 * RADIUS];
  int global_index = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int local_index = threadIdx.x + RADIUS;
  tile[local_index] = global_index < count ? in[global_index] : 0;
  if (threadIdx.x < RADIUS) {
    int left = global_index - RADIUS, right = global_index + BLOCK_SIZE;
    tile[local_index - RADIUS] = left >= 0 ? in[left] : 0;
    tile[local_index + BLOCK_SIZE] = right < count ? in[right] : 0;
  }
  __syncthreads();
  if (global_index >= count) return;
  int sum = 0;
#pragma unroll
  for (int offset = -RADIUS; offset <= RADIUS; ++offset) sum += tile[local_index + offset];
  out[global_index] = sum;
}

int main() {
  const int count = 3333;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 19) % 71 - 30;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  moving_sum<<<(count + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(device_in, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    int sum = 0;
    for (int j = i - RADIUS; j <= i + RADIUS; ++j) sum += j >= 0 && j < count ? in[j] : 0;
    wrong += out[i] != sum;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s middle %d\n", wrong ? "wrong" : "ok", out[count / 2]);
  return wrong != 0;
}
