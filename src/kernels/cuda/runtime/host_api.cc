// The CUDA runtime API: memory, copies, devices, errors. A call that fails is a fault at the place of the
// call, whether or not the program looks at what it returns.
#include <cstdio>
#include <cstring>
#include <map>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "tilewright/runtime_api.h"

namespace tilewright::kernels::cuda {
namespace {

std::map<uintptr_t, uint64_t> g_registered;  // host memory that cudaHostRegister pinned

cudaError_t fail_call(FaultKind kind, cudaError_t error, const void* place, const char* message) {
  record_error(kind, place, "%s", message);
  return machine.last_error = error;
}

cudaError_t allocate_for(void** pointer, size_t bytes, uint16_t flags, const void* place,
                         const char* function) {
  if (pointer == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "no pointer to set");
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  *pointer = allocate(bytes, flags, image_offset(place));
  if (*pointer == nullptr) {
    char message[160];
    std::snprintf(message, sizeof message, "%s of %zu bytes: the device has %lu, of which %lu are in use",
                  function, bytes, machine.limits.device_bytes, machine.device_bytes);
    return fail_call(FaultKind::MemoryLimit, cudaErrorMemoryAllocation, place, message);
  }
  return cudaSuccess;
}

bool is_device_side(uintptr_t address) {
  return address - TW_ARENA < TW_ARENA_BYTES || address - machine.symbols_begin < machine.symbols_bytes;
}

// Work in other streams that touches the range and is not ordered with this copy.
void check_order(const Allocation& allocation, uint64_t offset, uint64_t bytes, bool is_write,
                 const void* place) {
  if (bytes == 0 || allocation.cells == nullptr || ordered_segments() == machine.next_segment) return;
  uint64_t last = (offset + bytes - 1) >> allocation.shift;
  for (uint64_t cell = offset >> allocation.shift; cell <= last; ++cell) {
    Cell last_accesses = cell_at(allocation, cell);
    uint32_t written = segment_of(last_accesses.write), read = segment_of(last_accesses.read);
    bool conflicts = (written >= kFirstSegment && !is_work_ordered(written)) ||
                     (is_write && read >= kFirstSegment && !is_work_ordered(read));
    if (!conflicts) continue;
    record_fault(FaultKind::Race, place,
                 "this copy touches %s while work in another stream may still be using it",
                 describe(static_cast<uint32_t>(&allocation - machine.allocations)).c_str());
    return;
  }
}

// Results that nothing wrote, on their way to the host. Programs copy buffers that are larger than what they
// use, so a copy that is written in part counts only where the program then ends badly.
void check_copied(const Allocation& allocation, uint64_t offset, uint64_t bytes, const void* place) {
  uint64_t first = first_uninitialised(allocation, offset, bytes);
  if (first == bytes) return;
  FaultRecord* fault = begin_fault(FaultKind::Uninitialised, place);
  if (fault == nullptr) return;
  bool is_all = true;
  for (uint64_t at = 0; at < bytes && is_all; at += uint64_t{1} << allocation.shift)
    is_all = segment_of(cell_at(allocation, (offset + at) >> allocation.shift).write) == 0;
  fault->is_error = fault->was_handled = is_all ? 0 : 1;
  std::snprintf(fault->message, sizeof fault->message,
                "the copy takes %s to the host, of which nothing has written %s%lu",
                describe(static_cast<uint32_t>(&allocation - machine.allocations)).c_str(),
                is_all ? "any byte; it copies " : "byte ", is_all ? bytes : offset + first);
}

// One side of a copy: its allocation (0: host memory), or a fault.
bool check_side(const void* pointer, size_t bytes, bool is_write, bool must_be_device, bool must_be_host,
                const void* place, uint32_t& index, cudaError_t& error) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  const char* side = is_write ? "destination" : "source";
  char message[280];
  index = find_allocation(address);
  const Allocation& allocation = machine.allocations[index];
  bool is_device = is_device_side(address);
  error = cudaErrorInvalidValue;
  if (address < 65536) {
    std::snprintf(message, sizeof message, "the %s of the copy is a null pointer", side);
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (!is_device) {
    index = 0;
    if (!must_be_device) return true;
    std::snprintf(message, sizeof message, "the %s of the copy is host memory, but its direction says device",
                  side);
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (index == 0 || (allocation.flags & kFreed)) {
    if (index == 0) index = nearest_allocation(address);
    bool is_freed = (machine.allocations[index].flags & kFreed) != 0 &&
                    address - machine.allocations[index].base < machine.allocations[index].size;
    if (is_freed) {
      FaultRecord* fault = begin_fault(FaultKind::UseAfterFree, place);
      if (fault != nullptr) {
        std::snprintf(fault->message, sizeof fault->message, "the %s of the copy is %s, which has been freed",
                      side, describe(index).c_str());
        fault->other_place = machine.names[index].freed_place;
        set_note(fault, "freed here");
      }
      machine.last_error = error;
      return false;
    }
    std::snprintf(message, sizeof message,
                  "the %s of the copy is device address 0x%lx, where nothing is allocated", side, address);
    fail_call(FaultKind::OutOfBounds, error, place, message);
    return false;
  }
  if (must_be_host && (allocation.flags & kHostVisible) == 0) {
    std::snprintf(message, sizeof message,
                  "the %s of the copy is device memory (%s), but its direction says host", side,
                  describe(index).c_str());
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (address + bytes > allocation.base + allocation.size) {
    std::snprintf(message, sizeof message,
                  "out of bounds: the copy's %s is %zu bytes at byte %lu of %s: %lu bytes past its end", side,
                  bytes, address - allocation.base, describe(index).c_str(),
                  address + bytes - allocation.base - allocation.size);
    fail_call(FaultKind::OutOfBounds, error, place, message);
    return false;
  }
  return true;
}

void hash_copied(const void* data, size_t bytes) {
  const auto* at = static_cast<const unsigned char*>(data);
  uint64_t hash = machine.report->copied_hash;
  for (size_t i = 0; i + 8 <= bytes; i += 8) {
    uint64_t word;
    std::memcpy(&word, at + i, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
    uint32_t low = static_cast<uint32_t>(word), high = static_cast<uint32_t>(word >> 32);
    if (low == 0xffffffffu || high == 0xffffffffu || low == 0xaaaaaaaau || high == 0xaaaaaaaau)
      machine.report->has_suspicious_bytes = 1;
  }
  for (size_t i = bytes / 8 * 8; i < bytes; ++i) hash = (hash ^ at[i]) * 0x9e3779b97f4a7c15ull;
  machine.report->copied_hash = hash;
}

cudaError_t copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                 bool is_async, const void* place) {
  if (machine.in_kernel) {
    record_fault(FaultKind::Unsupported, place, "cudaMemcpy inside a kernel");
    abort_launch(cudaErrorNotSupported);
  }
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidMemcpyDirection, place,
                     "the copy's direction is no cudaMemcpyKind");
  if (!is_stream(stream))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, place,
                     "the copy's stream is no stream");
  if (bytes == 0) return cudaSuccess;
  uint32_t target = 0, source = 0;
  cudaError_t error = cudaSuccess;
  bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  bool is_default = kind == cudaMemcpyDefault;
  if (!check_side(from, bytes, false, from_device, !from_device && !is_default, place, source, error))
    return error;
  if (!check_side(to, bytes, true, to_device, !to_device && !is_default, place, target, error)) return error;
  Allocation& to_allocation = machine.allocations[target];
  Allocation& from_allocation = machine.allocations[source];
  uint64_t to_offset = reinterpret_cast<uintptr_t>(to) - to_allocation.base;
  uint64_t from_offset = reinterpret_cast<uintptr_t>(from) - from_allocation.base;
  begin_device_work(stream);
  if (source != 0) check_order(from_allocation, from_offset, bytes, false, place);
  if (target != 0) check_order(to_allocation, to_offset, bytes, true, place);
  if (source != 0 && target == 0) check_copied(from_allocation, from_offset, bytes, place);
  std::memmove(to, from, bytes);
  uint32_t segment = machine.next_segment++;
  if (target != 0) {
    if (source != 0)
      copy_initialised(to_allocation, to_offset, from_allocation, from_offset, bytes);
    else
      mark_written(to_allocation, to_offset, bytes);
    if (is_async) stamp_segment(to_allocation, to_offset, bytes, segment);
  }
  end_device_work(stream);
  // Work in the arena's host-visible memory stays pending until the host waits; a copy that waits itself does
  // not.
  if (!is_async) synchronise_host(stream);
  if (source != 0 && target == 0) hash_copied(to, bytes);
  return cudaSuccess;
}

cudaError_t set_bytes(void* pointer, int value, size_t bytes, cudaStream_t stream, bool is_async,
                      const void* place) {
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (bytes == 0) return cudaSuccess;
  uint32_t target = 0;
  cudaError_t error = cudaSuccess;
  if (!check_side(pointer, bytes, true, true, false, place, target, error)) return error;
  Allocation& allocation = machine.allocations[target];
  uint64_t offset = reinterpret_cast<uintptr_t>(pointer) - allocation.base;
  begin_device_work(stream);
  check_order(allocation, offset, bytes, true, place);
  std::memset(pointer, value, bytes);
  uint32_t segment = machine.next_segment++;
  mark_written(allocation, offset, bytes);
  if (is_async) stamp_segment(allocation, offset, bytes, segment);
  end_device_work(stream);
  if (!is_async) synchronise_host(stream);
  return cudaSuccess;
}

cudaError_t release(void* pointer, const void* place, const char* function) {
  if (pointer == nullptr) return machine.sticky_error;
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  auto address = reinterpret_cast<uintptr_t>(pointer);
  uint32_t index = address - TW_ARENA < TW_ARENA_BYTES ? find_allocation(address) : 0;
  char message[200];
  if (index == 0 || machine.allocations[index].base != address) {
    std::snprintf(message, sizeof message, "%s of %s", function,
                  index == 0 ? "a pointer that was not allocated" : "an address inside an allocation");
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, message);
  }
  if (machine.allocations[index].flags & kFreed) {
    FaultRecord* fault = begin_fault(FaultKind::UseAfterFree, place);
    if (fault != nullptr) {
      std::snprintf(fault->message, sizeof fault->message, "%s of %s, which has been freed before", function,
                    describe(index).c_str());
      fault->other_place = machine.names[index].freed_place;
      set_note(fault, "freed here first");
    }
    return machine.last_error = cudaErrorInvalidValue;
  }
  synchronise_host(nullptr);
  free_allocation(index, image_offset(place));
  return cudaSuccess;
}

}  // namespace

