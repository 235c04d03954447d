// Exclusive scan of any length: up and down sweeps in shared memory padded against bank conflicts,
// block sums scanned by a second launch and added by a third.
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

constexpr int kThreads = 64;
constexpr int kElements = 2 * kThreads;

__host__ __device__ constexpr int padded(int index) { return index + index / 32; }

__global__ void scan_blocks(const int* input, int* output, int* sums, int count) {
  __shared__ int tree[padded(kElements)];
  int thread = threadIdx.x;
  int base = blockIdx.x * kElements;
  int first = thread, second = thread + kThreads;
  tree[padded(first)] = base + first < count ? input[base + first] : 0;
  tree[padded(second)] = base + second < count ? input[base + second] : 0;
  int offset = 1;
  for (int active = kThreads; active > 0; active >>= 1) {
    __syncthreads();
    if (thread < active) {
      int left = padded(offset * (2 * thread + 1) - 1);
      int right = padded(offset * (2 * thread + 2) - 1);
      tree[right] += tree[left];
    }
    offset *= 2;
  }
  if (thread == 0) {
    if (sums) sums[blockIdx.x] = tree[padded(kElements - 1)];
    tree[padded(kElements - 1)] = 0;
  }
  for (int active = 1; active < kElements; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (thread < active) {
      int left = padded(offset * (2 * thread + 1) - 1);
      int right = padded(offset * (2 * thread + 2) - 1);
      int carried = tree[left];
      tree[left] = tree[right];
      tree[right] += carried;
    }
  }
  __syncthreads();
  if (base + first < count) output[base + first] = tree[padded(first)];
  if (base + second < count) output[base + second] = tree[padded(second)];
}

__global__ void add_block_offsets(int* output, const int* offsets, int count) {
  int index = blockIdx.x * kElements + threadIdx.x;
  int offset = offsets[blockIdx.x];
  if (index < count) output[index] += offset;
  if (index + kThreads < count) output[index + kThreads] += offset;
}

int main() {
  const int count = 5001, blocks = (count + kElements - 1) / kElements;
  std::vector<int> input(count), output(count);
  for (int i = 0; i < count; ++i) input[i] = (i * 5) % 13;
  int *device_input, *device_output, *device_sums, *device_offsets;
  CHECK(cudaMalloc(&device_input, count * sizeof(int)));
  CHECK(cudaMalloc(&device_output, count * sizeof(int)));
  CHECK(cudaMalloc(&device_sums, blocks * sizeof(int)));
  CHECK(cudaMalloc(&device_offsets, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_input, input.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  scan_blocks<<<blocks, kThreads>>>(device_input, device_output, device_sums, count);
  scan_blocks<<<1, kThreads>>>(device_sums, device_offsets, nullptr, blocks);
  add_block_offsets<<<blocks, kThreads>>>(device_output, device_offsets, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(output.data(), device_output, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, sum = 0;
  for (int i = 0; i < count; ++i) {
    wrong += output[i] != sum;
    sum += input[i];
  }
  CHECK(cudaFree(device_input));
  CHECK(cudaFree(device_output));
  CHECK(cudaFree(device_sums));
  CHECK(cudaFree(device_offsets));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", output.back());
  return wrong != 0;
}
