// Two streams are captured into a graph: they part and join by events; the graph runs ten times.
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

__global__ void step(float* values, int count, float factor) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] = values[index] * factor + 1.0f;
}

__global__ void join_halves(float* values, int half) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < half) {
    float mean = (values[index] + values[half + index]) * 0.5f;
    values[index] = mean;
    values[half + index] = mean;
  }
}

int main() {
  const int half = 500, count = 2 * half, rounds = 10;
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = i % 17;
  float* device_values;
  CHECK(cudaMalloc(&device_values, count * sizeof(float)));
  CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  cudaStream_t main_stream, side_stream;
  CHECK(cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&side_stream, cudaStreamNonBlocking));
  cudaEvent_t parted, joined;
  CHECK(cudaEventCreateWithFlags(&parted, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));

  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(parted, main_stream));
  CHECK(cudaStreamWaitEvent(side_stream, parted, 0));
  step<<<4, 128, 0, main_stream>>>(device_values, half, 0.5f);
  step<<<4, 128, 0, side_stream>>>(device_values + half, half, 0.25f);
  CHECK(cudaEventRecord(joined, side_stream));
  CHECK(cudaStreamWaitEvent(main_stream, joined, 0));
  join_halves<<<4, 128, 0, main_stream>>>(device_values, half);
  CHECK(cudaStreamEndCapture(main_stream, &graph));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < rounds; ++round) CHECK(cudaGraphLaunch(exec, main_stream));
  CHECK(cudaStreamSynchronize(main_stream));

  std::vector<float> result(count);
  CHECK(cudaMemcpy(result.data(), device_values, count * sizeof(float), cudaMemcpyDeviceToHost));
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < half; ++i) {
      float mean = (values[i] * 0.5f + 1.0f + values[half + i] * 0.25f + 1.0f) * 0.5f;
      values[i] = values[half + i] = mean;
    }
  }
  int wrong = nodes != 3;
  for (int i = 0; i < count; ++i) wrong += !(result[i] - values[i] < 1e-5f && values[i] - result[i] < 1e-5f);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(parted));
  CHECK(cudaEventDestroy(joined));
  CHECK(cudaStreamDestroy(main_stream));
  CHECK(cudaStreamDestroy(side_stream));
  CHECK(cudaFree(device_values));
  std::printf("%s nodes %zu last %.4f\n", wrong ? "wrong" : "ok", nodes, result[count - 1]);
  return wrong != 0;
}
