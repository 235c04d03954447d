// expect: output-limit fuel-exhausted
#include <cstdio>

__global__ void speak() {
  for (;;) printf("and again and again and again\n");
}

int main() {
  speak<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
