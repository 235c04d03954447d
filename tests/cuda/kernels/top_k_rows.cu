// The k largest of each row: each thread keeps a sorted list in local memory, lists are merged pairwise in
// shared memory.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <functional>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

constexpr int kMost = 5, kThreads = 32;

__device__ void insert(int (&list)[kMost], int value) {
  if (value <= list[kMost - 1]) return;
  int place = kMost - 1;
  while (place > 0 && list[place - 1] < value) {
    list[place] = list[place - 1];
    --place;
  }
  list[place] = value;
}

__global__ void top_k(const int* in, int* out, int columns) {
  __shared__ int lists[kThreads][kMost];
  int own[kMost];
  for (int i = 0; i < kMost; ++i) own[i] = INT_MIN;
  for (int i = threadIdx.x; i < columns; i += kThreads) insert(own, in[blockIdx.x * columns + i]);
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    for (int i = 0; i < kMost; ++i) lists[threadIdx.x][i] = own[i];
    __syncthreads();
    if (threadIdx.x < stride)
      for (int i = 0; i < kMost; ++i) insert(own, lists[threadIdx.x + stride][i]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    for (int i = 0; i < kMost; ++i) out[blockIdx.x * kMost + i] = own[i];
}

int main() {
  const int rows = 17, columns = 203;
  std::vector<int> in(rows * columns), out(rows * kMost);
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 7919) % 5003 - 2500;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  top_k<<<rows, kThreads>>>(device_in, device_out, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    std::sort(in.begin() + row * columns, in.begin() + (row + 1) * columns, std::greater<int>());
    for (int i = 0; i < kMost; ++i) wrong += out[row * kMost + i] != in[row * columns + i];
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s first %d fifth %d\n", wrong ? "wrong" : "ok", out[0], out[4]);
  return wrong != 0;
}
