// Two halves of a block as producer and consumer over named barriers (bar.arrive and bar.sync),
// double-buffered.
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

constexpr int kHalf = 64;

template <int kBarrier>
__device__ void arrive() {
  asm volatile("bar.arrive %0, 128;" ::"n"(kBarrier) : "memory");
}

template <int kBarrier>
__device__ void wait() {
  asm volatile("bar.sync %0, 128;" ::"n"(kBarrier) : "memory");
}

// Barriers 1 and 2: buffer 0 and 1 are full; 3 and 4: they are empty.
__global__ void produce_and_consume(const int* in, int* out, int rounds) {
  __shared__ int buffers[2][kHalf];
  int thread = threadIdx.x % kHalf;
  if (threadIdx.x < kHalf) {
    for (int round = 0; round < rounds; ++round) {
      if (round % 2 == 0)
        wait<3>();
      else
        wait<4>();
      buffers[round % 2][thread] = in[(blockIdx.x * rounds + round) * kHalf + thread] * 2;
      if (round % 2 == 0)
        arrive<1>();
      else
        arrive<2>();
    }
  } else {
    int sum = 0;
    arrive<3>();
    arrive<4>();
    for (int round = 0; round < rounds; ++round) {
      if (round % 2 == 0)
        wait<1>();
      else
        wait<2>();
      sum += buffers[round % 2][kHalf - 1 - thread];
      if (round + 2 < rounds) {
        if (round % 2 == 0)
          arrive<3>();
        else
          arrive<4>();
      }
    }
    out[blockIdx.x * kHalf + thread] = sum;
  }
}

int main() {
  const int blocks = 3, rounds = 5;
  std::vector<int> in(blocks * rounds * kHalf), out(blocks * kHalf);
  for (size_t i = 0; i < in.size(); ++i) in[i] = (int)(i * 19 % 301);
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  produce_and_consume<<<blocks, 2 * kHalf>>>(device_in, device_out, rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < kHalf; ++thread) {
      int sum = 0;
      for (int round = 0; round < rounds; ++round)
        sum += 2 * in[(block * rounds + round) * kHalf + kHalf - 1 - thread];
      wrong += out[block * kHalf + thread] != sum;
    }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
