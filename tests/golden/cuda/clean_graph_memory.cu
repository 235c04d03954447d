// RUN: tilewright run %s
// Memory that a captured stream allocates and frees belongs to the graph, whose launches use it again.
#include <cstdio>
#include <cuda/std/functional>
#include <cuda_runtime.h>

__global__ void fill(int* values, int start) { values[threadIdx.x] = start + cuda::std::identity()(threadIdx.x); }
__global__ void add(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *sum, *values, result = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&values, 32 * sizeof(int), stream);
  fill<<<1, 32, 0, stream>>>(values, 1);
  add<<<1, 32, 0, stream>>>(values, sum);
  cudaFreeAsync(values, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphNodeParams unused = {cudaGraphNodeTypeKernel};
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", result, unused.type == cudaGraphNodeTypeKernel);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(sum);
  cudaStreamDestroy(stream);
}
// EXPECT stdout
//| 1584 1
