// Blocks run in a chain: each waits for the flag of the one before it, adds to the running value, raises its
// own flag.
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

__device__ unsigned int order;

__global__ void chain(const int* weights, int* running, volatile int* flags) {
  __shared__ int position;
  if (threadIdx.x == 0) {
    position = atomicAdd(&order, 1u);
    if (position > 0) {
      while (flags[position - 1] == 0) {
      }
      __threadfence();
    }
  }
  __syncthreads();
  int before = position > 0 ? running[(position - 1) * blockDim.x + threadIdx.x] : 0;
  running[position * blockDim.x + threadIdx.x] = before + weights[position] * (int)threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) flags[position] = 1;
}

int main() {
  const int blocks = 9, threads = 64;
  std::vector<int> weights(blocks), running(blocks * threads);
  for (int i = 0; i < blocks; ++i) weights[i] = i * i - 5;
  unsigned int zero = 0;
  int *device_weights, *device_running, *device_flags;
  CHECK(cudaMalloc(&device_weights, blocks * sizeof(int)));
  CHECK(cudaMalloc(&device_running, running.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_flags, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_weights, weights.data(), blocks * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_flags, 0, blocks * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(order, &zero, sizeof(zero)));
  chain<<<blocks, threads>>>(device_weights, device_running, device_flags);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(running.data(), device_running, running.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, sum = 0;
  for (int block = 0; block < blocks; ++block) {
    sum += weights[block];
    for (int thread = 0; thread < threads; ++thread)
      wrong += running[block * threads + thread] != sum * thread;
  }
  CHECK(cudaFree(device_weights));
  CHECK(cudaFree(device_running));
  CHECK(cudaFree(device_flags));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", running.back());
  return wrong != 0;
}
