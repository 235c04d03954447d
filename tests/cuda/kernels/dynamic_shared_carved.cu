// Three arrays of different types carved from one dynamic allocation, each at its own alignment.
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

struct Layout {
  size_t doubles, ints, bytes, total;
};

__host__ __device__ inline Layout layout(int threads) {
  Layout result;
  result.doubles = 0;
  result.ints = threads * sizeof(double);
  result.bytes = result.ints + (threads + 1) * sizeof(int);
  result.total = result.bytes + threads;
  return result;
}

// Counts how many elements of a block lie under the block's mean, and marks them.
__global__ void below_mean(const double* in, unsigned char* marks, int* counts, int count) {
  extern __shared__ __align__(16) unsigned char memory[];
  Layout places = layout(blockDim.x);
  double* values = reinterpret_cast<double*>(memory + places.doubles);
  int* prefix = reinterpret_cast<int*>(memory + places.ints);
  unsigned char* is_below = memory + places.bytes;
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int used = min((int)blockDim.x, count - (int)(blockIdx.x * blockDim.x));
  values[threadIdx.x] = index < count ? in[index] : 0;
  __syncthreads();
  double mean = 0;
  for (int i = 0; i < used; ++i) mean += values[i];
  mean /= used;
  is_below[threadIdx.x] = index < count && values[threadIdx.x] < mean;
  __syncthreads();
  if (threadIdx.x == 0) {
    prefix[0] = 0;
    for (int i = 0; i < blockDim.x; ++i) prefix[i + 1] = prefix[i] + is_below[i];
  }
  __syncthreads();
  if (index < count) marks[index] = is_below[threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) counts[blockIdx.x] = prefix[blockDim.x];
}

int main() {
  const int count = 1000, threads = 96, blocks = (count + threads - 1) / threads;
  std::vector<double> in(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 71) % 997;
  std::vector<unsigned char> marks(count);
  std::vector<int> counts(blocks);
  double* device_in;
  unsigned char* device_marks;
  int* device_counts;
  CHECK(cudaMalloc(&device_in, count * sizeof(double)));
  CHECK(cudaMalloc(&device_marks, count));
  CHECK(cudaMalloc(&device_counts, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(double), cudaMemcpyHostToDevice));
  below_mean<<<blocks, threads, layout(threads).total>>>(device_in, device_marks, device_counts, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(marks.data(), device_marks, count, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(counts.data(), device_counts, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0, total = 0;
  for (int block = 0; block < blocks; ++block) {
    int begin = block * threads, end = begin + threads < count ? begin + threads : count;
    double mean = 0;
    int below = 0;
    for (int i = begin; i < end; ++i) mean += in[i];
    mean /= end - begin;
    for (int i = begin; i < end; ++i) {
      wrong += marks[i] != (in[i] < mean);
      below += in[i] < mean;
    }
    wrong += counts[block] != below;
    total += below;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_marks));
  CHECK(cudaFree(device_counts));
  std::printf("%s below %d\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
