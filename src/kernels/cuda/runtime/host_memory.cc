// The CUDA runtime API: allocating, freeing, registering memory. A call that fails is a fault at the place of the call,
// whether or not the program looks at what it returns.
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/graphs.h"
#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "tilewright/runtime_api.h"

namespace tilewright::kernels::cuda {
namespace {

uint64_t g_release_threshold = 0;

cudaMemPool_t default_pool() {
  static char pool;
  return reinterpret_cast<cudaMemPool_t>(&pool);
}

}  // namespace

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
  if (machine.allocations[index].flags & kHeap)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place,
                     "memory of the kernels' heap is freed in kernels");
  // The next launch of its graph would allocate it again, at the same address.
  if (machine.allocations[index].flags & kGraphMemory) return cudaSuccess;
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

// In a stream that captures, an allocation is a node of the graph.
cudaError_t allocate_in_stream(void** pointer, size_t bytes, cudaStream_t stream, const void* place,
                               const char* function) {
  bool is_node = is_capturing(stream);
  cudaError_t error = allocate_for(pointer, bytes, is_node ? kGraphMemory : 0, place, function);
  if (error == cudaSuccess && is_node) capture_work(stream, cudaGraphNodeTypeMemAlloc, [](cudaStream_t) {});
  return error;
}

void report_leaks() {
  // After a fault programs end where they are.
  if (machine.sticky_error != cudaSuccess || machine.report->fault_count != 0) return;
  for (uint32_t index = 1; index < machine.allocation_count; ++index) {
    const Allocation& allocation = machine.allocations[index];
    if (allocation.flags & (kFreed | kShared | kSymbol | kRegistered | kHeap | kGraphMemory)) continue;
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
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return allocate_in_stream(pointer, bytes, stream, TW_CALLER, "cudaMallocAsync");
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
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  uint32_t index = find_allocation(reinterpret_cast<uintptr_t>(pointer));
  if (is_capturing(stream) && index != 0 && (machine.allocations[index].flags & kGraphMemory))
    capture_work(stream, cudaGraphNodeTypeMemFree, [](cudaStream_t) {});
  return release(pointer, TW_CALLER, "cudaFreeAsync");
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, TW_CALLER, "cudaFreeHost"); }
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  uint32_t index = find_allocation(reinterpret_cast<uintptr_t>(host));
  if (index == 0 || (machine.allocations[index].flags & kHostVisible) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER,
                     "cudaHostGetDevicePointer of memory that is neither pinned nor registered");
  *device = host;
  return cudaSuccess;
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  if (pointer == nullptr || bytes == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER, "cudaHostRegister of nothing");
  if (find_allocation(reinterpret_cast<uintptr_t>(pointer)) != 0)
    return fail_call(FaultKind::ApiError, cudaErrorHostMemoryAlreadyRegistered, TW_CALLER,
                     "cudaHostRegister of memory that is registered or allocated by CUDA");
  register_host_memory(reinterpret_cast<uintptr_t>(pointer), bytes, image_offset(TW_CALLER));
  (void)flags;
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
  if (!unregister_host_memory(reinterpret_cast<uintptr_t>(pointer)))
    return fail_call(FaultKind::ApiError, cudaErrorHostMemoryNotRegistered, TW_CALLER,
                     "cudaHostUnregister of memory that is not registered");
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void*) {
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

// There is one pool, from which everything comes.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  *pool = default_pool();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) {
  *pool = default_pool();
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  *pool = default_pool();
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr attribute, void* value) {
  if (attribute == cudaMemPoolAttrReleaseThreshold) g_release_threshold = *static_cast<uint64_t*>(value);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr attribute, void* value) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = 1;
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      *static_cast<uint64_t*>(value) = g_release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      *static_cast<uint64_t*>(value) = machine.device_bytes;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      *static_cast<uint64_t*>(value) = machine.report->peak_device_bytes;
      return cudaSuccess;
  }
  return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER, "pools have no such attribute");
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t stream) {
  return allocate_in_stream(pointer, bytes, stream, TW_CALLER, "cudaMallocFromPoolAsync");
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

}  // extern "C"
