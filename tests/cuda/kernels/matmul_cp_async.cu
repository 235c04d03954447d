// Tiled product with double-buffered tiles filled by cp.async: the next tile is on its way while this one is
// used.
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

constexpr int kTile = 32, kDepth = 16;

__device__ __forceinline__ void copy_async_16(void* target, const void* source) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(target));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(address), "l"(source));
}

__device__ __forceinline__ void commit_group() { asm volatile("cp.async.commit_group;\n" ::); }

template <int kPending>
__device__ __forceinline__ void wait_group() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(kPending));
}

// The sizes are multiples of the tile; 128 threads, each copies 16 bytes of each tile.
__global__ void matmul(const float* a, const float* b, float* c, int n, int k) {
  __shared__ __align__(16) float tile_a[2][kTile][kDepth];
  __shared__ __align__(16) float tile_b[2][kDepth][kTile];
  int thread = threadIdx.x;
  int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  auto load = [&](int stage, int begin) {
    int a_row = thread / 4, a_column = thread % 4 * 4;
    copy_async_16(&tile_a[stage][a_row][a_column], &a[(row + a_row) * k + begin + a_column]);
    int b_row = thread / 8, b_column = thread % 8 * 4;
    copy_async_16(&tile_b[stage][b_row][b_column], &b[(begin + b_row) * n + column + b_column]);
    commit_group();
  };
  int own_row = thread / 16 * 4, own_column = thread % 16 * 2;
  float sums[4][2] = {};
  load(0, 0);
  int tiles = k / kDepth;
  for (int tile = 0; tile < tiles; ++tile) {
    int stage = tile % 2;
    if (tile + 1 < tiles) {
      load(stage ^ 1, (tile + 1) * kDepth);
      wait_group<1>();
    } else {
      wait_group<0>();
    }
    __syncthreads();
    for (int depth = 0; depth < kDepth; ++depth)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          sums[i][j] += tile_a[stage][own_row + i][depth] * tile_b[stage][depth][own_column + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j) c[(row + own_row + i) * n + column + own_column + j] = sums[i][j];
}

int main() {
  const int m = 64, n = 96, k = 80;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = ((i * 5) % 17) * 0.25f - 2;
  for (int i = 0; i < k * n; ++i) b[i] = ((i * 3) % 11) * 0.5f - 2.5f;
  float *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  matmul<<<dim3(n / kTile, m / kTile), 128>>>(device_a, device_b, device_c, n, k);
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
