// Sum with one atomic a block into a counter that cudaMemset cleared; 64-bit, so that it is exact.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

__global__ void sum_of_squares(const int* values, int count, unsigned long long* total) {
  __shared__ unsigned long long block_total;
  if (threadIdx.x == 0) block_total = 0;
  __syncthreads();
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    unsigned long long square = (unsigned long long)((long long)values[index] * values[index]);
    atomicAdd(&block_total, square);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, block_total);
}

int main() {
  const int count = 5003;
  std::vector<int> values(count);
  unsigned long long expected = 0, total = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 1237) % 30011 - 15000;
    expected += (long long)values[i] * values[i];
  }
  int* device_values;
  unsigned long long* device_total;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_total, sizeof(*device_total)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_total, 0, sizeof(*device_total)));
  sum_of_squares<<<(count + 127) / 128, 128>>>(device_values, count, device_total);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&total, device_total, sizeof(total), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_total));
  std::printf("%s total %llu\n", total == expected ? "ok" : "wrong", total);
  return total == expected ? 0 : 1;
}
