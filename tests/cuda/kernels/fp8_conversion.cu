// fp8: rounding and saturation of both formats, a quantised copy with one scale a row.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

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

__global__ void quantise(const float* in, __nv_fp8_e4m3* out, float* scales, int columns) {
  __shared__ float largest;
  if (threadIdx.x == 0) largest = 0;
  __syncthreads();
  float own = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    own = fmaxf(own, fabsf(in[blockIdx.x * columns + i]));
  atomicMax(reinterpret_cast<int*>(&largest),
            __float_as_int(own));  // bits of non-negative floats order like integers
  __syncthreads();
  float scale = largest / 448.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = __nv_fp8_e4m3(in[blockIdx.x * columns + i] / scale);
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

__global__ void convert(const float* in, unsigned char* e4m3, unsigned char* e5m2, float* back, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  __nv_fp8_storage_t narrow = __nv_cvt_float_to_fp8(in[index], __NV_SATFINITE, __NV_E4M3);
  e4m3[index] = narrow;
  e5m2[index] = __nv_fp8_e5m2(in[index]).__x;
  back[index] = __half2float(half(__nv_cvt_fp8_to_halfraw(narrow, __NV_E4M3)));
}

int main() {
  const std::vector<float> special = {0.0f,  -0.0f,   1.0f,   1.0625f, 1.1875f, 448.0f,   464.0f,  1e6f,
                                      -1e6f, 0.0156f, 0.001f, 17.0f,   19.0f,   57344.0f, 1.9375f, -3.3f};
  const int count = (int)special.size();
  float *device_special, *device_back;
  unsigned char *device_e4m3, *device_e5m2;
  std::vector<unsigned char> e4m3(count), e5m2(count);
  std::vector<float> back(count);
  CHECK(cudaMalloc(&device_special, count * sizeof(float)));
  CHECK(cudaMalloc(&device_back, count * sizeof(float)));
  CHECK(cudaMalloc(&device_e4m3, count));
  CHECK(cudaMalloc(&device_e5m2, count));
  CHECK(cudaMemcpy(device_special, special.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  convert<<<1, 32>>>(device_special, device_e4m3, device_e5m2, device_back, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(e4m3.data(), device_e4m3, count, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(e5m2.data(), device_e5m2, count, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(back.data(), device_back, count * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    float limited = std::fmin(std::fmax(special[i], -448.0f), 448.0f);
    wrong += std::fabs(back[i] - limited) > std::fabs(limited) / 16 + 0.001f;
    wrong += (float)__nv_fp8_e4m3(special[i]) != back[i];
  }
  const int rows = 5, columns = 77;
  std::vector<float> in(rows * columns), scales(rows);
  std::vector<__nv_fp8_e4m3> quantised(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 43 % 127) * 0.3f - 19;
  float *device_in, *device_scales;
  __nv_fp8_e4m3* device_quantised;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_scales, rows * sizeof(float)));
  CHECK(cudaMalloc(&device_quantised, in.size()));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  quantise<<<rows, 64>>>(device_in, device_quantised, device_scales, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(quantised.data(), device_quantised, in.size(), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(scales.data(), device_scales, rows * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < rows * columns; ++i) {
    float restored = (float)quantised[i] * scales[i / columns];
    wrong += std::fabs(restored - in[i]) > std::fabs(in[i]) / 15 + 0.001f;
  }
  for (float* pointer : {device_special, device_back, device_in, device_scales}) CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_e4m3));
  CHECK(cudaFree(device_e5m2));
  CHECK(cudaFree(device_quantised));
  std::printf("%s", wrong ? "wrong" : "ok");
  for (int i = 0; i < count; ++i) std::printf(" %02x/%02x", e4m3[i], e5m2[i]);
  std::printf("\n");
  return wrong != 0;
}
