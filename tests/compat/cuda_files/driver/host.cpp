#include <cuda.h>

int main() {
  CUmodule module;
  return cuModuleLoad(&module, "kernel.fatbin") == 0 ? 0 : 1;
}
