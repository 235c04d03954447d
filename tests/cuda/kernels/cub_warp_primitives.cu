// CUB at warp level: reductions and scans of whole warps and of logical warps of eight threads.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
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

__global__ void primitives(const int* in, int* sums, int* minima, int* scans) {
  using Reduce = cub::WarpReduce<int>;
  using SmallReduce = cub::WarpReduce<int, 8>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage reduce_storage[kThreads / 32];
  __shared__ typename SmallReduce::TempStorage small_storage[kThreads / 8];
  __shared__ typename Scan::TempStorage scan_storage[kThreads / 32];
  int index = blockIdx.x * kThreads + threadIdx.x;
  int warp = threadIdx.x / 32;
  int value = in[index];
  int sum = Reduce(reduce_storage[warp]).Sum(value);
  if (threadIdx.x % 32 == 0) sums[index / 32] = sum;
  int minimum =
      SmallReduce(small_storage[threadIdx.x / 8]).Reduce(value, [](int a, int b) { return a < b ? a : b; });
  if (threadIdx.x % 8 == 0) minima[index / 8] = minimum;
  int inclusive, total;
  Scan(scan_storage[warp]).InclusiveSum(value, inclusive, total);
  scans[index] = inclusive * 2 + (total > 0);
}

int main() {
  const int blocks = 3, count = blocks * kThreads;
  std::vector<int> in(count), sums(count / 32), minima(count / 8), scans(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 97) % 61 - 25;
  int *device_in, *device_sums, *device_minima, *device_scans;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_sums, sums.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_minima, minima.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_scans, count * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  primitives<<<blocks, kThreads>>>(device_in, device_sums, device_minima, device_scans);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), device_sums, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(minima.data(), device_minima, minima.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(scans.data(), device_scans, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int warp = 0; warp < count / 32; ++warp) {
    int total = 0, sum = 0;
    for (int lane = 0; lane < 32; ++lane) total += in[warp * 32 + lane];
    wrong += sums[warp] != total;
    for (int lane = 0; lane < 32; ++lane) {
      sum += in[warp * 32 + lane];
      wrong += scans[warp * 32 + lane] != sum * 2 + (total > 0);
    }
  }
  for (int group = 0; group < count / 8; ++group)
    wrong += minima[group] != *std::min_element(in.begin() + group * 8, in.begin() + group * 8 + 8);
  for (int* pointer : {device_in, device_sums, device_minima, device_scans}) CHECK(cudaFree(pointer));
  std::printf("%s sum %d minimum %d\n", wrong ? "wrong" : "ok", sums[0], minima[0]);
  return wrong != 0;
}
