// Shortest paths between all pairs: one launch for each intermediate node, row and column of it staged in
// shared memory.
#include <algorithm>
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

constexpr int kFar = 1 << 20;

__global__ void relax(const int* before, int* after, int nodes, int middle) {
  __shared__ int from_row[16], to_column[16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  if (threadIdx.x == 0 && row < nodes) from_row[threadIdx.y] = before[row * nodes + middle];
  if (threadIdx.y == 0 && column < nodes) to_column[threadIdx.x] = before[middle * nodes + column];
  __syncthreads();
  if (row < nodes && column < nodes)
    after[row * nodes + column] =
        min(before[row * nodes + column], from_row[threadIdx.y] + to_column[threadIdx.x]);
}

int main() {
  const int nodes = 37;
  std::vector<int> distances(nodes * nodes), result(nodes * nodes);
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j)
      distances[i * nodes + j] = i == j ? 0 : (i * 7 + j * 3) % 11 < 3 ? 1 + (i * j) % 20 : kFar;
  const size_t bytes = distances.size() * sizeof(int);
  int* device[2];
  for (int*& pointer : device) CHECK(cudaMalloc(&pointer, bytes));
  CHECK(cudaMemcpy(device[0], distances.data(), bytes, cudaMemcpyHostToDevice));
  const int side = (nodes + 15) / 16;
  for (int middle = 0; middle < nodes; ++middle)
    relax<<<dim3(side, side), dim3(16, 16)>>>(device[middle % 2], device[1 - middle % 2], nodes, middle);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device[nodes % 2], bytes, cudaMemcpyDeviceToHost));
  for (int k = 0; k < nodes; ++k)
    for (int i = 0; i < nodes; ++i)
      for (int j = 0; j < nodes; ++j)
        distances[i * nodes + j] =
            std::min(distances[i * nodes + j], distances[i * nodes + k] + distances[k * nodes + j]);
  long total = 0;
  for (int distance : result) total += distance;
  for (int* pointer : device) CHECK(cudaFree(pointer));
  std::printf("%s total %ld\n", result == distances ? "ok" : "wrong", total);
  return result == distances ? 0 : 1;
}
