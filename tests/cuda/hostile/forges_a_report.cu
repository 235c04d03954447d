// expect: out-of-bounds
// Writes what looks like the runner's answer to every descriptor, and looks for the runner's state by name.
#include <dlfcn.h>
#include <cstdio>
#include <unistd.h>

__global__ void outside(int* out) { out[1] = 1; }

int main() {
  static const char zeros[20000] = {2};
  for (int descriptor = 0; descriptor < 16; ++descriptor) {
    if (write(descriptor, zeros, sizeof zeros) < 0) continue;
  }
  if (dlsym(RTLD_DEFAULT, "_ZN10tilewright7kernels4cuda7machineE") != nullptr) std::puts("the runner's state has a name");
  int* out;
  cudaMalloc(&out, 4);
  outside<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  _exit(0);
}
