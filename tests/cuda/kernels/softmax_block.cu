// Softmax of rows, a block a row: maximum and sum by warp shuffles and one shared slot a warp.
#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

template <typename Operation>
__device__ float block_reduce(float value, float* slots, float identity, Operation combine) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
  for (int offset = 16; offset; offset >>= 1)
    value = combine(value, __shfl_xor_sync(0xffffffffu, value, offset));
  __syncthreads();  // the slots may still be read from the reduction before
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  value = lane < warps ? slots[lane] : identity;
  for (int offset = 16; offset; offset >>= 1)
    value = combine(value, __shfl_xor_sync(0xffffffffu, value, offset));
  return value;
}

struct Add {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int columns) {
  __shared__ float slots[32];
  const float* row = in + (size_t)blockIdx.x * columns;
  float* target = out + (size_t)blockIdx.x * columns;
  float maximum = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) maximum = fmaxf(maximum, row[i]);
  maximum = block_reduce(maximum, slots, -INFINITY, Maximum());
  float sum = 0.f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float exponential = expf(row[i] - maximum);
    target[i] = exponential;
    sum += exponential;
  }
  sum = block_reduce(sum, slots, 0.f, Add());
  for (int i = threadIdx.x; i < columns; i += blockDim.x) target[i] /= sum;
}

int main() {
  const int rows = 21, columns = 301;
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 37 % 101) * 0.1f - 5;
  const size_t bytes = in.size() * sizeof(float);
  float *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));
  softmax<<<rows, 128>>>(device_in, device_out, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) sum += std::exp((double)in[row * columns + i]);
    for (int i = 0; i < columns; ++i)
      worst =
          std::fmax(worst, std::fabs(std::exp((double)in[row * columns + i]) / sum - out[row * columns + i]));
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s first %.6f\n", worst < 1e-5 ? "ok" : "wrong", out[0]);
  return worst < 1e-5 ? 0 : 1;
}
