// Open addressing: threads insert keys by atomicCAS with linear probing and add up values; a second launch
// looks up.
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

constexpr uint32_t kEmpty = 0xffffffffu;

__device__ uint32_t slot_of(uint32_t key, uint32_t capacity) {
  key ^= key >> 16;
  key *= 0x85ebca6bu;
  key ^= key >> 13;
  return key & (capacity - 1);
}

__global__ void insert(const uint32_t* keys, const int* values, int count, uint32_t* table_keys,
                       int* table_values, uint32_t capacity) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  uint32_t key = keys[index];
  for (uint32_t slot = slot_of(key, capacity);; slot = (slot + 1) & (capacity - 1)) {
    uint32_t found = atomicCAS(&table_keys[slot], kEmpty, key);
    if (found == kEmpty || found == key) {
      atomicAdd(&table_values[slot], values[index]);
      return;
    }
  }
}

__global__ void look_up(const uint32_t* keys, int* results, int count, const uint32_t* table_keys,
                        const int* table_values, uint32_t capacity) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  results[index] = -1;
  for (uint32_t slot = slot_of(keys[index], capacity); table_keys[slot] != kEmpty;
       slot = (slot + 1) & (capacity - 1))
    if (table_keys[slot] == keys[index]) {
      results[index] = table_values[slot];
      break;
    }
}

int main() {
  const int count = 1300, queries = 700;
  const uint32_t capacity = 2048;
  std::vector<uint32_t> keys(count), asked(queries);
  std::vector<int> values(count), results(queries);
  std::map<uint32_t, int> expected;
  for (int i = 0; i < count; ++i) {
    keys[i] = (uint32_t)(i * 97 % 900);
    values[i] = i % 50;
    expected[keys[i]] += values[i];
  }
  for (int i = 0; i < queries; ++i) asked[i] = (uint32_t)(i * 3);
  uint32_t *device_keys, *device_asked, *table_keys;
  int *device_values, *device_results, *table_values;
  CHECK(cudaMalloc(&device_keys, count * sizeof(uint32_t)));
  CHECK(cudaMalloc(&device_asked, queries * sizeof(uint32_t)));
  CHECK(cudaMalloc(&table_keys, capacity * sizeof(uint32_t)));
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_results, queries * sizeof(int)));
  CHECK(cudaMalloc(&table_values, capacity * sizeof(int)));
  CHECK(cudaMemcpy(device_keys, keys.data(), count * sizeof(uint32_t), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_asked, asked.data(), queries * sizeof(uint32_t), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(table_keys, 0xff, capacity * sizeof(uint32_t)));
  CHECK(cudaMemset(table_values, 0, capacity * sizeof(int)));
  insert<<<(count + 127) / 128, 128>>>(device_keys, device_values, count, table_keys, table_values, capacity);
  look_up<<<(queries + 127) / 128, 128>>>(device_asked, device_results, queries, table_keys, table_values,
                                          capacity);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(results.data(), device_results, queries * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, found = 0;
  for (int i = 0; i < queries; ++i) {
    auto place = expected.find(asked[i]);
    wrong += results[i] != (place == expected.end() ? -1 : place->second);
    found += results[i] >= 0;
  }
  for (uint32_t* pointer : {device_keys, device_asked, table_keys}) CHECK(cudaFree(pointer));
  for (int* pointer : {device_values, device_results, table_values}) CHECK(cudaFree(pointer));
  std::printf("%s found %d\n", wrong ? "wrong" : "ok", found);
  return wrong != 0;
}
