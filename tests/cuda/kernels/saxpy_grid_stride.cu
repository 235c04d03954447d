// y = a * x + y with a grid-stride loop: fewer threads than elements.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

__global__ void saxpy(int count, float factor, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    y[i] = factor * x[i] + y[i];
}

int main() {
  const int count = 20011;
  std::vector<float> x(count), y(count), result(count);
  for (int i = 0; i < count; ++i) {
    x[i] = (i % 97) * 0.25f;
    y[i] = (i % 31) - 15.0f;
  }
  float *device_x = nullptr, *device_y = nullptr;
  CHECK(cudaMalloc((void**)&device_x, count * sizeof(float)));
  CHECK(cudaMalloc((void**)&device_y, count * sizeof(float)));
  CHECK(cudaMemcpy(device_x, x.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_y, y.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  saxpy<<<5, 192>>>(count, 1.5f, device_x, device_y);
  CHECK(cudaPeekAtLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(result.data(), device_y, count * sizeof(float), cudaMemcpyDeviceToHost));
  double worst = 0, total = 0;
  for (int i = 0; i < count; ++i) {
    worst = std::fmax(worst, std::fabs(result[i] - (1.5f * x[i] + y[i])));
    total += result[i];
  }
  CHECK(cudaFree(device_x));
  CHECK(cudaFree(device_y));
  bool is_right = worst < 1e-4;
  std::printf("%s total %.1f\n", is_right ? "ok" : "wrong", total);
  return is_right ? 0 : 1;
}
