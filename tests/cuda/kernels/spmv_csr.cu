// Sparse matrix times vector in CSR: a thread a row, then a warp a row; rows may be empty.
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

__global__ void by_thread(int rows, const int* offsets, const int* columns, const float* values,
                          const float* x, float* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

__global__ void by_warp(int rows, const int* offsets, const int* columns, const float* values, const float* x,
                        float* y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(~0u, sum, offset);
  if (lane == 0) y[row] = sum;
}

int main() {
  const int rows = 211, width = 300;
  std::vector<int> offsets(rows + 1), columns;
  std::vector<float> values, x(width), results[2];
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < row * 17 % 60; ++i) {
      columns.push_back((row * 5 + i * i) % width);
      values.push_back((i % 9) * 0.5f - 2);
    }
    offsets[row + 1] = (int)columns.size();
  }
  for (int i = 0; i < width; ++i) x[i] = (i * 3 % 14) * 0.25f;
  int *device_offsets, *device_columns;
  float *device_values, *device_x, *device_y;
  CHECK(cudaMalloc(&device_offsets, offsets.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_columns, columns.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_values, values.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_x, width * sizeof(float)));
  CHECK(cudaMalloc(&device_y, rows * sizeof(float)));
  CHECK(cudaMemcpy(device_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_x, x.data(), width * sizeof(float), cudaMemcpyHostToDevice));
  for (int variant = 0; variant < 2; ++variant) {
    if (variant == 0)
      by_thread<<<(rows + 63) / 64, 64>>>(rows, device_offsets, device_columns, device_values, device_x,
                                          device_y);
    else
      by_warp<<<(rows * 32 + 127) / 128, 128>>>(rows, device_offsets, device_columns, device_values, device_x,
                                                device_y);
    CHECK(cudaGetLastError());
    results[variant].resize(rows);
    CHECK(cudaMemcpy(results[variant].data(), device_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
  }
  float worst = 0;
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i] * x[columns[i]];
    worst = std::fmax(worst, std::fmax(std::fabs(sum - results[0][row]), std::fabs(sum - results[1][row])));
  }
  CHECK(cudaFree(device_offsets));
  CHECK(cudaFree(device_columns));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
  std::printf("%s last %.3f\n", worst < 1e-3f ? "ok" : "wrong", results[1][rows - 1]);
  return worst < 1e-3f ? 0 : 1;
}
