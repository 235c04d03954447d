// A graph of nodes that are added one by one: a fill, a copy, two kernels that nothing orders, one that comes
// after both, a call of the host; then another argument for one of the kernels.
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

__global__ void add(int* values, int count, int amount) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] += amount;
}

__global__ void multiply(int* values, int count, int factor) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] *= factor;
}

__global__ void combine(const int* left, const int* right, int* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = left[index] - right[index];
}

void CUDART_CB count_call(void* data) { ++*(int*)data; }

int main() {
  int count = 300, amount = 5, factor = 3, calls = 0;
  std::vector<int> input(count), result(count);
  for (int i = 0; i < count; ++i) input[i] = i;
  int *left, *right, *out;
  CHECK(cudaMalloc(&left, count * sizeof(int)));
  CHECK(cudaMalloc(&right, count * sizeof(int)));
  CHECK(cudaMalloc(&out, count * sizeof(int)));

  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t fill_left, copy_right, add_left, multiply_right, combine_both, copy_back, tell;
  cudaMemsetParams fill = {};
  fill.dst = left;
  fill.value = 1;
  fill.elementSize = 1;
  fill.width = count * sizeof(int);
  fill.height = 1;
  CHECK(cudaGraphAddMemsetNode(&fill_left, graph, nullptr, 0, &fill));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_right, graph, nullptr, 0, right, input.data(), count * sizeof(int),
                                 cudaMemcpyHostToDevice));
  void* add_arguments[] = {&left, &count, &amount};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3((count + 127) / 128);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = add_arguments;
  CHECK(cudaGraphAddKernelNode(&add_left, graph, &fill_left, 1, &kernel));
  void* multiply_arguments[] = {&right, &count, &factor};
  kernel.func = (void*)multiply;
  kernel.kernelParams = multiply_arguments;
  CHECK(cudaGraphAddKernelNode(&multiply_right, graph, &copy_right, 1, &kernel));
  void* combine_arguments[] = {&left, &right, &out, &count};
  cudaKernelNodeParams both = kernel;
  both.func = (void*)combine;
  both.kernelParams = combine_arguments;
  cudaGraphNode_t operands[] = {add_left, multiply_right};
  CHECK(cudaGraphAddKernelNode(&combine_both, graph, operands, 2, &both));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_back, graph, &combine_both, 1, result.data(), out, count * sizeof(int),
                                 cudaMemcpyDeviceToHost));
  cudaHostNodeParams host = {};
  host.fn = count_call;
  host.userData = &calls;
  CHECK(cudaGraphAddHostNode(&tell, graph, &copy_back, 1, &host));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  int wrong = nodes != 7 || calls != 2;
  for (int i = 0; i < count; ++i) wrong += result[i] != 0x01010101 + 5 - 3 * i;
  int first = result[1];

  factor = 7;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, multiply_right, &kernel));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < count; ++i) wrong += result[i] != 0x01010101 + 5 - 7 * i;
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(left));
  CHECK(cudaFree(right));
  CHECK(cudaFree(out));
  std::printf("%s %d %d calls %d\n", wrong ? "wrong" : "ok", first, result[1], calls);
  return wrong != 0;
}
