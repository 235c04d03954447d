// at::cuda and c10::cuda: streams and guards of the one device.
#pragma once

#include "tensor.h"

namespace c10 {
namespace cuda {

class CUDAStream {
 public:
  CUDAStream(cudaStream_t stream = nullptr) : stream_(stream) {}
  cudaStream_t stream() const { return stream_; }
  operator cudaStream_t() const { return stream_; }
  void synchronize() const { (void)cudaStreamSynchronize(stream_); }
  DeviceIndex device_index() const { return 0; }
  Device device() const { return Device(kCUDA, 0); }
  bool operator==(const CUDAStream& other) const { return stream_ == other.stream_; }

 private:
  cudaStream_t stream_;
};
inline CUDAStream& current_stream() {
  static CUDAStream stream;
  return stream;
}
inline CUDAStream getCurrentCUDAStream(DeviceIndex = -1) { return current_stream(); }
inline CUDAStream getDefaultCUDAStream(DeviceIndex = -1) { return {}; }
inline CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1) {
  cudaStream_t stream = nullptr;
  (void)cudaStreamCreate(&stream);
  return stream;
}
inline void setCurrentCUDAStream(CUDAStream stream) { current_stream() = stream; }
inline int device_count() { return 1; }
inline DeviceIndex current_device() { return 0; }
inline void device_synchronize() { (void)cudaDeviceSynchronize(); }

// There is one device: a guard has nothing to change.
struct CUDAGuard {
  CUDAGuard(int) {}
  CUDAGuard(Device) {}
  void set_index(int) {}
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard() = default;
  OptionalCUDAGuard(int) {}
  OptionalCUDAGuard(Device) {}
  OptionalCUDAGuard(std::optional<Device>) {}
};
class CUDAStreamGuard {
 public:
  explicit CUDAStreamGuard(CUDAStream stream) : before_(current_stream()) { current_stream() = stream; }
  ~CUDAStreamGuard() { current_stream() = before_; }

 private:
  CUDAStream before_;
};

}  // namespace cuda
using DeviceGuard = cuda::CUDAGuard;
using OptionalDeviceGuard = cuda::OptionalCUDAGuard;
}  // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
inline int ATenCeilDiv(int a, int b) { return (a + b - 1) / b; }
inline cudaDeviceProp* getCurrentDeviceProperties() {
  static cudaDeviceProp properties;
  (void)cudaGetDeviceProperties(&properties, 0);
  return &properties;
}
inline cudaDeviceProp* getDeviceProperties(int) { return getCurrentDeviceProperties(); }
inline int warp_size() { return 32; }
}  // namespace cuda
inline cuda::CUDAStream get_current_stream() { return cuda::getCurrentCUDAStream(); }
template <class T>
constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}
}  // namespace at

#if defined(__CUDACC__)
template <class T>
__device__ inline void gpuAtomicAdd(T* address, T value) {
  atomicAdd(address, value);
}
template <class T>
__device__ inline void gpuAtomicAddNoReturn(T* address, T value) {
  atomicAdd(address, value);
}
#endif

namespace torch {
using namespace at;
namespace nn {
namespace functional {}
}  // namespace nn
}  // namespace torch
