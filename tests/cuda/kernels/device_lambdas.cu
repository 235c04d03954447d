// nvcc: --extended-lambda
// Extended lambdas as kernel arguments: captures by value, host-device lambdas, a generic for-each.
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

template <typename Body>
__global__ void for_each_index(int count, Body body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) body(i);
}

template <typename Body>
void parallel_for(int count, Body body) {
  for_each_index<<<(count + 255) / 256, 256>>>(count, body);
}

struct Pixel {
  unsigned char red, green, blue;
};

int main() {
  const int count = 2222;
  std::vector<Pixel> pixels(count);
  for (int i = 0; i < count; ++i)
    pixels[i] = {(unsigned char)(i % 256), (unsigned char)(i * 3 % 256), (unsigned char)(i * 7 % 256)};
  std::vector<int> grey(count), shifted(count);
  Pixel* device_pixels;
  int *device_grey, *device_shifted;
  CHECK(cudaMalloc(&device_pixels, count * sizeof(Pixel)));
  CHECK(cudaMalloc(&device_grey, count * sizeof(int)));
  CHECK(cudaMalloc(&device_shifted, count * sizeof(int)));
  CHECK(cudaMemcpy(device_pixels, pixels.data(), count * sizeof(Pixel), cudaMemcpyHostToDevice));
  const int weights[3] = {30, 59, 11};
  auto to_grey = [weights] __host__ __device__(Pixel pixel) {
    return (weights[0] * pixel.red + weights[1] * pixel.green + weights[2] * pixel.blue) / 100;
  };
  parallel_for(count, [=] __device__(int i) { device_grey[i] = to_grey(device_pixels[i]); });
  parallel_for(count, [=] __device__(int i) {
    int neighbour = (i + 1) % count;
    device_shifted[i] = device_grey[neighbour];
  });
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(grey.data(), device_grey, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(shifted.data(), device_shifted, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  long total = 0;
  for (int i = 0; i < count; ++i) {
    wrong += grey[i] != to_grey(pixels[i]) || shifted[i] != to_grey(pixels[(i + 1) % count]);
    total += grey[i];
  }
  CHECK(cudaFree(device_pixels));
  CHECK(cudaFree(device_grey));
  CHECK(cudaFree(device_shifted));
  std::printf("%s total %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
