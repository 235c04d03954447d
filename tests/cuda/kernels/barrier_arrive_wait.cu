// cuda::barrier in shared memory: threads arrive early, do other work, and wait for the phase later.
#include <cstdio>
#include <cuda/barrier>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void rotate_rounds(const int* in, int* out, int rounds) {
  __shared__ int values[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int own = in[blockIdx.x * 64 + threadIdx.x], other_work = 0;
  for (int round = 0; round < rounds; ++round) {
    values[threadIdx.x] = own;
    Barrier::arrival_token token = barrier.arrive();
    other_work += round * (int)threadIdx.x;
    barrier.wait(std::move(token));
    own = values[(threadIdx.x + 1) % 64];
    barrier.arrive_and_wait();
  }
  out[blockIdx.x * 64 + threadIdx.x] = own + other_work;
}

int main() {
  const int blocks = 3, rounds = 5, count = blocks * 64;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = i * 13 % 97;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  rotate_rounds<<<blocks, 64>>>(device_in, device_out, rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += out[i] != in[i / 64 * 64 + (i + rounds) % 64] + 10 * (i % 64);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
