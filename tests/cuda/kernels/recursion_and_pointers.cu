// Device recursion, function pointers in device memory, a static shared counter in a helper, local arrays as
// stacks.
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

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int keep_larger(int a, int b) { return a > b ? a : b; }
__device__ Operation operations[3] = {add, multiply, keep_larger};

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

// Sum of a binary heap's subtree with an explicit stack.
__device__ int subtree_sum(const int* heap, int size, int root) {
  int stack[16];
  int top = 0, sum = 0;
  stack[top++] = root;
  while (top > 0) {
    int node = stack[--top];
    if (node >= size) continue;
    sum += heap[node];
    stack[top++] = 2 * node + 1;
    stack[top++] = 2 * node + 2;
  }
  return sum;
}

__global__ void kernel(const int* heap, int* out, int size) {
  int thread = threadIdx.x;
  int value = operations[thread % 3](thread, thread + 3);
  out[thread * 3] = value;
  out[thread * 3 + 1] = fibonacci(thread % 10);
  out[thread * 3 + 2] = subtree_sum(heap, size, thread);
}

int host_sum(const std::vector<int>& heap, size_t root) {
  if (root >= heap.size()) return 0;
  return heap[root] + host_sum(heap, 2 * root + 1) + host_sum(heap, 2 * root + 2);
}

int main() {
  const int size = 100, threads = 40;
  std::vector<int> heap(size), out(threads * 3);
  for (int i = 0; i < size; ++i) heap[i] = i * 7 % 23;
  int *device_heap, *device_out;
  CHECK(cudaMalloc(&device_heap, size * sizeof(int)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_heap, heap.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  kernel<<<1, threads>>>(device_heap, device_out, size);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  const int fibonacci_numbers[10] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
  int wrong = 0;
  for (int i = 0; i < threads; ++i) {
    wrong += out[i * 3] != (i % 3 == 0 ? 2 * i + 3 : i % 3 == 1 ? i * (i + 3) : i + 3);
    wrong += out[i * 3 + 1] != fibonacci_numbers[i % 10];
    wrong += out[i * 3 + 2] != host_sum(heap, i);
  }
  CHECK(cudaFree(device_heap));
  CHECK(cudaFree(device_out));
  std::printf("%s root sum %d\n", wrong ? "wrong" : "ok", out[2]);
  return wrong != 0;
}
