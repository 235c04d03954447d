// Cross entropy with ignored labels and its gradient: a block a row, mean over the rows that count.
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

constexpr int kThreads = 64;

template <bool kMaximum>
__device__ float reduce(float value, float* buffer) {
  buffer[threadIdx.x] = value;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      float other = buffer[threadIdx.x + stride];
      buffer[threadIdx.x] = kMaximum ? fmaxf(buffer[threadIdx.x], other) : buffer[threadIdx.x] + other;
    }
    __syncthreads();
  }
  float result = buffer[0];
  __syncthreads();  // the buffer is used again
  return result;
}

__global__ void cross_entropy(const float* logits, const long long* labels, float* losses, float* gradient,
                              int classes, int counted, long long ignored) {
  __shared__ float buffer[kThreads];
  const float* row = logits + blockIdx.x * classes;
  float* row_gradient = gradient + blockIdx.x * classes;
  long long label = labels[blockIdx.x];
  if (label == ignored) {  // the same for the whole block
    for (int i = threadIdx.x; i < classes; i += kThreads) row_gradient[i] = 0;
    if (threadIdx.x == 0) losses[blockIdx.x] = 0;
    return;
  }
  float maximum = -INFINITY;
  for (int i = threadIdx.x; i < classes; i += kThreads) maximum = fmaxf(maximum, row[i]);
  maximum = reduce<true>(maximum, buffer);
  float sum = 0;
  for (int i = threadIdx.x; i < classes; i += kThreads) sum += expf(row[i] - maximum);
  sum = reduce<false>(sum, buffer);
  for (int i = threadIdx.x; i < classes; i += kThreads)
    row_gradient[i] = (expf(row[i] - maximum) / sum - (i == label ? 1.0f : 0.0f)) / counted;
  if (threadIdx.x == 0) losses[blockIdx.x] = (logf(sum) + maximum - row[label]) / counted;
}

int main() {
  const int rows = 23, classes = 130;
  const long long ignored = -100;
  std::vector<float> logits(rows * classes), losses(rows), gradient(rows * classes);
  std::vector<long long> labels(rows);
  int counted = 0;
  for (int i = 0; i < rows * classes; ++i) logits[i] = (i * 47 % 73) * 0.1f - 3;
  for (int row = 0; row < rows; ++row) {
    labels[row] = row % 5 == 2 ? ignored : row * 31 % classes;
    counted += labels[row] != ignored;
  }
  float *device_logits, *device_losses, *device_gradient;
  long long* device_labels;
  CHECK(cudaMalloc(&device_logits, logits.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_losses, rows * sizeof(float)));
  CHECK(cudaMalloc(&device_gradient, logits.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_labels, rows * sizeof(long long)));
  CHECK(cudaMemcpy(device_logits, logits.data(), logits.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_labels, labels.data(), rows * sizeof(long long), cudaMemcpyHostToDevice));
  cross_entropy<<<rows, kThreads>>>(device_logits, device_labels, device_losses, device_gradient, classes,
                                    counted, ignored);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(losses.data(), device_losses, rows * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(gradient.data(), device_gradient, logits.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double worst = 0, loss = 0, expected_loss = 0;
  for (int row = 0; row < rows; ++row) {
    loss += losses[row];
    double sum = 0;
    for (int i = 0; i < classes; ++i) sum += std::exp((double)logits[row * classes + i]);
    if (labels[row] != ignored)
      expected_loss += (std::log(sum) - logits[row * classes + labels[row]]) / counted;
    for (int i = 0; i < classes; ++i) {
      double expected =
          labels[row] == ignored ? 0 : std::exp((double)logits[row * classes + i]) / sum - (i == labels[row]);
      worst = std::fmax(worst, std::fabs(expected / counted - gradient[row * classes + i]));
    }
  }
  CHECK(cudaFree(device_logits));
  CHECK(cudaFree(device_losses));
  CHECK(cudaFree(device_gradient));
  CHECK(cudaFree(device_labels));
  bool is_right = worst < 1e-5 && std::fabs(loss - expected_loss) < 1e-4;
  std::printf("%s loss %.4f\n", is_right ? "ok" : "wrong", loss);
  return is_right ? 0 : 1;
}
