// Block 0 fills a ring of slots for block 1; sequence numbers are published behind fences in both directions.
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

constexpr int kSlots = 3, kSlotSize = 32;

struct Channel {
  volatile int produced;
  volatile int consumed;
  int slots[kSlots][kSlotSize];
};

__global__ void exchange(const int* in, int* out, int messages, Channel* channel) {
  int lane = threadIdx.x;
  if (blockIdx.x == 0) {
    for (int message = 0; message < messages; ++message) {
      if (lane == 0) {
        while (message - channel->consumed >= kSlots) __nanosleep(10);
        __threadfence();
      }
      __syncwarp();
      channel->slots[message % kSlots][lane] = in[message * kSlotSize + lane] + 1;
      __threadfence();
      __syncwarp();
      if (lane == 0) channel->produced = message + 1;
    }
  } else {
    for (int message = 0; message < messages; ++message) {
      if (lane == 0) {
        while (channel->produced <= message) __nanosleep(10);
        __threadfence();
      }
      __syncwarp();
      out[message * kSlotSize + lane] = channel->slots[message % kSlots][kSlotSize - 1 - lane];
      __threadfence();
      __syncwarp();
      if (lane == 0) channel->consumed = message + 1;
    }
  }
}

int main() {
  const int messages = 10, count = messages * kSlotSize;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = i * 7 % 1001;
  int *device_in, *device_out;
  Channel* channel;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMalloc(&channel, sizeof(Channel)));
  CHECK(cudaMemset(channel, 0, sizeof(Channel)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  exchange<<<2, kSlotSize>>>(device_in, device_out, messages, channel);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += out[i] != in[i / kSlotSize * kSlotSize + kSlotSize - 1 - i % kSlotSize] + 1;
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(channel));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
