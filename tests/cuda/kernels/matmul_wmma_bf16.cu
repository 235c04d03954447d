// Tensor-core product of bfloat16 matrices of any size: tiles are padded with zeros in shared memory, B is
// column-major.
#include <cuda_bf16.h>
#include <mma.h>

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

namespace wmma = nvcuda::wmma;
constexpr int kTile = 16;

__global__ void matmul(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m, int n, int k) {
  __shared__ __align__(32) __nv_bfloat16 tile_a[kTile * kTile];
  __shared__ __align__(32) __nv_bfloat16 tile_b[kTile * kTile];
  __shared__ __align__(32) float tile_c[kTile * kTile];
  int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int begin = 0; begin < k; begin += kTile) {
    for (int i = threadIdx.x; i < kTile * kTile; i += 32) {
      int y = i / kTile, x = i % kTile;
      bool has_a = row + y < m && begin + x < k, has_b = begin + x < k && column + y < n;
      tile_a[i] = has_a ? a[(row + y) * k + begin + x] : __float2bfloat16(0.0f);
      tile_b[i] = has_b ? b[(column + y) * k + begin + x] : __float2bfloat16(0.0f);
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, __nv_bfloat16, wmma::row_major> fragment_a;
    wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, __nv_bfloat16, wmma::col_major> fragment_b;
    wmma::load_matrix_sync(fragment_a, tile_a, kTile);
    wmma::load_matrix_sync(fragment_b, tile_b, kTile);
    wmma::mma_sync(sums, fragment_a, fragment_b, sums);
    __syncwarp();
  }
  wmma::store_matrix_sync(tile_c, sums, kTile, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < kTile * kTile; i += 32) {
    int y = row + i / kTile, x = column + i % kTile;
    if (y < m && x < n) c[y * n + x] = tile_c[i];
  }
}

int main() {
  const int m = 37, n = 45, k = 50;
  std::vector<__nv_bfloat16> a(m * k), b(n * k);
  std::vector<float> c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = __float2bfloat16((i * 3 % 16) * 0.25f - 2.0f);
  for (int i = 0; i < n * k; ++i) b[i] = __float2bfloat16((i * 7 % 10) * 0.5f - 2.0f);
  __nv_bfloat16 *device_a, *device_b;
  float* device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(__nv_bfloat16)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(__nv_bfloat16)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
  matmul<<<dim3((n + 15) / 16, (m + 15) / 16), 32>>>(device_a, device_b, device_c, m, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i)
        sum += __bfloat162float(a[row * k + i]) * __bfloat162float(b[column * k + i]);
      worst = std::fmax(worst, std::fabs(sum - c[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-2f ? "ok" : "wrong", c.front(), c.back());
  return worst < 1e-2f ? 0 : 1;
}
