// Sums, products, quotients and roots of doubles rounded downwards, upwards and towards zero.
#include <cmath>
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void bounds(const double* left, const double* right, double* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  double x = left[index], y = right[index], root = fabs(x);
  double* own = out + index * 12;
  own[0] = __dadd_rd(x, y), own[1] = __dadd_ru(x, y), own[2] = __dadd_rz(x, y);
  own[3] = __dmul_rd(x, y), own[4] = __dmul_ru(x, y), own[5] = __dmul_rz(x, y);
  own[6] = __ddiv_rd(x, y), own[7] = __ddiv_ru(x, y), own[8] = __ddiv_rz(x, y);
  own[9] = __dsqrt_rd(root), own[10] = __dsqrt_ru(root), own[11] = __dsqrt_rz(root);
}

int main() {
  const int count = 200;
  double left[count], right[count], out[count * 12];
  for (int i = 0; i < count; ++i) left[i] = (i - 100.5) / 7.0, right[i] = (i * 37 % 101 - 50.25) / 3.0;
  double *device_left, *device_right, *device_out;
  CHECK(cudaMalloc(&device_left, sizeof left));
  CHECK(cudaMalloc(&device_right, sizeof right));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_left, left, sizeof left, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_right, right, sizeof right, cudaMemcpyHostToDevice));
  bounds<<<4, 64>>>(device_left, device_right, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  int wrong = 0, inexact = 0;
  for (int i = 0; i < count; ++i) {
    for (int operation = 0; operation < 4; ++operation) {
      const double* own = out + i * 12 + operation * 3;
      double low = own[0], high = own[1], zero = own[2];
      // The two bounds are the same number or neighbours; towards zero is one of them.
      wrong += !(low <= high) || (low != high && std::nextafter(low, high) != high);
      wrong += zero != (low < 0 ? high : low);
      inexact += low != high;
    }
  }
  CHECK(cudaFree(device_left));
  CHECK(cudaFree(device_right));
  CHECK(cudaFree(device_out));
  std::printf("%s inexact %d\n", wrong ? "wrong" : "ok", inexact);
  return wrong != 0;
}
