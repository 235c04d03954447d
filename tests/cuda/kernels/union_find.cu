// Connected components: edges join trees by atomicMin on roots until nothing changes, then paths are
// flattened.
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

__device__ int root_of(int* parents, int node) {
  int parent = atomicAdd(&parents[node], 0);  // other threads change the trees meanwhile
  while (parent != node) {
    node = parent;
    parent = atomicAdd(&parents[node], 0);
  }
  return node;
}

__global__ void join(const int2* edges, int count, int* parents) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  int2 edge = edges[index];
  while (true) {
    int first = root_of(parents, edge.x), second = root_of(parents, edge.y);
    if (first == second) return;
    int low = min(first, second), high = max(first, second);
    if (atomicCAS(&parents[high], high, low) == high) return;
  }
}

__global__ void flatten(const int* parents, int* labels, int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  int root = node;
  while (parents[root] != root) root = parents[root];
  labels[node] = root;
}

int main() {
  const int nodes = 1000, count = 700;
  std::vector<int> parents(nodes), labels(nodes);
  std::vector<int2> edges(count);
  for (int i = 0; i < nodes; ++i) parents[i] = i;
  for (int i = 0; i < count; ++i) edges[i] = make_int2(i * 37 % nodes, (i * i + 11) % nodes);
  int *device_parents, *device_labels;
  int2* device_edges;
  CHECK(cudaMalloc(&device_parents, nodes * sizeof(int)));
  CHECK(cudaMalloc(&device_labels, nodes * sizeof(int)));
  CHECK(cudaMalloc(&device_edges, count * sizeof(int2)));
  CHECK(cudaMemcpy(device_parents, parents.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_edges, edges.data(), count * sizeof(int2), cudaMemcpyHostToDevice));
  join<<<(count + 63) / 64, 64>>>(device_edges, count, device_parents);
  flatten<<<(nodes + 127) / 128, 128>>>(device_parents, device_labels, nodes);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(labels.data(), device_labels, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  std::function<int(int)> root = [&](int node) { return parents[node] == node ? node : root(parents[node]); };
  for (int2 edge : edges) {
    int first = root(edge.x), second = root(edge.y);
    if (first < second) parents[second] = first;
    if (second < first) parents[first] = second;
  }
  int wrong = 0, components = 0;
  for (int node = 0; node < nodes; ++node) {
    wrong += labels[node] != root(node);  // a component's label is its smallest node
    components += labels[node] == node;
  }
  CHECK(cudaFree(device_parents));
  CHECK(cudaFree(device_labels));
  CHECK(cudaFree(device_edges));
  std::printf("%s components %d\n", wrong ? "wrong" : "ok", components);
  return wrong != 0;
}
