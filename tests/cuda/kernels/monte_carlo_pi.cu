// Pi by the program's own generator (xorshift a thread), counted exactly against the host.
#include <cstdint>
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__host__ __device__ inline uint32_t next_random(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__host__ __device__ inline int count_inside(uint32_t seed, int samples) {
  uint32_t state = seed * 747796405u + 2891336453u;
  int inside = 0;
  for (int i = 0; i < samples; ++i) {
    uint64_t x = next_random(state) >> 8, y = next_random(state) >> 8;
    inside += x * x + y * y < (1ull << 48);
  }
  return inside;
}

__global__ void sample(unsigned int* inside, int samples, int threads) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int own = thread < threads ? count_inside(thread + 1, samples) : 0;
  int of_warp = __reduce_add_sync(0xffffffff, own);
  if (threadIdx.x % 32 == 0) atomicAdd(inside, (unsigned int)of_warp);
}

int main() {
  const int threads = 500, samples = 50;
  unsigned int *device_inside, inside = 0, expected = 0;
  CHECK(cudaMalloc(&device_inside, sizeof(unsigned int)));
  CHECK(cudaMemset(device_inside, 0, sizeof(unsigned int)));
  sample<<<(threads + 127) / 128, 128>>>(device_inside, samples, threads);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&inside, device_inside, sizeof(unsigned int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_inside));
  for (int thread = 0; thread < threads; ++thread) expected += count_inside(thread + 1, samples);
  std::printf("%s pi %.4f\n", inside == expected ? "ok" : "wrong", 4.0 * inside / (threads * samples));
  return inside == expected ? 0 : 1;
}
