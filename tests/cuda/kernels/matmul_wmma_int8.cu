// Tensor-core product of signed bytes with 32-bit sums, fragments of 32x8x16, exact.
#include <mma.h>

#include <cstdio>
#include <vector>

using namespace nvcuda::wmma;

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void matmul(const signed char* a, const signed char* b, int* c, int n, int k) {
  int row = blockIdx.y * 32, column = blockIdx.x * 8;
  fragment<accumulator, 32, 8, 16, int> sums;
  fill_fragment(sums, 0);
  for (int begin = 0; begin < k; begin += 16) {
    fragment<matrix_a, 32, 8, 16, signed char, row_major> fragment_a;
    fragment<matrix_b, 32, 8, 16, signed char, col_major> fragment_b;
    load_matrix_sync(fragment_a, a + row * k + begin, k);
    load_matrix_sync(fragment_b, b + column * k + begin, k);
    mma_sync(sums, fragment_a, fragment_b, sums);
  }
  store_matrix_sync(c + row * n + column, sums, n, mem_row_major);
}

int main() {
  const int m = 64, n = 40, k = 96;
  std::vector<signed char> a(m * k), b(n * k);
  std::vector<int> c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = (signed char)(i * 37 % 255 - 127);
  for (int i = 0; i < n * k; ++i) b[i] = (signed char)(i * 91 % 251 - 125);
  signed char *device_a, *device_b;
  int* device_c;
  CHECK(cudaMalloc(&device_a, a.size()));
  CHECK(cudaMalloc(&device_b, b.size()));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size(), cudaMemcpyHostToDevice));
  matmul<<<dim3(n / 8, m / 32), 32>>>(device_a, device_b, device_c, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      int sum = 0;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[column * k + i];
      wrong += sum != c[row * n + column];
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %d last %d\n", wrong ? "wrong" : "ok", c.front(), c.back());
  return wrong != 0;
}
