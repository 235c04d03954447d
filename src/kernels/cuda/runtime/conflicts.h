// What happens where the hooks' fast path does not suffice.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// An access outside the arena, or outside its allocation, or misaligned, or by the host. Returns normally
// where the access may go ahead.
void unusual_access(Access access, uintptr_t address, uint64_t bytes, const void* place);
// An access that the compiler took to be aligned to its size. Does not return.
void misaligned_access(Access access, uintptr_t address, uint64_t bytes, const void* place);
// One cell whose earlier accesses may conflict with this one, or which is uninitialised. Updates the cell.
void check_cell(Access access, Allocation& allocation, Cell& cell, uintptr_t address, const void* place);

// True when what `thread` of `block` (linear indices) did in `segment` happened before the running thread's
// present point.
bool happened_before(uint32_t segment, uint32_t thread);
// The block that a segment belonged to.
uint32_t block_of_segment(uint32_t segment);
// Looks at stores that wrote over another thread's value: equal bytes are no conflict. At every switch of
// threads.
void settle_overwrites();
inline uint32_t& pending_overwrites() {
  return *reinterpret_cast<uint32_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_OVERWRITES);
}
static_assert(TW_CONTEXT_OVERWRITES == TW_CONTEXT_ROW + 4 && TW_CONTEXT_ROW % 8 == 0);
// row() and pending_overwrites() at once.
inline uint64_t row_and_overwrites() {
  return *reinterpret_cast<uint64_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_ROW);
}

// Fences and atomics (ordering.cc).
void note_fence(int scope);
void release_and_acquire(uintptr_t address, bool releases, bool acquires);
bool is_published(uint32_t segment, uint32_t block, uint32_t thread);
// A warp operation: its lanes know what each of them knew.
void share_acquired(uint32_t warp, uint32_t mask);
void reset_ordering();

}  // namespace tilewright::kernels::cuda
