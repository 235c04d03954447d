// Neighbouring threads write neighbouring bytes and shorts, in global and shared memory; bit fields and
// packed structs.
#include <cstdint>
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

struct __attribute__((packed)) Record {
  uint8_t kind;
  uint32_t value;
  uint16_t extra;
};

struct Flags {
  unsigned int low : 5;
  unsigned int middle : 11;
  unsigned int high : 16;
};

__global__ void narrow(const uint8_t* in, uint8_t* bytes, int16_t* shorts, Flags* flags, uint8_t* records,
                       int count) {
  __shared__ uint8_t staged_bytes[64];
  __shared__ uint16_t staged_shorts[64];
  int index = blockIdx.x * 64 + threadIdx.x;
  staged_bytes[threadIdx.x] = index < count ? in[index] : 0;
  staged_shorts[threadIdx.x] = (uint16_t)(threadIdx.x * 257);
  __syncthreads();
  if (index >= count) return;
  bytes[index] = staged_bytes[63 - threadIdx.x] ^ 0x5a;
  shorts[index] = (int16_t)(staged_shorts[(threadIdx.x + 1) % 64] - 5);
  Flags own;
  own.low = index;
  own.middle = index * 3;
  own.high = index * 5;
  flags[index] = own;
  uint8_t* record = records + index * sizeof(Record);
  uint32_t value = index * 1000003u;
  record[0] = (uint8_t)index;
  for (int i = 0; i < 4; ++i) record[1 + i] = (uint8_t)(value >> (8 * i));
  record[5] = (uint8_t)(index >> 8);
  record[6] = 0x7f;
}

int main() {
  const int count = 333;
  std::vector<uint8_t> in(count), bytes(count), records(count * sizeof(Record));
  std::vector<int16_t> shorts(count);
  std::vector<Flags> flags(count);
  for (int i = 0; i < count; ++i) in[i] = (uint8_t)(i * 29);
  uint8_t *device_in, *device_bytes, *device_records;
  int16_t* device_shorts;
  Flags* device_flags;
  CHECK(cudaMalloc(&device_in, count));
  CHECK(cudaMalloc(&device_bytes, count));
  CHECK(cudaMalloc(&device_records, records.size()));
  CHECK(cudaMalloc(&device_shorts, count * sizeof(int16_t)));
  CHECK(cudaMalloc(&device_flags, count * sizeof(Flags)));
  CHECK(cudaMemcpy(device_in, in.data(), count, cudaMemcpyHostToDevice));
  narrow<<<(count + 63) / 64, 64>>>(device_in, device_bytes, device_shorts, device_flags, device_records,
                                    count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(bytes.data(), device_bytes, count, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(records.data(), device_records, records.size(), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(shorts.data(), device_shorts, count * sizeof(int16_t), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(flags.data(), device_flags, count * sizeof(Flags), cudaMemcpyDeviceToHost));
  int wrong = 0;
  const Record* typed = reinterpret_cast<const Record*>(records.data());
  for (int i = 0; i < count; ++i) {
    int mirrored = i / 64 * 64 + 63 - i % 64;
    wrong += bytes[i] != (uint8_t)((mirrored < count ? in[mirrored] : 0) ^ 0x5a);
    wrong += shorts[i] != (int16_t)((i + 1) % 64 * 257 - 5);
    wrong += flags[i].low != (i & 31u) || flags[i].middle != (i * 3u & 2047u) ||
             flags[i].high != (i * 5u & 65535u);
    wrong +=
        typed[i].kind != (uint8_t)i || typed[i].value != i * 1000003u || typed[i].extra != (0x7f00 | i >> 8);
  }
  for (uint8_t* pointer : {device_in, device_bytes, device_records}) CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_shorts));
  CHECK(cudaFree(device_flags));
  std::printf("%s byte %d short %d\n", wrong ? "wrong" : "ok", bytes[7], shorts[300]);
  return wrong != 0;
}
