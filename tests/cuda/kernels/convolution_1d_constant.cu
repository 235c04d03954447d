// Convolution of a signal with a filter in constant memory.
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

constexpr int kTaps = 11;
__constant__ float filter[kTaps];

__global__ void convolve(const float* signal, float* result, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  float sum = 0;
  for (int tap = 0; tap < kTaps; ++tap) {
    int position = index + tap - kTaps / 2;
    if (position >= 0 && position < count) sum += filter[tap] * signal[position];
  }
  result[index] = sum;
}

int main() {
  const int count = 2049;
  float taps[kTaps];
  for (int tap = 0; tap < kTaps; ++tap) taps[tap] = 1.0f / (1 + std::abs(tap - kTaps / 2));
  std::vector<float> signal(count), result(count);
  for (int i = 0; i < count; ++i) signal[i] = std::sin(i * 0.05f);
  float *device_signal, *device_result;
  CHECK(cudaMalloc(&device_signal, count * sizeof(float)));
  CHECK(cudaMalloc(&device_result, count * sizeof(float)));
  CHECK(cudaMemcpyToSymbol(filter, taps, sizeof(taps)));
  CHECK(cudaMemcpy(device_signal, signal.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  convolve<<<(count + 255) / 256, 256>>>(device_signal, device_result, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_result, count * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int i = 0; i < count; ++i) {
    float sum = 0;
    for (int tap = 0; tap < kTaps; ++tap) {
      int position = i + tap - kTaps / 2;
      if (position >= 0 && position < count) sum += taps[tap] * signal[position];
    }
    worst = std::fmax(worst, std::fabs(sum - result[i]));
  }
  CHECK(cudaFree(device_signal));
  CHECK(cudaFree(device_result));
  std::printf("%s at 100: %.3f\n", worst < 1e-4f ? "ok" : "wrong", result[100]);
  return worst < 1e-4f ? 0 : 1;
}