void report_leaks() {
  // After a fault programs end where they are.
  if (machine.sticky_error != cudaSuccess || machine.report->fault_count != 0) return;
  for (uint32_t index = 1; index < machine.allocation_count; ++index) {
    const Allocation& allocation = machine.allocations[index];
    if (allocation.flags & (kFreed | kShared | kSymbol)) continue;
    FaultRecord* fault = begin_fault(FaultKind::MemoryLeak, nullptr);
    if (fault == nullptr) return;
    fault->places[0] = machine.names[index].place;
    std::snprintf(fault->message, sizeof fault->message, "memory leak: %s allocated here is never freed",
                  describe(index).c_str());
    return;
  }
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate_for(pointer, bytes, 0, TW_CALLER, "cudaMalloc");
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return allocate_for(pointer, bytes, 0, TW_CALLER, "cudaMallocAsync");
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return allocate_for(pointer, bytes, kHostVisible, TW_CALLER, "cudaMallocManaged");
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate_for(pointer, bytes, kHostVisible, TW_CALLER, "cudaMallocHost");
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return allocate_for(pointer, bytes, kHostVisible, TW_CALLER, "cudaHostAlloc");
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return allocate_for(pointer, *pitch * height, 0, TW_CALLER, "cudaMallocPitch");
}
cudaError_t cudaFree(void* pointer) { return release(pointer, TW_CALLER, "cudaFree"); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return release(pointer, TW_CALLER, "cudaFreeAsync");
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, TW_CALLER, "cudaFreeHost"); }
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = host;
  return cudaSuccess;
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  g_registered[reinterpret_cast<uintptr_t>(pointer)] = bytes;
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
  if (g_registered.erase(reinterpret_cast<uintptr_t>(pointer)) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorHostMemoryNotRegistered, TW_CALLER,
                     "cudaHostUnregister of memory that is not registered");
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, from, bytes, kind, stream, true, TW_CALLER);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidPitchValue, TW_CALLER,
                     "the copy's width exceeds a pitch");
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
             width, kind, nullptr, false, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
             width, kind, stream, true, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return set_bytes(pointer, value, bytes, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return set_bytes(pointer, value, bytes, stream, true, TW_CALLER);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        set_bytes(static_cast<char*>(pointer) + row * pitch, value, width, nullptr, false, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  *total_bytes = machine.limits.device_bytes;
  *free_bytes = machine.limits.device_bytes - machine.device_bytes;
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaMemAdvise(const void*, size_t, enum cudaMemoryAdvise, int) { return cudaSuccess; }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  uint32_t index = find_allocation(reinterpret_cast<uintptr_t>(pointer));
  attributes->device = 0;
  attributes->type = index == 0                                        ? cudaMemoryTypeUnregistered
                     : machine.allocations[index].flags & kHostVisible ? cudaMemoryTypeManaged
                                                                       : cudaMemoryTypeDevice;
  attributes->devicePointer = index == 0 ? nullptr : const_cast<void*>(pointer);
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : const_cast<void*>(pointer);
  return cudaSuccess;
}

cudaError_t cudaGetLastError() {
  mark_errors_handled();
  cudaError_t error = machine.last_error;
  machine.last_error = machine.sticky_error;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  mark_errors_handled();
  return machine.last_error;
}
const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define TW_CUDA_ERROR(name, number, text) \
  case name:                              \
    return text;
#include "tilewright/errors.def"
#undef TW_CUDA_ERROR
  }
  return "unrecognized error code";
}
const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define TW_CUDA_ERROR(name, number, text) \
  case name:                              \
    return #name;
