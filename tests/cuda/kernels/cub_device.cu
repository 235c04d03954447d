// CUB's device-wide functions: reductions, scans, radix sorts by some bits, selections, a histogram.
#include <cub/cub.cuh>

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

struct IsSmall {
  int limit;
  __host__ __device__ bool operator()(int value) const { return value < limit; }
};

// Calls a function of CUB twice: for the size of its storage, then with it.
template <class F>
int with_storage(F call) {
  size_t bytes = 0;
  CHECK(call(nullptr, bytes));
  void* storage;
  CHECK(cudaMalloc(&storage, bytes));
  CHECK(call(storage, bytes));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(storage));
  return 0;
}

int main() {
  const int count = 900;
  std::vector<int> host(count), result(count), places(count);
  for (int i = 0; i < count; ++i) host[i] = i * 389 % 1021 - 300;
  int *in, *out, *values, *places_out, *selected;
  CHECK(cudaMalloc(&in, count * sizeof(int)));
  CHECK(cudaMalloc(&out, count * sizeof(int)));
  CHECK(cudaMalloc(&values, count * sizeof(int)));
  CHECK(cudaMalloc(&places_out, count * sizeof(int)));
  CHECK(cudaMalloc(&selected, sizeof(int)));
  for (int i = 0; i < count; ++i) places[i] = i;
  CHECK(cudaMemcpy(in, host.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(values, places.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  int wrong = 0, sum = 0, largest = 0, kept = 0;

  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Sum(storage, bytes, in, selected, count);
  });
  CHECK(cudaMemcpy(&sum, selected, sizeof(int), cudaMemcpyDeviceToHost));
  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceReduce::Max(storage, bytes, in, selected, count);
  });
  CHECK(cudaMemcpy(&largest, selected, sizeof(int), cudaMemcpyDeviceToHost));

  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(storage, bytes, in, out, count);
  });
  CHECK(cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0, total = 0; i < count; total += host[i++]) wrong += result[i] != total;

  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, in, out, values, places_out, count);
  });
  CHECK(cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(places.data(), places_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) wrong += (i > 0 && result[i - 1] > result[i]) || host[places[i]] != result[i];

  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeysDescending(storage, bytes, in, out, count, 0, 4);
  });
  CHECK(cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 1; i < count; ++i) wrong += (result[i - 1] & 15) < (result[i] & 15);

  IsSmall is_small = {100};
  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, in, out, selected, count, is_small);
  });
  CHECK(cudaMemcpy(&kept, selected, sizeof(int), cudaMemcpyDeviceToHost));
  int want = 0;
  for (int value : host) want += value < 100;
  wrong += kept != want;

  int bins[8], *device_bins;
  CHECK(cudaMalloc(&device_bins, sizeof bins));
  wrong += with_storage([&](void* storage, size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(storage, bytes, in, device_bins, 9, -300, 740, count);
  });
  CHECK(cudaMemcpy(bins, device_bins, sizeof bins, cudaMemcpyDeviceToHost));
  for (int bin = 0; bin < 8; ++bin) {
    int own = 0;
    for (int value : host) own += (value + 300) / 130 == bin;
    wrong += own != bins[bin];
  }
  for (int* pointer : {in, out, values, places_out, selected, device_bins}) CHECK(cudaFree(pointer));
  std::printf("%s sum %d largest %d kept %d\n", wrong ? "wrong" : "ok", sum, largest, kept);
  return wrong != 0;
}
