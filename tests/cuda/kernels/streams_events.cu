// Three streams work on parts of an array, an event orders a stream behind another, pinned memory makes
// copies asynchronous.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void scale(int* values, int count, int factor) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] *= factor;
}

__global__ void add_from(int* target, const int* source, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) target[index] += source[index];
}

int main() {
  const int parts = 3, part = 700, count = parts * part;
  int *values, *device_values, *device_extra;
  CHECK(cudaMallocHost(&values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_extra, part * sizeof(int)));
  for (int i = 0; i < count; ++i) values[i] = i % 100;
  cudaStream_t streams[parts];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t extra_is_ready;
  CHECK(cudaEventCreateWithFlags(&extra_is_ready, cudaEventDisableTiming));
  CHECK(cudaMemcpyAsync(device_extra, values, part * sizeof(int), cudaMemcpyHostToDevice, streams[0]));
  scale<<<(part + 127) / 128, 128, 0, streams[0]>>>(device_extra, part, 10);
  CHECK(cudaEventRecord(extra_is_ready, streams[0]));
  for (int i = 0; i < parts; ++i) {
    int* own = device_values + i * part;
    CHECK(cudaMemcpyAsync(own, values + i * part, part * sizeof(int), cudaMemcpyHostToDevice, streams[i]));
    scale<<<(part + 127) / 128, 128, 0, streams[i]>>>(own, part, i + 2);
    CHECK(cudaStreamWaitEvent(streams[i], extra_is_ready, 0));
    add_from<<<(part + 127) / 128, 128, 0, streams[i]>>>(own, device_extra, part);
    CHECK(cudaGetLastError());
  }
  for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
  bool is_done = cudaEventQuery(extra_is_ready) == cudaSuccess;
  CHECK(cudaMemcpy(values, device_values, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = !is_done;
  for (int i = 0; i < count; ++i) wrong += values[i] != i % 100 * (i / part + 2) + i % part % 100 * 10;
  int last = values[count - 1];
  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaEventDestroy(extra_is_ready));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_extra));
  CHECK(cudaFreeHost(values));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", last);
  return wrong != 0;
}
