// Tiles of two and four warps: barriers, reductions, groups beside each other.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

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

template <int size>
__global__ void sum_tiles(const int* in, int* out) {
  __shared__ int values[256];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<size>(block);
  int rank = (int)tile.thread_rank(), first = (int)tile.meta_group_rank() * size;
  values[block.thread_rank()] = in[blockIdx.x * 256 + block.thread_rank()];
  tile.sync();
  int mirrored = values[first + size - 1 - rank];
  int sum = cg::reduce(tile, mirrored * (rank + 1), cg::plus<int>());
  int largest = cg::reduce(tile, mirrored, cg::greater<int>());
  if (rank == 0) {
    int index = blockIdx.x * (256 / size) + (int)tile.meta_group_rank();
    out[2 * index] = sum;
    out[2 * index + 1] = largest;
  }
}

int main() {
  const int count = 512;
  int in[count], out[16], *device_in, *device_out, wrong = 0, last = 0;
  for (int i = 0; i < count; ++i) in[i] = i * 61 % 127;
  CHECK(cudaMalloc(&device_in, sizeof in));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
  for (int size = 64; size <= 128; size *= 2) {
    if (size == 64)
      sum_tiles<64><<<2, 256>>>(device_in, device_out);
    else
      sum_tiles<128><<<2, 256>>>(device_in, device_out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, 2 * (count / size) * sizeof(int), cudaMemcpyDeviceToHost));
    for (int tile = 0; tile < count / size; ++tile) {
      int sum = 0, largest = 0;
      for (int rank = 0; rank < size; ++rank) {
        int value = in[tile * size + size - 1 - rank];
        sum += value * (rank + 1);
        largest = value > largest ? value : largest;
      }
      wrong += out[2 * tile] != sum || out[2 * tile + 1] != largest;
      last = sum;
    }
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s %d\n", wrong ? "wrong" : "ok", last);
  return wrong != 0;
}
