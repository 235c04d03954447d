// 64-bit atomics: add, min, max, and, or, xor, exchange, compare and swap; block- and system-scoped forms.
#include <algorithm>
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

typedef unsigned long long u64;

enum { kAdd, kMin, kMax, kAnd, kOr, kXor, kSwapped, kSigned, kScoped, kSlots };

__global__ void combine(const u64* values, int count, u64* slots) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  u64 value = values[index];
  atomicAdd(&slots[kAdd], value);
  atomicMin(&slots[kMin], value);
  atomicMax(&slots[kMax], value);
  atomicAnd(&slots[kAnd], value | 0xff00000000000000ull);
  atomicOr(&slots[kOr], value);
  atomicXor(&slots[kXor], value);
  atomicMax((long long*)&slots[kSigned], (long long)value);
  atomicAdd_system(&slots[kScoped], 1ull);
  if (index == 3) {
    u64 before = atomicExch(&slots[kSwapped], 9ull);
    atomicCAS(&slots[kSwapped], 9ull, before + 10);
  }
}

__global__ void block_scoped(u64* sum) {
  __shared__ u64 own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  atomicAdd_block(&own, (u64)threadIdx.x << 33);
  __syncthreads();
  if (threadIdx.x == 0) *sum = own;
}

int main() {
  const int count = 777;
  std::vector<u64> values(count);
  std::vector<u64> expected = {0, ~0ull, 0, ~0ull, 0, 0, 17, (u64)-5, (u64)count};
  for (int i = 0; i < count; ++i) {
    u64 value = values[i] = (u64)(i + 1) * 0x9e3779b97f4a7c15ull;
    expected[kAdd] += value;
    expected[kMin] = std::min(expected[kMin], value);
    expected[kMax] = std::max(expected[kMax], value);
    expected[kAnd] &= value | 0xff00000000000000ull;
    expected[kOr] |= value;
    expected[kXor] ^= value;
    expected[kSigned] = (u64)std::max((long long)expected[kSigned], (long long)value);
  }
  std::vector<u64> slots = {0, ~0ull, 0, ~0ull, 0, 0, 7, (u64)-5, 0};
  u64 *device_values, *device_slots, *device_sum, sum = 0;
  CHECK(cudaMalloc(&device_values, count * sizeof(u64)));
  CHECK(cudaMalloc(&device_slots, kSlots * sizeof(u64)));
  CHECK(cudaMalloc(&device_sum, sizeof(u64)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(u64), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_slots, slots.data(), kSlots * sizeof(u64), cudaMemcpyHostToDevice));
  combine<<<(count + 127) / 128, 128>>>(device_values, count, device_slots);
  block_scoped<<<1, 100>>>(device_sum);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(slots.data(), device_slots, kSlots * sizeof(u64), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&sum, device_sum, sizeof(u64), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_slots));
  CHECK(cudaFree(device_sum));
  bool is_right = slots == expected && sum == (u64)4950 << 33;
  std::printf("%s add %016llx xor %016llx\n", is_right ? "ok" : "wrong", slots[kAdd], slots[kXor]);
  return is_right ? 0 : 1;
}
