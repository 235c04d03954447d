// task: softmax
// expect: correct
#include <torch/extension.h>

template <typename scalar_t, int kThreads>
__global__ void softmax_kernel(const scalar_t* __restrict__ x, scalar_t* __restrict__ out, int columns) {
  __shared__ scalar_t buffer[kThreads];
  const scalar_t* row = x + static_cast<int64_t>(blockIdx.x) * columns;
  scalar_t largest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += kThreads) largest = max(largest, row[i]);
  buffer[threadIdx.x] = largest;
  __syncthreads();
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) buffer[threadIdx.x] = max(buffer[threadIdx.x], buffer[threadIdx.x + step]);
    __syncthreads();
  }
  largest = buffer[0];
  __syncthreads();
  scalar_t sum = 0;
  for (int i = threadIdx.x; i < columns; i += kThreads) sum += exp(row[i] - largest);
  buffer[threadIdx.x] = sum;
  __syncthreads();
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) buffer[threadIdx.x] += buffer[threadIdx.x + step];
    __syncthreads();
  }
  sum = buffer[0];
  for (int i = threadIdx.x; i < columns; i += kThreads)
    out[static_cast<int64_t>(blockIdx.x) * columns + i] = exp(row[i] - largest) / sum;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int columns = x.size(-1);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "softmax", ([&] {
    softmax_kernel<scalar_t, 128><<<x.numel() / columns, 128>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), columns);
  }));
  return out;
}
