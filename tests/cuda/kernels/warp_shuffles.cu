// Every shuffle, at several widths and element types; a rotation, a broadcast and a transpose inside a warp.
#include <cuda_fp16.h>

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

constexpr unsigned int kFull = 0xffffffffu;

template <typename T>
__global__ void shuffles(T* out) {
  int lane = threadIdx.x;
  T own = T(lane * 3 + 1);
  T* row = out + lane * 6;
  row[0] = __shfl_sync(kFull, own, (lane + 5) % 32);
  row[1] = __shfl_up_sync(kFull, own, 2);
  row[2] = __shfl_down_sync(kFull, own, 7);
  row[3] = __shfl_xor_sync(kFull, own, 13);
  row[4] = __shfl_sync(kFull, own, 3, 8);
  row[5] = __shfl_down_sync(kFull, own, 1, 16);
}

template <typename T>
int wrong_shuffles() {
  T* device;
  T host[32 * 6];
  if (cudaMalloc(&device, sizeof(host)) != cudaSuccess) return 1;
  shuffles<T><<<1, 32>>>(device);
  if (cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  if (cudaFree(device) != cudaSuccess) return 1;
  int wrong = 0;
  for (int lane = 0; lane < 32; ++lane) {
    int sources[6] = {
        (lane + 5) % 32,  lane >= 2 ? lane - 2 : lane,     lane + 7 < 32 ? lane + 7 : lane, lane ^ 13,
        lane / 8 * 8 + 3, lane % 16 < 15 ? lane + 1 : lane};
    for (int i = 0; i < 6; ++i) wrong += (float)host[lane * 6 + i] != (float)T(sources[i] * 3 + 1);
  }
  return wrong;
}

// Lane i holds row i of a 32 x 4 matrix; afterwards lane i holds elements i, i + 32, i + 64, i + 96 of the
// flattened rows.
__global__ void regroup(const int* in, int* out) {
  int lane = threadIdx.x;
  int row[4];
  for (int i = 0; i < 4; ++i) row[i] = in[lane * 4 + i];
  for (int part = 0; part < 4; ++part) {
    int source = part * 8 + lane / 4;
    int picked = 0;
    for (int i = 0; i < 4; ++i) {
      int candidate = __shfl_sync(kFull, row[i], source);
      if (lane % 4 == i) picked = candidate;
    }
    out[part * 32 + lane] = picked;
  }
}

int main() {
  int wrong = wrong_shuffles<int>() + wrong_shuffles<float>() + wrong_shuffles<double>() +
              wrong_shuffles<unsigned long long>() + wrong_shuffles<half>();
  std::vector<int> in(128), out(128);
  for (int i = 0; i < 128; ++i) in[i] = i * i;
  int *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, 128 * sizeof(int)));
  CHECK(cudaMalloc(&device_out, 128 * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), 128 * sizeof(int), cudaMemcpyHostToDevice));
  regroup<<<1, 32>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, 128 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  wrong += in != out;
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out[127]);
  return wrong != 0;
}
