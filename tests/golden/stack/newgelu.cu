// ---- style 0: an element a thread, 256 threads a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = x0_ptr[i];
    float v0 = x0 * 0.5f;
    float v1 = x0 * x0 * x0;
    float v2 = v1 * 0.044715f;
    float v3 = x0 + v2;
    float v4 = v3 * 0.7978845608028654f;
    float v5 = tanhf(v4);
    float v6 = v5 + 1.0f;
    float v7 = v0 * v6;
    out_ptr[i] = v7;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = out.numel();
    kernel<<<(n + 255) / 256, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 1: an element a thread, 128 threads a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = x0_ptr[i];
    float v0 = x0 * 0.5f;
    float v1 = x0 * x0 * x0;
    float v2 = v1 * 0.044715f;
    float v3 = x0 + v2;
    float v4 = v3 * 0.7978845608028654f;
    float v5 = tanhf(v4);
    float v6 = v5 + 1.0f;
    float v7 = v0 * v6;
    out_ptr[i] = v7;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = out.numel();
    kernel<<<(n + 127) / 128, 128>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 2: an element a thread, 512 threads a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = x0_ptr[i];
    float v0 = x0 * 0.5f;
    float v1 = x0 * x0 * x0;
    float v2 = v1 * 0.044715f;
    float v3 = x0 + v2;
    float v4 = v3 * 0.7978845608028654f;
    float v5 = tanhf(v4);
    float v6 = v5 + 1.0f;
    float v7 = v0 * v6;
    out_ptr[i] = v7;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = out.numel();
    kernel<<<(n + 511) / 512, 512>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 3: an element a thread, 1024 threads a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = x0_ptr[i];
    float v0 = x0 * 0.5f;
    float v1 = x0 * x0 * x0;
    float v2 = v1 * 0.044715f;
    float v3 = x0 + v2;
    float v4 = v3 * 0.7978845608028654f;
    float v5 = tanhf(v4);
    float v6 = v5 + 1.0f;
    float v7 = v0 * v6;
    out_ptr[i] = v7;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = out.numel();
    kernel<<<(n + 1023) / 1024, 1024>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
