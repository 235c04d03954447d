// An executable graph keeps what the allocation nodes of its graph hold after the graph itself is destroyed. NVTX's ranges and
// a sum of absolute differences and a special register in PTX, beside it.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

__global__ void differences(const unsigned* from, unsigned* to, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned sum;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(sum) : "r"(from[i]), "r"(0x01ff8000u), "r"(7u));
  unsigned lane;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  to[i] = sum + lane;
}

int main() {
  constexpr int kCount = 256;
  constexpr size_t kBytes = kCount * sizeof(unsigned);
  nvtxRangePushA("graph");
  unsigned host[kCount], result[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = i * 0x01010101u;
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory{};
  memory.bytesize = kBytes;
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.id = 0;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t allocate_from, allocate_to, copy_in, kernel, copy_out, free_from, free_to;
  cudaGraphAddMemAllocNode(&allocate_from, graph, nullptr, 0, &memory);
  unsigned* from = static_cast<unsigned*>(memory.dptr);
  cudaGraphAddMemAllocNode(&allocate_to, graph, &allocate_from, 1, &memory);
  unsigned* to = static_cast<unsigned*>(memory.dptr);
  cudaGraphAddMemcpyNode1D(&copy_in, graph, &allocate_to, 1, from, host, kBytes, cudaMemcpyHostToDevice);
  int count = kCount;
  void* arguments[] = {&from, &to, &count};
  cudaKernelNodeParams launch{};
  launch.func = (void*)differences;
  launch.gridDim = dim3(2);
  launch.blockDim = dim3(128);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &copy_in, 1, &launch);
  cudaGraphAddMemcpyNode1D(&copy_out, graph, &kernel, 1, result, to, kBytes, cudaMemcpyDeviceToHost);
  cudaGraphAddMemFreeNode(&free_from, graph, &copy_out, 1, from);
  cudaGraphAddMemFreeNode(&free_to, graph, &free_from, 1, to);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  bool is_right = true;
  for (int round = 0; round < 2; ++round) {
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < kCount; ++i) {
      unsigned expected = 7 + abs(i - 0x01) + abs(i - 0xff) + abs(i - 0x80) + abs(i - 0x00) + i % 32;
      is_right = is_right && result[i] == expected;
    }
  }
  cudaGraphExecDestroy(executable);
  cudaStreamDestroy(stream);
  nvtxRangePop();
  printf("%s\n", is_right ? "PASSED" : "FAILED");
  return is_right ? 0 : 1;
}
