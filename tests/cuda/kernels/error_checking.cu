// A throwing check, an RAII buffer, and errors that are expected: each is read, so that none is left behind.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "allocation");
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  void upload(const std::vector<T>& values) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
  }
  std::vector<T> download() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
    return values;
  }
  T* data() { return data_; }

 private:
  T* data_ = nullptr;
  size_t count_;
};

__global__ void increment(int* values, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) ++values[index];
}

int main() {
  const int count = 321;
  int wrong = 0;
  try {
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = i * 2;
    DeviceBuffer<int> buffer(count);
    buffer.upload(values);
    increment<<<(count + 31) / 32, 32>>>(buffer.data(), count);
    check(cudaGetLastError(), "launch");
    std::vector<int> result = buffer.download();
    for (int i = 0; i < count; ++i) wrong += result[i] != i * 2 + 1;
    auto owned = std::make_unique<DeviceBuffer<double>>(17);
    void* nothing = nullptr;
    cudaError_t too_much = cudaMalloc(&nothing, (size_t)1 << 60);
    wrong += too_much != cudaErrorMemoryAllocation ||
             std::string(cudaGetErrorName(too_much)) != "cudaErrorMemoryAllocation";
    wrong += cudaGetLastError() != cudaErrorMemoryAllocation;  // reading clears it
    wrong += cudaGetLastError() != cudaSuccess;
    wrong += cudaSetDevice(1000) != cudaErrorInvalidDevice;
    wrong += cudaGetLastError() != cudaErrorInvalidDevice;
    check(cudaFree(nullptr), "free of nothing");
    check(cudaDeviceSynchronize(), "synchronise");
  } catch (const std::exception& error) {
    std::printf("wrong: %s\n", error.what());
    return 1;
  }
  std::printf("%s\n", wrong ? "wrong" : "ok");
  return wrong != 0;
}
