// Order-preserving compaction: ballots give positions in a warp, a scan of warp counts in a block, two
// launches for blocks.
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

constexpr int kThreads = 128, kWarps = kThreads / 32;

__device__ bool is_kept(int value) { return value % 3 == 1; }

__global__ void count_kept(const int* in, int count, int* block_counts) {
  int index = blockIdx.x * kThreads + threadIdx.x;
  int kept = __syncthreads_count(index < count && is_kept(in[index]));
  if (threadIdx.x == 0) block_counts[blockIdx.x] = kept;
}

__global__ void write_kept(const int* in, int count, const int* block_offsets, int* out) {
  __shared__ int warp_offsets[kWarps + 1];
  int index = blockIdx.x * kThreads + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  bool keep = index < count && is_kept(in[index]);
  unsigned int votes = __ballot_sync(0xffffffff, keep);
  if (lane == 0) warp_offsets[warp + 1] = __popc(votes);
  if (threadIdx.x == 0) warp_offsets[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i <= kWarps; ++i) warp_offsets[i] += warp_offsets[i - 1];
  __syncthreads();
  int rank = __popc(votes & ((1u << lane) - 1));
  if (keep) out[block_offsets[blockIdx.x] + warp_offsets[warp] + rank] = in[index];
}

int main() {
  const int count = 3210, blocks = (count + kThreads - 1) / kThreads;
  std::vector<int> in(count), expected, counts(blocks), offsets(blocks);
  for (int i = 0; i < count; ++i) {
    in[i] = (i * 5039) % 8191;
    if (in[i] % 3 == 1) expected.push_back(in[i]);
  }
  int *device_in, *device_out, *device_offsets;
  CHECK(cudaMalloc(&device_in, count * sizeof(int)));
  CHECK(cudaMalloc(&device_out, count * sizeof(int)));
  CHECK(cudaMalloc(&device_offsets, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  count_kept<<<blocks, kThreads>>>(device_in, count, device_offsets);
  CHECK(cudaMemcpy(counts.data(), device_offsets, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  int total = 0;
  for (int block = 0; block < blocks; ++block) {
    offsets[block] = total;
    total += counts[block];
  }
  CHECK(cudaMemcpy(device_offsets, offsets.data(), blocks * sizeof(int), cudaMemcpyHostToDevice));
  write_kept<<<blocks, kThreads>>>(device_in, count, device_offsets, device_out);
  CHECK(cudaGetLastError());
  std::vector<int> out(total);
  CHECK(cudaMemcpy(out.data(), device_out, total * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_offsets));
  std::printf("%s kept %d third %d\n", out == expected ? "ok" : "wrong", total, out[2]);
  return out == expected ? 0 : 1;
}
