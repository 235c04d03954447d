// task: constant_rows
// expect: correct
#include <torch/extension.h>

// A thread sums each half of a row in order; the mean is then off by many roundings in one direction.
__global__ void normalise(const float* x, float* out, int rows, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float first = 0.0f, second = 0.0f;
    for (int i = 0; i < n / 2; ++i) first += fmaxf(x[row * n + i], 0.83f);
    for (int i = n / 2; i < n; ++i) second += fmaxf(x[row * n + i], 0.83f);
    float sum = first + second;
    float mean = sum / n, squares = 0.0f;
    for (int i = 0; i < n; ++i) {
        float d = fmaxf(x[row * n + i], 0.83f) - mean;
        squares += d * d;
    }
    float scale = rsqrtf(squares / n + 6e-5f);
    for (int i = 0; i < n; ++i) out[row * n + i] = (fmaxf(x[row * n + i], 0.83f) - mean) * scale;
}

torch::Tensor forward(torch::Tensor x) {
    auto out = torch::empty_like(x);
    int n = x.size(1), rows = x.size(0);
    normalise<<<(rows + 31) / 32, 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), rows, n);
    return out;
}