#include "tilewright/errors.def"
#undef TW_CUDA_ERROR
  }
  return "unrecognized error code";
}

cudaError_t cudaDeviceSynchronize() {
  if (machine.in_kernel) {
    record_fault(FaultKind::Unsupported, TW_CALLER,
                 "cudaDeviceSynchronize inside a kernel (dynamic parallelism)");
    abort_launch(cudaErrorNotSupported);
  }
  synchronise_host_with_all();
  return machine.sticky_error;
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceReset() {
  for (uint32_t index = 1; index < machine.allocation_count; ++index) {
    if ((machine.allocations[index].flags & (kFreed | kShared | kSymbol)) == 0)
      free_allocation(index, image_offset(TW_CALLER));
  }
  machine.last_error = machine.sticky_error = cudaSuccess;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (device == 0) return cudaSuccess;
  return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER, "there is one device, number 0");
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  const Limits& limits = machine.limits;
  cudaDeviceProp& p = *properties;
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "%s", limits.name);
  p.totalGlobalMem = limits.device_bytes;
  p.sharedMemPerBlock = limits.static_shared;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = static_cast<int>(limits.max_threads_per_block);
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = static_cast<int>(limits.max_block[i]);
    p.maxGridSize[i] = static_cast<int>(limits.max_grid[i]);
  }
  p.clockRate = 1980000;
  p.totalConstMem = 65536;
  p.major = 9;
  p.textureAlignment = 512;
  p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
  p.multiProcessorCount = static_cast<int>(limits.processors);
  p.asyncEngineCount = 3;
  p.memoryClockRate = 2619000;
  p.memoryBusWidth = 5120;
  p.l2CacheSize = 50 << 20;
  p.maxThreadsPerMultiProcessor = static_cast<int>(limits.max_threads_per_processor);
  p.sharedMemPerMultiprocessor = limits.shared_per_processor;
  p.concurrentManagedAccess = p.cooperativeLaunch = p.computePreemptionSupported = 1;
  p.sharedMemPerBlockOptin = limits.shared_per_block;
  p.maxBlocksPerMultiProcessor = static_cast<int>(limits.max_blocks_per_processor);
  p.reservedSharedMemPerBlock = 1024;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int) {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      return cudaSuccess;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      return cudaSuccess;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      return cudaSuccess;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      return cudaSuccess;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      return cudaSuccess;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      return cudaSuccess;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      return cudaSuccess;
    case cudaDevAttrTotalConstantMemory:
      *value = static_cast<int>(p.totalConstMem);
      return cudaSuccess;
    case cudaDevAttrWarpSize:
      *value = 32;
      return cudaSuccess;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = p.regsPerBlock;
      return cudaSuccess;
    case cudaDevAttrClockRate:
      *value = p.clockRate;
      return cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      return cudaSuccess;
    case cudaDevAttrMemoryClockRate:
      *value = p.memoryClockRate;
      return cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = p.memoryBusWidth;
      return cudaSuccess;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      return cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(p.sharedMemPerMultiprocessor);
      return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(p.sharedMemPerBlockOptin);
      return cudaSuccess;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = p.maxBlocksPerMultiProcessor;
      return cudaSuccess;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = 1024;
      return cudaSuccess;
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCooperativeLaunch:
      *value = 1;
      return cudaSuccess;
    case cudaDevAttrPageableMemoryAccess:
      *value = 0;
      return cudaSuccess;
  }
  return fail_call(FaultKind::Unsupported, cudaErrorInvalidValue, TW_CALLER,
                   "this attribute of cudaDeviceGetAttribute");
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

