// RUN: tilewright run %s
#include <cuda_runtime.h>

__global__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  wait_for<<<1, 1>>>(flag);
  *flag = 1;
  cudaDeviceSynchronize();
  cudaFreeHost(flag);
}
// EXPECT stderr
//| fail_waits_for_the_host.cu:5:3: error: a kernel that waits for what the host writes while it runs: a launch runs to its end here before the host goes on [unsupported]
//|     while (*flag == 0) {
//|     ^~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'wait_for', block (0, 0, 0), thread (0, 0, 0)
//| fail_waits_for_the_host.cu:13:3: note: called from here
//|     wait_for<<<1, 1>>>(flag);
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~
//| fail_waits_for_the_host.cu:14:3: error: the host writes byte 0 of 'flag' (4 bytes) while a kernel or copy may still be using it; synchronise first [race]
//|     *flag = 1;
//|     ^~~~~~~~~~
// EXPECT exit 3
