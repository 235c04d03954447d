// ---- style 0: everything a block of 256 threads, reduced by shuffles
#include <torch/extension.h>

__device__ float block_product(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value *= __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 1.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value *= part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    float v0 = 1.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[col];
        v0 *= x0;
    }
    v0 = block_product(v0);
    if (threadIdx.x == 0) out_ptr[0] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({}, x0.options());
    int n = x0.numel();
    kernel<<<1, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 1: everything a block of 256 threads, reduced in shared memory
#include <torch/extension.h>

__device__ float block_product(float value) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = value;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] *= part[t + s];
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    float v0 = 1.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[col];
        v0 *= x0;
    }
    v0 = block_product(v0);
    if (threadIdx.x == 0) out_ptr[0] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({}, x0.options());
    int n = x0.numel();
    kernel<<<1, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 2: everything a block of 512 threads, reduced by shuffles
#include <torch/extension.h>

__device__ float block_product(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value *= __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 1.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value *= part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    float v0 = 1.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[col];
        v0 *= x0;
    }
    v0 = block_product(v0);
    if (threadIdx.x == 0) out_ptr[0] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({}, x0.options());
    int n = x0.numel();
    kernel<<<1, 512>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 3: everything a block of 1024 threads, reduced by shuffles
#include <torch/extension.h>

__device__ float block_product(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value *= __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 1.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value *= part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    float v0 = 1.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[col];
        v0 *= x0;
    }
    v0 = block_product(v0);
    if (threadIdx.x == 0) out_ptr[0] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({}, x0.options());
    int n = x0.numel();
    kernel<<<1, 1024>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
