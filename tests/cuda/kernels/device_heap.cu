// Lists that blocks build with malloc and new, and take apart again in a later launch.
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Link {
  int value;
  Link* next;
};

struct Counter {
  int limit, count;
  __device__ explicit Counter(int most) : limit(most), count(0) {}
  __device__ bool next() { return count++ < limit; }
};

__global__ void build(Link** heads, int links) {
  Link* head = nullptr;
  Counter* counter = new Counter(links);
  while (counter->next()) {
    Link* link = (Link*)malloc(sizeof(Link));
    link->value = counter->count * (int)(blockIdx.x * blockDim.x + threadIdx.x);
    link->next = head;
    head = link;
  }
  delete counter;
  heads[blockIdx.x * blockDim.x + threadIdx.x] = head;
}

__global__ void total(Link** heads, int* sums) {
  int index = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  int* values = new int[16];
  for (Link* link = heads[index]; link != nullptr;) {
    values[count++] = link->value;
    Link* next = link->next;
    free(link);
    link = next;
  }
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  delete[] values;
  sums[index] = sum;
}

int main() {
  const int blocks = 3, threads = 20, links = 10, lists = blocks * threads;
  Link** heads;
  int *device_sums, sums[lists], wrong = 0;
  CHECK(cudaMalloc(&heads, lists * sizeof(Link*)));
  CHECK(cudaMalloc(&device_sums, sizeof sums));
  build<<<blocks, threads>>>(heads, links);
  CHECK(cudaGetLastError());
  total<<<blocks, threads>>>(heads, device_sums);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost));
  for (int i = 0; i < lists; ++i) wrong += sums[i] != 55 * i;
  CHECK(cudaFree(heads));
  CHECK(cudaFree(device_sums));
  std::printf("%s %d\n", wrong ? "wrong" : "ok", sums[lists - 1]);
  return wrong != 0;
}
