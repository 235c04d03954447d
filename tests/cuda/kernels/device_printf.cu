// printf and assert in device code: formats of several types, from one thread so that the order is fixed.
#include <cassert>
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Item {
  const char* name;
  int amount;
};

__device__ void describe(const Item& item) { printf("%-8s|%5d|\n", item.name, item.amount); }

__global__ void report(int value, float ratio, double precise, const void* nothing) {
  assert(value > 0);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    printf("value %d unsigned %u hex %04x char %c\n", value, 4000000000u, 48879, 'w');
    printf("ratio %.3f precise %.10e long %lld %%\n", ratio, precise, -9000000000LL);
    printf("block (%d, %d, %d) of %d threads, null is %s\n", blockIdx.x, blockIdx.y, blockIdx.z, blockDim.x,
           nothing == nullptr ? "null" : "not null");
    describe({"apples", 12});
  }
}

__global__ void count_down(int from) {
  for (int i = from; i > 0; --i) printf("%d%s", i, i > 1 ? " " : "\n");
}

int main() {
  report<<<2, 64>>>(17, 0.125f, 2.718281828459045, nullptr);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  count_down<<<1, 1>>>(5);
  CHECK(cudaDeviceSynchronize());
  std::printf("ok\n");
  return 0;
}
