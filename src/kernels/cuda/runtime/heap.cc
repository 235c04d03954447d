// malloc, free, new and delete in kernels: a heap of the device's, where each block of memory is an allocation of its own.
// Programs are linked so that their calls of these functions come here (compiler.cc); host code goes on to the library's.
#include <cstdio>
#include <cstdlib>
#include <new>

#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/memory.h"

namespace tilewright::kernels::cuda {
namespace {

// Null where the heap is used up, as on a device; what remains allocated is no leak of the host's.
void* allocate_in_kernel(size_t bytes, const void* place) {
  return allocate(bytes == 0 ? 1 : bytes, kHeap, image_offset(place));
}

void free_in_kernel(void* pointer, const void* place) {
  if (pointer == nullptr) return;
  auto address = reinterpret_cast<uintptr_t>(pointer);
  uint32_t index = find_allocation(address);
  const Allocation& allocation = machine.allocations[index];
  if (index == 0 || allocation.base != address || (allocation.flags & kHeap) == 0) {
    record_fault(FaultKind::ApiError, place, "a kernel frees an address that its heap has not given out");
    abort_launch(cudaErrorIllegalAddress);
  }
  if (allocation.flags & kFreed) {
    FaultRecord* fault = begin_fault(FaultKind::UseAfterFree, place);
    if (fault != nullptr) {
      std::snprintf(fault->message, sizeof fault->message, "a kernel frees %s, which has been freed before",
                    describe(index).c_str());
      fault->other_place = machine.names[index].freed_place;
      set_note(fault, "freed here first");
    }
    abort_launch(cudaErrorIllegalAddress);
  }
  free_allocation(index, image_offset(place));
}

}  // namespace
}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

void* __wrap_malloc(size_t bytes) {
  return machine.in_kernel ? allocate_in_kernel(bytes, TW_CALLER) : std::malloc(bytes);
}
void __wrap_free(void* pointer) {
  if (machine.in_kernel)
    free_in_kernel(pointer, TW_CALLER);
  else
    std::free(pointer);
}
void* __wrap__Znwm(size_t bytes) {
  return machine.in_kernel ? allocate_in_kernel(bytes, TW_CALLER) : ::operator new(bytes);
}
void* __wrap__Znam(size_t bytes) {
  return machine.in_kernel ? allocate_in_kernel(bytes, TW_CALLER) : ::operator new[](bytes);
}
void __wrap__ZdlPv(void* pointer) {
  if (machine.in_kernel)
    free_in_kernel(pointer, TW_CALLER);
  else
    ::operator delete(pointer);
}
void __wrap__ZdlPvm(void* pointer, size_t) {
  if (machine.in_kernel)
    free_in_kernel(pointer, TW_CALLER);
  else
    ::operator delete(pointer);
}
void __wrap__ZdaPv(void* pointer) {
  if (machine.in_kernel)
    free_in_kernel(pointer, TW_CALLER);
  else
    ::operator delete[](pointer);
}
void __wrap__ZdaPvm(void* pointer, size_t) {
  if (machine.in_kernel)
    free_in_kernel(pointer, TW_CALLER);
  else
    ::operator delete[](pointer);
}

}  // extern "C"
