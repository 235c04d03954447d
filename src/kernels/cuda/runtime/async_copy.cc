#include "kernels/cuda/runtime/async_copy.h"

#include <cstring>

#include "kernels/cuda/runtime/access.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"

namespace tilewright::kernels::cuda {
namespace {

std::vector<AsyncCopy>& copies_of(Thread& thread) {
  if (thread.copies == nullptr) thread.copies = new std::vector<AsyncCopy>;
  return *thread.copies;
}

// Sets the cells of a destination in shared memory: written by this thread now, or not written.
void stamp_cells(uintptr_t address, uint64_t bytes, uint64_t word) {
  Allocation& allocation = machine.allocations[find_allocation(address)];
  split_lines(allocation, address - allocation.base, bytes);
  uint64_t first = (address - allocation.base) >> allocation.shift;
  uint64_t last = (address + bytes - 1 - allocation.base) >> allocation.shift;
  for (uint64_t cell = first; cell <= last; ++cell) allocation.cells[cell].write = word;
}

}  // namespace

void finish_copies(Thread& thread) {
  delete thread.copies;
  thread.copies = nullptr;
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" void tw_copy_async(void* destination, const void* source, size_t bytes, size_t source_bytes) {
  const void* place = __builtin_return_address(0);
  uintptr_t to = reinterpret_cast<uintptr_t>(destination);
  if (to - TW_ARENA >= TW_SHARED_END) {
    record_fault(FaultKind::OutOfBounds, place, "the destination of cp.async is not in shared memory");
    abort_launch(cudaErrorIllegalAddress);
  }
  if (((to | reinterpret_cast<uintptr_t>(source)) & (bytes - 1)) != 0) {
    record_fault(FaultKind::Misaligned, place,
                 "misaligned: cp.async of %zu bytes between addresses that are no multiples of %zu", bytes,
                 bytes);
    abort_launch(cudaErrorMisalignedAddress);
  }
  if (source_bytes != 0) range_access(false, reinterpret_cast<uintptr_t>(source), source_bytes, place);
  range_access(true, to, bytes, place);
  std::memset(destination, 0xff, bytes);
  stamp_cells(to, bytes, 0);
  copies_of(touched_thread())
      .push_back({static_cast<char*>(destination), static_cast<const char*>(source),
                  static_cast<uint32_t>(bytes), static_cast<uint32_t>(source_bytes), 0});
}

extern "C" void tw_copy_commit() {
  std::vector<AsyncCopy>& copies = copies_of(touched_thread());
  // Groups count down to the newest: an empty group counts as well, so a marker without bytes is kept.
  uint32_t newest = 0;
  for (const AsyncCopy& copy : copies) newest = std::max(newest, copy.group);
  for (AsyncCopy& copy : copies) {
    if (copy.group == 0) copy.group = newest + 1;
  }
  copies.push_back({nullptr, nullptr, 0, 0, newest + 1});
}

extern "C" void tw_copy_wait(int pending_groups) {
  std::vector<AsyncCopy>& copies = copies_of(touched_thread());
  uint32_t newest = 0;
  for (const AsyncCopy& copy : copies) newest = std::max(newest, copy.group);
  std::vector<AsyncCopy> left;
  for (const AsyncCopy& copy : copies) {
    bool is_done = pending_groups < 0 ||
                   (copy.group != 0 && copy.group + static_cast<uint32_t>(pending_groups) <= newest);
    if (!is_done) {
      left.push_back(copy);
    } else if (copy.bytes != 0) {
      std::memcpy(copy.destination, copy.source, copy.source_bytes);
      std::memset(copy.destination + copy.source_bytes, 0, copy.bytes - copy.source_bytes);
      stamp_cells(reinterpret_cast<uintptr_t>(copy.destination), copy.bytes, stamp());
    }
  }
  copies = std::move(left);
}
