// Managed memory: a list built on the host and walked on the device, results read back without a copy.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Node {
  int value;
  Node* next;
};

__managed__ int total;

__global__ void sum_lists(Node* const* heads, int* sums, int lists) {
  int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists) return;
  int sum = 0;
  for (const Node* node = heads[list]; node != nullptr; node = node->next) sum += node->value;
  sums[list] = sum;
  atomicAdd(&total, sum);
}

int main() {
  const int lists = 70, nodes = 500;
  Node* pool;
  Node** heads;
  int* sums;
  CHECK(cudaMallocManaged(&pool, nodes * sizeof(Node)));
  CHECK(cudaMallocManaged(&heads, lists * sizeof(Node*)));
  CHECK(cudaMallocManaged(&sums, lists * sizeof(int)));
  for (int list = 0; list < lists; ++list) heads[list] = nullptr;
  total = 0;
  int expected_total = 0;
  for (int i = 0; i < nodes; ++i) {
    int list = i * 13 % lists;
    pool[i] = {i, heads[list]};
    heads[list] = &pool[i];
    expected_total += i;
  }
  sum_lists<<<(lists + 31) / 32, 32>>>(heads, sums, lists);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int wrong = total != expected_total;
  for (int list = 0; list < lists; ++list) {
    int sum = 0;
    for (int i = 0; i < nodes; ++i) sum += i * 13 % lists == list ? i : 0;
    wrong += sums[list] != sum;
  }
  int first = sums[0];
  CHECK(cudaFree(pool));
  CHECK(cudaFree(heads));
  CHECK(cudaFree(sums));
  std::printf("%s first %d total %d\n", wrong ? "wrong" : "ok", first, total);
  return wrong != 0;
}
