// task: min_of_one
// expect: correct
#include <torch/extension.h>

// Columns are split over blocks; the last block of a row takes the minimum of what they found.
__global__ void min_kernel(const float* x, float* partial, unsigned* arrived, float* out, int columns, int parts) {
  int row = blockIdx.y;
  float least = INFINITY;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < columns; i += parts * blockDim.x)
    least = fminf(least, x[static_cast<int64_t>(row) * columns + i]);
  for (int step = 16; step > 0; step /= 2) least = fminf(least, __shfl_xor_sync(0xffffffffu, least, step));
  if (threadIdx.x == 0) {
    partial[row * parts + blockIdx.x] = least;
    __threadfence();
    if (atomicAdd(&arrived[row], 1u) == parts - 1) {
      __threadfence();
      for (int i = 0; i < parts; ++i) least = fminf(least, partial[row * parts + i]);
      out[row] = least;
    }
  }
}

torch::Tensor forward(torch::Tensor x) {
  const int parts = 4, rows = x.size(0), columns = x.size(1);
  auto partial = torch::empty({rows, parts}, x.options());
  auto arrived = torch::zeros({rows}, x.options().dtype(torch::kInt32));
  auto out = torch::empty({rows}, x.options());
  min_kernel<<<dim3(parts, rows), 32>>>(x.data_ptr<float>(), partial.data_ptr<float>(),
                                        reinterpret_cast<unsigned*>(arrived.data_ptr<int>()), out.data_ptr<float>(), columns,
                                        parts);
  return out;
}
