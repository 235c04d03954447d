// RUN: tilewright run %s
__global__ void reverse(int* values) {
  __shared__ int copy[64];
  copy[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = copy[63 - threadIdx.x];
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(values);
  cudaFree(values);
}
// EXPECT stderr
//| fail_race.cu:4:3: error: race: this writes byte 128 of 'copy' (shared variable of 256 bytes), which another thread has read; no __syncthreads() lies between the two [race]
//|     copy[threadIdx.x] = values[threadIdx.x];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'reverse', block (0, 0, 0), thread (32, 0, 0)
//| fail_race.cu:5:3: note: the other access, by block (0, 0, 0), thread (31, 0, 0)
//|     values[threadIdx.x] = copy[63 - threadIdx.x];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| fail_race.cu:5:3: error: this reads byte 252 of 'copy' (shared variable of 256 bytes), which nothing has written in this block [uninitialised-read]
//|     values[threadIdx.x] = copy[63 - threadIdx.x];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'reverse', block (0, 0, 0), thread (0, 0, 0)
//| fail_race.cu:5:3: error: race: this reads byte 124 of 'copy' (shared variable of 256 bytes), which another thread has written; no __syncthreads() lies between the two [race]
//|     values[threadIdx.x] = copy[63 - threadIdx.x];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'reverse', block (0, 0, 0), thread (32, 0, 0)
//| fail_race.cu:4:3: note: the other access, by block (0, 0, 0), thread (31, 0, 0)
//|     copy[threadIdx.x] = values[threadIdx.x];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 1
