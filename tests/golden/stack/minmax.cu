// ---- style 0: a row a warp
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int row = blockIdx.x;
    float v0 = INFINITY;
    float v2 = -INFINITY;
    float v3 = INFINITY;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[row * n + col];
        v0 = fminf(v0, x0);
        v2 = fmaxf(v2, x0);
        v3 = fminf(v3, x0);
    }
    for (int o = 16; o > 0; o /= 2) v0 = fminf(v0, __shfl_xor_sync(0xffffffff, v0, o));
    for (int o = 16; o > 0; o /= 2) v2 = fmaxf(v2, __shfl_xor_sync(0xffffffff, v2, o));
    for (int o = 16; o > 0; o /= 2) v3 = fminf(v3, __shfl_xor_sync(0xffffffff, v3, o));
    float v4 = v2 - v3;
    for (int col = threadIdx.x; col < n; col += 32) {
        int i = row * n + col;
        float x0 = x0_ptr[i];
        float v1 = x0 - v0;
        float v5 = v1 / v4;
        out_ptr[i] = v5;
    }
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = x0.size(-1);
    kernel<<<x0.numel() / n, 32>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
// ---- style 1: a row a warp, 4 a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int num_rows) {
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= num_rows) return;
    float v0 = INFINITY;
    float v2 = -INFINITY;
    float v3 = INFINITY;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[row * n + col];
        v0 = fminf(v0, x0);
        v2 = fmaxf(v2, x0);
        v3 = fminf(v3, x0);
    }
    for (int o = 16; o > 0; o /= 2) v0 = fminf(v0, __shfl_xor_sync(0xffffffff, v0, o));
    for (int o = 16; o > 0; o /= 2) v2 = fmaxf(v2, __shfl_xor_sync(0xffffffff, v2, o));
    for (int o = 16; o > 0; o /= 2) v3 = fminf(v3, __shfl_xor_sync(0xffffffff, v3, o));
    float v4 = v2 - v3;
    for (int col = threadIdx.x; col < n; col += 32) {
        int i = row * n + col;
        float x0 = x0_ptr[i];
        float v1 = x0 - v0;
        float v5 = v1 / v4;
        out_ptr[i] = v5;
    }
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = x0.size(-1), num_rows = x0.numel() / n;
    kernel<<<(num_rows + 3) / 4, dim3(32, 4)>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, num_rows);
    return out;
}
// ---- style 2: a row a thread
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int num_rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float v0 = INFINITY;
    float v2 = -INFINITY;
    float v3 = INFINITY;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[row * n + col];
        v0 = fminf(v0, x0);
        v2 = fmaxf(v2, x0);
        v3 = fminf(v3, x0);
    }
    float v4 = v2 - v3;
    for (int col = 0; col < n; ++col) {
        int i = row * n + col;
        float x0 = x0_ptr[i];
        float v1 = x0 - v0;
        float v5 = v1 / v4;
        out_ptr[i] = v5;
    }
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = x0.size(-1), num_rows = x0.numel() / n;
    kernel<<<(num_rows + 255) / 256, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, num_rows);
    return out;
}
// ---- style 3: a row a block of 256 threads, reduced by shuffles
#include <torch/extension.h>

__device__ float block_min(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value = fminf(value, __shfl_xor_sync(0xffffffff, value, o));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = INFINITY;
    for (int w = 0; w < blockDim.x / 32; ++w) value = fminf(value, part[w]);
    __syncthreads();
    return value;
}

__device__ float block_max(float value) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, o));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = -INFINITY;
    for (int w = 0; w < blockDim.x / 32; ++w) value = fmaxf(value, part[w]);
    __syncthreads();
    return value;
}

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n) {
    int row = blockIdx.x;
    float v0 = INFINITY;
    float v2 = -INFINITY;
    float v3 = INFINITY;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[row * n + col];
        v0 = fminf(v0, x0);
        v2 = fmaxf(v2, x0);
        v3 = fminf(v3, x0);
    }
    v0 = block_min(v0);
    v2 = block_max(v2);
    v3 = block_min(v3);
    float v4 = v2 - v3;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int i = row * n + col;
        float x0 = x0_ptr[i];
        float v1 = x0 - v0;
        float v5 = v1 / v4;
        out_ptr[i] = v5;
    }
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty_like(x0);
    int n = x0.size(-1);
    kernel<<<x0.numel() / n, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
