// ---- style 0: blocks of 256 threads added up by shuffles and by atomics
#include <torch/extension.h>

__device__ float block_sum(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value += part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int n, int part) {
    float s = 0.0f;
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
        float x0 = x0_ptr[col];
        float x1 = x1_ptr[col % part];
        float v0 = x0 * x1;
        float v1 = 1 - v0;
        s += fmaxf(v1, 0);
    }
    s = block_sum(s);
    float v3 = s / n;
    if (threadIdx.x == 0) atomicAdd(out_ptr, v3);
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::zeros({}, x0.options());
    int n = x0.numel(), part = x0.size(-1);
    kernel<<<(n + 255) / 256, 256>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), n, part);
    return out;
}
// ---- style 1: blocks of 256 threads added up in shared memory and by atomics
#include <torch/extension.h>

__device__ float block_sum(float value) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = value;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int n, int part) {
    float s = 0.0f;
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
        float x0 = x0_ptr[col];
        float x1 = x1_ptr[col % part];
        float v0 = x0 * x1;
        float v1 = 1 - v0;
        s += fmaxf(v1, 0);
    }
    s = block_sum(s);
    float v3 = s / n;
    if (threadIdx.x == 0) atomicAdd(out_ptr, v3);
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::zeros({}, x0.options());
    int n = x0.numel(), part = x0.size(-1);
    kernel<<<(n + 255) / 256, 256>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), n, part);
    return out;
}
// ---- style 2: blocks of 512 threads added up by shuffles and by atomics
#include <torch/extension.h>

__device__ float block_sum(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value += part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int n, int part) {
    float s = 0.0f;
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
        float x0 = x0_ptr[col];
        float x1 = x1_ptr[col % part];
        float v0 = x0 * x1;
        float v1 = 1 - v0;
        s += fmaxf(v1, 0);
    }
    s = block_sum(s);
    float v3 = s / n;
    if (threadIdx.x == 0) atomicAdd(out_ptr, v3);
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::zeros({}, x0.options());
    int n = x0.numel(), part = x0.size(-1);
    kernel<<<(n + 511) / 512, 512>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), n, part);
    return out;
}
// ---- style 3: everything a block of 1024 threads, reduced by shuffles
#include <torch/extension.h>

__device__ float block_sum(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(0xffffffff, value, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) value += part[w];
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int n, int part) {
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[col];
        float x1 = x1_ptr[col % part];
        float v0 = x0 * x1;
        float v1 = 1 - v0;
        s += fmaxf(v1, 0);
    }
    s = block_sum(s);
    float v3 = s / n;
    if (threadIdx.x == 0) out_ptr[0] = v3;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::empty({}, x0.options());
    int n = x0.numel(), part = x0.size(-1);
    kernel<<<1, 1024>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), n, part);
    return out;
}
