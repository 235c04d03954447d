// __half and half2: conversions with each rounding, arithmetic, comparisons, fused operations, special
// values.
#include <cuda_fp16.h>

#include <cmath>
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

constexpr int kResults = 16;

__global__ void compute(const float* in, unsigned short* bits, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  half x = __float2half(in[index]);
  half y = __float2half_rn(in[(index + 1) % count]);
  half results[kResults] = {
      __hadd(x, y),
      __hsub(x, y),
      __hmul(x, y),
      __hdiv(x, y),
      __hfma(x, y, x),
      x + y * x,
      -x,
      __habs(x),
      __hmax(x, y),
      __hmin(x, y),
      __hlt(x, y) ? x : y,
      __float2half_rz(in[index]),
      __float2half_ru(in[index]),
      __float2half_rd(in[index]),
      __int2half_rn(index * 37),
      hsqrt(__habs(x)),
  };
  for (int i = 0; i < kResults; ++i) bits[index * kResults + i] = __half_as_ushort(results[i]);
}

__global__ void pairs(const half2* in, half2* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  half2 x = in[index];
  half2 doubled = __hadd2(x, x);
  half2 swapped = __lowhigh2highlow(doubled);
  half2 mixed = __halves2half2(__low2half(x), __high2half(swapped));
  out[index] = __hfma2(mixed, __float2half2_rn(0.5f), make_half2(__float2half(1.0f), __float2half(2.0f)));
}

int main() {
  const int count = 400;
  std::vector<float> in(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 7919 % 4001) * 0.0173f - 30.0f;
  std::vector<unsigned short> bits(count * kResults);
  float* device_in;
  unsigned short* device_bits;
  CHECK(cudaMalloc(&device_in, count * sizeof(float)));
  CHECK(cudaMalloc(&device_bits, bits.size() * sizeof(unsigned short)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  compute<<<(count + 127) / 128, 128>>>(device_in, device_bits, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(bits.data(), device_bits, bits.size() * sizeof(unsigned short), cudaMemcpyDeviceToHost));
  int wrong = 0;
  unsigned int checksum = 0;
  auto value = [&](int index, int result) {
    return __half2float(__ushort_as_half(bits[index * kResults + result]));
  };
  for (int i = 0; i < count; ++i) {
    float x = __half2float(__float2half(in[i])), y = __half2float(__float2half(in[(i + 1) % count]));
    auto rounded = [](float exact) { return __half2float(__float2half(exact)); };
    wrong += value(i, 0) != rounded(x + y) || value(i, 1) != rounded(x - y) || value(i, 2) != rounded(x * y);
    wrong += value(i, 6) != -x || value(i, 7) != std::fabs(x) || value(i, 8) != std::fmax(x, y);
    wrong += value(i, 11) * value(i, 11) > in[i] * in[i] || value(i, 12) < in[i] || value(i, 13) > in[i];
    wrong += std::fabs(value(i, 15) - std::sqrt(std::fabs(x))) > 2e-3f * std::sqrt(std::fabs(x)) + 1e-6f;
    for (int result : {0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14})
      checksum = checksum * 31 + bits[i * kResults + result];
  }
  std::vector<half2> host_pairs(count), results(count);
  for (int i = 0; i < count; ++i) host_pairs[i] = __floats2half2_rn(i * 0.25f, i * 0.5f);
  half2 *device_pairs, *device_results;
  CHECK(cudaMalloc(&device_pairs, count * sizeof(half2)));
  CHECK(cudaMalloc(&device_results, count * sizeof(half2)));
  CHECK(cudaMemcpy(device_pairs, host_pairs.data(), count * sizeof(half2), cudaMemcpyHostToDevice));
  pairs<<<(count + 127) / 128, 128>>>(device_pairs, device_results, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(results.data(), device_results, count * sizeof(half2), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) {
    wrong += __low2float(results[i]) != i * 0.125f + 1.0f;
    wrong += __high2float(results[i]) != i * 0.25f + 2.0f;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_bits));
  CHECK(cudaFree(device_pairs));
  CHECK(cudaFree(device_results));
  std::printf("%s checksum %08x\n", wrong ? "wrong" : "ok", checksum);
  return wrong != 0;
}
