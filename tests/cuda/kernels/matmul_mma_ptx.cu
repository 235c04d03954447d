// mma.sync m16n8k16 with operands read by ldmatrix from shared memory: one warp a 16x16 tile of C.
#include <cuda_fp16.h>

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

__device__ uint32_t shared_address(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ void load_a(uint32_t (&a)[4], const half* tile, int stride) {
  int lane = threadIdx.x % 32;
  uint32_t address = shared_address(tile + lane % 16 * stride + lane / 16 * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(address));
}

__device__ void load_b(uint32_t (&b)[2], const half* tile, int stride) {
  int lane = threadIdx.x % 32;
  uint32_t address = shared_address(tile + lane % 16 * stride);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(b[0]), "=r"(b[1])
               : "r"(address));
}

__device__ void multiply(float (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void matmul(const half* a, const half* b, float* c, int n, int k) {
  __shared__ __align__(16)
      half tile_a[16][24];  // rows of 48 bytes: aligned for ldmatrix, spread over the banks
  __shared__ __align__(16) half tile_b[16][24];
  int row = blockIdx.y * 16, column = blockIdx.x * 16, lane = threadIdx.x;
  float sums[2][4] = {};
  for (int begin = 0; begin < k; begin += 16) {
    for (int i = lane; i < 256; i += 32) {
      tile_a[i / 16][i % 16] = a[(row + i / 16) * k + begin + i % 16];
      tile_b[i / 16][i % 16] = b[(begin + i / 16) * n + column + i % 16];
    }
    __syncwarp();
    uint32_t fragment_a[4], fragment_b[2];
    load_a(fragment_a, &tile_a[0][0], 24);
    for (int part = 0; part < 2; ++part) {
      load_b(fragment_b, &tile_b[0][part * 8], 24);
      multiply(sums[part], fragment_a, fragment_b);
    }
    __syncwarp();
  }
  for (int part = 0; part < 2; ++part)
    for (int i = 0; i < 4; ++i) {
      int y = row + lane / 4 + i / 2 * 8, x = column + part * 8 + lane % 4 * 2 + i % 2;
      c[y * n + x] = sums[part][i];
    }
}

int main() {
  const int m = 48, n = 64, k = 80;
  std::vector<half> a(m * k), b(k * n);
  std::vector<float> c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = __float2half((i * 11 % 16) * 0.25f - 2.0f);
  for (int i = 0; i < k * n; ++i) b[i] = __float2half((i * 3 % 14) * 0.5f - 3.0f);
  half *device_a, *device_b;
  float* device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(half)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(half)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice));
  matmul<<<dim3(n / 16, m / 16), 32>>>(device_a, device_b, device_c, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += __half2float(a[row * k + i]) * __half2float(b[i * n + column]);
      worst = std::fmax(worst, std::fabs(sum - c[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-2f ? "ok" : "wrong", c.front(), c.back());
  return worst < 1e-2f ? 0 : 1;
}
