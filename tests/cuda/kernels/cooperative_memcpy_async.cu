// cooperative_groups::memcpy_async and wait: the block stages the next row while this one is mirrored; a
// ragged last row. last row.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

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

constexpr int kRow = 96;

__global__ void mirror_rows(const int* in, int* out, int count) {
  __shared__ int rows[2][kRow];
  cg::thread_block block = cg::this_thread_block();
  int row_count = (count + kRow - 1) / kRow;
  auto stage = [&](int row) {
    int length = min(kRow, count - row * kRow);
    cg::memcpy_async(block, rows[row % 2], in + row * kRow, sizeof(int) * length);
  };
  stage(0);
  for (int row = 0; row < row_count; ++row) {
    if (row + 1 < row_count) {
      stage(row + 1);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    int length = min(kRow, count - row * kRow);
    int mirrored = length - 1 - (int)block.thread_rank();
    if (mirrored >= 0) out[row * kRow + block.thread_rank()] = rows[row % 2][mirrored] * 3;
    block.sync();
  }
}

int main() {
  const int count = 500;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = i * 17 % 211;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  mirror_rows<<<1, kRow>>>(device_in, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    int row = i / kRow * kRow, length = row + kRow <= count ? kRow : count - row;
    wrong += out[i] != in[row + length - 1 - (i - row)] * 3;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
