// Histogram of bytes: counted in shared memory by atomics, then added to the global bins.
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

extern __shared__ unsigned int block_bins[];

__global__ void histogram(const unsigned char* data, int count, unsigned int* bins, int bin_count) {
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) block_bins[bin] = 0;
  __syncthreads();
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    atomicAdd(&block_bins[data[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
    if (block_bins[bin] > 0) atomicAdd(&bins[bin], block_bins[bin]);
}

int main() {
  const int count = 30001, bin_count = 256;
  std::vector<unsigned char> data(count);
  std::vector<unsigned int> bins(bin_count), expected(bin_count);
  for (int i = 0; i < count; ++i) {
    data[i] = (unsigned char)((i * 167 + i / 7) % 256);
    ++expected[data[i]];
  }
  unsigned char* device_data;
  unsigned int* device_bins;
  CHECK(cudaMalloc(&device_data, count));
  CHECK(cudaMalloc(&device_bins, bin_count * sizeof(unsigned int)));
  CHECK(cudaMemcpy(device_data, data.data(), count, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_bins, 0, bin_count * sizeof(unsigned int)));
  histogram<<<7, 128, bin_count * sizeof(unsigned int)>>>(device_data, count, device_bins, bin_count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(bins.data(), device_bins, bin_count * sizeof(unsigned int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_bins));
  bool is_right = bins == expected;
  std::printf("%s bin 0 %u bin 255 %u\n", is_right ? "ok" : "wrong", bins[0], bins[255]);
  return is_right ? 0 : 1;
}
