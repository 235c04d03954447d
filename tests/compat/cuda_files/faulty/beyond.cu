__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
  int* values;
  cudaMalloc(&values, 31 * sizeof(int));
  fill<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
