// Sum and maximum with cooperative groups: a tile of 32 reduces, the block's leader tile finishes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void sum_and_maximum(const int* values, int count, int* sum, int* maximum) {
  __shared__ int tile_sums[8];
  __shared__ int tile_maxima[8];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  int own_sum = 0, own_maximum = INT_MIN;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < count; i += gridDim.x * block.size()) {
    own_sum += values[i];
    own_maximum = max(own_maximum, values[i]);
  }
  own_sum = cg::reduce(tile, own_sum, cg::plus<int>());
  own_maximum = cg::reduce(tile, own_maximum, cg::greater<int>());
  if (tile.thread_rank() == 0) {
    tile_sums[tile.meta_group_rank()] = own_sum;
    tile_maxima[tile.meta_group_rank()] = own_maximum;
  }
  block.sync();
  if (tile.meta_group_rank() == 0) {
    bool has_slot = tile.thread_rank() < tile.meta_group_size();
    int total = cg::reduce(tile, has_slot ? tile_sums[tile.thread_rank()] : 0, cg::plus<int>());
    int largest = has_slot ? tile_maxima[tile.thread_rank()] : INT_MIN;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
      largest = max(largest, tile.shfl_down(largest, offset));
    if (tile.thread_rank() == 0) {
      atomicAdd(sum, total);
      atomicMax(maximum, largest);
    }
  }
}

int main() {
  const int count = 12345;
  std::vector<int> values(count);
  int expected_sum = 0, expected_maximum = INT_MIN;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 7919) % 10007 - 5000;
    expected_sum += values[i];
    expected_maximum = std::max(expected_maximum, values[i]);
  }
  int results[2] = {0, INT_MIN};
  int *device_values, *device_results;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_results, sizeof(results)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_results, results, sizeof(results), cudaMemcpyHostToDevice));
  sum_and_maximum<<<6, 256>>>(device_values, count, device_results, device_results + 1);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(results, device_results, sizeof(results), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_results));
  bool is_right = results[0] == expected_sum && results[1] == expected_maximum;
  std::printf("%s sum %d maximum %d\n", is_right ? "ok" : "wrong", results[0], results[1]);
  return is_right ? 0 : 1;
}
