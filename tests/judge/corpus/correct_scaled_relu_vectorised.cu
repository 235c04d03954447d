// task: scaled_relu
// expect: correct
#include <torch/extension.h>
#include <c10/cuda/CUDAException.h>
#include <ATen/cuda/CUDAContext.h>

__global__ void relu_kernel(const float4* x, float4* out, int64_t n4, const float* x_rest, float* out_rest, int rest) {
  int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < n4) {
    float4 v = x[i];
    out[i] = make_float4(fmaxf(v.x, 0.f) * 2.5f, fmaxf(v.y, 0.f) * 2.5f, fmaxf(v.z, 0.f) * 2.5f, fmaxf(v.w, 0.f) * 2.5f);
  }
  if (i < rest) out_rest[i] = fmaxf(x_rest[i], 0.f) * 2.5f;
}

torch::Tensor forward(const torch::Tensor& x) {
  TORCH_CHECK(x.is_cuda() && x.is_contiguous(), "x must be a contiguous CUDA tensor");
  auto out = torch::empty(x.sizes(), x.options());
  int64_t n = x.numel(), n4 = n / 4;
  auto stream = at::cuda::getCurrentCUDAStream();
  const float* in = x.data_ptr<float>();
  float* to = out.data_ptr<float>();
  relu_kernel<<<std::max<int64_t>((n4 + 127) / 128, 1), 128, 0, stream>>>(
      reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(to), n4, in + n4 * 4, to + n4 * 4, n - n4 * 4);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
