// RUN: tilewright run %s
int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
}
// EXPECT stderr
//| fail_memory_leak.cu:4:3: error: memory leak: an allocation of 128 bytes allocated here is never freed [memory-leak]
//|     cudaMalloc(&x, 32 * sizeof(int));
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 1
