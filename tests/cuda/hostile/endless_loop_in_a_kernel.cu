// expect: fuel-exhausted
__global__ void spin(int* out) {
  int n = 1;
  while (n != 0) n = n * 3;  // line
  out[0] = n;
}

int main() {
  int* out;
  cudaMalloc(&out, 4);
  spin<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
