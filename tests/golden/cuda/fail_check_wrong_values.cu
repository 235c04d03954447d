// RUN: tilewright check %s --task %root/tests/judge/tasks/softmax.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int columns) {
  float sum = 0;
  const float* row = x + static_cast<int64_t>(blockIdx.x) * columns;
  for (int i = threadIdx.x; i < columns; i += 32) sum += expf(row[i]);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  for (int i = threadIdx.x; i < columns; i += 32) out[static_cast<int64_t>(blockIdx.x) * columns + i] = expf(row[i]) / sum;
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  kernel<<<x.size(0), 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.size(1));
  return out;
}
// EXPECT stdout
//| fail_check_wrong_values.cu: wrong_values: output[255, 255] is -nan, expected 0.0019616: 65536 of 65536 elements are outside the tolerance (shifted inputs, shape (256, 256))
//| error: output[255, 255] is -nan, expected 0.0019616: 65536 of 65536 elements are outside the tolerance (shifted inputs, shape (256, 256)) [wrong-values]
//|   around output[255, 255], shifted inputs, shrunk sizes:
//|     expected   0.00600113   0.00323144  0.000851362   0.00117019    0.0019616
//|     actual            nan          nan          nan          nan          nan
//|   largest error: inf times the tolerance
//|   2 of 7 trials passed
// EXPECT exit 1
