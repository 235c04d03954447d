__global__ void fill(float* values, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] = 1.0f;
}
