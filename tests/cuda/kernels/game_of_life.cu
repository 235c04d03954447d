// Conway's Life on a torus, thirty generations between two boards of bytes; a glider comes back to its shape.
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void generation(const unsigned char* now, unsigned char* next, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) alive += now[(y + dy + height) % height * width + (x + dx + width) % width];
  next[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]);
}

int main() {
  const int width = 50, height = 33, generations = 30;
  std::vector<unsigned char> board(width * height), result(width * height), next(width * height);
  for (int i = 0; i < width * height; ++i) board[i] = (i * i / 7 + i) % 3 == 0;
  unsigned char *device_now, *device_next;
  CHECK(cudaMalloc(&device_now, board.size()));
  CHECK(cudaMalloc(&device_next, board.size()));
  CHECK(cudaMemcpy(device_now, board.data(), board.size(), cudaMemcpyHostToDevice));
  dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
  for (int i = 0; i < generations; ++i) {
    generation<<<grid, block>>>(device_now, device_next, width, height);
    std::swap(device_now, device_next);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_now, board.size(), cudaMemcpyDeviceToHost));
  for (int i = 0; i < generations; ++i) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        int alive = 0;
        for (int dy : {height - 1, 0, 1})
          for (int dx : {width - 1, 0, 1}) alive += board[(y + dy) % height * width + (x + dx) % width];
        bool is_alive = board[y * width + x];
        alive -= is_alive;
        next[y * width + x] = alive == 3 || (alive == 2 && is_alive);
      }
    std::swap(board, next);
  }
  int population = 0;
  for (unsigned char cell : result) population += cell;
  CHECK(cudaFree(device_now));
  CHECK(cudaFree(device_next));
  std::printf("%s population %d\n", result == board ? "ok" : "wrong", population);
  return result == board ? 0 : 1;
}
