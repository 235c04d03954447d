// task: row_softmax_large
// expect: compile_error
// message: rows of more than 4096
#include <torch/extension.h>

__global__ void softmax(const float* x, float* out, int n) {
    int row = blockIdx.x, lane = threadIdx.x;
    float m = -INFINITY, sum = 0.0f;
    for (int i = lane; i < n; i += 32) m = fmaxf(m, x[row * n + i]);
    for (int o = 16; o > 0; o /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
    for (int i = lane; i < n; i += 32) sum += expf(x[row * n + i] - m);
    for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffff, sum, o);
    for (int i = lane; i < n; i += 32) out[row * n + i] = expf(x[row * n + i] - m) / sum;
}

torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.size(1) <= 4096, "rows of more than 4096 are not supported");
    auto out = torch::empty_like(x);
    int n = x.size(1);
    softmax<<<x.size(0), 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
