// Log-softmax in one pass: each lane keeps a running (maximum, sum), pairs are merged by shuffles; several
// rows a block.
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

struct __align__(8) Running {
  float maximum;
  float sum;
};

__device__ __forceinline__ Running merge(Running a, Running b) {
  bool a_is_larger = a.maximum > b.maximum;
  Running larger = a_is_larger ? a : b, smaller = a_is_larger ? b : a;
  larger.sum += smaller.sum * __expf(smaller.maximum - larger.maximum);
  return larger;
}

__global__ void log_softmax(const float* in, float* out, int rows, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  Running running = {-1e30f, 0.0f};
  for (int i = threadIdx.x; i < columns; i += 32)
    running = merge(running, Running{in[row * columns + i], 1.0f});
  for (int mask = 1; mask < 32; mask <<= 1) {
    Running other;
    other.maximum = __shfl_xor_sync(0xffffffff, running.maximum, mask);
    other.sum = __shfl_xor_sync(0xffffffff, running.sum, mask);
    running = merge(running, other);
  }
  float logarithm = running.maximum + __logf(running.sum);
  for (int i = threadIdx.x; i < columns; i += 32) out[row * columns + i] = in[row * columns + i] - logarithm;
}

int main() {
  const int rows = 30, columns = 117;
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 53 % 89) * 0.2f - 8;
  const size_t bytes = in.size() * sizeof(float);
  float *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(32, 4);
  log_softmax<<<(rows + 3) / 4, block>>>(device_in, device_out, rows, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) sum += std::exp((double)in[row * columns + i]);
    for (int i = 0; i < columns; ++i)
      worst = std::fmax(worst, std::fabs(in[row * columns + i] - std::log(sum) - out[row * columns + i]));
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s first %.4f\n", worst < 1e-3 ? "ok" : "wrong", out[0]);
  return worst < 1e-3 ? 0 : 1;
}
