// RMS normalisation of half rows read as half2, sum of squares in float, block reduction through atomicAdd on
// shared memory.
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

__global__ void rmsnorm(const half2* in, const half2* weight, half2* out, int pairs) {
  __shared__ float squares;
  if (threadIdx.x == 0) squares = 0.0f;
  __syncthreads();
  const half2* row = in + blockIdx.x * pairs;
  float own = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 pair = __half22float2(row[i]);
    own += pair.x * pair.x + pair.y * pair.y;
  }
  for (int offset = 16; offset > 0; offset >>= 1) own += __shfl_down_sync(0xffffffff, own, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(&squares, own);
  __syncthreads();
  half2 scale = __float2half2_rn(rsqrtf(squares / (2 * pairs) + 1e-6f));
  for (int i = threadIdx.x; i < pairs; i += blockDim.x)
    out[blockIdx.x * pairs + i] = __hmul2(__hmul2(row[i], scale), weight[i]);
}

int main() {
  const int rows = 13, columns = 206, pairs = columns / 2;
  std::vector<half> in(rows * columns), weight(columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = __float2half((i * 29 % 53) * 0.125f - 3.0f);
  for (int i = 0; i < columns; ++i) weight[i] = __float2half(0.5f + (i % 4) * 0.25f);
  half2 *device_in, *device_weight, *device_out;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(half)));
  CHECK(cudaMalloc(&device_weight, columns * sizeof(half)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(half)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_weight, weight.data(), columns * sizeof(half), cudaMemcpyHostToDevice));
  rmsnorm<<<rows, 64>>>(device_in, device_weight, device_out, pairs);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(half), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    double squares = 0;
    for (int i = 0; i < columns; ++i) squares += std::pow((double)__half2float(in[row * columns + i]), 2);
    for (int i = 0; i < columns; ++i) {
      double value = __half2float(in[row * columns + i]);
      double expected = value / std::sqrt(squares / columns + 1e-6) * __half2float(weight[i]);
      worst = std::fmax(worst, std::fabs(expected - __half2float(out[row * columns + i])));
    }
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_weight));
  CHECK(cudaFree(device_out));
  std::printf("%s first %.2f\n", worst < 1e-2 ? "ok" : "wrong", __half2float(out[0]));
  return worst < 1e-2 ? 0 : 1;
}
