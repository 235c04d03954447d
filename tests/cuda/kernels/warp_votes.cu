// Votes, matches and warp reductions: ballot, any, all, match_any, match_all, activemask, reduce_*_sync, fns
// by hand.
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

struct Row {
  unsigned int ballot, any, all, match, match_all, predicate, sum, minimum, maximum, bits_and, bits_or,
      bits_xor, active;
};

__global__ void vote(const unsigned int* values, Row* rows) {
  unsigned int value = values[blockIdx.x * blockDim.x + threadIdx.x];
  const unsigned int full = 0xffffffffu;
  Row row;
  row.ballot = __ballot_sync(full, value % 3 == 0);
  row.any = __any_sync(full, value == 5);
  row.all = __all_sync(full, value < 40);
  row.match = __match_any_sync(full, value % 5);
  int predicate;
  row.match_all = __match_all_sync(full, value / 64, &predicate);
  row.predicate = predicate;
  row.sum = __reduce_add_sync(full, value);
  row.minimum = __reduce_min_sync(full, value);
  row.maximum = __reduce_max_sync(full, value);
  row.bits_and = __reduce_and_sync(full, value | 16);
  row.bits_or = __reduce_or_sync(full, value);
  row.bits_xor = __reduce_xor_sync(full, value);
  row.active = 0;
  if (threadIdx.x % 32 < 20) {  // the rest of the warp skips: a partial mask
    row.sum += __reduce_add_sync(0x000fffffu, 1u);
    row.active = __popc(__ballot_sync(0x000fffffu, true));
  }
  __syncwarp();
  rows[blockIdx.x * blockDim.x + threadIdx.x] = row;
}

__global__ void count_active(int* most) {
  if (threadIdx.x >= 24) return;
  unsigned int here = __activemask();
  if (here & (1u << threadIdx.x)) atomicMax(most, __popc(here) <= 24 ? 1 : 2);
}

int main() {
  const int count = 128;
  std::vector<unsigned int> values(count);
  for (int i = 0; i < count; ++i) values[i] = (i * 11 + 3) % 60;
  unsigned int* device_values;
  Row* device_rows;
  int *device_most, most = 0;
  std::vector<Row> rows(count);
  CHECK(cudaMalloc(&device_values, count * sizeof(unsigned int)));
  CHECK(cudaMalloc(&device_rows, count * sizeof(Row)));
  CHECK(cudaMalloc(&device_most, sizeof(int)));
  CHECK(cudaMemset(device_most, 0, sizeof(int)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(unsigned int), cudaMemcpyHostToDevice));
  vote<<<2, 64>>>(device_values, device_rows);
  count_active<<<1, 32>>>(device_most);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(rows.data(), device_rows, count * sizeof(Row), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&most, device_most, sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = most != 1;
  for (int i = 0; i < count; ++i) {
    Row expected = {0, 0, 1, 0, 0, 1, 0, ~0u, 0, ~0u, 0, 0, 0};
    int warp = i / 32 * 32;
    for (int lane = 0; lane < 32; ++lane) {
      unsigned int value = values[warp + lane];
      if (value % 3 == 0) expected.ballot |= 1u << lane;
      expected.any |= value == 5;
      expected.all &= value < 40;
      if (value % 5 == values[i] % 5) expected.match |= 1u << lane;
      expected.sum += value;
      expected.minimum = value < expected.minimum ? value : expected.minimum;
      expected.maximum = value > expected.maximum ? value : expected.maximum;
      expected.bits_and &= value | 16;
      expected.bits_or |= value;
      expected.bits_xor ^= value;
    }
    expected.match_all = 0xffffffffu;
    if (i % 32 < 20) {
      expected.sum += 20;
      expected.active = 20;
    }
    const Row& row = rows[i];
    wrong +=
        row.ballot != expected.ballot || (row.any != 0) != expected.any || (row.all != 0) != expected.all;
    wrong += row.match != expected.match || row.match_all != expected.match_all || (row.predicate != 0) != 1;
    wrong += row.sum != expected.sum || row.minimum != expected.minimum || row.maximum != expected.maximum;
    wrong += row.bits_and != expected.bits_and || row.bits_or != expected.bits_or ||
             row.bits_xor != expected.bits_xor;
    wrong += row.active != expected.active;
  }
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_rows));
  CHECK(cudaFree(device_most));
  std::printf("%s ballot %08x sum %u\n", wrong ? "wrong" : "ok", rows[0].ballot, rows[0].sum);
  return wrong != 0;
}
