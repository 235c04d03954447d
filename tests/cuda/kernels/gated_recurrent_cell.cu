// Ten steps of a GRU cell in one block: the hidden state stays in shared memory, gates are shared functions.
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

constexpr int kHidden = 48, kInput = 20;

__device__ __noinline__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

__device__ float product(const float* __restrict__ row, const float* vector, int length) {
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < length; ++i) sum = fmaf(row[i], vector[i], sum);
  return sum;
}

// Rows of the weights: reset, update, candidate, kHidden each.
__global__ void recurrent(const float* inputs, const float* input_weights, const float* hidden_weights,
                          const float* bias, float* states, int steps) {
  __shared__ float hidden[kHidden], input[kInput];
  int unit = threadIdx.x;
  hidden[unit] = 0.0f;
  for (int step = 0; step < steps; ++step) {
    if (unit < kInput) input[unit] = inputs[step * kInput + unit];
    __syncthreads();
    float from_input[3], from_hidden[3];
    for (int gate = 0; gate < 3; ++gate) {
      int row = gate * kHidden + unit;
      from_input[gate] = product(input_weights + row * kInput, input, kInput) + bias[row];
      from_hidden[gate] = product(hidden_weights + row * kHidden, hidden, kHidden);
    }
    float reset = sigmoid(from_input[0] + from_hidden[0]), update = sigmoid(from_input[1] + from_hidden[1]);
    float candidate = tanhf(from_input[2] + reset * from_hidden[2]);
    float next = (1 - update) * candidate + update * hidden[unit];
    __syncthreads();
    hidden[unit] = next;
    states[step * kHidden + unit] = next;
  }
}

int main() {
  const int steps = 10;
  std::vector<float> inputs(steps * kInput), input_weights(3 * kHidden * kInput),
      hidden_weights(3 * kHidden * kHidden);
  std::vector<float> bias(3 * kHidden), states(steps * kHidden);
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i] = std::sin(0.3f * i);
  for (size_t i = 0; i < input_weights.size(); ++i) input_weights[i] = (i * 7 % 23) * 0.02f - 0.2f;
  for (size_t i = 0; i < hidden_weights.size(); ++i) hidden_weights[i] = (i * 11 % 19) * 0.02f - 0.18f;
  for (size_t i = 0; i < bias.size(); ++i) bias[i] = (i % 5) * 0.1f - 0.2f;
  float *device_inputs, *device_input_weights, *device_hidden_weights, *device_bias, *device_states;
  CHECK(cudaMalloc(&device_inputs, inputs.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_input_weights, input_weights.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_hidden_weights, hidden_weights.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_bias, bias.size() * sizeof(float)));
  CHECK(cudaMalloc(&device_states, states.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_inputs, inputs.data(), inputs.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_input_weights, input_weights.data(), input_weights.size() * sizeof(float),
                   cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_hidden_weights, hidden_weights.data(), hidden_weights.size() * sizeof(float),
                   cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_bias, bias.data(), bias.size() * sizeof(float), cudaMemcpyHostToDevice));
  recurrent<<<1, kHidden>>>(device_inputs, device_input_weights, device_hidden_weights, device_bias,
                            device_states, steps);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(states.data(), device_states, states.size() * sizeof(float), cudaMemcpyDeviceToHost));
  std::vector<double> hidden(kHidden), next(kHidden);
  double worst = 0;
  for (int step = 0; step < steps; ++step) {
    for (int unit = 0; unit < kHidden; ++unit) {
      double x[3], h[3];
      for (int gate = 0; gate < 3; ++gate) {
        int row = gate * kHidden + unit;
        x[gate] = bias[row];
        h[gate] = 0;
        for (int i = 0; i < kInput; ++i)
          x[gate] += input_weights[row * kInput + i] * inputs[step * kInput + i];
        for (int i = 0; i < kHidden; ++i) h[gate] += hidden_weights[row * kHidden + i] * hidden[i];
      }
      double reset = 1 / (1 + std::exp(-x[0] - h[0])), update = 1 / (1 + std::exp(-x[1] - h[1]));
      next[unit] = (1 - update) * std::tanh(x[2] + reset * h[2]) + update * hidden[unit];
      worst = std::fmax(worst, std::fabs(next[unit] - states[step * kHidden + unit]));
    }
    hidden = next;
  }
  for (float* pointer :
       {device_inputs, device_input_weights, device_hidden_weights, device_bias, device_states})
    CHECK(cudaFree(pointer));
  std::printf("%s last %.4f\n", worst < 1e-4 ? "ok" : "wrong", states.back());
  return worst < 1e-4 ? 0 : 1;
}
