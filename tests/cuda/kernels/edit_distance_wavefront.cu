// Edit distance of two strings along anti-diagonals: three rotating diagonals in shared memory, a barrier
// between each.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

constexpr int kMost = 128;

__global__ void edit_distance(const char* first, int first_length, const char* second, int second_length,
                              int* result) {
  __shared__ int diagonals[3][kMost + 1];
  int i = threadIdx.x;  // row in the table; the thread follows its row through the diagonals
  for (int diagonal = 0; diagonal <= first_length + second_length; ++diagonal) {
    int j = diagonal - i;
    int* now = diagonals[diagonal % 3];
    const int* before = diagonals[(diagonal + 2) % 3];
    const int* two_before = diagonals[(diagonal + 1) % 3];
    if (i <= first_length && j >= 0 && j <= second_length) {
      if (i == 0)
        now[i] = j;
      else if (j == 0)
        now[i] = i;
      else
        now[i] = min(min(before[i - 1], before[i]) + 1, two_before[i - 1] + (first[i - 1] != second[j - 1]));
      if (i == first_length && j == second_length) *result = now[i];
    }
    __syncthreads();
  }
}

int main() {
  std::string first, second;
  for (int i = 0; i < 97; ++i) first += (char)('a' + i * 7 % 5);
  for (int i = 0; i < 81; ++i) second += (char)('a' + (i * i / 3) % 5);
  char *device_first, *device_second;
  int *device_result, result = -1;
  CHECK(cudaMalloc(&device_first, first.size()));
  CHECK(cudaMalloc(&device_second, second.size()));
  CHECK(cudaMalloc(&device_result, sizeof(int)));
  CHECK(cudaMemcpy(device_first, first.data(), first.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_second, second.data(), second.size(), cudaMemcpyHostToDevice));
  edit_distance<<<1, kMost>>>(device_first, (int)first.size(), device_second, (int)second.size(),
                              device_result);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&result, device_result, sizeof(int), cudaMemcpyDeviceToHost));
  std::vector<int> row(second.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = (int)j;
  for (size_t i = 1; i <= first.size(); ++i) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j < row.size(); ++j) {
      int above = row[j];
      row[j] = std::min(std::min(row[j], row[j - 1]) + 1, diagonal + (first[i - 1] != second[j - 1]));
      diagonal = above;
    }
  }
  CHECK(cudaFree(device_first));
  CHECK(cudaFree(device_second));
  CHECK(cudaFree(device_result));
  std::printf("%s distance %d\n", result == row.back() ? "ok" : "wrong", result);
  return result == row.back() ? 0 : 1;
}
