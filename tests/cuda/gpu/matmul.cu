#include <torch/extension.h>

constexpr int kTile = 32;

__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[kTile][kTile + 1], right[kTile][kTile + 1];
  int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int begin = 0; begin < k; begin += kTile) {
    int from_a = begin + threadIdx.x, from_b = begin + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < m && from_a < k ? a[(long)row * k + from_a] : 0.0f;
    right[threadIdx.y][threadIdx.x] = from_b < k && column < n ? b[(long)from_b * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[(long)row * n + column] = sum;
}

torch::Tensor forward(torch::Tensor a, torch::Tensor b) {
  int m = a.size(0), k = a.size(1), n = b.size(1);
  auto c = torch::empty({m, n}, a.options());
  dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), block(kTile, kTile);
  matmul_kernel<<<grid, block>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), m, n, k);
  return c;
}
