// Breadth-first search, level by level: threads expand a frontier, atomicCAS claims a node once, the host
// swaps queues.
#include <cstdio>
#include <queue>
#include <utility>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void expand(const int* offsets, const int* targets, const int* frontier, int size, int* depths,
                       int level, int* next, int* next_size) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= size) return;
  int node = frontier[index];
  for (int edge = offsets[node]; edge < offsets[node + 1]; ++edge) {
    int target = targets[edge];
    if (atomicCAS(&depths[target], -1, level) == -1) next[atomicAdd(next_size, 1)] = target;
  }
}

int main() {
  const int nodes = 900;
  std::vector<int> offsets(nodes + 1), targets;
  for (int node = 0; node < nodes; ++node) {
    for (int i = 0; i < node % 4; ++i) targets.push_back((node * 7 + i * 131 + 1) % nodes);
    targets.push_back((node + 29) % nodes);
    offsets[node + 1] = (int)targets.size();
  }
  std::vector<int> depths(nodes, -1), expected(nodes, -1);
  depths[0] = 0;
  int *device_offsets, *device_targets, *device_depths, *frontier, *next, *next_size;
  CHECK(cudaMalloc(&device_offsets, offsets.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_targets, targets.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_depths, nodes * sizeof(int)));
  CHECK(cudaMalloc(&frontier, nodes * sizeof(int)));
  CHECK(cudaMalloc(&next, nodes * sizeof(int)));
  CHECK(cudaMalloc(&next_size, sizeof(int)));
  CHECK(cudaMemcpy(device_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_targets, targets.data(), targets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_depths, depths.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(frontier, 0, sizeof(int)));  // the search begins at node 0
  int size = 1, levels = 0;
  while (size > 0) {
    CHECK(cudaMemset(next_size, 0, sizeof(int)));
    expand<<<(size + 63) / 64, 64>>>(device_offsets, device_targets, frontier, size, device_depths, ++levels,
                                     next, next_size);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost));
    std::swap(frontier, next);
  }
  CHECK(cudaMemcpy(depths.data(), device_depths, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  std::queue<int> queue;
  expected[0] = 0;
  for (queue.push(0); !queue.empty(); queue.pop())
    for (int edge = offsets[queue.front()]; edge < offsets[queue.front() + 1]; ++edge)
      if (expected[targets[edge]] < 0) {
        expected[targets[edge]] = expected[queue.front()] + 1;
        queue.push(targets[edge]);
      }
  for (int* pointer : {device_offsets, device_targets, device_depths, frontier, next, next_size})
    CHECK(cudaFree(pointer));
  std::printf("%s levels %d\n", depths == expected ? "ok" : "wrong", levels);
  return depths == expected ? 0 : 1;
}
