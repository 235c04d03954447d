// expect: host-crash out-of-bounds fuel-exhausted
#include <csignal>

__global__ void outside(int* out) { out[1] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 4);
  outside<<<1, 1>>>(out);
  std::raise(SIGKILL);
}
