// Flash attention, forward, causal: tiles of keys and values stream through shared memory, softmax is kept
// online.
#include <cmath>
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

constexpr int kRows = 16, kKeys = 16, kHead = 32;

// Block: 16 query rows, 8 threads a row; each thread owns two scores of a tile and four output columns.
__global__ void attention(const float* q, const float* k, const float* v, float* out, int length,
                          float scale) {
  __shared__ float queries[kRows][kHead + 1], keys[kKeys][kHead + 1], values[kKeys][kHead];
  __shared__ float weights[kRows][kKeys];
  int thread = threadIdx.x, row = thread / 8, part = thread % 8;
  int query = blockIdx.x * kRows + row;
  long head = (long)blockIdx.y * length * kHead;
  for (int i = thread; i < kRows * kHead; i += 128) {
    int position = blockIdx.x * kRows + i / kHead;
    queries[i / kHead][i % kHead] = position < length ? q[head + position * kHead + i % kHead] : 0.0f;
  }
  float maximum = -INFINITY, sum = 0, sums[4] = {0, 0, 0, 0};
  int last_query = min(length, (blockIdx.x + 1) * kRows) - 1;
  for (int begin = 0; begin <= last_query; begin += kKeys) {
    __syncthreads();
    for (int i = thread; i < kKeys * kHead; i += 128) {
      int position = begin + i / kHead;
      bool is_inside = position < length;
      keys[i / kHead][i % kHead] = is_inside ? k[head + position * kHead + i % kHead] : 0.0f;
      values[i / kHead][i % kHead] = is_inside ? v[head + position * kHead + i % kHead] : 0.0f;
    }
    __syncthreads();
    float scores[2], tile_maximum = -INFINITY;
    for (int i = 0; i < 2; ++i) {
      int key = part + i * 8;
      float dot = 0;
      for (int d = 0; d < kHead; ++d) dot += queries[row][d] * keys[key][d];
      scores[i] = begin + key <= query && begin + key < length ? dot * scale : -INFINITY;
      tile_maximum = fmaxf(tile_maximum, scores[i]);
    }
    for (int offset = 4; offset > 0; offset /= 2)
      tile_maximum = fmaxf(tile_maximum, __shfl_xor_sync(0xffffffff, tile_maximum, offset));
    float new_maximum = fmaxf(maximum, tile_maximum);
    float correction = __expf(maximum - new_maximum);
    float tile_sum = 0;
    for (int i = 0; i < 2; ++i) {
      float weight = __expf(scores[i] - new_maximum);
      weights[row][part + i * 8] = weight;
      tile_sum += weight;
    }
    for (int offset = 4; offset > 0; offset /= 2) tile_sum += __shfl_xor_sync(0xffffffff, tile_sum, offset);
    sum = sum * correction + tile_sum;
    maximum = new_maximum;
    __syncwarp();  // a row's weights are written and read by lanes of one warp
    for (int column = 0; column < 4; ++column) {
      float weighted = 0;
      for (int key = 0; key < kKeys; ++key) weighted += weights[row][key] * values[key][part * 4 + column];
      sums[column] = sums[column] * correction + weighted;
    }
    __syncwarp();
  }
  if (query >= length) return;
  for (int column = 0; column < 4; ++column)
    out[head + query * kHead + part * 4 + column] = sums[column] / sum;
}

int main() {
  const int heads = 2, length = 53, count = heads * length * kHead;
  const float scale = 1.0f / std::sqrt((float)kHead);
  std::vector<float> q(count), k(count), v(count), out(count);
  for (int i = 0; i < count; ++i) {
    q[i] = (i * 7 % 29) * 0.1f - 1.4f;
    k[i] = (i * 11 % 31) * 0.1f - 1.5f;
    v[i] = (i * 13 % 37) * 0.05f - 0.9f;
  }
  float *device_q, *device_k, *device_v, *device_out;
  const size_t bytes = count * sizeof(float);
  CHECK(cudaMalloc(&device_q, bytes));
  CHECK(cudaMalloc(&device_k, bytes));
  CHECK(cudaMalloc(&device_v, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMemcpy(device_q, q.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_k, k.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_v, v.data(), bytes, cudaMemcpyHostToDevice));
  attention<<<dim3((length + kRows - 1) / kRows, heads), 128>>>(device_q, device_k, device_v, device_out,
                                                                length, scale);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int h = 0; h < heads; ++h)
    for (int i = 0; i < length; ++i) {
      const int base = h * length * kHead;
      std::vector<double> weights(i + 1);
      double maximum = -1e30, sum = 0;
      for (int j = 0; j <= i; ++j) {
        for (int d = 0; d < kHead; ++d)
          weights[j] += (double)q[base + i * kHead + d] * k[base + j * kHead + d] * scale;
        maximum = std::fmax(maximum, weights[j]);
      }
      for (double& weight : weights) sum += weight = std::exp(weight - maximum);
      for (int d = 0; d < kHead; ++d) {
        double expected = 0;
        for (int j = 0; j <= i; ++j) expected += weights[j] / sum * v[base + j * kHead + d];
        worst = std::fmax(worst, std::fabs(expected - out[base + i * kHead + d]));
      }
    }
  CHECK(cudaFree(device_q));
  CHECK(cudaFree(device_k));
  CHECK(cudaFree(device_v));
  CHECK(cudaFree(device_out));
  std::printf("%s first %.4f last %.4f\n", worst < 1e-4 ? "ok" : "wrong", out.front(), out.back());
  return worst < 1e-4 ? 0 : 1;
}
