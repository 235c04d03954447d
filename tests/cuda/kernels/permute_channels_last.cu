// NCHW to NHWC and back for any element type, index arithmetic by division.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

template <typename T>
__global__ void to_channels_last(const T* __restrict__ in, T* __restrict__ out, int channels, int pixels,
                                 int total) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= total) return;
  int channel = index % channels;
  int pixel = index / channels % pixels;
  int image = index / (channels * pixels);
  out[index] = in[(image * channels + channel) * pixels + pixel];
}

template <typename T>
__global__ void to_channels_first(const T* __restrict__ in, T* __restrict__ out, int channels, int pixels,
                                  int total) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= total) return;
  int pixel = index % pixels;
  int channel = index / pixels % channels;
  int image = index / (channels * pixels);
  out[index] = in[(image * pixels + pixel) * channels + channel];
}

template <typename T>
int round_trip(int images, int channels, int pixels) {
  const int total = images * channels * pixels;
  std::vector<T> original(total), middle(total), back(total);
  for (int i = 0; i < total; ++i) original[i] = static_cast<T>(i * 37 % 251);
  T *first, *last, *again;
  CHECK(cudaMalloc(&first, total * sizeof(T)));
  CHECK(cudaMalloc(&last, total * sizeof(T)));
  CHECK(cudaMalloc(&again, total * sizeof(T)));
  CHECK(cudaMemcpy(first, original.data(), total * sizeof(T), cudaMemcpyHostToDevice));
  const int threads = 128, blocks = (total + threads - 1) / threads;
  to_channels_last<T><<<blocks, threads>>>(first, last, channels, pixels, total);
  to_channels_first<T><<<blocks, threads>>>(last, again, channels, pixels, total);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(middle.data(), last, total * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(back.data(), again, total * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(first));
  CHECK(cudaFree(last));
  CHECK(cudaFree(again));
  int wrong = middle[1] != original[pixels];
  for (int i = 0; i < total; ++i) wrong += back[i] != original[i];
  return wrong;
}

int main() {
  int wrong = round_trip<float>(2, 5, 63) + round_trip<std::uint8_t>(3, 7, 41) +
              round_trip<double>(1, 2, 129) + round_trip<std::int16_t>(2, 3, 50);
  std::printf("%s wrong %d\n", wrong ? "wrong" : "ok", wrong);
  return wrong != 0;
}
