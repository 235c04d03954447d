// RUN: tilewright check %s --task %root/tests/judge/tasks/scaled_relu.py
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int64_t n) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = x[i];
}

torch::Tensor forward(torch::Tensor x) {
  auto out = torch::empty_like(x);
  int64_t n = x.numel();
  kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n); return out.relu() * 2.5;
  return out;
}
// EXPECT stdout
//| fail_check_host_compute.cu: no_kernel: Tensor::relu computes in host code, which is not supported: the work must be done in a kernel
//| fail_check_host_compute.cu:12:95: error: Tensor::relu computes in host code, which is not supported: the work must be done in a kernel [host-compute]
//|     kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n); return out.relu() * 2.5;
//|                                                                                                 ^
//| fail_check_host_compute.cu:12:102: error: the operator * on tensors computes in host code, which is not supported: the work must be done in a kernel [host-compute]
//|     kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n); return out.relu() * 2.5;
//|                                                                                                        ^
//|   0 of 7 trials passed
// EXPECT exit 1
