// Search for several patterns in a text: patterns in constant memory, counts and first positions by atomics.
#include <climits>
#include <cstdio>
#include <cstring>
#include <string>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Pattern {
  char text[16];
  int length;
};

__constant__ Pattern patterns[4];

__device__ bool matches(const char* text, const char* pattern, int length) {
  while (length > 0 && *text == *pattern) {
    ++text;
    ++pattern;
    --length;
  }
  return length == 0;
}

__global__ void search(const char* text, int length, int* counts, int* first) {
  int position = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    if (position + patterns[i].length > length) continue;
    if (!matches(text + position, patterns[i].text, patterns[i].length)) continue;
    atomicAdd(&counts[i], 1);
    atomicMin(&first[i], position);
  }
}

int main() {
  std::string text;
  for (int i = 0; i < 150; ++i) text += i % 7 == 0 ? "needle " : i % 3 ? "hay stack " : "abababa";
  const char* words[4] = {"needle", "aba", "stack hay", "absent"};
  Pattern host[4];
  for (int i = 0; i < 4; ++i) {
    std::memset(&host[i], 0, sizeof(Pattern));
    std::strcpy(host[i].text, words[i]);
    host[i].length = (int)std::strlen(words[i]);
  }
  int counts[4] = {}, first[4] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX};
  char* device_text;
  int *device_counts, *device_first;
  CHECK(cudaMalloc(&device_text, text.size()));
  CHECK(cudaMalloc(&device_counts, sizeof(counts)));
  CHECK(cudaMalloc(&device_first, sizeof(first)));
  CHECK(cudaMemcpy(device_text, text.data(), text.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_counts, counts, sizeof(counts), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_first, first, sizeof(first), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(patterns, host, sizeof(host)));
  search<<<((int)text.size() + 127) / 128, 128>>>(device_text, (int)text.size(), device_counts, device_first);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(counts, device_counts, sizeof(counts), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(first, device_first, sizeof(first), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 4; ++i) {
    int expected = 0;
    size_t place = text.find(words[i]);
    wrong += first[i] != (place == std::string::npos ? INT_MAX : (int)place);
    for (; place != std::string::npos; place = text.find(words[i], place + 1)) ++expected;
    wrong += counts[i] != expected;
  }
  CHECK(cudaFree(device_text));
  CHECK(cudaFree(device_counts));
  CHECK(cudaFree(device_first));
  std::printf("%s counts %d %d %d %d\n", wrong ? "wrong" : "ok", counts[0], counts[1], counts[2], counts[3]);
  return wrong != 0;
}
