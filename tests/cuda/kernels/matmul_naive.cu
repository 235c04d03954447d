// One thread an output element; alpha and beta as in BLAS; double precision.
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

__global__ void matmul(int m, int n, int k, double alpha, const double* a, const double* b, double beta,
                       double* c) {
  unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    double sum = 0.0;
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = alpha * sum + beta * c[row * n + column];
  }
}

int main() {
  const int m = 35, n = 50, k = 27;
  std::vector<double> a(m * k), b(k * n), c(m * n), result(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = (i % 13) - 6;
  for (int i = 0; i < k * n; ++i) b[i] = (i % 7) * 0.5;
  for (int i = 0; i < m * n; ++i) c[i] = i % 3;
  double *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(double)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(double)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(double)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_c, c.data(), c.size() * sizeof(double), cudaMemcpyHostToDevice));
  dim3 block(16, 16);
  dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
  matmul<<<grid, block>>>(m, n, k, 2.0, device_a, device_b, 0.5, device_c);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_c, c.size() * sizeof(double), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      worst = std::fmax(worst, std::fabs(2.0 * sum + 0.5 * c[row * n + column] - result[row * n + column]));
    }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  std::printf("%s first %.2f last %.2f\n", worst < 1e-9 ? "ok" : "wrong", result.front(), result.back());
  return worst < 1e-9 ? 0 : 1;
}
