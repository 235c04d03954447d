// The CUDA runtime's memory functions over the driver, for programs that clang compiled against cuda/include.
#include "kernels/cuda/gpu/worker/session.h"

using tilewright::kernels::cuda::gpu::Session;

namespace {

Session& session() { return Session::get(); }

cudaError_t done(int error) { return session().remember(error); }

uint64_t address_of(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

// Rows one after the other: pitches are rarely large enough to make this slow, and directions stay simple.
cudaError_t copy_rows(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                      size_t width, size_t height, cudaStream_t stream, bool is_async) {
  if (width > destination_pitch || width > source_pitch) return done(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row) {
    uint64_t to = address_of(destination) + row * destination_pitch, from = address_of(source) + row * source_pitch;
    int error = is_async ? session().driver.copy_async(to, from, width, stream) : session().driver.copy(to, from, width);
    if (error != 0) return done(error);
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  uint64_t address = 0;
  int error = bytes == 0 ? 0 : session().driver.allocate(&address, bytes);
  *pointer = reinterpret_cast<void*>(address);
  return done(error);
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) { return cudaMalloc(pointer, bytes); }
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  uint64_t address = 0;
  int error = session().driver.allocate_managed(&address, bytes, flags);
  *pointer = reinterpret_cast<void*>(address);
  return done(error);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return cudaHostAlloc(pointer, bytes, 0); }
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return done(session().driver.allocate_host(pointer, bytes, flags));
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  uint64_t address = 0;
  constexpr unsigned kElementBytes = 16;
  int error = session().driver.allocate_pitch(&address, pitch, width, height, kElementBytes);
  *pointer = reinterpret_cast<void*>(address);
  return done(error);
}
cudaError_t cudaFree(void* pointer) {
  return pointer == nullptr ? cudaSuccess : done(session().driver.release(address_of(pointer)));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (int error = session().driver.stream_synchronize(stream); error != 0) return done(error);
  return cudaFree(pointer);
}
cudaError_t cudaFreeHost(void* pointer) {
  return pointer == nullptr ? cudaSuccess : done(session().driver.release_host(pointer));
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  uint64_t address = 0;
  int error = session().driver.host_device_pointer(&address, host, flags);
  *device = reinterpret_cast<void*>(address);
  return done(error);
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return done(session().driver.host_register(pointer, bytes, flags));
}
cudaError_t cudaHostUnregister(void* pointer) { return done(session().driver.host_unregister(pointer)); }

// Addresses are unified, so that the driver knows the direction; the program's word is not needed.
cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, enum cudaMemcpyKind) {
  return done(session().driver.copy(address_of(destination), address_of(source), bytes));
}
cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes, enum cudaMemcpyKind,
                            cudaStream_t stream) {
  return done(session().driver.copy_async(address_of(destination), address_of(source), bytes, stream));
}
cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind) {
  return copy_rows(destination, destination_pitch, source, source_pitch, width, height, nullptr, false);
}
cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind, cudaStream_t stream) {
  return copy_rows(destination, destination_pitch, source, source_pitch, width, height, stream, true);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return done(session().driver.fill(address_of(pointer), static_cast<unsigned char>(value), bytes));
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return done(
      session().driver.fill_async(address_of(pointer), static_cast<unsigned char>(value), bytes, stream));
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return done(session().driver.fill_rows_async(address_of(pointer), pitch, static_cast<unsigned char>(value), width,
                                               height, nullptr));
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  return done(session().driver.memory_info(free_bytes, total_bytes));
}

// `symbol` lies in the image, where the host's shadow of the device's variable is.
cudaError_t tw_copy_symbol(void* symbol, size_t, size_t offset, void* other, size_t bytes, int to_symbol, int,
                           cudaStream_t stream) {
  size_t size = 0;
  uint64_t variable = session().variable_at(symbol, &size);
  if (variable == 0) return done(cudaErrorInvalidSymbol);
  if (offset > size || bytes > size - offset) return done(cudaErrorInvalidValue);
  uint64_t to = to_symbol != 0 ? variable + offset : address_of(other);
  uint64_t from = to_symbol != 0 ? address_of(other) : variable + offset;
  return done(stream == nullptr ? session().driver.copy(to, from, bytes)
                                : session().driver.copy_async(to, from, bytes, stream));
}
cudaError_t tw_symbol_address(void** pointer, const void* symbol) {
  size_t size = 0;
  uint64_t variable = session().variable_at(symbol, &size);
  *pointer = reinterpret_cast<void*>(variable);
  return variable == 0 ? done(cudaErrorInvalidSymbol) : cudaSuccess;
}

}  // extern "C"
