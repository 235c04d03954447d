// RUN: tilewright run %s
__global__ void copy(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) to[i] = from[i];
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 100 * sizeof(int));
  cudaMalloc(&to, 100 * sizeof(int));
  cudaMemset(from, 0, 100 * sizeof(int));
  copy<<<2, 64>>>(from, to, 100);
}
// EXPECT stderr
//| fail_out_of_bounds.cu:4:3: error: out of bounds: this reads 4 bytes at byte 400 of 'from' (400 bytes): 4 bytes past its end [out-of-bounds]
//|     if (i <= n) to[i] = from[i];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'copy', block (1, 0, 0), thread (36, 0, 0)
// EXPECT exit 1
