// Merge sort: every launch merges pairs of sorted runs, each thread finds its part by binary search along a
// diagonal.
#include <algorithm>
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

constexpr int kPerThread = 8;

// How many of the first `diagonal` outputs come from `left`.
__device__ int split(const int* left, int left_count, const int* right, int right_count, int diagonal) {
  int low = max(0, diagonal - right_count), high = min(diagonal, left_count);
  while (low < high) {
    int middle = (low + high) / 2;
    if (left[middle] <= right[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

__global__ void merge_runs(const int* source, int* target, int count, int run) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kPerThread;
  if (begin >= count) return;
  int pair = begin / (2 * run) * (2 * run);
  int middle = min(pair + run, count), end = min(pair + 2 * run, count);
  const int* left = source + pair;
  const int* right = source + middle;
  int from_left = split(left, middle - pair, right, end - middle, begin - pair);
  int from_right = begin - pair - from_left;
  for (int output = begin; output < min(begin + kPerThread, end); ++output) {
    bool takes_left =
        from_left < middle - pair && (from_right >= end - middle || left[from_left] <= right[from_right]);
    target[output] = takes_left ? left[from_left++] : right[from_right++];
  }
}

__global__ void sort_small_runs(int* keys, int count) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kPerThread;
  for (int i = begin + 1; i < min(begin + kPerThread, count); ++i) {
    int key = keys[i];
    int j = i;
    for (; j > begin && keys[j - 1] > key; --j) keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

int main() {
  const int count = 4321, threads = 64, blocks = (count + threads * kPerThread - 1) / (threads * kPerThread);
  std::vector<int> keys(count);
  for (int i = 0; i < count; ++i) keys[i] = (i * 40503) % 9973 - 4000;
  std::vector<int> expected = keys;
  std::sort(expected.begin(), expected.end());
  int* device_keys[2];
  for (int side = 0; side < 2; ++side) CHECK(cudaMalloc(&device_keys[side], count * sizeof(int)));
  CHECK(cudaMemcpy(device_keys[0], keys.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  sort_small_runs<<<blocks, threads>>>(device_keys[0], count);
  int side = 0;
  for (int run = kPerThread; run < count; run *= 2, side ^= 1)
    merge_runs<<<blocks, threads>>>(device_keys[side], device_keys[side ^ 1], count, run);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(keys.data(), device_keys[side], count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_keys[0]));
  CHECK(cudaFree(device_keys[1]));
  std::printf("%s first %d last %d\n", keys == expected ? "ok" : "wrong", keys.front(), keys.back());
  return keys == expected ? 0 : 1;
}
