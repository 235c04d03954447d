// RUN: tilewright run %s
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaFree(x);
  fill<<<1, 32>>>(x);
}
// EXPECT stderr
//| fail_use_after_free.cu:2:1: error: this writes 'x' (128 bytes), which has been freed [use-after-free]
//|   __global__ void fill(int* x) { x[threadIdx.x] = 1; }
//|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'fill', block (0, 0, 0), thread (0, 0, 0)
//| fail_use_after_free.cu:7:3: note: freed here
//|     cudaFree(x);
//|     ^~~~~~~~~~~~
// EXPECT exit 1
