// Persistent blocks: tasks come from a queue that tasks themselves extend; ends when all announced work is
// done.
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

struct Queue {
  int head;
  int tail;
  int pending;
  int items[512];
  int ready[512];
};

// Splits an interval until it is short, then adds its numbers up.
__global__ void work(Queue* queue, unsigned long long* total) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(&queue->pending, 0) > 0) {
    int head = atomicAdd(&queue->head, 0);
    if (head >= atomicAdd(&queue->tail, 0)) continue;
    if (atomicCAS(&queue->head, head, head + 1) != head) continue;
    while (atomicAdd(&queue->ready[head], 0) == 0) {
    }
    __threadfence();
    int begin = queue->items[head] >> 16, end = queue->items[head] & 0xffff;
    if (end - begin > 50) {
      int middle = (begin + end) / 2;
      atomicAdd(&queue->pending, 2);
      int place = atomicAdd(&queue->tail, 2);
      queue->items[place] = begin << 16 | middle;
      queue->items[place + 1] = middle << 16 | end;
      __threadfence();
      atomicExch(&queue->ready[place], 1);
      atomicExch(&queue->ready[place + 1], 1);
    } else {
      unsigned long long sum = 0;
      for (int i = begin; i < end; ++i) sum += (unsigned long long)i * i;
      atomicAdd(total, sum);
    }
    atomicSub(&queue->pending, 1);
  }
}

int main() {
  const int last = 3000;
  std::vector<Queue> host(1);
  host[0] = Queue{};
  host[0].tail = 1;
  host[0].pending = 1;
  host[0].items[0] = last;
  host[0].ready[0] = 1;
  Queue* queue;
  unsigned long long *device_total, total = 0, expected = 0;
  CHECK(cudaMalloc(&queue, sizeof(Queue)));
  CHECK(cudaMalloc(&device_total, sizeof(total)));
  CHECK(cudaMemcpy(queue, host.data(), sizeof(Queue), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_total, 0, sizeof(total)));
  work<<<4, 32>>>(queue, device_total);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&total, device_total, sizeof(total), cudaMemcpyDeviceToHost));
  for (int i = 0; i < last; ++i) expected += (unsigned long long)i * i;
  CHECK(cudaFree(queue));
  CHECK(cudaFree(device_total));
  std::printf("%s total %llu\n", total == expected ? "ok" : "wrong", total);
  return total == expected ? 0 : 1;
}
