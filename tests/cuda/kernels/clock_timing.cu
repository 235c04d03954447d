// Clocks on the device: clock64 grows within a thread, globaltimer too, nanosleep returns; events time a
// launch.
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

__global__ void measure(const float* in, float* out, long long* cycles, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  long long begin = clock64();
  clock_t short_begin = clock();
  float value = index < count ? in[index] : 0;
  for (int i = 0; i < 16; ++i) value = value * 0.5f + 1.0f;
  if (index < count) out[index] = value;
  __nanosleep(20);
  long long end = clock64();
  if (index < count) cycles[index] = end - begin + (clock() - short_begin > 0 ? 1 : 0);
}

int main() {
  const int count = 300;
  std::vector<float> in(count), out(count);
  std::vector<long long> cycles(count);
  for (int i = 0; i < count; ++i) in[i] = i;
  float *device_in, *device_out;
  long long* device_cycles;
  CHECK(cudaMalloc(&device_in, count * sizeof(float)));
  CHECK(cudaMalloc(&device_out, count * sizeof(float)));
  CHECK(cudaMalloc(&device_cycles, count * sizeof(long long)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  measure<<<(count + 127) / 128, 128>>>(device_in, device_out, device_cycles, count);
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(cycles.data(), device_cycles, count * sizeof(long long), cudaMemcpyDeviceToHost));
  int wrong = milliseconds < 0;
  for (int i = 0; i < count; ++i) {
    float expected = in[i];
    for (int step = 0; step < 16; ++step) expected = expected * 0.5f + 1.0f;
    wrong += out[i] != expected || cycles[i] <= 0;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_cycles));
  std::printf("%s last %.4f\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
