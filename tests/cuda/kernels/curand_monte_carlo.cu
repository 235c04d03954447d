// Pi by cuRAND's device generators: Philox in fours and XORWOW one by one; states kept between launches.
#include <curand_kernel.h>

#include <cmath>
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

__global__ void seed_states(curandState* states, unsigned long long seed) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, index, 0, &states[index]);
}

__global__ void count_inside(curandState* states, int* inside, int samples) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[index];
  int hits = 0;
  for (int i = 0; i < samples; ++i) {
    float x = curand_uniform(&state), y = curand_uniform(&state);
    hits += x * x + y * y <= 1.0f;
  }
  states[index] = state;
  atomicAdd(inside, hits);
}

__global__ void philox_moments(float* sums, unsigned int* first_word, int rounds) {
  curandStatePhilox4_32_10_t state;
  curand_init(1234ULL, threadIdx.x, 0, &state);
  unsigned int word = curand(&state);
  if (threadIdx.x == 7) *first_word = word;
  float sum = 0, squares = 0;
  for (int i = 0; i < rounds; ++i) {
    float4 normal = curand_normal4(&state);
    sum += normal.x + normal.y + normal.z + normal.w;
    squares += normal.x * normal.x + normal.y * normal.y + normal.z * normal.z + normal.w * normal.w;
  }
  atomicAdd(&sums[0], sum);
  atomicAdd(&sums[1], squares);
}

int main() {
  const int threads = 64, blocks = 4, samples = 40, rounds = 25;
  curandState* states;
  int *device_inside, inside = 0;
  float *device_sums, sums[2];
  unsigned int *device_word, word = 0;
  CHECK(cudaMalloc(&states, threads * blocks * sizeof(curandState)));
  CHECK(cudaMalloc(&device_inside, sizeof(int)));
  CHECK(cudaMalloc(&device_sums, sizeof(sums)));
  CHECK(cudaMalloc(&device_word, sizeof(word)));
  CHECK(cudaMemset(device_inside, 0, sizeof(int)));
  CHECK(cudaMemset(device_sums, 0, sizeof(sums)));
  seed_states<<<blocks, threads>>>(states, 42);
  for (int launch = 0; launch < 3; ++launch)
    count_inside<<<blocks, threads>>>(states, device_inside, samples);
  philox_moments<<<1, threads>>>(device_sums, device_word, rounds);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&inside, device_inside, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&word, device_word, sizeof(word), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_word));
  CHECK(cudaFree(states));
  CHECK(cudaFree(device_inside));
  CHECK(cudaFree(device_sums));
  double pi = 4.0 * inside / (3.0 * samples * threads * blocks);
  double mean = sums[0] / (threads * rounds * 4), variance = sums[1] / (threads * rounds * 4);
  bool is_right = std::fabs(pi - 3.14159) < 0.05 && std::fabs(mean) < 0.05 && std::fabs(variance - 1) < 0.08;
  std::printf("%s word %08x\n", is_right ? "ok" : "wrong", word);
  return is_right ? 0 : 1;
}
