// Templates: if constexpr, variadic packs, traits, static dispatch by a switch, a device class with virtual
// functions.
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

template <typename T>
struct Accumulator {
  using Type = typename std::conditional<std::is_integral<T>::value, long long, double>::type;
};

template <typename... Values>
__device__ auto sum_of(Values... values) {
  return (values + ...);
}

template <typename T, int kUnroll, bool kSquare>
__global__ void strided_sums(const T* in, typename Accumulator<T>::Type* out, int count) {
  typename Accumulator<T>::Type sum = 0;
  int index = (blockIdx.x * blockDim.x + threadIdx.x) * kUnroll;
#pragma unroll
  for (int i = 0; i < kUnroll; ++i) {
    if (index + i >= count) break;
    if constexpr (kSquare)
      sum += in[index + i] * in[index + i];
    else
      sum += in[index + i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of(sum, decltype(sum)(1), decltype(sum)(2));
}

template <typename T>
void launch(const T* in, typename Accumulator<T>::Type* out, int count, int blocks, int unroll) {
  switch (unroll) {
    case 2:
      strided_sums<T, 2, false><<<blocks, 64>>>(in, out, count);
      break;
    case 4:
      strided_sums<T, 4, true><<<blocks, 64>>>(in, out, count);
      break;
    default:
      std::printf("no kernel for %d\n", unroll);
  }
}

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float length) : side(length) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float length) : radius(length) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};

__global__ void areas(float* out) {
  Square square(threadIdx.x + 1.0f);
  Circle circle(threadIdx.x + 1.0f);
  const Shape* shape = threadIdx.x % 2 ? static_cast<const Shape*>(&square) : &circle;
  out[threadIdx.x] = shape->area();
}

template <typename T>
int check_sums(int unroll) {
  using Sum = typename Accumulator<T>::Type;
  const int count = 1001, blocks = (count + 64 * unroll - 1) / (64 * unroll);
  std::vector<T> in(count);
  std::vector<Sum> out(blocks * 64);
  for (int i = 0; i < count; ++i) in[i] = T(i % 50 - 20);
  T* device_in;
  Sum* device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(T)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(Sum)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  launch<T>(device_in, device_out, count, blocks, unroll);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(Sum), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (size_t thread = 0; thread < out.size(); ++thread) {
    Sum sum = 3;
    for (int i = (int)thread * unroll; i < ((int)thread + 1) * unroll && i < count; ++i)
      sum += unroll == 4 ? in[i] * in[i] : in[i];
    wrong += out[thread] != sum;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return wrong;
}

int main() {
  int wrong = check_sums<int>(2) + check_sums<float>(2) + check_sums<double>(4) + check_sums<short>(4);
  float* device_areas;
  float host_areas[8];
  CHECK(cudaMalloc(&device_areas, sizeof(host_areas)));
  areas<<<1, 8>>>(device_areas);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host_areas, device_areas, sizeof(host_areas), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_areas));
  for (int i = 0; i < 8; ++i) wrong += host_areas[i] != (i % 2 ? 1.0f : 3.0f) * (i + 1) * (i + 1);
  std::printf("%s areas %.1f %.1f\n", wrong ? "wrong" : "ok", host_areas[6], host_areas[7]);
  return wrong != 0;
}
