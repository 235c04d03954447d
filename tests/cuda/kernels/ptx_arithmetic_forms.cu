// Inline PTX that computes: wide products, bit fields, conversions, approximations, votes, shuffles and lane
// masks.
#include <cmath>
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

constexpr int kWords = 14, kFloats = 9;

__device__ void integers(uint32_t x, uint32_t y, uint32_t* row) {
  uint64_t wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(x), "r"(y));
  row[0] = (uint32_t)(wide >> 32);
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(row[1]) : "r"(x), "r"(y), "r"(5u));
  asm("bfe.u32 %0, %1, 4, 9;" : "=r"(row[2]) : "r"(x));
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(row[3]) : "r"(x), "r"(y));
  asm("bfind.u32 %0, %1;" : "=r"(row[4]) : "r"(x | 1u));
  asm("popc.b32 %0, %1;" : "=r"(row[5]) : "r"(x));
  asm("brev.b32 %0, %1;" : "=r"(row[6]) : "r"(x));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(row[7]) : "r"(x), "r"(y), "r"(5u));
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, 0;" : "=r"(row[8]), "=r"(row[9]) : "r"(x), "r"(y), "r"(7u));
  asm("max.s32 %0, %1, %2;" : "=r"(row[10]) : "r"((int)x), "r"((int)y));
}

__device__ void floats(float x, float* row) {
  asm("tanh.approx.f32 %0, %1;" : "=f"(row[0]) : "f"(x));
  asm("lg2.approx.f32 %0, %1;" : "=f"(row[1]) : "f"(x));
  asm("sqrt.approx.f32 %0, %1;" : "=f"(row[2]) : "f"(x));
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(row[3]) : "f"(x));
  asm("sin.approx.f32 %0, %1;" : "=f"(row[4]) : "f"(x));
  asm("div.full.f32 %0, %1, %2;" : "=f"(row[5]) : "f"(1.0f), "f"(x));
  uint32_t tensor_float;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(tensor_float) : "f"(x));
  row[6] = __uint_as_float(tensor_float);
  int rounded;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(rounded) : "f"(x * 10 + 0.23f));
  row[7] = (float)rounded;
  asm("max.f32 %0, %1, %2;" : "=f"(row[8]) : "f"(x), "f"(1.5f));
}

__global__ void forms(const uint32_t* in, uint32_t* words, float* results) {
  int lane = threadIdx.x;
  uint32_t x = in[lane], y = in[(lane + 1) % 32];
  uint32_t row[kWords];
  integers(x, y, row);
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(row[11]));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(row[12])
               : "r"(x & 1u));
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(row[13]) : "r"(x));
  for (int i = 0; i < kWords; ++i) words[lane * kWords + i] = row[i];
  floats(0.1f + lane * 0.11f, results + lane * kFloats);
}

int main() {
  std::vector<uint32_t> in(32), words(32 * kWords);
  std::vector<float> results(32 * kFloats);
  for (int i = 0; i < 32; ++i) in[i] = (uint32_t)i * 2654435761u + 12345;
  uint32_t *device_in, *device_words;
  float* device_results;
  CHECK(cudaMalloc(&device_in, 32 * sizeof(uint32_t)));
  CHECK(cudaMalloc(&device_words, words.size() * sizeof(uint32_t)));
  CHECK(cudaMalloc(&device_results, results.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_in, in.data(), 32 * sizeof(uint32_t), cudaMemcpyHostToDevice));
  forms<<<1, 32>>>(device_in, device_words, device_results);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(words.data(), device_words, words.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(results.data(), device_results, results.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  uint32_t odd = 0;
  for (int lane = 0; lane < 32; ++lane) odd |= (in[lane] & 1) << lane;
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t x = in[lane], y = in[(lane + 1) % 32], reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
    const uint32_t expected[kWords] = {(uint32_t)((uint64_t)x * y >> 32),
                                       x * y + 5,
                                       x >> 4 & 511,
                                       (y & ~0xfff00u) | (x & 4095) << 8,
                                       31u - __builtin_clz(x | 1),
                                       (uint32_t)__builtin_popcount(x),
                                       reversed,
                                       y << 5 | x >> 27,
                                       x + y,
                                       7u + (x + y < x),
                                       (uint32_t)((int)x > (int)y ? (int)x : (int)y),
                                       (1u << lane) - 1,
                                       odd,
                                       in[lane ^ 3]};
    for (int i = 0; i < kWords; ++i) wrong += words[lane * kWords + i] != expected[i];
    double value = 0.1f + lane * 0.11f;
    const double close[kFloats] = {std::tanh(value),
                                   std::log2(value),
                                   std::sqrt(value),
                                   1 / std::sqrt(value),
                                   std::sin(value),
                                   1 / value,
                                   value,
                                   std::rint(value * 10 + 0.23),
                                   std::fmax(value, 1.5)};
    for (int i = 0; i < kFloats; ++i) wrong += std::fabs(results[lane * kFloats + i] - close[i]) > 1.2e-3;
    uint32_t bits;
    static_assert(sizeof(bits) == sizeof(float), "");
    __builtin_memcpy(&bits, &results[lane * kFloats + 6], 4);
    wrong += (bits & 0x1fff) != 0;  // ten bits of mantissa are left
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_words));
  CHECK(cudaFree(device_results));
  std::printf("%s product %08x ballot %08x\n", wrong ? "wrong" : "ok", words[5 * kWords], words[12]);
  return wrong != 0;
}
