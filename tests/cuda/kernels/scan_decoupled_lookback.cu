// Inclusive scan in one pass: each block waits on the flags of the blocks before it (value and flag in one
// 64-bit word).
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

constexpr int kThreads = 128;
constexpr unsigned int kEmpty = 0, kAggregate = 1, kPrefix = 2;

// Blocks take their number from a counter, so that every block's predecessors are already running.
__device__ unsigned int next_block;

__device__ unsigned long long status_word(unsigned int flag, int value) {
  return ((unsigned long long)flag << 32) | (unsigned int)value;
}

__device__ int exclusive_prefix(volatile unsigned long long* status, int block) {
  int prefix = 0;
  for (int previous = block - 1; previous >= 0; --previous) {
    unsigned long long word;
    do {
      word = status[previous];
    } while ((unsigned int)(word >> 32) == kEmpty);
    prefix += (int)(unsigned int)word;
    if ((unsigned int)(word >> 32) == kPrefix) break;
  }
  return prefix;
}

__global__ void scan(const int* input, int* output, int count, volatile unsigned long long* status) {
  __shared__ int values[kThreads];
  __shared__ int block, prefix;
  if (threadIdx.x == 0) block = atomicAdd(&next_block, 1u);
  __syncthreads();
  int index = block * kThreads + threadIdx.x;
  values[threadIdx.x] = index < count ? input[index] : 0;
  __syncthreads();
  for (int offset = 1; offset < kThreads; offset *= 2) {
    int other = threadIdx.x >= offset ? values[threadIdx.x - offset] : 0;
    __syncthreads();
    values[threadIdx.x] += other;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    int aggregate = values[kThreads - 1];
    status[block] = status_word(block == 0 ? kPrefix : kAggregate, aggregate);
    prefix = exclusive_prefix(status, block);
    if (block > 0) status[block] = status_word(kPrefix, prefix + aggregate);
  }
  __syncthreads();
  if (index < count) output[index] = values[threadIdx.x] + prefix;
}

int main() {
  const int count = 2500, blocks = (count + kThreads - 1) / kThreads;
  std::vector<int> input(count), output(count);
  for (int i = 0; i < count; ++i) input[i] = (i * 17) % 23 - 9;
  int *device_input, *device_output;
  unsigned long long* device_status;
  unsigned int zero = 0;
  CHECK(cudaMalloc(&device_input, count * sizeof(int)));
  CHECK(cudaMalloc(&device_output, count * sizeof(int)));
  CHECK(cudaMalloc(&device_status, blocks * sizeof(unsigned long long)));
  CHECK(cudaMemset(device_status, 0, blocks * sizeof(unsigned long long)));
  CHECK(cudaMemcpyToSymbol(next_block, &zero, sizeof(zero)));
  CHECK(cudaMemcpy(device_input, input.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  scan<<<blocks, kThreads>>>(device_input, device_output, count, device_status);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(output.data(), device_output, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += input[i];
    wrong += output[i] != sum;
  }
  CHECK(cudaFree(device_input));
  CHECK(cudaFree(device_output));
  CHECK(cudaFree(device_status));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", output.back());
  return wrong != 0;
}
