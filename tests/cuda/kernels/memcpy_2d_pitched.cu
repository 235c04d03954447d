// Pitched images: cudaMallocPitch, cudaMemcpy2D both ways and between devices' rows, cudaMemset2D for a
// border.
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

__global__ void brighten(unsigned char* image, size_t pitch, int width, int height, int amount) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  unsigned char* row = image + y * pitch;
  row[x] = (unsigned char)min(row[x] + amount, 255);
}

int main() {
  const int width = 101, height = 43;
  std::vector<unsigned char> image(width * height), result(width * height, 1);
  for (int i = 0; i < width * height; ++i) image[i] = (unsigned char)(i * 11 % 256);
  unsigned char *device_image, *device_copy;
  size_t pitch, copy_pitch;
  CHECK(cudaMallocPitch(&device_image, &pitch, width, height));
  CHECK(cudaMallocPitch(&device_copy, &copy_pitch, width, height));
  CHECK(cudaMemcpy2D(device_image, pitch, image.data(), width, width, height, cudaMemcpyHostToDevice));
  brighten<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(device_image, pitch, width, height,
                                                                       60);
  CHECK(cudaGetLastError());
  CHECK(cudaMemset2D(device_image, pitch, 7, 5, height));  // a border of five columns
  CHECK(cudaMemcpy2D(device_copy, copy_pitch, device_image, pitch, width, height, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpy2D(result.data(), width, device_copy, copy_pitch, width, height, cudaMemcpyDeviceToHost));
  int wrong = pitch < (size_t)width;
  long total = 0;
  for (int i = 0; i < width * height; ++i) {
    int expected = i % width < 5 ? 7 : image[i] + 60 > 255 ? 255 : image[i] + 60;
    wrong += result[i] != expected;
    total += result[i];
  }
  CHECK(cudaFree(device_image));
  CHECK(cudaFree(device_copy));
  std::printf("%s total %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
