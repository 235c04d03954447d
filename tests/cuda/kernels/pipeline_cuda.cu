// cuda::pipeline: two stages in flight filled by memcpy_async, consumed in order.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

constexpr int kStages = 2, kBatch = 128;

__global__ void running_sums(const int* in, int* out, int batches) {
  __shared__ int buffer[kStages][kBatch];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const int* own = in + blockIdx.x * batches * kBatch;
  int sum = 0;
  for (int consumed = 0, fetched = 0; consumed < batches; ++consumed) {
    for (; fetched < batches && fetched < consumed + kStages; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, buffer[fetched % kStages], own + fetched * kBatch, sizeof(int) * kBatch,
                         pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += buffer[consumed % kStages][(threadIdx.x * 5 + 1) % kBatch];
    pipeline.consumer_release();
  }
  out[blockIdx.x * kBatch + threadIdx.x] = sum;
}

int main() {
  const int blocks = 3, batches = 7;
  std::vector<int> in(blocks * batches * kBatch), out(blocks * kBatch);
  for (size_t i = 0; i < in.size(); ++i) in[i] = (int)(i * 31 % 1013);
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  running_sums<<<blocks, kBatch>>>(device_in, device_out, batches);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < kBatch; ++thread) {
      int sum = 0;
      for (int batch = 0; batch < batches; ++batch)
        sum += in[(block * batches + batch) * kBatch + (thread * 5 + 1) % kBatch];
      wrong += out[block * kBatch + thread] != sum;
    }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
