// Adds two vectors, four elements a thread; the last 0 to 3 elements are handled one by one.
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

__global__ void add(const float* __restrict__ first, const float* __restrict__ second,
                    float* __restrict__ sum, int count) {
  int quad = blockIdx.x * blockDim.x + threadIdx.x;
  int quads = count / 4;
  if (quad < quads) {
    float4 x = reinterpret_cast<const float4*>(first)[quad];
    float4 y = reinterpret_cast<const float4*>(second)[quad];
    reinterpret_cast<float4*>(sum)[quad] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  int rest = quads * 4 + quad;
  if (rest < count) sum[rest] = first[rest] + second[rest];
}

int main() {
  const int count = 10003;
  std::vector<float> first(count), second(count), sum(count, -1.0f);
  for (int i = 0; i < count; ++i) {
    first[i] = (i * 7) % 101 - 50;
    second[i] = (i * 13) % 37 * 0.5f;
  }
  float *device_first, *device_second, *device_sum;
  CHECK(cudaMalloc(&device_first, count * sizeof(float)));
  CHECK(cudaMalloc(&device_second, count * sizeof(float)));
  CHECK(cudaMalloc(&device_sum, count * sizeof(float)));
  CHECK(cudaMemcpy(device_first, first.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_second, second.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  const int threads = 256;
  const int blocks = (count / 4 + threads) / threads;
  add<<<blocks, threads>>>(device_first, device_second, device_sum, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum.data(), device_sum, count * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  double total = 0;
  for (int i = 0; i < count; ++i) {
    wrong += sum[i] != first[i] + second[i];
    total += sum[i];
  }
  CHECK(cudaFree(device_first));
  CHECK(cudaFree(device_second));
  CHECK(cudaFree(device_sum));
  std::printf("%s total %.1f\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
