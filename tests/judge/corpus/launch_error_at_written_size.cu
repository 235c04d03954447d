// task: row_softmax_large
// expect: launch_error
// message: at the task's sizes
#include <torch/extension.h>

// A thread a column: at the task's own sizes there are more columns than a block has threads.
__global__ void softmax(const float* x, float* out, int n) {
    extern __shared__ float part[];
    int row = blockIdx.x, t = threadIdx.x;
    part[t] = x[row * n + t];
    __syncthreads();
    float m = -INFINITY, sum = 0.0f;
    for (int i = 0; i < n; ++i) m = fmaxf(m, part[i]);
    for (int i = 0; i < n; ++i) sum += expf(part[i] - m);
    out[row * n + t] = expf(part[t] - m) / sum;
}

torch::Tensor forward(torch::Tensor x) {
    auto out = torch::empty_like(x);
    int n = x.size(1);
    softmax<<<x.size(0), n, n * sizeof(float)>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