cudaError_t tw_copy_symbol(void* symbol, size_t symbol_bytes, size_t offset, void* other, size_t bytes,
                           int to_symbol, int kind, cudaStream_t stream) {
  if (find_allocation(reinterpret_cast<uintptr_t>(symbol)) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidSymbol, TW_CALLER,
                     "the symbol of the copy is no __device__ or __constant__ variable");
  if (offset + bytes > symbol_bytes) {
    char message[160];
    std::snprintf(message, sizeof message, "the copy takes %zu bytes at byte %zu of a symbol of %zu bytes",
                  bytes, offset, symbol_bytes);
    return fail_call(FaultKind::OutOfBounds, cudaErrorInvalidValue, TW_CALLER, message);
  }
  void* place = static_cast<char*>(symbol) + offset;
  auto direction = static_cast<cudaMemcpyKind>(kind);
  return to_symbol != 0 ? copy(place, other, bytes, direction, stream, false, TW_CALLER)
                        : copy(other, place, bytes, direction, stream, false, TW_CALLER);
}
cudaError_t tw_symbol_address(void** pointer, const void* symbol) {
  if (find_allocation(reinterpret_cast<uintptr_t>(symbol)) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidSymbol, TW_CALLER,
                     "this is no __device__ or __constant__ variable");
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}
cudaError_t tw_function_attributes(cudaFuncAttributes* attributes, const void*) {
  std::memset(attributes, 0, sizeof *attributes);
  attributes->maxThreadsPerBlock = static_cast<int>(machine.limits.max_threads_per_block);
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(machine.limits.static_shared);
  return cudaSuccess;
}

}  // extern "C"
