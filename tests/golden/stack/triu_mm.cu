// ---- style 0: an element a thread, shared tiles of 16 by 16
#include <torch/extension.h>

#define TILE 16

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float x0[TILE][TILE];
    __shared__ float x1[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float v0 = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        x0[ty][tx] = row < M && k + tx < K ? x0_ptr[row * K + k + tx] : 0.0f;
        x1[ty][tx] = k + ty < K && col < N ? x1_ptr[(k + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) v0 += x0[ty][q] * x1[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    float v1 = row <= col ? v0 : 0.0f;
    out_ptr[row * N + col] = v1;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::empty({x0.size(0), x1.size(-1)}, x0.options());
    int M = x0.size(0), N = x1.size(-1), K = x0.size(-1);
    kernel<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
// ---- style 1: an element a thread, shared tiles of 32 by 32
#include <torch/extension.h>

#define TILE 32

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float x0[TILE][TILE];
    __shared__ float x1[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float v0 = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        x0[ty][tx] = row < M && k + tx < K ? x0_ptr[row * K + k + tx] : 0.0f;
        x1[ty][tx] = k + ty < K && col < N ? x1_ptr[(k + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) v0 += x0[ty][q] * x1[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    float v1 = row <= col ? v0 : 0.0f;
    out_ptr[row * N + col] = v1;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::empty({x0.size(0), x1.size(-1)}, x0.options());
    int M = x0.size(0), N = x1.size(-1), K = x0.size(-1);
    kernel<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
// ---- style 2: an element a thread, operands read directly, blocks of 16 by 16
#include <torch/extension.h>

__global__ void kernel(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float v0 = 0.0f;
    for (int k = 0; k < K; ++k) v0 += x0_ptr[row * K + k] * x1_ptr[k * N + col];
    float v1 = row <= col ? v0 : 0.0f;
    out_ptr[row * N + col] = v1;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1) {
    auto out = torch::empty({x0.size(0), x1.size(-1)}, x0.options());
    int M = x0.size(0), N = x1.size(-1), K = x0.size(-1);
    kernel<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
