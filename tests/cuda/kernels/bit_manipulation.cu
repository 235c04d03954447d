// Bit intrinsics and integer arithmetic: popc, clz, ffs, brev, byte_perm, funnel shifts, high products, dot
// products.
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

constexpr int kResults = 14;

__global__ void compute(const uint32_t* in, uint32_t* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  uint32_t x = in[index], y = in[(index + 1) % count];
  uint32_t* row = out + index * kResults;
  row[0] = __popc(x) + 100 * __popcll((uint64_t)x << 20 | y);
  row[1] = __clz(x) + 100 * __clzll(x);
  row[2] = __ffs(x) + 100 * __ffsll((long long)((uint64_t)x << 32));
  row[3] = __brev(x);
  row[4] = __byte_perm(x, y, 0x5140);
  row[5] = __funnelshift_l(x, y, 7);
  row[6] = __funnelshift_r(x, y, 11);
  row[7] = __umulhi(x, y);
  row[8] = (uint32_t)__mulhi((int)x, (int)y);
  row[9] = (uint32_t)__dp4a((int)x, (int)y, 17);
  row[10] = __vadd4(x, y);
  row[11] = __usad(x, y, 3u);
  row[12] = __mul24((int)(x & 0xffff), (int)(y & 0xff)) + __uhadd(x, y);
  row[13] = (uint32_t)(__umul64hi((uint64_t)x * 0x100000001ull, (uint64_t)y * 0x100000001ull) >> 16);
}

int main() {
  const int count = 260;
  std::vector<uint32_t> in(count), out(count * kResults);
  for (int i = 0; i < count; ++i) in[i] = i < 33 ? (i == 0 ? 0 : 1u << (i - 1)) : (uint32_t)i * 2246822519u;
  uint32_t *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(uint32_t)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(uint32_t)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(uint32_t), cudaMemcpyHostToDevice));
  compute<<<(count + 127) / 128, 128>>>(device_in, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    uint32_t x = in[i], y = in[(i + 1) % count], reversed = 0, added = 0;
    uint64_t product = (uint64_t)x * y, joined = (uint64_t)y << 32 | x;
    int dot = 17, leading = x ? __builtin_clz(x) : 32, first = __builtin_ffs((int)x);
    for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
    for (int byte = 0; byte < 4; ++byte) {
      dot += (int8_t)(x >> 8 * byte) * (int8_t)(y >> 8 * byte);
      added |= (uint32_t)(uint8_t)((x >> 8 * byte) + (y >> 8 * byte)) << 8 * byte;
    }
    const uint32_t permuted = (x & 255) | (y & 255) << 8 | (x >> 8 & 255) << 16 | (y >> 8 & 255) << 24;
    __uint128_t wide = (__uint128_t)((uint64_t)x * 0x100000001ull) * ((uint64_t)y * 0x100000001ull);
    const uint32_t expected[kResults] = {
        (uint32_t)(__builtin_popcount(x) + 100 * __builtin_popcountll((uint64_t)x << 20 | y)),
        (uint32_t)(leading + 100 * (leading + 32)),
        (uint32_t)(first + 100 * (x ? first + 32 : 0)),
        reversed,
        permuted,
        (uint32_t)(joined << 7 >> 32),
        (uint32_t)(joined >> 11),
        (uint32_t)(product >> 32),
        (uint32_t)((uint64_t)((int64_t)(int32_t)x * (int32_t)y) >> 32),
        (uint32_t)dot,
        added,
        (x > y ? x - y : y - x) + 3,
        (x & 0xffff) * (y & 0xff) + (uint32_t)(((uint64_t)x + y) / 2),
        (uint32_t)((uint64_t)(wide >> 64) >> 16)};
    for (int result = 0; result < kResults; ++result) wrong += out[i * kResults + result] != expected[result];
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s reversed %08x\n", wrong ? "wrong" : "ok", out[100 * kResults + 3]);
  return wrong != 0;
}
