// One warp copies tiles into shared memory while the others add them up: a pipeline with producers and
// consumers.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

namespace cg = cooperative_groups;

constexpr int stages = 2, tile = 96;

__global__ void add_tiles(const int* in, int* out, int tiles) {
  __shared__ int buffer[stages][tile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  cg::thread_block block = cg::this_thread_block();
  bool is_producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state,
                                  is_producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (is_producer) {
    for (int t = 0; t < tiles; ++t) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < tile; i += 32)
        cuda::memcpy_async(&buffer[t % stages][i], &in[t * tile + i], sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    int own = threadIdx.x - 32, sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait();
      sum += buffer[t % stages][own] * (t + 1);
      pipe.consumer_release();
    }
    out[own] = sum;
  }
}

int main() {
  const int tiles = 7;
  int in[tiles * tile], out[tile], *device_in, *device_out, wrong = 0;
  for (int i = 0; i < tiles * tile; ++i) in[i] = i * 13 % 57;
  CHECK(cudaMalloc(&device_in, sizeof in));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
  add_tiles<<<1, 32 + tile>>>(device_in, device_out, tiles);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < tile; ++i) {
    int want = 0;
    for (int t = 0; t < tiles; ++t) want += in[t * tile + i] * (t + 1);
    wrong += out[i] != want;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s %d\n", wrong ? "wrong" : "ok", out[tile - 1]);
  return wrong != 0;
}
