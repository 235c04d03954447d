// task: transpose
// expect: correct
#include <torch/extension.h>

__global__ void transpose_kernel(const float* x, float* out, int rows, int columns) {
  __shared__ float tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    int row = blockIdx.y * 32 + i;
    if (row < rows && column < columns) tile[i][threadIdx.x] = x[row * columns + column];
  }
  __syncthreads();
  int row = blockIdx.y * 32 + threadIdx.x;
  for (int i = threadIdx.y; i < 32; i += 8) {
    column = blockIdx.x * 32 + i;
    if (row < rows && column < columns) out[column * rows + row] = tile[threadIdx.x][i];
  }
}

at::Tensor forward(const at::Tensor x) {
  int rows = x.size(0), columns = x.size(1);
  at::Tensor out = at::empty({columns, rows}, at::TensorOptions().dtype(at::kFloat).device(x.device()));
  transpose_kernel<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(x.data_ptr<float>(), out.data_ptr<float>(),
                                                                               rows, columns);
  return out;
}
