// Inclusive scan of each row by doubling offsets between two shared buffers.
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void inclusive_scan_rows(const int* input, int* output, int columns) {
  extern __shared__ int buffers[];
  int* source = buffers;
  int* target = buffers + blockDim.x;
  int thread = threadIdx.x;
  int base = blockIdx.x * columns;
  source[thread] = thread < columns ? input[base + thread] : 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    target[thread] = source[thread] + (thread >= offset ? source[thread - offset] : 0);
    __syncthreads();
    int* swapped = source;
    source = target;
    target = swapped;
  }
  if (thread < columns) output[base + thread] = source[thread];
}

int main() {
  const int rows = 9, columns = 200, threads = 256;
  std::vector<int> input(rows * columns), output(rows * columns);
  for (int i = 0; i < rows * columns; ++i) input[i] = (i * 11) % 19 - 6;
  int *device_input, *device_output;
  CHECK(cudaMalloc(&device_input, input.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_output, output.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_input, input.data(), input.size() * sizeof(int), cudaMemcpyHostToDevice));
  inclusive_scan_rows<<<rows, threads, 2 * threads * sizeof(int)>>>(device_input, device_output, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(output.data(), device_output, output.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    int sum = 0;
    for (int column = 0; column < columns; ++column) {
      sum += input[row * columns + column];
      wrong += output[row * columns + column] != sum;
    }
  }
  CHECK(cudaFree(device_input));
  CHECK(cudaFree(device_output));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", output.back());
  return wrong != 0;
}
