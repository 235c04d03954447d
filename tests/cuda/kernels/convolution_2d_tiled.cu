// 2D convolution, several channels: image tile and filters in dynamic shared memory, weights staged per
// channel.
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

template <int kFilter, int kTile>
__global__ void convolve(const float* image, const float* weights, float* output, int channels, int height,
                         int width) {
  constexpr int kSide = kTile + kFilter - 1;
  extern __shared__ float memory[];
  float* tile = memory;
  float* filter = memory + kSide * kSide;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  int out_channel = blockIdx.z;
  int out_height = height - kFilter + 1, out_width = width - kFilter + 1;
  int thread = threadIdx.y * kTile + threadIdx.x;
  float sum = 0;
  for (int channel = 0; channel < channels; ++channel) {
    for (int i = thread; i < kSide * kSide; i += kTile * kTile) {
      int row = blockIdx.y * kTile + i / kSide, column = blockIdx.x * kTile + i % kSide;
      bool is_inside = row < height && column < width;
      tile[i] = is_inside ? image[(channel * height + row) * width + column] : 0.0f;
    }
    if (thread < kFilter * kFilter)
      filter[thread] = weights[(out_channel * channels + channel) * kFilter * kFilter + thread];
    __syncthreads();
    for (int i = 0; i < kFilter; ++i)
      for (int j = 0; j < kFilter; ++j)
        sum += tile[(threadIdx.y + i) * kSide + threadIdx.x + j] * filter[i * kFilter + j];
    __syncthreads();
  }
  if (y < out_height && x < out_width) output[(out_channel * out_height + y) * out_width + x] = sum;
}

int main() {
  const int channels = 3, out_channels = 4, height = 29, width = 34, filter = 5, tile = 8;
  const int out_height = height - filter + 1, out_width = width - filter + 1;
  std::vector<float> image(channels * height * width), weights(out_channels * channels * filter * filter);
  std::vector<float> output(out_channels * out_height * out_width);
  for (size_t i = 0; i < image.size(); ++i) image[i] = (i * 7 % 17) * 0.25f - 2;
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = (i * 5 % 13) * 0.125f - 0.75f;
  float *device_image, *device_weights, *device_output;
  CHECK(cudaMalloc(&device_image, image.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_weights, weights.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_output, output.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_image, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_weights, weights.data(), weights.size() * sizeof(float), cudaMemcpyHostToDevice));
  dim3 grid((out_width + tile - 1) / tile, (out_height + tile - 1) / tile, out_channels);
  const int side = tile + filter - 1;
  size_t shared_bytes = (side * side + filter * filter) * sizeof(float);
  convolve<filter, tile><<<grid, dim3(tile, tile), shared_bytes>>>(device_image, device_weights,
                                                                   device_output, channels, height, width);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(output.data(), device_output, output.size() * sizeof(float), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (int o = 0; o < out_channels; ++o)
    for (int y = 0; y < out_height; ++y)
      for (int x = 0; x < out_width; ++x) {
        float sum = 0;
        for (int c = 0; c < channels; ++c)
          for (int i = 0; i < filter; ++i)
            for (int j = 0; j < filter; ++j)
              sum += image[(c * height + y + i) * width + x + j] *
                     weights[((o * channels + c) * filter + i) * filter + j];
        worst = std::fmax(worst, std::fabs(sum - output[(o * out_height + y) * out_width + x]));
      }
  CHECK(cudaFree(device_image));
  CHECK(cudaFree(device_weights));
  CHECK(cudaFree(device_output));
  std::printf("%s first %.3f last %.3f\n", worst < 1e-3f ? "ok" : "wrong", output.front(), output.back());
  return worst < 1e-3f ? 0 : 1;
}
