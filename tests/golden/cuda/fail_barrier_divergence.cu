// RUN: tilewright run %s
__global__ void half(float* x) {
  if (threadIdx.x >= 16) return;
  x[threadIdx.x] = 1;
  __syncthreads();
}

int main() {
  float* x;
  cudaMalloc(&x, 128);
  half<<<1, 32>>>(x);
  cudaFree(x);
}
// EXPECT stderr
//| fail_barrier_divergence.cu:5:3: error: 16 of the block's 32 threads wait at this __syncthreads(), the other 16 have returned from the kernel [barrier-divergence]
//|     __syncthreads();
//|     ^~~~~~~~~~~~~~~~
//| note: in kernel 'half', block (0, 0, 0), thread (31, 0, 0)
// EXPECT exit 1
