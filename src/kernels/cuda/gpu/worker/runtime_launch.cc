// Launches, streams, events and questions about the device, for programs that clang compiled against cuda/include.
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "kernels/cuda/error_text.h"
#include "kernels/cuda/gpu/worker/session.h"
#include "tilewright/gpu_launch.h"

using tilewright::kernels::cuda::gpu::Session;

namespace {

Session& session() { return Session::get(); }

cudaError_t done(int error) { return session().remember(error); }

struct LaunchConfiguration {
  dim3 grid, block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  bool is_set = false;
};
// Between <<<>>> and the kernel's function, which the same thread calls at once.
thread_local LaunchConfiguration waiting;

// The device's kernel of the host function at `place`.
cudaError_t launch(const void* place, const LaunchConfiguration& configuration, void** arguments) {
  void* function = session().function_at(place);
  if (function == nullptr) {
    fmt::print(stderr, "tilewright: unsupported: the device code has no kernel for {}\n", session().name_at(place));
    ::_exit(kUnsupportedExit);
  }
  const dim3 &grid = configuration.grid, &block = configuration.block;
  auto shared = static_cast<unsigned>(configuration.shared_bytes);
  int error = configuration.is_cooperative
                  ? session().driver.launch_cooperative(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                                        shared, configuration.stream, arguments)
                  : session().driver.launch(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                                            configuration.stream, arguments, nullptr);
  return done(error);
}

int attribute_of(int attribute) {
  int value = 0;
  session().driver.device_attribute(&value, attribute, session().device);
  return value;
}

}  // namespace

extern "C" {

void tw_push_launch(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  waiting = {grid, block, shared_bytes, stream, false, true};
}

cudaError_t tw_begin_launch(const void*, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                            int is_cooperative) {
  waiting = {grid, block, shared_bytes, stream, is_cooperative != 0, true};
  return cudaSuccess;
}

void tw_gpu_launch(void** arguments) {
  const void* place = __builtin_return_address(0);
  LaunchConfiguration configuration = std::exchange(waiting, {});
  if (configuration.is_set)
    launch(place, configuration, arguments);
  else
    done(cudaErrorInvalidConfiguration);
}

// The driver takes a kernel's arguments as they are given here; how to call its host function is of no use.
void tw_register_kernel(const void*, void (*)(const void*, void**)) {}
cudaError_t tw_launch_registered(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                                 cudaStream_t stream, int is_cooperative) {
  return launch(function, {grid, block, shared_bytes, stream, is_cooperative != 0, true}, arguments);
}
// A kernel that the host's half holds whole, one of a macro or of a header that stands in for CUB's: its body is host code.
void tw_run_kernel(const char* name, void (*)(void*), const void*, size_t, unsigned) {
  fmt::print(stderr, "tilewright: unsupported: the device code has no kernel for {}, without nvcc\n", name);
  ::_exit(kUnsupportedExit);
}
// Names are for the checked run's reports.
void tw_name_argument(const char*, const void*) {}

cudaError_t tw_function_attribute(const void* function, int attribute, int value) {
  void* found = session().function_at(function);
  if (found == nullptr) return done(cudaErrorInvalidDeviceFunction);
  return done(session().driver.function_set_attribute(found, attribute, value));
}
cudaError_t tw_function_attributes(cudaFuncAttributes* attributes, const void* function) {
  void* found = session().function_at(function);
  if (found == nullptr) return done(cudaErrorInvalidDeviceFunction);
  // CU_FUNC_ATTRIBUTE_*, from 0: threads a block, shared, constant and local bytes, registers, versions.
  std::array<int, 10> values = {};
  for (int i = 0; i < static_cast<int>(values.size()); ++i) {
    if (int error = session().driver.function_get_attribute(&values[static_cast<size_t>(i)], i, found); error != 0)
      return done(error);
  }
  std::memset(attributes, 0, sizeof *attributes);
  attributes->maxThreadsPerBlock = values[0];
  attributes->sharedSizeBytes = static_cast<size_t>(values[1]);
  attributes->constSizeBytes = static_cast<size_t>(values[2]);
  attributes->localSizeBytes = static_cast<size_t>(values[3]);
  attributes->numRegs = values[4];
  attributes->ptxVersion = values[5];
  attributes->binaryVersion = values[6];
  attributes->maxDynamicSharedSizeBytes = values[8];
  attributes->preferredShmemCarveout = values[9];
  return cudaSuccess;
}
cudaError_t tw_occupancy(int* blocks, const void* function, int block_size, size_t shared_bytes) {
  void* found = session().function_at(function);
  if (found == nullptr) return done(cudaErrorInvalidDeviceFunction);
  return done(session().driver.occupancy(blocks, found, block_size, shared_bytes));
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  void* made = nullptr;
  int error = session().driver.stream_create(&made, flags, priority);
  *stream = static_cast<cudaStream_t>(made);
  return done(error);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return done(session().driver.stream_destroy(stream)); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return done(session().driver.stream_synchronize(stream)); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return done(session().driver.stream_query(stream)); }
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return done(session().driver.stream_priority(stream, priority));
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return done(session().driver.stream_flags(stream, flags));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return done(session().driver.stream_wait_event(stream, event, flags));
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return done(session().driver.launch_host(stream, function, data));
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  void* made = nullptr;
  int error = session().driver.event_create(&made, flags);
  *event = static_cast<cudaEvent_t>(made);
  return done(error);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) { return done(session().driver.event_destroy(event)); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return done(session().driver.event_record(event, stream));
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return done(session().driver.event_synchronize(event)); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return done(session().driver.event_query(event)); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  return done(session().driver.event_elapsed(milliseconds, begin, end));
}

