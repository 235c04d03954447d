// Jacobi iteration until the largest change is small: the host reads one float an iteration.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void iterate(const float* matrix, const float* rhs, const float* now, float* next, float* change,
                        int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float own_change = 0;
  if (row < n) {
    float sum = rhs[row];
    for (int column = 0; column < n; ++column)
      if (column != row) sum -= matrix[row * n + column] * now[column];
    next[row] = sum / matrix[row * n + row];
    own_change = fabsf(next[row] - now[row]);
  }
  __shared__ float largest;
  if (threadIdx.x == 0) largest = 0.0f;
  __syncthreads();
  atomicMax((int*)&largest, __float_as_int(own_change));
  __syncthreads();
  if (threadIdx.x == 0) atomicMax((int*)change, __float_as_int(largest));
}

int main() {
  const int n = 75;
  std::vector<float> matrix(n * n), rhs(n), solution(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) matrix[i * n + j] = i == j ? 40.0f : ((i * 3 + j * 5) % 7) * 0.1f;
    rhs[i] = (i % 9) - 4.0f;
  }
  float *device_matrix, *device_rhs, *now, *next, *device_change, change = 1;
  CHECK(cudaMalloc(&device_matrix, matrix.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_rhs, n * sizeof(float)));
  CHECK(cudaMalloc(&now, n * sizeof(float)));
  CHECK(cudaMalloc(&next, n * sizeof(float)));
  CHECK(cudaMalloc(&device_change, sizeof(float)));
  CHECK(cudaMemcpy(device_matrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_rhs, rhs.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(now, 0, n * sizeof(float)));
  int iterations = 0;
  for (; iterations < 100 && change > 1e-5f; ++iterations) {
    CHECK(cudaMemset(device_change, 0, sizeof(float)));
    iterate<<<(n + 31) / 32, 32>>>(device_matrix, device_rhs, now, next, device_change, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&change, device_change, sizeof(float), cudaMemcpyDeviceToHost));
    std::swap(now, next);
  }
  CHECK(cudaMemcpy(solution.data(), now, n * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int i = 0; i < n; ++i) {
    float residual = -rhs[i];
    for (int j = 0; j < n; ++j) residual += matrix[i * n + j] * solution[j];
    worst = std::fmax(worst, std::fabs(residual));
  }
  for (float* pointer : {device_matrix, device_rhs, now, next, device_change}) CHECK(cudaFree(pointer));
  bool is_right = worst < 1e-2f && iterations < 100;
  std::printf("%s first %.4f\n", is_right ? "ok" : "wrong", solution[0]);
  return is_right ? 0 : 1;
}
