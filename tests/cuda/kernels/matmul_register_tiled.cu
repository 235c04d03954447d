// Each thread computes 4x4 outputs from a 32x32 block tile; A is stored transposed in shared memory.
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

template <int kBlock, int kDepth, int kThread>
__global__ void __launch_bounds__((kBlock / kThread) * (kBlock / kThread))
    matmul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n,
           int k) {
  constexpr int kThreads = (kBlock / kThread) * (kBlock / kThread);
  __shared__ float tile_a[kDepth][kBlock + 4];
  __shared__ __align__(16) float tile_b[kDepth][kBlock];
  int thread = threadIdx.x;
  int row = thread / (kBlock / kThread) * kThread, column = thread % (kBlock / kThread) * kThread;
  float sums[kThread][kThread] = {};
  for (int begin = 0; begin < k; begin += kDepth) {
    for (int i = thread; i < kBlock * kDepth; i += kThreads) {
      int a_row = blockIdx.y * kBlock + i / kDepth, a_column = begin + i % kDepth;
      tile_a[i % kDepth][i / kDepth] = a_row < m && a_column < k ? a[a_row * k + a_column] : 0.0f;
      int b_row = begin + i / kBlock, b_column = blockIdx.x * kBlock + i % kBlock;
      tile_b[i / kBlock][i % kBlock] = b_row < k && b_column < n ? b[b_row * n + b_column] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int depth = 0; depth < kDepth; ++depth) {
      float from_a[kThread], from_b[kThread];
#pragma unroll
      for (int i = 0; i < kThread; ++i) from_a[i] = tile_a[depth][row + i];
      float4 quad = *reinterpret_cast<const float4*>(&tile_b[depth][column]);
      from_b[0] = quad.x, from_b[1] = quad.y, from_b[2] = quad.z, from_b[3] = quad.w;
#pragma unroll
      for (int i = 0; i < kThread; ++i)
#pragma unroll
        for (int j = 0; j < kThread; ++j) sums[i][j] = fmaf(from_a[i], from_b[j], sums[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < kThread; ++i)
    for (int j = 0; j < kThread; ++j) {
      int out_row = blockIdx.y * kBlock + row + i, out_column = blockIdx.x * kBlock + column + j;
      if (out_row < m && out_column < n) c[out_row * n + out_column] = sums[i][j];
    }
}

int main() {
  const int m = 45, n = 70, k = 29;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = ((i * 3) % 31) * 0.125f - 2;
  for (int i = 0; i < k * n; ++i) b[i] = ((i * 13) % 29) * 0.25f - 3;
  float *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  matmul<32, 8, 4><<<dim3((n + 31) / 32, (m + 31) / 32), 64>>>(device_a, device_b, device_c, m, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      worst = std::fmax(worst, std::fabs(sum - c[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-3f ? "ok" : "wrong", c.front(), c.back());
  return worst < 1e-3f ? 0 : 1;
}
