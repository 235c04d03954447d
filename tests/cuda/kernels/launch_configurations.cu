// Launches of every shape: 1D to 3D blocks and grids, computed configurations, a loop of shrinking launches,
// an empty grid avoided.
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

__global__ void mark(int* out, dim3 extent) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < extent.x && y < extent.y && z < extent.z)
    out[(z * extent.y + y) * extent.x + x] = x + 10 * y + 100 * z;
}

__global__ void halve(int* values, int half) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < half) values[index] += values[index + half];
}

static dim3 blocks_for(dim3 extent, dim3 block) {
  return dim3((extent.x + block.x - 1) / block.x, (extent.y + block.y - 1) / block.y,
              (extent.z + block.z - 1) / block.z);
}

int main() {
  const dim3 extent(21, 13, 7);
  const int total = extent.x * extent.y * extent.z;
  const dim3 shapes[] = {dim3(32), dim3(8, 8), dim3(4, 4, 4), dim3(1, 64, 2), dim3(21, 13, 3), dim3(1024)};
  std::vector<int> out(total);
  int* device_out;
  CHECK(cudaMalloc(&device_out, total * sizeof(int)));
  int wrong = 0;
  for (const dim3& block : shapes) {
    CHECK(cudaMemset(device_out, 0xff, total * sizeof(int)));
    mark<<<blocks_for(extent, block), block>>>(device_out, extent);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), device_out, total * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < total; ++i) {
      int x = i % extent.x, y = i / extent.x % extent.y, z = i / (extent.x * extent.y);
      wrong += out[i] != x + 10 * y + 100 * z;
    }
  }
  std::vector<int> ones(1024, 1);
  int* device_ones;
  CHECK(cudaMalloc(&device_ones, 1024 * sizeof(int)));
  CHECK(cudaMemcpy(device_ones, ones.data(), 1024 * sizeof(int), cudaMemcpyHostToDevice));
  for (int half = 512; half > 0; half /= 2) {
    int threads = half < 128 ? half : 128;
    halve<<<(half + threads - 1) / threads, threads>>>(device_ones, half);
  }
  CHECK(cudaGetLastError());
  int sum = 0;
  CHECK(cudaMemcpy(&sum, device_ones, sizeof(int), cudaMemcpyDeviceToHost));
  wrong += sum != 1024;
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_ones));
  std::printf("%s sum %d\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
