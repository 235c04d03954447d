// Shuffles of values of 16 and 20 bytes within tiles.
#include <cooperative_groups.h>

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

struct Best {
  float score;
  int index, source, flags, extra;
};

__global__ void rotate(const uint4* in, uint4* out) {
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  uint4 value = in[threadIdx.x];
  out[threadIdx.x] = tile.shfl(value, (tile.thread_rank() + 5) % 16);
}

__global__ void find_best(const float* scores, Best* best) {
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  Best own = {scores[threadIdx.x], (int)threadIdx.x, (int)tile.meta_group_rank(), 0, 7};
  for (int step = 16; step > 0; step /= 2) {
    Best other = tile.shfl_down(own, step);
    if (other.score > own.score) own = other;
  }
  if (tile.thread_rank() == 0) best[tile.meta_group_rank()] = own;
}

int main() {
  uint4 values[64], rotated[64], *device_values, *device_rotated;
  float scores[64], *device_scores;
  Best best[2], *device_best;
  for (unsigned i = 0; i < 64; ++i) values[i] = make_uint4(i, i * i, ~i, i << 16), scores[i] = (float)(i * 29 % 61);
  CHECK(cudaMalloc(&device_values, sizeof values));
  CHECK(cudaMalloc(&device_rotated, sizeof values));
  CHECK(cudaMalloc(&device_scores, sizeof scores));
  CHECK(cudaMalloc(&device_best, sizeof best));
  CHECK(cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_scores, scores, sizeof scores, cudaMemcpyHostToDevice));
  rotate<<<1, 64>>>(device_values, device_rotated);
  find_best<<<1, 64>>>(device_scores, device_best);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(rotated, device_rotated, sizeof rotated, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(best, device_best, sizeof best, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 64; ++i) {
    uint4 want = values[i / 16 * 16 + (i % 16 + 5) % 16];
    wrong += rotated[i].x != want.x || rotated[i].y != want.y || rotated[i].z != want.z || rotated[i].w != want.w;
  }
  for (int warp = 0; warp < 2; ++warp) {
    for (int i = warp * 32; i < warp * 32 + 32; ++i) wrong += scores[i] > best[warp].score;
    wrong += scores[best[warp].index] != best[warp].score || best[warp].source != warp || best[warp].extra != 7;
  }
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_rotated));
  CHECK(cudaFree(device_scores));
  CHECK(cudaFree(device_best));
  std::printf("%s best %d %d\n", wrong ? "wrong" : "ok", best[0].index, best[1].index);
  return wrong != 0;
}
