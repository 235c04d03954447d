// Seven-point stencil in a volume: threads march along z with the planes behind and ahead in registers.
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

struct Extent {
  int x, y, z;
  __host__ __device__ int index(int i, int j, int k) const { return (k * y + j) * x + i; }
};

__global__ void laplacian(const int* in, int* out, Extent extent) {
  __shared__ int plane[8][16];
  int i = blockIdx.x * 14 + threadIdx.x;  // a block covers 14 x 6 results and their border
  int j = blockIdx.y * 6 + threadIdx.y;
  bool is_inside = i < extent.x && j < extent.y;
  bool has_result = threadIdx.x > 0 && threadIdx.x < 15 && threadIdx.y > 0 && threadIdx.y < 7 &&
                    i < extent.x - 1 && j < extent.y - 1;
  int below = is_inside ? in[extent.index(i, j, 0)] : 0;
  int centre = is_inside ? in[extent.index(i, j, 1)] : 0;
  for (int k = 1; k < extent.z - 1; ++k) {
    int above = is_inside ? in[extent.index(i, j, k + 1)] : 0;
    plane[threadIdx.y][threadIdx.x] = centre;
    __syncthreads();
    if (has_result) {
      int around = plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x] +
                   plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1];
      out[extent.index(i, j, k)] = around + below + above - 6 * centre;
    }
    __syncthreads();
    below = centre;
    centre = above;
  }
}

int main() {
  Extent extent = {31, 21, 9};
  const int count = extent.x * extent.y * extent.z;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 23) % 113;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_out, 0, count * sizeof(int)));
  dim3 grid((extent.x - 2 + 13) / 14, (extent.y - 2 + 5) / 6);
  laplacian<<<grid, dim3(16, 8)>>>(device_in, device_out, extent);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  long total = 0;
  for (int k = 0; k < extent.z; ++k)
    for (int j = 0; j < extent.y; ++j)
      for (int i = 0; i < extent.x; ++i) {
        bool is_border =
            i == 0 || j == 0 || k == 0 || i == extent.x - 1 || j == extent.y - 1 || k == extent.z - 1;
        auto at = [&](int di, int dj, int dk) { return in[extent.index(i + di, j + dj, k + dk)]; };
        int expected = is_border ? 0
                                 : at(-1, 0, 0) + at(1, 0, 0) + at(0, -1, 0) + at(0, 1, 0) + at(0, 0, -1) +
                                       at(0, 0, 1) - 6 * at(0, 0, 0);
        wrong += out[extent.index(i, j, k)] != expected;
        total += out[extent.index(i, j, k)];
      }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s total %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
