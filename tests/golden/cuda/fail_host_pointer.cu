// RUN: tilewright run %s
#include <vector>

__global__ void fill(float* x) { x[threadIdx.x] = 1; }

int total = 0;

__global__ void count() { ++total; }

int main() {
  count<<<1, 1>>>();
}
// EXPECT stderr
//| fail_host_pointer.cu:8:1: error: a kernel reads and writes the host variable 'total'; kernels see device memory only [host-pointer]
//|   __global__ void count() { ++total; }
//|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'count', block (0, 0, 0), thread (0, 0, 0)
// EXPECT exit 1
