// CUB at block level: load, reduce, scan, radix sort and store, sharing one union of temporary storage.
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

constexpr int kThreads = 64, kItems = 4, kTile = kThreads * kItems;

__global__ void primitives(const int* in, int* sorted, int* scanned, int* sums, int* maxima, int count) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
  } storage;
  int begin = blockIdx.x * kTile, valid = min(kTile, count - begin);
  int items[kItems], prefix[kItems];
  Load(storage.load).Load(in + begin, items, valid, 1 << 30);
  __syncthreads();
  int own = 0;
  for (int i = 0; i < kItems; ++i) own += threadIdx.x * kItems + i < valid ? items[i] : 0;
  int sum = Reduce(storage.reduce).Sum(own);
  __syncthreads();
  auto larger = [](int a, int b) { return a > b ? a : b; };
  int maximum = Reduce(storage.reduce).Reduce(own, larger);
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    maxima[blockIdx.x] = maximum;
  }
  Scan(storage.scan).ExclusiveSum(items, prefix);
  __syncthreads();
  Store(storage.store).Store(scanned + begin, prefix, valid);
  __syncthreads();
  Sort(storage.sort).Sort(items);
  __syncthreads();
  Store(storage.store).Store(sorted + begin, items, valid);
}

int main() {
  const int count = 601, blocks = (count + kTile - 1) / kTile;
  std::vector<int> in(count), sorted(count), scanned(count), sums(blocks), maxima(blocks);
  for (int i = 0; i < count; ++i) in[i] = (i * 4051) % 2017 - 1000;
  int *device_in, *device_sorted, *device_scanned, *device_sums, *device_maxima;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_sorted, count * sizeof(int)));
  CHECK(cudaMalloc(&device_scanned, count * sizeof(int)));
  CHECK(cudaMalloc(&device_sums, blocks * sizeof(int)));
  CHECK(cudaMalloc(&device_maxima, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  primitives<<<blocks, kThreads>>>(device_in, device_sorted, device_scanned, device_sums, device_maxima,
                                   count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sorted.data(), device_sorted, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(scanned.data(), device_scanned, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums.data(), device_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(maxima.data(), device_maxima, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int block = 0; block < blocks; ++block) {
    int begin = block * kTile, end = std::min(begin + kTile, count), sum = 0, maximum = -1 << 30;
    std::vector<int> expected(in.begin() + begin, in.begin() + end);
    for (int i = begin; i < end; ++i) {
      wrong += scanned[i] != sum;
      sum += in[i];
    }
    for (int thread = 0; thread < kThreads; ++thread) {
      int own = 0;
      for (int i = begin + thread * kItems; i < std::min(begin + (thread + 1) * kItems, end); ++i)
        own += in[i];
      maximum = std::max(maximum, own);
    }
    std::sort(expected.begin(), expected.end());
    wrong += !std::equal(expected.begin(), expected.end(), sorted.begin() + begin);
    wrong += sums[block] != sum || maxima[block] != maximum;
  }
  for (int* pointer : {device_in, device_sorted, device_scanned, device_sums, device_maxima})
    CHECK(cudaFree(pointer));
  std::printf("%s sum %d maximum %d\n", wrong ? "wrong" : "ok", sums[0], maxima[0]);
  return wrong != 0;
}
