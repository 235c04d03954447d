// Launches as people write them: over several lines, in macros, lambdas and templates, through pointers and
// cudaLaunchKernel, beside text that only looks like one: "kernel<<<1, 2>>>(x)", 1 << 2 >> 1, nested
// templates.
#include <cstdio>
#include <map>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

#define LAUNCH_FILL(pointer, count, value) \
  tools::fill<int><<<((count) + 63) / 64, 64>>>(pointer, count, value)

namespace tools {
template <typename T>
__global__ void fill(T* out, int count, T value) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = value;
}

namespace inner {
extern "C" __global__ void increment(int* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] += 1;
}
}  // namespace inner
}  // namespace tools

template <int kFactor = 3, typename T = int>
static __global__ void __launch_bounds__(128, 2) multiply(T* __restrict__ out, const int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] *= kFactor;
}

struct Shift {
  int amount;
  int padding[7];
};

__global__ void shift_left(const __grid_constant__ Shift shift, int* out, int count) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 500
  return;
#endif
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = out[index] << shift.amount >> 1 << 1;
}

struct Runner {
  int* data;
  int count;
  template <typename Kernel, typename... Arguments>
  void operator()(Kernel kernel, Arguments... arguments) const {
    kernel<<<blocks(), 64>>>(arguments...);
  }
  dim3 blocks() const { return dim3((count + 63) / 64); }
  void multiply_twice() {
    multiply<<<blocks(), 64>>>(this->data, count);
    ::multiply<2, int><<<blocks(),  // as many blocks as elements need
                         dim3(64, 1, 1), /* no shared memory */ 0>>>(data, count);
  }
};

int main() {
  const int count = 300;
  int* device;
  CHECK(cudaMalloc(&device, count * sizeof(int)));
  LAUNCH_FILL(device, count, 1 << 4 >> 2);                            // 4
  tools::inner::increment<<<(count + 63) / 64, 64>>>(device, count);  // 5
  Runner runner{device, count};
  runner.multiply_twice();                         // 30
  runner(tools::inner::increment, device, count);  // 31
  void (*pointer)(int*, int) = multiply<10, int>;
  pointer<<<runner.blocks(), 64, 0, nullptr>>>(device, count);  // 310
  auto launch = [&](int amount) { shift_left<<<runner.blocks(), 64>>>(Shift{amount, {}}, device, count); };
  launch(1);  // 620
  int value_count = count, added = 7;
  void* arguments[] = {&device, &value_count, &added};
  void* increments[] = {&device, &value_count};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(tools::inner::increment), dim3(5), dim3(64),
                         increments, 0, nullptr));
  if (added > 7) CHECK(cudaLaunchKernel((void*)tools::fill<int>, dim3(5), dim3(64), arguments, 0, nullptr));
  CHECK(cudaGetLastError());
  std::map<int, std::vector<std::vector<std::vector<int>>>> nested;
  nested[1].resize(2, std::vector<std::vector<int>>(count >> 7));
  std::vector<int> out(count);
  CHECK(cudaMemcpy(out.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  const char* text = "kernel<<<1, 2>>>(x)";
  const char* raw = R"(__shared__ int a[threadIdx.x]; /* <<< )";
  int wrong = text[6] != '<' || raw[0] != '_' || nested[1][0].size() != 2u;
  for (int value : out) wrong += value != 621;
  std::printf("%s value %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
