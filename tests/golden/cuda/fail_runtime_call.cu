// RUN: tilewright run %s
int main() {
  int host[4], *x;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
}
// EXPECT stderr
//| fail_runtime_call.cu:5:3: error: the source of the copy is host memory, but its direction says device [runtime-call]
//|     cudaMemcpy(x, host, sizeof host, cudaMemcpyDeviceToHost);
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 1
