// A large parameter structure by value: arrays of sizes and strides describe a strided copy of up to five
// dimensions.
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

struct StridedCopy {
  const int* source;
  int* target;
  int dimensions;
  int sizes[5];
  long long source_strides[5];
  long long target_strides[5];
  float unused_padding[20];
  short bias;
  bool negates;
};

__global__ void strided_copy(StridedCopy copy, int total) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= total) return;
  long long from = 0, to = 0;
  int rest = index;
  for (int d = copy.dimensions - 1; d >= 0; --d) {
    int coordinate = rest % copy.sizes[d];
    rest /= copy.sizes[d];
    from += coordinate * copy.source_strides[d];
    to += coordinate * copy.target_strides[d];
  }
  int value = copy.source[from] + copy.bias;
  copy.target[to] = copy.negates ? -value : value;
}

int main() {
  // Source 4 x 6 x 5 x 3 contiguous; target takes axes in the order 2, 0, 3, 1.
  const int sizes[4] = {4, 6, 5, 3}, order[4] = {2, 0, 3, 1};
  const int total = 4 * 6 * 5 * 3;
  StridedCopy copy = {};
  copy.dimensions = 4;
  long long stride = 1;
  for (int d = 3; d >= 0; --d) {
    copy.sizes[d] = sizes[d];
    copy.source_strides[d] = stride;
    stride *= sizes[d];
  }
  stride = 1;
  for (int d = 3; d >= 0; --d) {
    copy.target_strides[order[d]] = stride;
    stride *= sizes[order[d]];
  }
  copy.bias = -7;
  copy.negates = true;
  std::vector<int> source(total), target(total);
  for (int i = 0; i < total; ++i) source[i] = i * 3;
  int *device_source, *device_target;
  CHECK(cudaMalloc(&device_source, total * sizeof(int)));
  CHECK(cudaMalloc(&device_target, total * sizeof(int)));
  CHECK(cudaMemcpy(device_source, source.data(), total * sizeof(int), cudaMemcpyHostToDevice));
  copy.source = device_source;
  copy.target = device_target;
  strided_copy<<<(total + 63) / 64, 64>>>(copy, total);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(target.data(), device_target, total * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 6; ++b)
      for (int c = 0; c < 5; ++c)
        for (int d = 0; d < 3; ++d)
          wrong += target[((c * 4 + a) * 3 + d) * 6 + b] != -(source[((a * 6 + b) * 5 + c) * 3 + d] - 7);
  CHECK(cudaFree(device_source));
  CHECK(cudaFree(device_target));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", target.back());
  return wrong != 0;
}
