// Tensor-core product of floats in tf32 (16x16x8), inputs rounded with __float_to_tf32, block tiles in shared
// memory.
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

constexpr int kTile = 16, kDepth = 8;

__global__ void matmul(const float* a, const float* b, float* c, int n, int k) {
  __shared__ __align__(32) float tile_a[2 * kTile][kDepth];
  __shared__ __align__(32) float tile_b[kDepth][2 * kTile];
  int warp = threadIdx.x / 32, warp_row = warp / 2 * kTile, warp_column = warp % 2 * kTile;
  int row = blockIdx.y * 2 * kTile, column = blockIdx.x * 2 * kTile;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int begin = 0; begin < k; begin += kDepth) {
    for (int i = threadIdx.x; i < 2 * kTile * kDepth; i += blockDim.x) {
      tile_a[i / kDepth][i % kDepth] = a[(row + i / kDepth) * k + begin + i % kDepth];
      tile_b[i / (2 * kTile)][i % (2 * kTile)] = b[(begin + i / (2 * kTile)) * n + column + i % (2 * kTile)];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fragment_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fragment_b;
    wmma::load_matrix_sync(fragment_a, &tile_a[warp_row][0], kDepth);
    wmma::load_matrix_sync(fragment_b, &tile_b[0][warp_column], 2 * kTile);
    for (int i = 0; i < fragment_a.num_elements; ++i)
      fragment_a.x[i] = wmma::__float_to_tf32(fragment_a.x[i]);
    for (int i = 0; i < fragment_b.num_elements; ++i)
      fragment_b.x[i] = wmma::__float_to_tf32(fragment_b.x[i]);
    wmma::mma_sync(sums, fragment_a, fragment_b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + (row + warp_row) * n + column + warp_column, sums, n, wmma::mem_row_major);
}

int main() {
  const int m = 64, n = 96, k = 40;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = (i * 7 % 19) * 0.1f - 0.9f;
  for (int i = 0; i < k * n; ++i) b[i] = (i * 11 % 23) * 0.1f - 1.1f;
  float *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  matmul<<<dim3(n / 32, m / 32), 128>>>(device_a, device_b, device_c, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += (double)a[row * k + i] * b[i * n + column];
      worst = std::fmax(worst, std::fabs(sum - c[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.2f\n", worst < 0.03 ? "ok" : "wrong", c.front());
  return worst < 0.03 ? 0 : 1;
}
