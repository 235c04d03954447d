// Histogram of 16 values with byte counters: each thread owns a column of bytes in shared memory, no atomics
// inside.
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

constexpr int kThreads = 64, kBins = 16, kPerThread = 100;

__global__ void histogram(const unsigned char* data, int count, unsigned int* bins) {
  __shared__ unsigned char counters[kBins][kThreads];
  for (int bin = 0; bin < kBins; ++bin) counters[bin][threadIdx.x] = 0;
  int begin = blockIdx.x * kThreads * kPerThread;
  for (int step = 0; step < kPerThread; ++step) {  // at most 100 counts, so a byte is enough
    int index = begin + step * kThreads + threadIdx.x;
    if (index < count) ++counters[data[index] & 15][threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < kBins) {
    unsigned int sum = 0;
    for (int thread = 0; thread < kThreads; ++thread) sum += counters[threadIdx.x][thread];
    atomicAdd(bins + threadIdx.x, sum);
  }
}

int main() {
  const int count = 20000, blocks = (count + kThreads * kPerThread - 1) / (kThreads * kPerThread);
  std::vector<unsigned char> data(count);
  std::vector<unsigned int> bins(kBins), expected(kBins);
  for (int i = 0; i < count; ++i) {
    data[i] = (unsigned char)((i * i + 3 * i) % 251);
    ++expected[data[i] & 15];
  }
  unsigned char* device_data;
  unsigned int* device_bins;
  CHECK(cudaMalloc(&device_data, count));
  CHECK(cudaMalloc(&device_bins, kBins * sizeof(unsigned int)));
  CHECK(cudaMemcpy(device_data, data.data(), count, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_bins, 0, kBins * sizeof(unsigned int)));
  histogram<<<blocks, kThreads>>>(device_data, count, device_bins);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(bins.data(), device_bins, kBins * sizeof(unsigned int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_bins));
  std::printf("%s bin 0 %u bin 15 %u\n", bins == expected ? "ok" : "wrong", bins[0], bins[15]);
  return bins == expected ? 0 : 1;
}
