// Bitonic sort of rows in shared memory; the tail of a ragged row is padded with the largest key.
#include <algorithm>
#include <climits>
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

constexpr int kWidth = 256;

__global__ void sort_rows(int* keys, int columns) {
  __shared__ int row[kWidth];
  int* own_row = keys + blockIdx.x * columns;
  for (int i = threadIdx.x; i < kWidth; i += blockDim.x) row[i] = i < columns ? own_row[i] : INT_MAX;
  for (int size = 2; size <= kWidth; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int low = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      int high = low + stride;
      bool is_ascending = (low & size) == 0;
      if ((row[low] > row[high]) == is_ascending) {
        int kept = row[low];
        row[low] = row[high];
        row[high] = kept;
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += blockDim.x) own_row[i] = row[i];
}

int main() {
  const int rows = 5, columns = 211;
  std::vector<int> keys(rows * columns);
  for (int i = 0; i < rows * columns; ++i) keys[i] = (i * 7177) % 4093 - 2000;
  std::vector<int> expected = keys;
  for (int row = 0; row < rows; ++row)
    std::sort(expected.begin() + row * columns, expected.begin() + (row + 1) * columns);
  int* device_keys;
  CHECK(cudaMalloc(&device_keys, keys.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_keys, keys.data(), keys.size() * sizeof(int), cudaMemcpyHostToDevice));
  sort_rows<<<rows, kWidth / 2>>>(device_keys, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(keys.data(), device_keys, keys.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_keys));
  std::printf("%s smallest %d largest %d\n", keys == expected ? "ok" : "wrong", keys[0], keys[columns - 1]);
  return keys == expected ? 0 : 1;
}
