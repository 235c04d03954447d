// task: linear
// expect: correct
#include <torch/extension.h>

#define TILE 16
#define CHECK_INPUT(x) TORCH_CHECK((x).device().is_cuda() && (x).is_contiguous(), #x " must be contiguous on the GPU")

// out = relu(x @ weight^T + bias)
__global__ void linear_kernel(const float* x, const float* weight, const float* bias, float* out, int m, int n, int k) {
  __shared__ float left[TILE][TILE], right[TILE][TILE + 1];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < k; start += TILE) {
    int kx = start + threadIdx.x;
    int wrow = blockIdx.x * TILE + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < m && kx < k ? x[row * k + kx] : 0.f;
    right[threadIdx.y][threadIdx.x] = wrow < n && kx < k ? weight[wrow * k + kx] : 0.f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += left[threadIdx.y][i] * right[threadIdx.x][i];
    __syncthreads();
  }
  if (row < m && column < n) out[row * n + column] = fmaxf(sum + bias[column], 0.f);
}

torch::Tensor forward(torch::Tensor x, torch::Tensor weight, torch::Tensor bias) {
  CHECK_INPUT(x);
  CHECK_INPUT(weight);
  const int m = x.size(0), k = x.size(1), n = weight.size(0);
  auto out = torch::empty({m, n}, x.options());
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  linear_kernel<<<grid, block>>>(x.data_ptr<float>(), weight.data_ptr<float>(), bias.data_ptr<float>(), out.data_ptr<float>(),
                                 m, n, k);
  return out;
}
