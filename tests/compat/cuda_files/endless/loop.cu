__global__ void wait(volatile int* flag) {
  for (;;) {
    if (*flag == 2) break;
    *flag = 1 - *flag;
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 1>>>(flag);
  return cudaDeviceSynchronize() != cudaSuccess;
}
