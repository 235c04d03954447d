// Floating-point atomics: float, double, half2 and bfloat162 additions; maximum and multiplication by CAS
// loops.
#include <cuda_bf16.h>
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

__device__ float atomic_max_float(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *reinterpret_cast<volatile int*>(bits), assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__device__ double atomic_multiply(double* address, double factor) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = atomicAdd(bits, 0ull), assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(factor * __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

struct Results {
  float sum, maximum;
  double double_sum, product;
  half2 half_sums;
  __nv_bfloat162 bfloat_sums;
  half half_sum;
};

__global__ void accumulate(const float* values, int count, Results* results) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  float value = values[index];
  atomicAdd(&results->sum, value);
  atomicAdd(&results->double_sum, (double)value * 0.1);
  atomic_max_float(&results->maximum, value);
  if (index < 20) atomic_multiply(&results->product, 1.0 + 1.0 / (index + 1));
  if (index % 8 == 0) {
    atomicAdd(&results->half_sums, __floats2half2_rn(1.0f, 0.5f));
    atomicAdd(&results->bfloat_sums, __floats2bfloat162_rn(1.0f, 2.0f));
    atomicAdd(&results->half_sum, __float2half(0.25f));
  }
}

int main() {
  const int count = 1000;
  std::vector<float> values(count);
  double sum = 0;
  float maximum = -1e30f;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 37 % 211) * 0.1f - 7.3f;
    sum += values[i];
    maximum = std::fmax(maximum, values[i]);
  }
  float* device_values;
  Results *device_results, results = {};
  results.maximum = -1e30f;
  results.product = 1;
  CHECK(cudaMalloc(&device_values, count * sizeof(float)));
  CHECK(cudaMalloc(&device_results, sizeof(Results)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_results, &results, sizeof(Results), cudaMemcpyHostToDevice));
  accumulate<<<8, 128>>>(device_values, count, device_results);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&results, device_results, sizeof(Results), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_results));
  bool is_right = std::fabs(results.sum - sum) < 0.05 && std::fabs(results.double_sum - 0.1 * sum) < 1e-3;
  is_right = is_right && results.maximum == maximum &&
             std::fabs(results.product - 21.0) < 1e-9;  // telescoping product
  is_right = is_right && __low2float(results.half_sums) == 125.0f && __high2float(results.half_sums) == 62.5f;
  is_right =
      is_right && __low2float(results.bfloat_sums) == 125.0f && __high2float(results.bfloat_sums) == 250.0f;
  is_right = is_right && __half2float(results.half_sum) == 31.25f;
  std::printf("%s sum %.1f maximum %.2f product %.3f\n", is_right ? "ok" : "wrong", results.sum,
              results.maximum, results.product);
  return is_right ? 0 : 1;
}
