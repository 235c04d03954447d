// Separable blur: a row pass and a column pass through an intermediate image; integer weights make it exact.
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

__constant__ int weights[5];

template <bool kAlongRows>
__global__ void blur(const int* source, int* target, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0;
#pragma unroll
  for (int offset = -2; offset <= 2; ++offset) {
    int column = kAlongRows ? x + offset : x;
    int row = kAlongRows ? y : y + offset;
    if (column >= 0 && column < width && row >= 0 && row < height)
      sum += weights[offset + 2] * source[row * width + column];
  }
  target[y * width + x] = sum;
}

int main() {
  const int width = 61, height = 47;
  const int host_weights[5] = {1, 4, 6, 4, 1};
  std::vector<int> image(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = (i * 31) % 256;
  const size_t bytes = image.size() * sizeof(int);
  int *device_image, *device_rows, *device_result;
  CHECK(cudaMalloc(&device_image, bytes));
  CHECK(cudaMalloc(&device_rows, bytes));
  CHECK(cudaMalloc(&device_result, bytes));
  CHECK(cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights)));
  CHECK(cudaMemcpy(device_image, image.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(32, 4), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blur<true><<<grid, block>>>(device_image, device_rows, width, height);
  blur<false><<<grid, block>>>(device_rows, device_result, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_result, bytes, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j)
          if (y + i >= 0 && y + i < height && x + j >= 0 && x + j < width)
            sum += host_weights[i + 2] * host_weights[j + 2] * image[(y + i) * width + x + j];
      wrong += sum != result[y * width + x];
    }
  CHECK(cudaFree(device_image));
  CHECK(cudaFree(device_rows));
  CHECK(cudaFree(device_result));
  std::printf("%s centre %d\n", wrong ? "wrong" : "ok", result[height / 2 * width + width / 2]);
  return wrong != 0;
}
