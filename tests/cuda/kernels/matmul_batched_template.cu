// Batched product for float, double and int; strides of zero share one operand between all batches.
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

template <typename T>
struct Operand {
  T* data;
  long stride;
  __device__ T* batch(int index) const { return data + index * stride; }
};

template <typename T, int kTile>
__global__ void batched_matmul(Operand<const T> a, Operand<const T> b, Operand<T> c, int m, int n, int k) {
  __shared__ T tile_a[kTile][kTile];
  __shared__ T tile_b[kTile][kTile];
  const T* own_a = a.batch(blockIdx.z);
  const T* own_b = b.batch(blockIdx.z);
  int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  T sum = T(0);
  for (int begin = 0; begin < k; begin += kTile) {
    int a_column = begin + threadIdx.x, b_row = begin + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && a_column < k ? own_a[row * k + a_column] : T(0);
    tile_b[threadIdx.y][threadIdx.x] = b_row < k && column < n ? own_b[b_row * n + column] : T(0);
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < kTile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c.batch(blockIdx.z)[row * n + column] = sum;
}

template <typename T, int kTile>
double worst_error(int batches, int m, int n, int k) {
  std::vector<T> a(batches * m * k), b(k * n), c(batches * m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = T(int(i * 5 % 11) - 5);
  for (size_t i = 0; i < b.size(); ++i) b[i] = T(int(i * 3 % 7) - 3);
  T *device_a, *device_b, *device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(T)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(T)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(T)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
  dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile, batches);
  batched_matmul<T, kTile><<<grid, block>>>({device_a, m * k}, {device_b, 0}, {device_c, m * n}, m, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int batch = 0; batch < batches; ++batch)
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        double sum = 0;
        for (int i = 0; i < k; ++i) sum += (double)a[(batch * m + row) * k + i] * b[i * n + column];
        worst = std::fmax(worst, std::fabs(sum - c[(batch * m + row) * n + column]));
      }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  return worst;
}

int main() {
  double as_float = worst_error<float, 8>(3, 20, 25, 19);
  double as_double = worst_error<double, 16>(2, 21, 18, 30);
  double as_int = worst_error<int, 4>(2, 9, 10, 11);
  bool is_right = as_float == 0 && as_double == 0 && as_int == 0;  // small integers are exact in every type
  std::printf("%s errors %.1f %.1f %.1f\n", is_right ? "ok" : "wrong", as_float, as_double, as_int);
  return is_right ? 0 : 1;
}
