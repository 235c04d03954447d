// Rotary position embedding in place on bfloat16 pairs, angles in double-checked float; a 3D grid over batch,
// head, position.
#include <cuda_bf16.h>

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

__global__ void rotate(__nv_bfloat162* x, int heads, int length, int pairs, float base) {
  int position = blockIdx.x * blockDim.y + threadIdx.y;
  int pair = threadIdx.x;
  if (position >= length) return;
  size_t index = (((size_t)blockIdx.z * heads + blockIdx.y) * length + position) * pairs + pair;
  float angle = position * powf(base, -(float)pair / pairs);
  float sine, cosine;
  __sincosf(angle, &sine, &cosine);
  float2 value = __bfloat1622float2(x[index]);
  x[index] = __floats2bfloat162_rn(value.x * cosine - value.y * sine, value.x * sine + value.y * cosine);
}

int main() {
  const int batch = 2, heads = 3, length = 19, pairs = 16, count = batch * heads * length * pairs * 2;
  std::vector<__nv_bfloat16> x(count), result(count);
  for (int i = 0; i < count; ++i) x[i] = __float2bfloat16((i * 23 % 41) * 0.1f - 2);
  __nv_bfloat162* device_x;
  CHECK(cudaMalloc(&device_x, count * sizeof(__nv_bfloat16)));
  CHECK(cudaMemcpy(device_x, x.data(), count * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
  rotate<<<dim3((length + 3) / 4, heads, batch), dim3(pairs, 4)>>>(device_x, heads, length, pairs, 10000.0f);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_x, count * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int i = 0; i < count; i += 2) {
    int pair = i / 2 % pairs, position = i / 2 / pairs % length;
    double angle = position * std::pow(10000.0, -(double)pair / pairs);
    double first = __bfloat162float(x[i]), second = __bfloat162float(x[i + 1]);
    worst = std::fmax(
        worst, std::fabs(first * std::cos(angle) - second * std::sin(angle) - __bfloat162float(result[i])));
    worst = std::fmax(worst, std::fabs(first * std::sin(angle) + second * std::cos(angle) -
                                       __bfloat162float(result[i + 1])));
  }
  CHECK(cudaFree(device_x));
  std::printf("%s second %.2f\n", worst < 0.02 ? "ok" : "wrong", __bfloat162float(result[pairs * 2]));
  return worst < 0.02 ? 0 : 1;
}
