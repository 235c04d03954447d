__global__ void double_values(int* values, int count) {
  if (threadIdx.x < count) values[threadIdx.x] *= 2;
}
