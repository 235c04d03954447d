// __pipeline_memcpy_async with a ring of three stages: each thread copies what the whole block then reads.
#include <cuda_pipeline.h>

#include <cmath>
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

constexpr int kThreads = 64, kStages = 3;

__global__ void neighbour_sums(const float4* in, float* out, int tiles) {
  __shared__ float4 ring[kStages][kThreads];
  const float4* own = in + blockIdx.x * tiles * kThreads;
  auto fetch = [&](int tile) {
    if (tile < tiles)
      __pipeline_memcpy_async(&ring[tile % kStages][threadIdx.x], &own[tile * kThreads + threadIdx.x],
                              sizeof(float4));
    __pipeline_commit();
  };
  for (int tile = 0; tile < kStages - 1; ++tile) fetch(tile);
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();  // everyone's copies have arrived, and everyone has left the stage that is filled next
    fetch(tile + kStages - 1);
    float4 left = ring[tile % kStages][(threadIdx.x + kThreads - 1) % kThreads];
    float4 right = ring[tile % kStages][(threadIdx.x + 1) % kThreads];
    sum += left.x + left.w + right.y + right.z;
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

int main() {
  const int blocks = 2, tiles = 5, count = blocks * tiles * kThreads;
  std::vector<float4> in(count);
  std::vector<float> out(blocks * kThreads);
  for (int i = 0; i < count; ++i) in[i] = make_float4(i % 17, i % 13, i % 11, i % 7);
  float4* device_in;
  float* device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(float4)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float4), cudaMemcpyHostToDevice));
  neighbour_sums<<<blocks, kThreads>>>(device_in, device_out, tiles);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < kThreads; ++thread) {
      float sum = 0;
      for (int tile = 0; tile < tiles; ++tile) {
        const float4* row = in.data() + (block * tiles + tile) * kThreads;
        float4 left = row[(thread + kThreads - 1) % kThreads], right = row[(thread + 1) % kThreads];
        sum += left.x + left.w + right.y + right.z;
      }
      wrong += out[block * kThreads + thread] != sum;
    }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s last %.1f\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
