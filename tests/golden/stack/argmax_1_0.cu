// ---- style 0: a row a warp
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, int64_t* out_ptr, int n, int inner) {
    int row = blockIdx.x;
    float best = -INFINITY;
    int v0 = 0;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        if (x0 > best) {
            best = x0;
            v0 = col;
        }
    }
    for (int o = 16; o > 0; o /= 2) {
        float other = __shfl_xor_sync(0xffffffff, best, o);
        int place = __shfl_xor_sync(0xffffffff, v0, o);
        if (other > best || (other == best && place < v0)) {
            best = other;
            v0 = place;
        }
    }
    if (threadIdx.x == 0) out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options().dtype(torch::kInt64));
    int n = x0.size(1), inner = x0.size(-1);
    kernel<<<x0.numel() / n, 32>>>(x0.data_ptr<float>(), out.data_ptr<int64_t>(), n, inner);
    return out;
}
// ---- style 1: a row a warp, 4 a block
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, int64_t* out_ptr, int n, int num_rows, int inner) {
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= num_rows) return;
    float best = -INFINITY;
    int v0 = 0;
    for (int col = threadIdx.x; col < n; col += 32) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        if (x0 > best) {
            best = x0;
            v0 = col;
        }
    }
    for (int o = 16; o > 0; o /= 2) {
        float other = __shfl_xor_sync(0xffffffff, best, o);
        int place = __shfl_xor_sync(0xffffffff, v0, o);
        if (other > best || (other == best && place < v0)) {
            best = other;
            v0 = place;
        }
    }
    if (threadIdx.x == 0) out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options().dtype(torch::kInt64));
    int n = x0.size(1), num_rows = x0.numel() / n, inner = x0.size(-1);
    kernel<<<(num_rows + 3) / 4, dim3(32, 4)>>>(x0.data_ptr<float>(), out.data_ptr<int64_t>(), n, num_rows, inner);
    return out;
}
// ---- style 2: a row a thread
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, int64_t* out_ptr, int n, int num_rows, int inner) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float best = -INFINITY;
    int v0 = 0;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        if (x0 > best) {
            best = x0;
            v0 = col;
        }
    }
    out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options().dtype(torch::kInt64));
    int n = x0.size(1), num_rows = x0.numel() / n, inner = x0.size(-1);
    kernel<<<(num_rows + 255) / 256, 256>>>(x0.data_ptr<float>(), out.data_ptr<int64_t>(), n, num_rows, inner);
    return out;
}
// ---- style 3: a row a thread
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, int64_t* out_ptr, int n, int num_rows, int inner) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float best = -INFINITY;
    int v0 = 0;
    for (int col = 0; col < n; ++col) {
        float x0 = x0_ptr[(row / inner * n + col) * inner + row % inner];
        if (x0 > best) {
            best = x0;
            v0 = col;
        }
    }
    out_ptr[row] = v0;
}

torch::Tensor forward(torch::Tensor x0) {
    auto out = torch::empty({x0.size(0), x0.size(-1)}, x0.options().dtype(torch::kInt64));
    int n = x0.size(1), num_rows = x0.numel() / n, inner = x0.size(-1);
    kernel<<<(num_rows + 127) / 128, 128>>>(x0.data_ptr<float>(), out.data_ptr<int64_t>(), n, num_rows, inner);
    return out;
}
