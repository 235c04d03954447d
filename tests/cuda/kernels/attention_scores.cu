// Attention in three kernels: scores with a padding mask, softmax of rows in dynamic shared memory, weighted
// values.
#include <cfloat>
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

__global__ void scores_kernel(const float* q, const float* k, const int* valid, float* scores, int length,
                              int depth) {
  int key = blockIdx.x * blockDim.x + threadIdx.x;
  int query = blockIdx.y;
  if (key >= length) return;
  float dot = 0;
  for (int d = 0; d < depth; ++d) dot += q[query * depth + d] * k[key * depth + d];
  scores[query * length + key] = key < *valid ? dot * rsqrtf((float)depth) : -FLT_MAX;
}

__global__ void softmax_kernel(float* scores, int length) {
  extern __shared__ float shared[];
  float* row = shared;
  float* partial = &shared[length];
  float* source = scores + blockIdx.x * length;
  float maximum = -FLT_MAX;
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    row[i] = source[i];
    maximum = fmaxf(maximum, row[i]);
  }
  partial[threadIdx.x] = maximum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) partial[threadIdx.x] = fmaxf(partial[threadIdx.x], partial[threadIdx.x + s]);
    __syncthreads();
  }
  maximum = partial[0];
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    row[i] = expf(row[i] - maximum);
    sum += row[i];
  }
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  float inverse = 1.0f / partial[0];
  for (int i = threadIdx.x; i < length; i += blockDim.x) source[i] = row[i] * inverse;
}

__global__ void values_kernel(const float* weights, const float* v, float* out, int length, int depth) {
  float sum = 0;
  for (int key = 0; key < length; ++key)
    sum += weights[blockIdx.x * length + key] * v[key * depth + threadIdx.x];
  out[blockIdx.x * depth + threadIdx.x] = sum;
}

int main() {
  const int length = 70, depth = 24, valid = 61;
  std::vector<float> q(length * depth), k(length * depth), v(length * depth), out(length * depth);
  for (int i = 0; i < length * depth; ++i) {
    q[i] = std::sin(0.1f * i);
    k[i] = std::cos(0.07f * i);
    v[i] = (i % 25) * 0.1f;
  }
  const size_t bytes = q.size() * sizeof(float);
  float *device_q, *device_k, *device_v, *device_out, *device_scores;
  int* device_valid;
  CHECK(cudaMalloc(&device_q, bytes));
  CHECK(cudaMalloc(&device_k, bytes));
  CHECK(cudaMalloc(&device_v, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMalloc(&device_scores, length * length * sizeof(float)));
  CHECK(cudaMalloc(&device_valid, sizeof(int)));
  CHECK(cudaMemcpy(device_q, q.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_k, k.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_v, v.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_valid, &valid, sizeof(int), cudaMemcpyHostToDevice));
  const int threads = 64;
  scores_kernel<<<dim3((length + threads - 1) / threads, length), threads>>>(device_q, device_k, device_valid,
                                                                             device_scores, length, depth);
  softmax_kernel<<<length, threads, (length + threads) * sizeof(float)>>>(device_scores, length);
  values_kernel<<<length, depth>>>(device_scores, device_v, device_out, length, depth);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int i = 0; i < length; ++i) {
    std::vector<double> weights(valid);
    double sum = 0;
    for (int j = 0; j < valid; ++j) {
      for (int d = 0; d < depth; ++d) weights[j] += (double)q[i * depth + d] * k[j * depth + d];
      sum += weights[j] = std::exp(weights[j] / std::sqrt((double)depth));
    }
    for (int d = 0; d < depth; ++d) {
      double expected = 0;
      for (int j = 0; j < valid; ++j) expected += weights[j] / sum * v[j * depth + d];
      worst = std::fmax(worst, std::fabs(expected - out[i * depth + d]));
    }
  }
  for (float* pointer : {device_q, device_k, device_v, device_out, device_scores}) CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_valid));
  std::printf("%s first %.4f last %.4f\n", worst < 1e-4 ? "ok" : "wrong", out.front(), out.back());
  return worst < 1e-4 ? 0 : 1;
}
