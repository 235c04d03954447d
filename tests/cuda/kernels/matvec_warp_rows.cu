// Matrix times vector: a warp a row, four elements a lane, the vector read through the read-only path.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

__global__ void matvec(const float* matrix, const float* __restrict__ vector, float* result, int rows,
                       int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;  // whole warps leave together
  const float4* quads = reinterpret_cast<const float4*>(matrix + row * columns);
  float sum = 0;
  for (int i = lane; i < columns / 4; i += 32) {
    float4 quad = quads[i];
    sum += quad.x * __ldg(vector + 4 * i) + quad.y * __ldg(vector + 4 * i + 1) +
           quad.z * __ldg(vector + 4 * i + 2) + quad.w * __ldg(vector + 4 * i + 3);
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (lane == 0) result[row] = sum;
}

int main() {
  const int rows = 51, columns = 300;
  std::vector<float> matrix(rows * columns), vector(columns), result(rows);
  for (int i = 0; i < rows * columns; ++i) matrix[i] = (i * 17 % 41) * 0.125f - 2.5f;
  for (int i = 0; i < columns; ++i) vector[i] = (i * 7 % 9) * 0.5f - 2;
  float *device_matrix, *device_vector, *device_result;
  CHECK(cudaMalloc(&device_matrix, matrix.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_vector, columns * sizeof(float)));
  CHECK(cudaMalloc(&device_result, rows * sizeof(float)));
  CHECK(cudaMemcpy(device_matrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_vector, vector.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
  const int threads = 128;
  matvec<<<(rows * 32 + threads - 1) / threads, threads>>>(device_matrix, device_vector, device_result, rows,
                                                           columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_result, rows * sizeof(float), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int column = 0; column < columns; ++column)
      sum += (double)matrix[row * columns + column] * vector[column];
    worst = std::fmax(worst, std::fabs(sum - result[row]));
  }
  CHECK(cudaFree(device_matrix));
  CHECK(cudaFree(device_vector));
  CHECK(cudaFree(device_result));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-3 ? "ok" : "wrong", result.front(), result.back());
  return worst < 1e-3 ? 0 : 1;
}
