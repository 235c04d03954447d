// Every atomic on 32-bit integers, on global and on shared memory.
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

enum Slot { kAdd, kSub, kMin, kMax, kAnd, kOr, kXor, kInc, kDec, kExchange, kCompare, kUnsignedMax, kSlots };

__device__ void apply_all(int* slots, int value) {
  atomicAdd(&slots[kAdd], value);
  atomicSub(&slots[kSub], value);
  atomicMin(&slots[kMin], value);
  atomicMax(&slots[kMax], value);
  atomicAnd(&slots[kAnd], ~(1 << (value & 7)));
  atomicOr(&slots[kOr], 1 << (value & 15));
  atomicXor(&slots[kXor], value);
  atomicInc((unsigned int*)&slots[kInc], 9u);
  atomicDec((unsigned int*)&slots[kDec], 9u);
  atomicExch(&slots[kExchange], 77);
  atomicCAS(&slots[kCompare], 5, 6);
  atomicMax((unsigned int*)&slots[kUnsignedMax], (unsigned int)value);
}

__global__ void on_global(int* slots, const int* values, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) apply_all(slots, values[index]);
}

__global__ void on_shared(const int* start, int* slots, const int* values, int count) {
  __shared__ int own[kSlots];
  if (threadIdx.x < kSlots) own[threadIdx.x] = start[threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) apply_all(own, values[i]);
  __syncthreads();
  if (threadIdx.x < kSlots) slots[threadIdx.x] = own[threadIdx.x];
}

int main() {
  const int count = 403;
  std::vector<int> values(count);
  const int start[kSlots] = {0, 0, 1000, -1000, -1, 0, 0, 0, 3, 0, 5, 0};
  std::vector<int> expected(start, start + kSlots);
  for (int i = 0; i < count; ++i) {
    int value = values[i] = (i * 73) % 509 - 250;
    expected[kAdd] += value;
    expected[kSub] -= value;
    expected[kMin] = std::min(expected[kMin], value);
    expected[kMax] = std::max(expected[kMax], value);
    expected[kAnd] &= ~(1 << (value & 7));
    expected[kOr] |= 1 << (value & 15);
    expected[kXor] ^= value;
    expected[kInc] = expected[kInc] >= 9 ? 0 : expected[kInc] + 1;
    expected[kDec] = expected[kDec] == 0 || expected[kDec] > 9 ? 9 : expected[kDec] - 1;
    expected[kUnsignedMax] = (int)std::max((unsigned int)expected[kUnsignedMax], (unsigned int)value);
  }
  expected[kExchange] = 77;
  expected[kCompare] = 6;
  int *device_values, *device_slots, *device_start;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_slots, 2 * sizeof(start)));
  CHECK(cudaMalloc(&device_start, sizeof(start)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_slots, start, sizeof(start), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_start, start, sizeof(start), cudaMemcpyHostToDevice));
  on_global<<<(count + 63) / 64, 64>>>(device_slots, device_values, count);
  on_shared<<<1, 96>>>(device_start, device_slots + kSlots, device_values, count);
  CHECK(cudaGetLastError());
  std::vector<int> slots(2 * kSlots);
  CHECK(cudaMemcpy(slots.data(), device_slots, 2 * sizeof(start), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 2 * kSlots; ++i) wrong += slots[i] != expected[i % kSlots];
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_slots));
  CHECK(cudaFree(device_start));
  std::printf("%s sum %d xor %d\n", wrong ? "wrong" : "ok", slots[kAdd], slots[kXor]);
  return wrong != 0;
}
