// Tensor-core product of half matrices with float sums: one warp a 16x16 tile, straight from global memory.
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

// m, n and k are multiples of 16; a block holds four warps side by side in n.
__global__ void matmul(const half* a, const half* b, float* c, int m, int n, int k) {
  int warp_row = blockIdx.y * 16;
  int warp_column = (blockIdx.x * 4 + threadIdx.x / 32) * 16;
  if (warp_row >= m || warp_column >= n) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_fragment;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_fragment;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int begin = 0; begin < k; begin += 16) {
    wmma::load_matrix_sync(a_fragment, a + warp_row * k + begin, k);
    wmma::load_matrix_sync(b_fragment, b + begin * n + warp_column, n);
    wmma::mma_sync(sums, a_fragment, b_fragment, sums);
  }
  for (int i = 0; i < sums.num_elements; ++i) sums.x[i] *= 0.5f;
  wmma::store_matrix_sync(c + warp_row * n + warp_column, sums, n, wmma::mem_row_major);
}

int main() {
  const int m = 48, n = 80, k = 64;
  std::vector<half> a(m * k), b(k * n);
  std::vector<float> c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = __float2half((i * 7 % 16) * 0.25f - 2.0f);
  for (int i = 0; i < k * n; ++i) b[i] = __float2half((i * 5 % 12) * 0.5f - 3.0f);
  half *device_a, *device_b;
  float* device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(half)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(half)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice));
  matmul<<<dim3((n / 16 + 3) / 4, m / 16), 128>>>(device_a, device_b, device_c, m, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += __half2float(a[row * k + i]) * __half2float(b[i * n + column]);
      worst = std::fmax(worst, std::fabs(0.5f * sum - c[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-2f ? "ok" : "wrong", c.front(), c.back());
  return worst < 1e-2f ? 0 : 1;
}
