// __nv_bfloat16: conversions, arithmetic, pairs, and a dot product accumulated in float.
#include <cuda_bf16.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void elementwise(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  __nv_bfloat16 sum = __hadd(a[index], b[index]);
  __nv_bfloat16 product = a[index] * b[index];
  out[2 * index] = __hgt(sum, product) ? sum : product;
  out[2 * index + 1] = __float2bfloat16(__bfloat162float(a[index]) / 3.0f);
}

__global__ void dot(const __nv_bfloat162* a, const __nv_bfloat162* b, float* result, int pairs) {
  float sum = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 x = __bfloat1622float2(a[i]), y = __bfloat1622float2(__hmul2(b[i], __float2bfloat162_rn(2.0f)));
    sum += x.x * y.x + x.y * y.y;
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0) *result = sum;
}

// Round to nearest even by hand.
float rounded(float value) {
  unsigned int bits;
  std::memcpy(&bits, &value, 4);
  bits = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
  std::memcpy(&value, &bits, 4);
  return value;
}

int main() {
  const int count = 602;
  std::vector<__nv_bfloat16> a(count), b(count), out(2 * count);
  for (int i = 0; i < count; ++i) {
    a[i] = __float2bfloat16((i * 41 % 97) * 0.37f - 17.0f);
    b[i] = __float2bfloat16((i * 59 % 83) * 0.21f - 8.0f);
  }
  __nv_bfloat16 *device_a, *device_b, *device_out;
  float *device_dot, device_result;
  CHECK(cudaMalloc(&device_a, count * sizeof(__nv_bfloat16)));
  CHECK(cudaMalloc(&device_b, count * sizeof(__nv_bfloat16)));
  CHECK(cudaMalloc(&device_out, 2 * count * sizeof(__nv_bfloat16)));
  CHECK(cudaMalloc(&device_dot, sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), count * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), count * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
  elementwise<<<(count + 63) / 64, 64>>>(device_a, device_b, device_out, count);
  dot<<<1, 32>>>(reinterpret_cast<__nv_bfloat162*>(device_a), reinterpret_cast<__nv_bfloat162*>(device_b),
                 device_dot, count / 2);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, 2 * count * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&device_result, device_dot, sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  double expected_dot = 0;
  for (int i = 0; i < count; ++i) {
    float x = __bfloat162float(a[i]), y = __bfloat162float(b[i]);
    wrong += __bfloat162float(out[2 * i]) != std::fmax(rounded(x + y), rounded(x * y));
    wrong += std::fabs(__bfloat162float(out[2 * i + 1]) - x / 3) > std::fabs(x) / 500;
    expected_dot += 2.0 * x * y;
  }
  wrong += std::fabs(device_result - expected_dot) > 0.5;
  for (__nv_bfloat16* pointer : {device_a, device_b, device_out}) CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_dot));
  std::printf("%s dot %.0f\n", wrong ? "wrong" : "ok", device_result);
  return wrong != 0;
}
