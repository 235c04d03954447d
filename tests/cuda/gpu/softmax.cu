#include <torch/extension.h>

__device__ float block_reduce(float value, bool is_max, float* slots) {
  for (int offset = 16; offset > 0; offset /= 2) {
    float other = __shfl_xor_sync(0xffffffff, value, offset);
    value = is_max ? fmaxf(value, other) : value + other;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) slots[threadIdx.x / 32] = value;
  __syncthreads();
  value = slots[0];
  for (int i = 1; i < (int)blockDim.x / 32; ++i) value = is_max ? fmaxf(value, slots[i]) : value + slots[i];
  return value;
}

__global__ void softmax_kernel(const float* x, float* y, int columns) {
  __shared__ float slots[8];
  const float* row = x + (long)blockIdx.x * columns;
  float* out = y + (long)blockIdx.x * columns;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) largest = fmaxf(largest, row[i]);
  largest = block_reduce(largest, true, slots);
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - largest);
  sum = block_reduce(sum, false, slots);
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[i] = expf(row[i] - largest) / sum;
}

torch::Tensor forward(torch::Tensor x) {
  auto y = torch::empty_like(x);
  int columns = x.size(-1);
  softmax_kernel<<<x.numel() / columns, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), columns);
  return y;
}
