// Index of the largest element: value and index travel together through shuffles and one 64-bit atomicMax.
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

struct Candidate {
  float value;
  int index;
};

__device__ Candidate better(Candidate first, Candidate second) {
  bool keeps_first =
      first.value > second.value || (first.value == second.value && first.index < second.index);
  return keeps_first ? first : second;
}

// Orders as the pair (value, smaller index first) does; float bits are made monotonic.
__device__ unsigned long long pack(Candidate candidate) {
  unsigned int bits = __float_as_uint(candidate.value);
  bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return ((unsigned long long)bits << 32) | (0xffffffffu - (unsigned int)candidate.index);
}

__global__ void argmax(const float* values, int count, unsigned long long* best) {
  Candidate own = {-3.0e38f, 0x7fffffff};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    own = better(own, Candidate{values[i], i});
  for (int offset = 16; offset > 0; offset /= 2) {
    Candidate other;
    other.value = __shfl_xor_sync(~0u, own.value, offset);
    other.index = __shfl_xor_sync(~0u, own.index, offset);
    own = better(own, other);
  }
  if (threadIdx.x % 32 == 0) atomicMax(best, pack(own));
}

int main() {
  const int count = 6007;
  std::vector<float> values(count);
  int expected = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 4099) % 2003 * 0.5f - 700;
    if (values[i] > values[expected]) expected = i;
  }
  float* device_values;
  unsigned long long *device_best, best;
  CHECK(cudaMalloc(&device_values, count * sizeof(float)));
  CHECK(cudaMalloc(&device_best, sizeof(best)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_best, 0, sizeof(best)));
  argmax<<<4, 96>>>(device_values, count, device_best);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&best, device_best, sizeof(best), cudaMemcpyDeviceToHost));
  int index = (int)(0xffffffffu - (unsigned int)(best & 0xffffffffu));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_best));
  std::printf("%s index %d value %.1f\n", index == expected ? "ok" : "wrong", index, values[index]);
  return index == expected ? 0 : 1;
}
