// The host's own memory, registered, which a kernel then reads and writes; the default pool of the device.
#include <cstdio>
#include <cstdlib>

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
  const int count = 700;
  int* host = (int*)malloc(2 * count * sizeof(int));
  for (int i = 0; i < count; ++i) host[i] = i - 300;
  CHECK(cudaHostRegister(host, 2 * count * sizeof(int), cudaHostRegisterMapped));
  int* device;
  CHECK(cudaHostGetDevicePointer(&device, host, 0));
  square<<<(count + 63) / 64, 64>>>(device, device + count, count);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += host[count + i] != (i - 300) * (i - 300);
  CHECK(cudaHostUnregister(host));

  cudaMemPool_t pool;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  unsigned long long threshold = 1 << 20, kept = 0;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int *in, *out;
  CHECK(cudaMallocAsync(&in, count * sizeof(int), stream));
  CHECK(cudaMallocFromPoolAsync(&out, count * sizeof(int), pool, stream));
  CHECK(cudaMemcpyAsync(in, host, count * sizeof(int), cudaMemcpyHostToDevice, stream));
  square<<<(count + 63) / 64, 64, 0, stream>>>(in, out, count);
  CHECK(cudaMemcpyAsync(host + count, out, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(in, stream));
  CHECK(cudaFreeAsync(out, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < count; ++i) wrong += host[count + i] != (i - 300) * (i - 300);
  CHECK(cudaStreamDestroy(stream));
  std::printf("%s last %d threshold %d\n", wrong ? "wrong" : "ok", host[2 * count - 1], kept == threshold);
  free(host);
  return wrong != 0;
}
