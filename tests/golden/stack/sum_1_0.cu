// ---- style 0: a row a warp
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int inner) {
    int row = blockIdx.x;
    float v0 = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        v0 += x0;
    }
    for (int o = 16; o > 0; o /= 2) v0 += __shfl_xor_sync(0xffffffff, v0, o);
    if (threadIdx.x == 0) out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options());
    int n = x0.size(1), inner = x0.size(-1);
    kernel<<<x0.numel() / n, 32>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, inner);
    return out;
}
// ---- style 1: a row a warp, 4 a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int num_rows, int inner) {
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= num_rows) return;
    float v0 = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        v0 += x0;
    }
    for (int o = 16; o > 0; o /= 2) v0 += __shfl_xor_sync(0xffffffff, v0, o);
    if (threadIdx.x == 0) out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options());
    int n = x0.size(1), num_rows = x0.numel() / n, inner = x0.size(-1);
    kernel<<<(num_rows + 3) / 4, dim3(32, 4)>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, num_rows, inner);
    return out;
}
// ---- style 2: a row a thread
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int num_rows, int inner) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float v0 = 0.0f;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        v0 += x0;
    }
    out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options());
    int n = x0.size(1), num_rows = x0.numel() / n, inner = x0.size(-1);
    kernel<<<(num_rows + 255) / 256, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, num_rows, inner);
    return out;
}
// ---- style 3: a row a block of 256 threads, reduced by shuffles
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

__global__ void kernel(const float* x0_ptr, float* out_ptr, int n, int inner) {
    int row = blockIdx.x;
    float v0 = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        v0 += x0;
    }
    v0 = block_sum(v0);
    if (threadIdx.x == 0) out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options());
    int n = x0.size(1), inner = x0.size(-1);
    kernel<<<x0.numel() / n, 256>>>(x0.data_ptr<float>(), out.data_ptr<float>(), n, inner);
    return out;
}
