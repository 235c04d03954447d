// Radix sort, four bits a pass: digit counts by block, a scan of the counts, a stable scatter.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

constexpr int kThreads = 128, kDigits = 16;

__global__ void count_digits(const unsigned int* keys, int count, int shift, int* counts) {
  __shared__ int digits[kDigits];
  if (threadIdx.x < kDigits) digits[threadIdx.x] = 0;
  __syncthreads();
  int index = blockIdx.x * kThreads + threadIdx.x;
  if (index < count) atomicAdd(&digits[(keys[index] >> shift) & 15], 1);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}

// One thread scans: there are only a few hundred counts.
__global__ void scan_counts(int* counts, int length) {
  int sum = 0;
  for (int i = 0; i < length; ++i) {
    int own = counts[i];
    counts[i] = sum;
    sum += own;
  }
}

__global__ void scatter(const unsigned int* keys, unsigned int* sorted, int count, int shift,
                        const int* offsets) {
  __shared__ unsigned char digits[kThreads];
  int index = blockIdx.x * kThreads + threadIdx.x;
  bool is_inside = index < count;
  unsigned int key = is_inside ? keys[index] : 0;
  digits[threadIdx.x] = is_inside ? (key >> shift) & 15 : 255;
  __syncthreads();
  if (!is_inside) return;
  int rank = 0;
  for (int thread = 0; thread < threadIdx.x; ++thread) rank += digits[thread] == digits[threadIdx.x];
  sorted[offsets[digits[threadIdx.x] * gridDim.x + blockIdx.x] + rank] = key;
}

int main() {
  const int count = 3001, blocks = (count + kThreads - 1) / kThreads;
  std::vector<unsigned int> keys(count), result(count);
  for (int i = 0; i < count; ++i) keys[i] = (unsigned int)i * 2654435761u;
  std::vector<unsigned int> expected = keys;
  std::sort(expected.begin(), expected.end());
  unsigned int *device_keys, *device_sorted;
  int* device_counts;
  CHECK(cudaMalloc(&device_keys, count * sizeof(unsigned int)));
  CHECK(cudaMalloc(&device_sorted, count * sizeof(unsigned int)));
  CHECK(cudaMalloc(&device_counts, kDigits * blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_keys, keys.data(), count * sizeof(unsigned int), cudaMemcpyHostToDevice));
  for (int shift = 0; shift < 32; shift += 4) {
    count_digits<<<blocks, kThreads>>>(device_keys, count, shift, device_counts);
    scan_counts<<<1, 1>>>(device_counts, kDigits * blocks);
    scatter<<<blocks, kThreads>>>(device_keys, device_sorted, count, shift, device_counts);
    std::swap(device_keys, device_sorted);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_keys, count * sizeof(unsigned int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_keys));
  CHECK(cudaFree(device_sorted));
  CHECK(cudaFree(device_counts));
  std::printf("%s first %u last %u\n", result == expected ? "ok" : "wrong", result[0], result[count - 1]);
  return result == expected ? 0 : 1;
}
