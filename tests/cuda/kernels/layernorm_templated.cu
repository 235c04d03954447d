// Layer normalisation for float and half inputs; mean and variance by Welford's update merged across the
// block.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

struct Moments {
  float mean, squares, count;
};

__device__ Moments combine(Moments a, Moments b) {
  float count = a.count + b.count;
  if (count == 0.0f) return a;
  float delta = b.mean - a.mean;
  return {a.mean + delta * b.count / count, a.squares + b.squares + delta * delta * a.count * b.count / count,
          count};
}

__device__ float as_float(float value) { return value; }
__device__ float as_float(half value) { return __half2float(value); }
template <typename T>
__device__ T from_float(float value) {
  return value;
}
template <>
__device__ half from_float<half>(float value) {
  return __float2half_rn(value);
}

template <typename T, int kWarps>
__global__ void layernorm(const T* in, const float* weight, const float* bias, T* out, int columns,
                          float epsilon) {
  __shared__ Moments of_warp[kWarps];
  const T* row = in + blockIdx.x * columns;
  Moments own = {0, 0, 0};
  for (int i = threadIdx.x; i < columns; i += kWarps * 32) {
    float value = as_float(row[i]);
    own.count += 1;
    float delta = value - own.mean;
    own.mean += delta / own.count;
    own.squares += delta * (value - own.mean);
  }
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    Moments other = {__shfl_down_sync(0xffffffff, own.mean, offset),
                     __shfl_down_sync(0xffffffff, own.squares, offset),
                     __shfl_down_sync(0xffffffff, own.count, offset)};
    own = combine(own, other);
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = own;
  __syncthreads();
  Moments all = of_warp[0];
  for (int warp = 1; warp < kWarps; ++warp) all = combine(all, of_warp[warp]);
  float scale = rsqrtf(all.squares / columns + epsilon);
  for (int i = threadIdx.x; i < columns; i += kWarps * 32)
    out[blockIdx.x * columns + i] =
        from_float<T>((as_float(row[i]) - all.mean) * scale * weight[i] + bias[i]);
}

template <typename T>
double run(int rows, int columns, float* first) {
  std::vector<T> in(rows * columns), out(rows * columns);
  std::vector<float> weight(columns), bias(columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = T((i * 31 % 67) * 0.125f - 3);
  for (int i = 0; i < columns; ++i) {
    weight[i] = 1 + (i % 5) * 0.25f;
    bias[i] = (i % 3) * 0.5f;
  }
  T *device_in, *device_out;
  float *device_weight, *device_bias;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(T)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(T)));
  CHECK(cudaMalloc(&device_weight, columns * sizeof(float)));
  CHECK(cudaMalloc(&device_bias, columns * sizeof(float)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_weight, weight.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_bias, bias.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
  layernorm<T, 4><<<rows, 128>>>(device_in, device_weight, device_bias, device_out, columns, 1e-5f);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    double mean = 0, variance = 0;
    for (int i = 0; i < columns; ++i) mean += (double)(float)in[row * columns + i] / columns;
    for (int i = 0; i < columns; ++i) variance += std::pow((float)in[row * columns + i] - mean, 2) / columns;
    for (int i = 0; i < columns; ++i) {
      double expected =
          ((float)in[row * columns + i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i];
      worst = std::fmax(worst, std::fabs(expected - (float)out[row * columns + i]));
    }
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_weight));
  CHECK(cudaFree(device_bias));
  *first = (float)out[0];
  return worst;
}

int main() {
  float first_float, first_half;
  bool is_right = run<float>(19, 203, &first_float) < 1e-4 && run<half>(11, 150, &first_half) < 5e-3;
  std::printf("%s float %.3f half %.2f\n", is_right ? "ok" : "wrong", first_float, first_half);
  return is_right ? 0 : 1;
}
