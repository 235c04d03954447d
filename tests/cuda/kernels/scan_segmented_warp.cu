// Segmented inclusive scan inside each warp: head flags from a ballot bound how far a shuffle may look back.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

__global__ void segmented_scan(const int* values, const unsigned char* heads, int* output, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  int value = index < count ? values[index] : 0;
  bool is_head = index >= count || heads[index] != 0 || lane == 0;
  unsigned int head_lanes = __ballot_sync(0xffffffffu, is_head);
  unsigned int at_or_below = head_lanes & (0xffffffffu >> (31 - lane));
  int segment_begin = 31 - __clz(at_or_below);
  for (int offset = 1; offset < 32; offset <<= 1) {
    int before = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane - offset >= segment_begin) value += before;
  }
  if (index < count) output[index] = value;
}

int main() {
  const int count = 1500;
  std::vector<int> values(count), output(count);
  std::vector<unsigned char> heads(count);
  for (int i = 0; i < count; ++i) {
    values[i] = i % 9 + 1;
    heads[i] = (i * 31) % 7 == 0;
  }
  int *device_values, *device_output;
  unsigned char* device_heads;
  CHECK(cudaMalloc(&device_values, count * sizeof(int)));
  CHECK(cudaMalloc(&device_output, count * sizeof(int)));
  CHECK(cudaMalloc(&device_heads, count));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_heads, heads.data(), count, cudaMemcpyHostToDevice));
  segmented_scan<<<(count + 127) / 128, 128>>>(device_values, device_heads, device_output, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(output.data(), device_output, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, sum = 0;
  for (int i = 0; i < count; ++i) {
    sum = heads[i] || i % 32 == 0 ? values[i] : sum + values[i];
    wrong += output[i] != sum;
  }
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_output));
  CHECK(cudaFree(device_heads));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", output.back());
  return wrong != 0;
}
