// Host memory that kernels read and write: mapped, registered, and asynchronous allocation from the stream's
// pool.
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

__global__ void square(const int* in, int* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = in[index] * in[index];
}

int main() {
  const int count = 401;
  int *mapped, *mapped_on_device;
  CHECK(cudaHostAlloc(&mapped, count * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&mapped_on_device, mapped, 0));
  for (int i = 0; i < count; ++i) mapped[i] = i - 200;
  std::vector<int> result(count);
  CHECK(cudaHostRegister(result.data(), count * sizeof(int), cudaHostRegisterDefault));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int* squares;
  CHECK(cudaMallocAsync(&squares, count * sizeof(int), stream));
  square<<<(count + 63) / 64, 64, 0, stream>>>(mapped_on_device, squares, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(result.data(), squares, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(squares, stream));
  CHECK(cudaStreamSynchronize(stream));
  int wrong = 0;
  long total = 0;
  for (int i = 0; i < count; ++i) {
    wrong += result[i] != (i - 200) * (i - 200);
    total += result[i];
  }
  CHECK(cudaHostUnregister(result.data()));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(mapped));
  std::printf("%s total %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
