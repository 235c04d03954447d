// Constant and device variables: written and read through symbols, whole, in parts and by address.
#include <cstdio>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Polynomial {
  int degree;
  int coefficients[8];
};

__constant__ Polynomial polynomials[2];
__constant__ int table[4] = {1, 10, 100, 1000};
__device__ int results[64];
__device__ int launches = 5;

__global__ void evaluate(int which) {
  const Polynomial& polynomial = polynomials[which];
  int value = 0;
  for (int i = polynomial.degree; i >= 0; --i) value = value * (int)threadIdx.x + polynomial.coefficients[i];
  results[threadIdx.x] += value * table[which];
  if (threadIdx.x == 0) ++launches;
}

int main() {
  Polynomial host[2] = {{2, {1, 2, 3}}, {3, {4, 0, 0, 1}}};
  CHECK(cudaMemcpyToSymbol(polynomials, &host[0], sizeof(Polynomial)));
  CHECK(cudaMemcpyToSymbol(polynomials, &host[1], sizeof(Polynomial), sizeof(Polynomial),
                           cudaMemcpyHostToDevice));
  void* address;
  size_t bytes;
  CHECK(cudaGetSymbolAddress(&address, results));
  CHECK(cudaGetSymbolSize(&bytes, results));
  CHECK(cudaMemset(address, 0, bytes));
  evaluate<<<1, 50>>>(0);
  evaluate<<<1, 50>>>(1);
  CHECK(cudaGetLastError());
  std::vector<int> values(bytes / sizeof(int));
  int counted = 0;
  CHECK(cudaMemcpyFromSymbol(values.data(), results, bytes));
  CHECK(cudaMemcpyFromSymbol(&counted, launches, sizeof(int)));
  int wrong = counted != 7;
  for (int x = 0; x < 64; ++x) {
    int expected = x < 50 ? 1 + 2 * x + 3 * x * x + 10 * (4 + x * x * x) : 0;
    wrong += values[x] != expected;
  }
  std::printf("%s at 49: %d launches %d\n", wrong ? "wrong" : "ok", values[49], counted);
  return wrong != 0;
}
