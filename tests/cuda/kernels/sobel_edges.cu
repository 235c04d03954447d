// Sobel edges of a grey image read as uchar4: each thread makes four neighbouring pixels.
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

__device__ int pixel(const unsigned char* image, int x, int y, int width, int height) {
  x = min(max(x, 0), width - 1);
  y = min(max(y, 0), height - 1);
  return image[y * width + x];
}

__global__ void sobel(const unsigned char* image, uchar4* edges, int width, int height) {
  int quad = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (quad >= width / 4 || y >= height) return;
  unsigned char result[4];
  for (int i = 0; i < 4; ++i) {
    int x = quad * 4 + i;
    int a = pixel(image, x - 1, y - 1, width, height), b = pixel(image, x, y - 1, width, height),
        c = pixel(image, x + 1, y - 1, width, height), d = pixel(image, x - 1, y, width, height),
        f = pixel(image, x + 1, y, width, height), g = pixel(image, x - 1, y + 1, width, height),
        h = pixel(image, x, y + 1, width, height), k = pixel(image, x + 1, y + 1, width, height);
    int horizontal = c + 2 * f + k - a - 2 * d - g, vertical = g + 2 * h + k - a - 2 * b - c;
    result[i] = (unsigned char)min(abs(horizontal) + abs(vertical), 255);
  }
  edges[y * (width / 4) + quad] = make_uchar4(result[0], result[1], result[2], result[3]);
}

int main() {
  const int width = 84, height = 37;
  std::vector<unsigned char> image(width * height), edges(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image[y * width + x] = (x / 9 + y / 7) % 2 ? 200 - x : 30 + y;
  unsigned char *device_image, *device_edges;
  CHECK(cudaMalloc(&device_image, image.size()));
  CHECK(cudaMalloc(&device_edges, edges.size()));
  CHECK(cudaMemcpy(device_image, image.data(), image.size(), cudaMemcpyHostToDevice));
  sobel<<<dim3((width / 4 + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(
      device_image, reinterpret_cast<uchar4*>(device_edges), width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(edges.data(), device_edges, edges.size(), cudaMemcpyDeviceToHost));
  int wrong = 0;
  long total = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      auto at = [&](int dx, int dy) {
        int column = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
        int row = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
        return (int)image[row * width + column];
      };
      int horizontal = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      int vertical = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      int strength = std::abs(horizontal) + std::abs(vertical);
      wrong += edges[y * width + x] != (strength > 255 ? 255 : strength);
      total += edges[y * width + x];
    }
  CHECK(cudaFree(device_image));
  CHECK(cudaFree(device_edges));
  std::printf("%s total %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
