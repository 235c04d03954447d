// cuda::atomic_ref and cuda::atomic with scopes and orders: a counter, a maximum and a release-acquire
// hand-over.
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s: %s\n", line, call, cudaGetErrorName(error));
  std::exit(1);
}

struct Mailbox {
  cuda::atomic<int, cuda::thread_scope_device> ready;
  int message;
};

__global__ void count(const int* values, int length, int* evens, int* largest) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= length) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> even_counter(*evens);
  cuda::atomic_ref<int, cuda::thread_scope_device> maximum(*largest);
  if (values[index] % 2 == 0) even_counter.fetch_add(1, cuda::memory_order_relaxed);
  maximum.fetch_max(values[index], cuda::memory_order_relaxed);
}

// Block 0 writes the message, block 1 waits for it.
__global__ void hand_over(Mailbox* mailbox, int* received) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    mailbox->message = 4711;
    mailbox->ready.store(1, cuda::memory_order_release);
  } else {
    while (mailbox->ready.load(cuda::memory_order_acquire) == 0) {
    }
    *received = mailbox->message;
  }
}

int main() {
  const int length = 900;
  std::vector<int> values(length);
  int expected_evens = 0;
  for (int i = 0; i < length; ++i) {
    values[i] = (i * 61) % 701;
    expected_evens += values[i] % 2 == 0;
  }
  int* device_values;
  int *device_results, results[3] = {};
  Mailbox* mailbox;
  CHECK(cudaMalloc(&device_values, length * sizeof(int)));
  CHECK(cudaMalloc(&device_results, sizeof(results)));
  CHECK(cudaMalloc(&mailbox, sizeof(Mailbox)));
  CHECK(cudaMemset(device_results, 0, sizeof(results)));
  CHECK(cudaMemset(mailbox, 0, sizeof(Mailbox)));
  CHECK(cudaMemcpy(device_values, values.data(), length * sizeof(int), cudaMemcpyHostToDevice));
  count<<<(length + 127) / 128, 128>>>(device_values, length, device_results, device_results + 1);
  hand_over<<<2, 32>>>(mailbox, device_results + 2);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(results, device_results, sizeof(results), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(device_results));
  CHECK(cudaFree(mailbox));
  bool is_right = results[0] == expected_evens && results[1] == 700 && results[2] == 4711;
  std::printf("%s evens %d largest %d message %d\n", is_right ? "ok" : "wrong", results[0], results[1],
              results[2]);
  return is_right ? 0 : 1;
}
