// ---- style 0: a row a warp
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, const float* x2_ptr, float* out_ptr, int n, int part, int num_rows) {
    int row = blockIdx.x;
    float x1 = x1_ptr[row];
    float x2 = x2_ptr[row];
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        s += x0;
    }
    for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(0xffffffff, s, o);
    s = s / n;
    float s1 = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        float t = x0 - s;
        s1 += t * t;
    }
    for (int o = 16; o > 0; o /= 2) s1 += __shfl_xor_sync(0xffffffff, s1, o);
    s1 = sqrtf(s1 / n + 1e-05f);
    for (int col = threadIdx.x; col < n; col += 32) {
        int i = (col / part * num_rows + row) * part + col % part;
        float x0 = x0_ptr[i];
        float v0 = (x0 - s) / s1 * x1 + x2;
        out_ptr[i] = v0;
    }
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2, torch::Tensor, torch::Tensor, torch::Tensor) {
    auto out = torch::empty_like(x0);
    int n = x0.size(0) * x0.size(2) * x0.size(-1), part = x0.size(2) * x0.size(-1), num_rows = x0.numel() / n;
    kernel<<<num_rows, 32>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), x2.data_ptr<float>(), out.data_ptr<float>(), n, part, num_rows);
    return out;
}
// ---- style 1: a row a warp, 4 a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, const float* x2_ptr, float* out_ptr, int n, int num_rows, int part) {
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= num_rows) return;
    float x1 = x1_ptr[row];
    float x2 = x2_ptr[row];
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        s += x0;
    }
    for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(0xffffffff, s, o);
    s = s / n;
    float s1 = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        float t = x0 - s;
        s1 += t * t;
    }
    for (int o = 16; o > 0; o /= 2) s1 += __shfl_xor_sync(0xffffffff, s1, o);
    s1 = sqrtf(s1 / n + 1e-05f);
    for (int col = threadIdx.x; col < n; col += 32) {
        int i = (col / part * num_rows + row) * part + col % part;
        float x0 = x0_ptr[i];
        float v0 = (x0 - s) / s1 * x1 + x2;
        out_ptr[i] = v0;
    }
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2, torch::Tensor, torch::Tensor, torch::Tensor) {
    auto out = torch::empty_like(x0);
    int n = x0.size(0) * x0.size(2) * x0.size(-1), num_rows = x0.numel() / n, part = x0.size(2) * x0.size(-1);
    kernel<<<(num_rows + 3) / 4, dim3(32, 4)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), x2.data_ptr<float>(), out.data_ptr<float>(), n, num_rows, part);
    return out;
}
// ---- style 2: a row a thread
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, const float* x2_ptr, float* out_ptr, int n, int num_rows, int part) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float x1 = x1_ptr[row];
    float x2 = x2_ptr[row];
    float s = 0.0f;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        s += x0;
    }
    s = s / n;
    float s1 = 0.0f;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        float t = x0 - s;
        s1 += t * t;
    }
    s1 = sqrtf(s1 / n + 1e-05f);
    for (int col = 0; col < n; ++col) {
        int i = (col / part * num_rows + row) * part + col % part;
        float x0 = x0_ptr[i];
        float v0 = (x0 - s) / s1 * x1 + x2;
        out_ptr[i] = v0;
    }
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2, torch::Tensor, torch::Tensor, torch::Tensor) {
    auto out = torch::empty_like(x0);
    int n = x0.size(0) * x0.size(2) * x0.size(-1), num_rows = x0.numel() / n, part = x0.size(2) * x0.size(-1);
    kernel<<<(num_rows + 255) / 256, 256>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), x2.data_ptr<float>(), out.data_ptr<float>(), n, num_rows, part);
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

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, const float* x2_ptr, float* out_ptr, int n, int part, int num_rows) {
    int row = blockIdx.x;
    float x1 = x1_ptr[row];
    float x2 = x2_ptr[row];
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        s += x0;
    }
    s = block_sum(s);
    s = s / n;
    float s1 = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float x0 = x0_ptr[(col / part * num_rows + row) * part + col % part];
        float t = x0 - s;
        s1 += t * t;
    }
    s1 = block_sum(s1);
    s1 = sqrtf(s1 / n + 1e-05f);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int i = (col / part * num_rows + row) * part + col % part;
        float x0 = x0_ptr[i];
        float v0 = (x0 - s) / s1 * x1 + x2;
        out_ptr[i] = v0;
    }
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2, torch::Tensor, torch::Tensor, torch::Tensor) {
    auto out = torch::empty_like(x0);
    int n = x0.size(0) * x0.size(2) * x0.size(-1), part = x0.size(2) * x0.size(-1), num_rows = x0.numel() / n;
    kernel<<<num_rows, 256>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), x2.data_ptr<float>(), out.data_ptr<float>(), n, part, num_rows);
    return out;
}
