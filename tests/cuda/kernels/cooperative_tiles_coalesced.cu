// Cooperative groups below the warp: tiles of 8, coalesced threads for one atomic a group, a labelled
// partition.
#include <cooperative_groups.h>

#include <algorithm>
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

// One atomic for all threads that are here together.
__device__ int append_position(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, (int)active.size());
  return active.shfl(base, 0) + active.thread_rank();
}

__global__ void keep_odd(const int* in, int count, int* out, int* counter) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  int value = in[index];
  if (value % 2 != 0) out[append_position(counter)] = value;
}

__global__ void tile_maxima(const int* in, int count, int* maxima) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int index = block.group_index().x * block.group_dim().x + block.thread_index().x;
  int value = index < count ? in[index] : -1;
  for (int offset = tile.size() / 2; offset > 0; offset >>= 1)
    value = max(value, tile.shfl_xor(value, offset));
  bool any_large = tile.any(value > 900);
  unsigned int even_lanes = tile.ballot(tile.thread_rank() % 2 == 0);
  tile.sync();
  if (tile.thread_rank() == 0 && index < count)
    maxima[index / 8] = value + (any_large ? 10000 : 0) + (int)__popc(even_lanes) * 100000;
}

__global__ void sums_by_label(const int* in, int* sums) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int label = in[threadIdx.x] % 3;
  auto same = cg::labeled_partition(warp, label);
  int value = in[threadIdx.x];
  int sum = 0;
  for (int rank = 0; rank < same.size(); ++rank) sum += same.shfl(value, rank);
  if (same.thread_rank() == 0) sums[label] = sum;
}

int main() {
  const int count = 1203;
  std::vector<int> in(count), expected;
  for (int i = 0; i < count; ++i) {
    in[i] = (i * 769) % 1000;
    if (in[i] % 2) expected.push_back(in[i]);
  }
  const int groups = (count + 7) / 8;
  std::vector<int> out(count), maxima(groups);
  int kept = 0, sums[3] = {}, expected_sums[3] = {};
  int *device_in, *device_out, *device_counter, *device_maxima, *device_sums;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMalloc(&device_counter, sizeof(int)));
  CHECK(cudaMalloc(&device_maxima, groups * sizeof(int)));
  CHECK(cudaMalloc(&device_sums, sizeof(sums)));
  CHECK(cudaMemset(device_counter, 0, sizeof(int)));
  CHECK(cudaMemset(device_sums, 0, sizeof(sums)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  keep_odd<<<(count + 127) / 128, 128>>>(device_in, count, device_out, device_counter);
  tile_maxima<<<(count + 63) / 64, 64>>>(device_in, count, device_maxima);
  sums_by_label<<<1, 32>>>(device_in, device_sums);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&kept, device_counter, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(out.data(), device_out, kept * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(maxima.data(), device_maxima, groups * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost));
  out.resize(kept);
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  int wrong = out != expected;
  for (int group = 0; group < groups; ++group) {
    int maximum = -1;
    for (int i = group * 8; i < std::min(count, group * 8 + 8); ++i) maximum = std::max(maximum, in[i]);
    wrong += maxima[group] != maximum + (maximum > 900 ? 10000 : 0) + 400000;
  }
  for (int i = 0; i < 32; ++i) expected_sums[in[i] % 3] += in[i];
  for (int label = 0; label < 3; ++label) wrong += sums[label] != expected_sums[label];
  for (int* pointer : {device_in, device_out, device_counter, device_maxima, device_sums})
    CHECK(cudaFree(pointer));
  std::printf("%s kept %d sums %d %d %d\n", wrong ? "wrong" : "ok", kept, sums[0], sums[1], sums[2]);
  return wrong != 0;
}
