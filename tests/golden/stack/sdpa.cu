// ---- style 0: an element a thread, shared tiles of 16 by 16; a row a block of 1024 threads, reduced in shared memory; an element a thread, shared tiles of 16 by 16
#include <torch/extension.h>

#define TILE 16

__device__ float block_max(float value) {
    __shared__ float part[1024];
    int t = threadIdx.x;
    part[t] = value;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}

__device__ float block_sum(float value) {
    __shared__ float part[1024];
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

__global__ void kernel1(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float x0[TILE][TILE];
    __shared__ float x1[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    int z = blockIdx.z;
    float acc = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        x0[ty][tx] = row < M && k + tx < K ? x0_ptr[(z * M + row) * K + k + tx] : 0.0f;
        x1[ty][tx] = k + ty < K && col < N ? x1_ptr[(z * N + col) * K + k + ty] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) acc += x0[ty][q] * x1[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    acc = acc / sqrtf(K * 1.0f);
    out_ptr[(z * M + row) * N + col] = acc;
}

__global__ void kernel2(const float* t0_ptr, float* out_ptr, int n) {
    int row = blockIdx.x;
    float m = -INFINITY;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        m = fmaxf(m, t0);
    }
    m = block_max(m);
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        s += expf(t0 - m);
    }
    s = block_sum(s);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int i = row * n + col;
        float t0 = t0_ptr[i];
        float t = expf(t0 - m) / s;
        out_ptr[i] = t;
    }
}

__global__ void kernel3(const float* x2_ptr, const float* t1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float t1[TILE][TILE];
    __shared__ float x2[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    int z = blockIdx.z;
    float v0 = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        t1[ty][tx] = row < M && k + tx < K ? t1_ptr[(z * M + row) * K + k + tx] : 0.0f;
        x2[ty][tx] = k + ty < K && col < N ? x2_ptr[(z * K + (k + ty)) * N + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) v0 += t1[ty][q] * x2[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    out_ptr[(z * M + row) * N + col] = v0;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2) {
    auto t0 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int M = x0.size(2), N = x1.size(2), K = x0.size(-1);
    kernel1<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, x0.size(0) * x0.size(1)), dim3(TILE, TILE)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), t0.data_ptr<float>(), M, N, K);
    auto t1 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int n = x1.size(2);
    kernel2<<<t0.numel() / n, 1024>>>(t0.data_ptr<float>(), t1.data_ptr<float>(), n);
    auto out = torch::empty({x0.size(0), x0.size(1), x0.size(2), x2.size(-1)}, x0.options());
    N = x2.size(-1);
    K = x1.size(2);
    kernel3<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, x0.size(0) * x0.size(1)), dim3(TILE, TILE)>>>(x2.data_ptr<float>(), t1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
// ---- style 1: an element a thread, shared tiles of 32 by 32; a row a block of 1024 threads, reduced in shared memory; an element a thread, shared tiles of 32 by 32
#include <torch/extension.h>

#define TILE 32

__device__ float block_max(float value) {
    __shared__ float part[1024];
    int t = threadIdx.x;
    part[t] = value;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}

__device__ float block_sum(float value) {
    __shared__ float part[1024];
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

__global__ void kernel1(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float x0[TILE][TILE];
    __shared__ float x1[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    int z = blockIdx.z;
    float acc = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        x0[ty][tx] = row < M && k + tx < K ? x0_ptr[(z * M + row) * K + k + tx] : 0.0f;
        x1[ty][tx] = k + ty < K && col < N ? x1_ptr[(z * N + col) * K + k + ty] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) acc += x0[ty][q] * x1[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    acc = acc / sqrtf(K * 1.0f);
    out_ptr[(z * M + row) * N + col] = acc;
}

__global__ void kernel2(const float* t0_ptr, float* out_ptr, int n) {
    int row = blockIdx.x;
    float m = -INFINITY;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        m = fmaxf(m, t0);
    }
    m = block_max(m);
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        s += expf(t0 - m);
    }
    s = block_sum(s);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int i = row * n + col;
        float t0 = t0_ptr[i];
        float t = expf(t0 - m) / s;
        out_ptr[i] = t;
    }
}

