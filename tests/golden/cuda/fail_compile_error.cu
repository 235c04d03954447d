// RUN: tilewright run %s
__global__ void scale(float* x, float factor) { x[threadIdx.x] *= facotr; }

int main() {
  float* x;
  cudaMalloc(&x, 128);
  scale<<<1, 32>>>(x, 2);
}
// EXPECT stderr
//| fail_compile_error.cu:2:67: error: use of undeclared identifier 'facotr'; did you mean 'factor'? [compile-error]
//|   __global__ void scale(float* x, float factor) { x[threadIdx.x] *= facotr; }
//|                                                                     ^
// EXPECT exit 1
