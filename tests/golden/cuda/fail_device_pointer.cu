// RUN: tilewright run %s
#include <cstdio>

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  *x = 3;
  std::printf("%d\n", *x);
}
// EXPECT stderr
//| fail_device_pointer.cu:7:3: error: host code writes device memory (an allocation of 4 bytes); copy it with cudaMemcpy [device-pointer]
//|     *x = 3;
//|     ^~~~~~~
// EXPECT exit 1
