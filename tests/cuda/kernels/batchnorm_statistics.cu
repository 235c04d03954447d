// Batch normalisation in training: a block a channel over a strided tensor, running statistics updated in
// place.
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

__global__ void batchnorm(const float* __restrict__ x, float* __restrict__ y, const float* weight,
                          const float* bias, float* running_mean, float* running_variance, int batch,
                          int channels, int pixels, float momentum, float epsilon) {
  __shared__ float sums[2][8];
  __shared__ float mean, scale;
  int channel = blockIdx.x, count = batch * pixels;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    float value = x[((i / pixels) * channels + channel) * pixels + i % pixels];
    sum += value;
    squares += value * value;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
    squares += __shfl_down_sync(0xffffffff, squares, offset);
  }
  if (threadIdx.x % 32 == 0) {
    sums[0][threadIdx.x / 32] = sum;
    sums[1][threadIdx.x / 32] = squares;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0, total_squares = 0;
    for (int warp = 0; warp < blockDim.x / 32; ++warp) {
      total += sums[0][warp];
      total_squares += sums[1][warp];
    }
    mean = total / count;
    float variance = total_squares / count - mean * mean;
    scale = rsqrtf(variance + epsilon);
    running_mean[channel] = (1 - momentum) * running_mean[channel] + momentum * mean;
    running_variance[channel] =
        (1 - momentum) * running_variance[channel] + momentum * variance * count / (count - 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    int index = ((i / pixels) * channels + channel) * pixels + i % pixels;
    y[index] = (x[index] - mean) * scale * weight[channel] + bias[channel];
  }
}

int main() {
  const int batch = 3, channels = 7, pixels = 45, total = batch * channels * pixels;
  std::vector<float> x(total), y(total), parameters(4 * channels);
  for (int i = 0; i < total; ++i) x[i] = (i * 41 % 59) * 0.1f - 2;
  for (int i = 0; i < channels; ++i) {
    parameters[i] = 1 + i * 0.1f;
    parameters[channels + i] = i * 0.5f;
    parameters[2 * channels + i] = 0;
    parameters[3 * channels + i] = 1;
  }
  float *device_x, *device_y, *device_parameters;
  CHECK(cudaMalloc(&device_x, total * sizeof(float)));
  CHECK(cudaMalloc(&device_y, total * sizeof(float)));
  CHECK(cudaMalloc(&device_parameters, parameters.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_x, x.data(), total * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_parameters, parameters.data(), parameters.size() * sizeof(float),
                   cudaMemcpyHostToDevice));
  float* p = device_parameters;
  batchnorm<<<channels, 128>>>(device_x, device_y, p, p + channels, p + 2 * channels, p + 3 * channels, batch,
                               channels, pixels, 0.1f, 1e-5f);
  CHECK(cudaGetLastError());
  std::vector<float> updated(parameters.size());
  CHECK(cudaMemcpy(y.data(), device_y, total * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(updated.data(), device_parameters, parameters.size() * sizeof(float),
                   cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int channel = 0; channel < channels; ++channel) {
    double mean = 0, variance = 0;
    const int count = batch * pixels;
    auto at = [&](int i) { return ((i / pixels) * channels + channel) * pixels + i % pixels; };
    for (int i = 0; i < count; ++i) mean += (double)x[at(i)] / count;
    for (int i = 0; i < count; ++i) variance += (x[at(i)] - mean) * (x[at(i)] - mean) / count;
    for (int i = 0; i < count; ++i) {
      double expected = (x[at(i)] - mean) / std::sqrt(variance + 1e-5) * parameters[channel] +
                        parameters[channels + channel];
      worst = std::fmax(worst, std::fabs(expected - y[at(i)]));
    }
    worst = std::fmax(worst, std::fabs(0.1 * mean - updated[2 * channels + channel]));
    worst = std::fmax(
        worst, std::fabs(0.9 + 0.1 * variance * count / (count - 1) - updated[3 * channels + channel]));
  }
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
  CHECK(cudaFree(device_parameters));
  std::printf("%s first %.3f\n", worst < 1e-3 ? "ok" : "wrong", y[0]);
  return worst < 1e-3 ? 0 : 1;
}
