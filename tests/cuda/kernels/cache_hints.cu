// Loads and stores with cache hints for scalars and vectors, and assumptions the compiler may use.
#include <cuda_fp16.h>

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

__global__ void hinted(const float4* __restrict__ in, float4* out, const int* numbers, int* results,
                       const half2* halves, half2* half_results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  const float4* aligned = static_cast<const float4*>(__builtin_assume_aligned(in, 16));
  float4 first = __ldg(&aligned[index]);
  float4 second = __ldcs(aligned + index);
  float4 third = __ldcg(aligned + index);
  __stcs(out + index, make_float4(first.x + second.x, first.y + third.y, first.z, second.w));
  int value = __ldca(numbers + index) + __ldlu(numbers + (index + 1) % count) + __ldcv(numbers + index);
  if (index % 2 == 0)
    __stcg(results + index, value);
  else
    __stwt(results + index, value);
  half_results[index] = __hadd2(__ldg(halves + index), __ldcg(halves + index));
}

int main() {
  const int count = 205;
  std::vector<float4> in(count), out(count);
  std::vector<int> numbers(count), results(count);
  std::vector<half2> halves(count), half_results(count);
  for (int i = 0; i < count; ++i) {
    in[i] = make_float4(i, i * 2, i * 3, i * 4);
    numbers[i] = i * 11 % 101;
    halves[i] = __floats2half2_rn(i * 0.5f, 1.0f);
  }
  float4 *device_in, *device_out;
  int *device_numbers, *device_results;
  half2 *device_halves, *device_half_results;
  CHECK(cudaMalloc(&device_in, count * sizeof(float4)));
  CHECK(cudaMalloc(&device_out, count * sizeof(float4)));
  CHECK(cudaMalloc(&device_numbers, count * sizeof(int)));
  CHECK(cudaMalloc(&device_results, count * sizeof(int)));
  CHECK(cudaMalloc(&device_halves, count * sizeof(half2)));
  CHECK(cudaMalloc(&device_half_results, count * sizeof(half2)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_numbers, numbers.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_halves, halves.data(), count * sizeof(half2), cudaMemcpyHostToDevice));
  hinted<<<(count + 63) / 64, 64>>>(device_in, device_out, device_numbers, device_results, device_halves,
                                    device_half_results, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(float4), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(results.data(), device_results, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(half_results.data(), device_half_results, count * sizeof(half2), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    wrong += out[i].x != 2 * in[i].x || out[i].y != 2 * in[i].y || out[i].z != in[i].z || out[i].w != in[i].w;
    wrong += results[i] != 2 * numbers[i] + numbers[(i + 1) % count];
    wrong += __low2float(half_results[i]) != i || __high2float(half_results[i]) != 2.0f;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_numbers));
  CHECK(cudaFree(device_results));
  CHECK(cudaFree(device_halves));
  CHECK(cudaFree(device_half_results));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", results.back());
  return wrong != 0;
}
