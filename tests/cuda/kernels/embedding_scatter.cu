// Embedding lookup and its gradient: gathered rows as float2, scattered back by atomicAdd where tokens
// repeat.
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

__global__ void look_up(const int* tokens, const float2* table, float2* out, int pairs) {
  out[blockIdx.x * pairs + threadIdx.x] = table[tokens[blockIdx.x] * pairs + threadIdx.x];
}

__global__ void scatter(const int* tokens, const float2* gradient, float* table_gradient, int pairs) {
  float2 value = gradient[blockIdx.x * pairs + threadIdx.x];
  float* target = table_gradient + (tokens[blockIdx.x] * pairs + threadIdx.x) * 2;
  atomicAdd(target, value.x);
  atomicAdd(target + 1, value.y);
}

int main() {
  const int words = 40, length = 90, width = 48, pairs = width / 2;
  std::vector<int> tokens(length);
  std::vector<float> table(words * width), gathered(length * width), gradient(words * width);
  std::vector<float> expected(words * width);
  for (int i = 0; i < length; ++i) tokens[i] = i * i % words;
  for (int i = 0; i < words * width; ++i) table[i] = (i % 100) * 0.5f;
  int* device_tokens;
  float *device_table, *device_gathered, *device_gradient;
  CHECK(cudaMalloc(&device_tokens, length * sizeof(int)));
  CHECK(cudaMalloc(&device_table, table.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_gathered, gathered.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_gradient, table.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_tokens, tokens.data(), length * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_table, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_gradient, 0, table.size() * sizeof(float)));
  look_up<<<length, pairs>>>(device_tokens, (const float2*)device_table, (float2*)device_gathered, pairs);
  scatter<<<length, pairs>>>(device_tokens, (const float2*)device_gathered, device_gradient, pairs);
  CHECK(cudaGetLastError());
  CHECK(
      cudaMemcpy(gathered.data(), device_gathered, gathered.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(gradient.data(), device_gradient, table.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < width; ++j) {
      wrong += gathered[i * width + j] != table[tokens[i] * width + j];
      expected[tokens[i] * width + j] += table[tokens[i] * width + j];
    }
  wrong += gradient != expected;  // sums of halves are exact in any order
  CHECK(cudaFree(device_tokens));
  CHECK(cudaFree(device_table));
  CHECK(cudaFree(device_gathered));
  CHECK(cudaFree(device_gradient));
  std::printf("%s last %.1f\n", wrong ? "wrong" : "ok", gathered.back());
  return wrong != 0;
}
