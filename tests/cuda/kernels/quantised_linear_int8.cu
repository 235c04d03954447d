// Linear layer on bytes: rows quantised to int8 with one scale each, products by __dp4a on packed words,
// rescaled output.
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

__global__ void quantise_rows(const float* in, char4* out, float* scales, int quads) {
  int row = blockIdx.x, lane = threadIdx.x;
  float largest = 0;
  for (int i = lane; i < quads * 4; i += 32) largest = fmaxf(largest, fabsf(in[row * quads * 4 + i]));
  for (int offset = 16; offset > 0; offset /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
  float inverse = 127.0f / largest;
  for (int i = lane; i < quads; i += 32) {
    const float* quad = in + (row * quads + i) * 4;
    out[row * quads + i] = make_char4(__float2int_rn(quad[0] * inverse), __float2int_rn(quad[1] * inverse),
                                      __float2int_rn(quad[2] * inverse), __float2int_rn(quad[3] * inverse));
  }
  if (lane == 0) scales[row] = largest / 127.0f;
}

__global__ void linear(const int* x, const float* x_scales, const int* w, const float* w_scales, float* y,
                       int n, int quads) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column >= n) return;
  int sum = 0;
  for (int i = 0; i < quads; ++i) sum = __dp4a(x[row * quads + i], w[column * quads + i], sum);
  y[row * n + column] = sum * x_scales[row] * w_scales[column];
}

int main() {
  const int m = 11, n = 45, k = 92, quads = k / 4;
  std::vector<float> x(m * k), w(n * k), y(m * n);
  for (int i = 0; i < m * k; ++i) x[i] = (i * 19 % 83) * 0.05f - 2;
  for (int i = 0; i < n * k; ++i) w[i] = (i * 13 % 71) * 0.02f - 0.7f;
  float *device_x, *device_w, *device_y, *x_scales, *w_scales;
  char4 *x_bytes, *w_bytes;
  CHECK(cudaMalloc(&device_x, x.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_w, w.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_y, y.size() * sizeof(float)));
  CHECK(cudaMalloc(&x_scales, m * sizeof(float)));
  CHECK(cudaMalloc(&w_scales, n * sizeof(float)));
  CHECK(cudaMalloc(&x_bytes, x.size()));
  CHECK(cudaMalloc(&w_bytes, w.size()));
  CHECK(cudaMemcpy(device_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_w, w.data(), w.size() * sizeof(float), cudaMemcpyHostToDevice));
  quantise_rows<<<m, 32>>>(device_x, x_bytes, x_scales, quads);
  quantise_rows<<<n, 32>>>(device_w, w_bytes, w_scales, quads);
  linear<<<dim3((n + 31) / 32, m), 32>>>((const int*)x_bytes, x_scales, (const int*)w_bytes, w_scales,
                                         device_y, n, quads);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), device_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += (double)x[row * k + i] * w[column * k + i];
      worst = std::fmax(worst, std::fabs(sum - y[row * n + column]));
    }
  for (float* pointer : {device_x, device_w, device_y, x_scales, w_scales}) CHECK(cudaFree(pointer));
  CHECK(cudaFree(x_bytes));
  CHECK(cudaFree(w_bytes));
  std::printf("%s first %.2f\n", worst < 0.5 ? "ok" : "wrong", y[0]);
  return worst < 0.5 ? 0 : 1;
}
