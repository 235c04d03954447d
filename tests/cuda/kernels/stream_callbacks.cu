// Functions of the host as work of streams; priorities, flags and limits are what was asked for.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Log {
  int values[8], count;
};

void CUDART_CB note(void* data) {
  Log* log = (Log*)data;
  log->values[log->count] = log->count * 10;
  ++log->count;
}

void CUDART_CB note_status(cudaStream_t, cudaError_t status, void* data) {
  Log* log = (Log*)data;
  log->values[log->count] = status == cudaSuccess ? 1 : -1;
  ++log->count;
}

__global__ void increment(int* value) { ++*value; }

int main() {
  Log log = {};
  cudaStream_t stream;
  int least, greatest, priority;
  unsigned flags;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  CHECK(cudaStreamGetPriority(stream, &priority));
  CHECK(cudaStreamGetFlags(stream, &flags));
  int *device_value, value = 5;
  CHECK(cudaMalloc(&device_value, sizeof value));
  CHECK(cudaMemcpyAsync(device_value, &value, sizeof value, cudaMemcpyHostToDevice, stream));
  CHECK(cudaLaunchHostFunc(stream, note, &log));
  increment<<<1, 1, 0, stream>>>(device_value);
  CHECK(cudaStreamAddCallback(stream, note_status, &log, 0));
  CHECK(cudaMemcpyAsync(&value, device_value, sizeof value, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaLaunchHostFunc(stream, note, &log));
  CHECK(cudaStreamSynchronize(stream));
  size_t heap = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  int mode = -1;
  CHECK(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0));
  int wrong = value != 6 || log.count != 3 || log.values[0] != 0 || log.values[1] != 1 || log.values[2] != 20 ||
              priority != greatest || flags != cudaStreamNonBlocking || heap < (16 << 20) || mode == 2;
  CHECK(cudaFree(device_value));
  CHECK(cudaStreamDestroy(stream));
  std::printf("%s value %d calls %d\n", wrong ? "wrong" : "ok", value, log.count);
  return wrong != 0;
}