cudaError_t cudaDeviceSynchronize() { return done(session().driver.context_synchronize()); }
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
// What the program allocated goes with its process; a context made anew would lose the device code.
cudaError_t cudaDeviceReset() { return cudaDeviceSynchronize(); }
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : done(cudaErrorInvalidDevice); }
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
// Others may be there: programs are given one.
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device) {
  if (device != 0) return done(cudaErrorInvalidDevice);
  return done(session().driver.device_attribute(value, attribute, session().device));
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return done(cudaErrorInvalidDevice);
  cudaDeviceProp& p = *properties;
  std::memset(&p, 0, sizeof p);
  if (int error = session().driver.device_name(p.name, sizeof p.name - 1, session().device); error != 0)
    return done(error);
  session().driver.device_memory(&p.totalGlobalMem, session().device);
  p.sharedMemPerBlock = static_cast<size_t>(attribute_of(cudaDevAttrMaxSharedMemoryPerBlock));
  p.regsPerBlock = attribute_of(cudaDevAttrMaxRegistersPerBlock);
  p.warpSize = attribute_of(cudaDevAttrWarpSize);
  p.maxThreadsPerBlock = attribute_of(cudaDevAttrMaxThreadsPerBlock);
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = attribute_of(cudaDevAttrMaxBlockDimX + i);
    p.maxGridSize[i] = attribute_of(cudaDevAttrMaxGridDimX + i);
  }
  p.clockRate = attribute_of(cudaDevAttrClockRate);
  p.totalConstMem = static_cast<size_t>(attribute_of(cudaDevAttrTotalConstantMemory));
  p.major = attribute_of(cudaDevAttrComputeCapabilityMajor);
  p.minor = attribute_of(cudaDevAttrComputeCapabilityMinor);
  p.multiProcessorCount = attribute_of(cudaDevAttrMultiProcessorCount);
  p.concurrentKernels = attribute_of(cudaDevAttrConcurrentKernels);
  p.memoryClockRate = attribute_of(cudaDevAttrMemoryClockRate);
  p.memoryBusWidth = attribute_of(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = attribute_of(cudaDevAttrL2CacheSize);
  p.maxThreadsPerMultiProcessor = attribute_of(cudaDevAttrMaxThreadsPerMultiProcessor);
  p.unifiedAddressing = attribute_of(cudaDevAttrUnifiedAddressing);
  p.sharedMemPerMultiprocessor = static_cast<size_t>(attribute_of(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  p.regsPerMultiprocessor = attribute_of(cudaDevAttrMaxRegistersPerMultiprocessor);
  p.managedMemory = attribute_of(cudaDevAttrManagedMemory);
  p.canMapHostMemory = p.deviceOverlap = 1;
  p.concurrentManagedAccess = attribute_of(cudaDevAttrConcurrentManagedAccess);
  p.cooperativeLaunch = attribute_of(cudaDevAttrCooperativeLaunch);
  p.sharedMemPerBlockOptin = static_cast<size_t>(attribute_of(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  p.maxBlocksPerMultiProcessor = attribute_of(cudaDevAttrMaxBlocksPerMultiprocessor);
  p.reservedSharedMemPerBlock = static_cast<size_t>(attribute_of(cudaDevAttrReservedSharedMemoryPerBlock));
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  return done(session().driver.context_set_limit(limit, value));
}
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  return done(session().driver.context_get_limit(value, limit));
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return done(session().driver.stream_priorities(least, greatest));
}
cudaError_t cudaDriverGetVersion(int* version) { return done(session().driver.driver_version(version)); }
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;  // as cuda/include/tilewright/core.h says
  return cudaSuccess;
}
// Preferences that change no result.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

cudaError_t cudaGetLastError() { return std::exchange(session().last_error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return session().last_error; }
const char* cudaGetErrorString(cudaError_t error) { return tilewright::kernels::cuda::error_text(error); }
const char* cudaGetErrorName(cudaError_t error) { return tilewright::kernels::cuda::error_name(error); }

}  // extern "C"
