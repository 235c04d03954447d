// expect: out-of-bounds host-pointer
#include <cstdio>

__global__ void wild(long address) { *reinterpret_cast<int*>(address) = 1; }

int main() {
  wild<<<1, 1>>>(0x123456789000);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 1;
}
