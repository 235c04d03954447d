// Heat on a plate: eight steps between two grids, each block reads a tile with a border of one.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

constexpr int kTile = 16;

__global__ void step(const float* now, float* next, int width, int height) {
  __shared__ float tile[kTile + 2][kTile + 2];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  auto at = [&](int column, int row) {
    column = min(max(column, 0), width - 1);
    row = min(max(row, 0), height - 1);
    return now[row * width + column];
  };
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = at(x, y);
  if (threadIdx.x == 0) tile[ty][0] = at(x - 1, y);
  if (threadIdx.x == kTile - 1) tile[ty][kTile + 1] = at(x + 1, y);
  if (threadIdx.y == 0) tile[0][tx] = at(x, y - 1);
  if (threadIdx.y == kTile - 1) tile[kTile + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x < width && y < height) {
    float around = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
    next[y * width + x] = tile[ty][tx] + 0.2f * (around - 4.0f * tile[ty][tx]);
  }
}

int main() {
  const int width = 45, height = 38, steps = 8;
  std::vector<float> plate(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i) plate[i] = i % 11 == 0 ? 100.0f : (i % 5) * 2.0f;
  float *device_now, *device_next;
  size_t bytes = plate.size() * sizeof(float);
  CHECK(cudaMalloc(&device_now, bytes));
  CHECK(cudaMalloc(&device_next, bytes));
  CHECK(cudaMemcpy(device_now, plate.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(kTile, kTile), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  for (int i = 0; i < steps; ++i) {
    step<<<grid, block>>>(device_now, device_next, width, height);
    std::swap(device_now, device_next);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_now, bytes, cudaMemcpyDeviceToHost));
  std::vector<float> next = plate;
  for (int i = 0; i < steps; ++i) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        auto at = [&](int column, int row) {
          column = std::min(std::max(column, 0), width - 1);
          row = std::min(std::max(row, 0), height - 1);
          return plate[row * width + column];
        };
        float around = at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y);
        next[y * width + x] = at(x, y) + 0.2f * (around - 4.0f * at(x, y));
      }
    std::swap(plate, next);
  }
  float worst = 0;
  for (int i = 0; i < width * height; ++i) worst = std::fmax(worst, std::fabs(result[i] - plate[i]));
  CHECK(cudaFree(device_now));
  CHECK(cudaFree(device_next));
  std::printf("%s centre %.3f\n", worst < 1e-3f ? "ok" : "wrong", result[height / 2 * width + width / 2]);
  return worst < 1e-3f ? 0 : 1;
}
