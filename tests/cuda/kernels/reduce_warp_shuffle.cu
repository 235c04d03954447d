// Sum of each row: shuffles inside a warp, one shared slot a warp, the first warp adds the slots.
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

__inline__ __device__ float warp_sum(float value) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__inline__ __device__ float block_sum(float value) {
  static __shared__ float slots[32];
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  value = warp_sum(value);
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / warpSize ? slots[lane] : 0.0f;
  if (warp == 0) value = warp_sum(value);
  return value;
}

__global__ void row_sums(const float* matrix, float* sums, int columns) {
  const float* row = matrix + blockIdx.x * columns;
  float sum = 0;
  for (int column = threadIdx.x; column < columns; column += blockDim.x) sum += row[column];
  sum = block_sum(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main() {
  const int rows = 37, columns = 523;
  std::vector<float> matrix(rows * columns), sums(rows);
  for (int i = 0; i < rows * columns; ++i) matrix[i] = ((i * 29) % 64) * 0.125f - 3.0f;
  float *device_matrix, *device_sums;
  CHECK(cudaMalloc(&device_matrix, matrix.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_sums, rows * sizeof(float)));
  CHECK(cudaMemcpy(device_matrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice));
  row_sums<<<rows, 160>>>(device_matrix, device_sums, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), device_sums, rows * sizeof(float), cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (int row = 0; row < rows; ++row) {
    double expected = 0;
    for (int column = 0; column < columns; ++column) expected += matrix[row * columns + column];
    if (std::fabs(sums[row] - expected) > 1e-3) is_right = false;
  }
  CHECK(cudaFree(device_matrix));
  CHECK(cudaFree(device_sums));
  std::printf("%s first %.3f last %.3f\n", is_right ? "ok" : "wrong", sums[0], sums[rows - 1]);
  return is_right ? 0 : 1;
}
