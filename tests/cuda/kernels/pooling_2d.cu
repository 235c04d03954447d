// Max pooling 3x3, stride 2, padding 1, with the position of each maximum; and average pooling of the same
// windows.
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

struct Pooling {
  int channels, height, width, out_height, out_width;
};

__global__ void pool(const float* input, float* maxima, int* positions, float* averages, Pooling shape) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int outputs = shape.channels * shape.out_height * shape.out_width;
  if (index >= outputs) return;
  int out_x = index % shape.out_width;
  int out_y = index / shape.out_width % shape.out_height;
  int channel = index / (shape.out_width * shape.out_height);
  const float* plane = input + channel * shape.height * shape.width;
  float maximum = -FLT_MAX, sum = 0;
  int position = -1, cells = 0;
  for (int y = max(out_y * 2 - 1, 0); y < min(out_y * 2 + 2, shape.height); ++y)
    for (int x = max(out_x * 2 - 1, 0); x < min(out_x * 2 + 2, shape.width); ++x) {
      float value = plane[y * shape.width + x];
      if (value > maximum) {
        maximum = value;
        position = y * shape.width + x;
      }
      sum += value;
      ++cells;
    }
  maxima[index] = maximum;
  positions[index] = position;
  averages[index] = sum / cells;
}

int main() {
  Pooling shape = {5, 23, 30, 12, 15};
  const int inputs = shape.channels * shape.height * shape.width;
  const int outputs = shape.channels * shape.out_height * shape.out_width;
  std::vector<float> input(inputs), maxima(outputs), averages(outputs);
  std::vector<int> positions(outputs);
  for (int i = 0; i < inputs; ++i) input[i] = (i * 193) % 1021 * 0.5f - 200;
  float *device_input, *device_maxima, *device_averages;
  int* device_positions;
  CHECK(cudaMalloc(&device_input, inputs * sizeof(float)));
  CHECK(cudaMalloc(&device_maxima, outputs * sizeof(float)));
  CHECK(cudaMalloc(&device_averages, outputs * sizeof(float)));
  CHECK(cudaMalloc(&device_positions, outputs * sizeof(int)));
  CHECK(cudaMemcpy(device_input, input.data(), inputs * sizeof(float), cudaMemcpyHostToDevice));
  pool<<<(outputs + 127) / 128, 128>>>(device_input, device_maxima, device_positions, device_averages, shape);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(maxima.data(), device_maxima, outputs * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(averages.data(), device_averages, outputs * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(positions.data(), device_positions, outputs * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  double total = 0;
  for (int index = 0; index < outputs; ++index) {
    int out_x = index % shape.out_width, out_y = index / shape.out_width % shape.out_height;
    const float* plane =
        input.data() + index / (shape.out_width * shape.out_height) * shape.height * shape.width;
    float maximum = -FLT_MAX, sum = 0;
    int cells = 0;
    for (int y = out_y * 2 - 1; y < out_y * 2 + 2; ++y)
      for (int x = out_x * 2 - 1; x < out_x * 2 + 2; ++x) {
        if (x < 0 || y < 0 || x >= shape.width || y >= shape.height) continue;
        maximum = std::fmax(maximum, plane[y * shape.width + x]);
        sum += plane[y * shape.width + x];
        ++cells;
      }
    wrong += maxima[index] != maximum || plane[positions[index]] != maximum;
    wrong += std::fabs(averages[index] - sum / cells) > 1e-3f;
    total += maxima[index];
  }
  CHECK(cudaFree(device_input));
  CHECK(cudaFree(device_maxima));
  CHECK(cudaFree(device_averages));
  CHECK(cudaFree(device_positions));
  std::printf("%s total %.1f\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
