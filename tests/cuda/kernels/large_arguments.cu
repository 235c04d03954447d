// Arguments of more than 4096 bytes, by value; a launch by its address and one with a configuration.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Table {
  int values[4000];
};

__global__ void look_up(const Table table, const int* in, int* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = table.values[in[index]];
}

int main() {
  int count = 1000;
  static Table table;
  for (int i = 0; i < 4000; ++i) table.values[i] = i * 3 % 1009;
  static int in[1000], out[1000];
  for (int i = 0; i < count; ++i) in[i] = (i * 37) % 4000;
  int *device_in, *device_out, wrong = 0;
  CHECK(cudaMalloc(&device_in, sizeof in));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
  for (int way = 0; way < 3; ++way) {
    CHECK(cudaMemset(device_out, 0, sizeof out));
    if (way == 0) {
      look_up<<<10, 100>>>(table, device_in, device_out, count);
    } else if (way == 1) {
      void* arguments[] = {&table, &device_in, &device_out, &count};
      const void* address = (const void*)look_up;
      CHECK(cudaLaunchKernel(address, dim3(10), dim3(100), arguments, 0, nullptr));
    } else {
      cudaLaunchConfig_t config = {};
      config.gridDim = dim3(10);
      config.blockDim = dim3(100);
      CHECK(cudaLaunchKernelEx(&config, look_up, table, (const int*)device_in, device_out, count));
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) wrong += out[i] != table.values[in[i]];
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s %d\n", wrong ? "wrong" : "ok", out[count - 1]);
  return wrong != 0;
}