__global__ void kernel3(const float* x2_ptr, const float* t1_ptr, float* out_ptr, int M, int N, int K) {
    __shared__ float t1[TILE][TILE];
    __shared__ float x2[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    int z = blockIdx.z;
    float v0 = 0.0f;
    for (int k = 0; k < K; k += TILE) {
        t1[ty][tx] = row < M && k + tx < K ? t1_ptr[(z * M + row) * K + k + tx] : 0.0f;
        x2[ty][tx] = k + ty < K && col < N ? x2_ptr[(z * K + (k + ty)) * N + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; ++q) v0 += t1[ty][q] * x2[q][tx];
        __syncthreads();
    }
    if (row >= M || col >= N) return;
    out_ptr[(z * M + row) * N + col] = v0;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2) {
    auto t0 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int M = x0.size(2), N = x1.size(2), K = x0.size(-1);
    kernel1<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, x0.size(0) * x0.size(1)), dim3(TILE, TILE)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), t0.data_ptr<float>(), M, N, K);
    auto t1 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int n = x1.size(2);
    kernel2<<<t0.numel() / n, 1024>>>(t0.data_ptr<float>(), t1.data_ptr<float>(), n);
    auto out = torch::empty({x0.size(0), x0.size(1), x0.size(2), x2.size(-1)}, x0.options());
    N = x2.size(-1);
    K = x1.size(2);
    kernel3<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, x0.size(0) * x0.size(1)), dim3(TILE, TILE)>>>(x2.data_ptr<float>(), t1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
// ---- style 2: an element a thread, operands read directly, blocks of 16 by 16; a row a block of 1024 threads, reduced in shared memory; an element a thread, operands read directly, blocks of 16 by 16
#include <torch/extension.h>

__device__ float block_max(float value) {
    __shared__ float part[1024];
    int t = threadIdx.x;
    part[t] = value;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}

__device__ float block_sum(float value) {
    __shared__ float part[1024];
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

__global__ void kernel1(const float* x0_ptr, const float* x1_ptr, float* out_ptr, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int z = blockIdx.z;
    if (row >= M || col >= N) return;
    float acc = 0.0f;
    for (int k = 0; k < K; ++k) acc += x0_ptr[(z * M + row) * K + k] * x1_ptr[(z * N + col) * K + k];
    acc = acc / sqrtf(K * 1.0f);
    out_ptr[(z * M + row) * N + col] = acc;
}

__global__ void kernel2(const float* t0_ptr, float* out_ptr, int n) {
    int row = blockIdx.x;
    float m = -INFINITY;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        m = fmaxf(m, t0);
    }
    m = block_max(m);
    float s = 0.0f;
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float t0 = t0_ptr[row * n + col];
        s += expf(t0 - m);
    }
    s = block_sum(s);
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        int i = row * n + col;
        float t0 = t0_ptr[i];
        float t = expf(t0 - m) / s;
        out_ptr[i] = t;
    }
}

__global__ void kernel3(const float* x2_ptr, const float* t1_ptr, float* out_ptr, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int z = blockIdx.z;
    if (row >= M || col >= N) return;
    float v0 = 0.0f;
    for (int k = 0; k < K; ++k) v0 += t1_ptr[(z * M + row) * K + k] * x2_ptr[(z * K + k) * N + col];
    out_ptr[(z * M + row) * N + col] = v0;
}

torch::Tensor forward(torch::Tensor x0, torch::Tensor x1, torch::Tensor x2) {
    auto t0 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int M = x0.size(2), N = x1.size(2), K = x0.size(-1);
    kernel1<<<dim3((N + 15) / 16, (M + 15) / 16, x0.size(0) * x0.size(1)), dim3(16, 16)>>>(x0.data_ptr<float>(), x1.data_ptr<float>(), t0.data_ptr<float>(), M, N, K);
    auto t1 = torch::empty({x0.size(0), x0.size(1), x0.size(2), x1.size(2)}, x0.options());
    int n = x1.size(2);
    kernel2<<<t0.numel() / n, 1024>>>(t0.data_ptr<float>(), t1.data_ptr<float>(), n);
    auto out = torch::empty({x0.size(0), x0.size(1), x0.size(2), x2.size(-1)}, x0.options());
    N = x2.size(-1);
    K = x1.size(2);
    kernel3<<<dim3((N + 15) / 16, (M + 15) / 16, x0.size(0) * x0.size(1)), dim3(16, 16)>>>(x2.data_ptr<float>(), t1.data_ptr<float>(), out.data_ptr<float>(), M, N, K);
    return out;
}
