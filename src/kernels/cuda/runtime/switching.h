// The short ways from one thread of the running block to the next, inlined where threads wait (fibers.h has
// the rest).
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/operations.h"
#include "kernels/cuda/runtime/scheduler.h"

#define TW_ALWAYS_INLINE inline __attribute__((always_inline))

namespace tilewright::kernels::cuda {

// Leaves the running stack, whose pointer goes to *from, and goes on where another was left: at the address
// on its top. The compiler keeps what it needs on the stack around this. %rbp is the program's (-ffixed-rbp).
TW_ALWAYS_INLINE void switch_stacks(void** from, void* to) {
  asm volatile(
      "push %%rbp\n"
      "lea 1f(%%rip), %%rcx\n"
      "push %%rcx\n"
      "mov %%rsp, (%%rdi)\n"
      "mov %%rsi, %%rsp\n"
      "pop %%rcx\n"
      "jmp *%%rcx\n"
      "1: pop %%rbp\n"
      : "+D"(from), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc",
        "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15");
}

// What a program reads as threadIdx, and who the hooks take to be running.
TW_ALWAYS_INLINE void become(uint32_t index, uint32_t segment) {
  machine.thread_index = index;
  auto* page = reinterpret_cast<char*>(uintptr_t{TW_CONTEXT_PAGE});
  const ThreadIds& ids = machine.thread_ids[index];
  std::memcpy(page + TW_CONTEXT_THREAD, ids.index, sizeof ids.index);
  static_assert(TW_CONTEXT_RANK == TW_CONTEXT_LANE + 4);
  std::memcpy(page + TW_CONTEXT_LANE, ids.ranks, sizeof ids.ranks);
  stamp() = uint64_t{segment} << 32 | ids.stamp;
}

// A thread of machine.warp.
TW_ALWAYS_INLINE void become_lane(uint32_t index) {
  const Warp& warp = *machine.warp;
  uint32_t segment = warp.segment;
  if (__builtin_expect(warp.touched != 0, 0)) {
    uint32_t own = machine.block->threads[index].own_segment;
    if (own > segment) segment = own;
  }
  become(index, segment);
}

TW_ALWAYS_INLINE uint32_t first_lane(uint32_t lanes) {
  return static_cast<uint32_t>(machine.is_reversed ? 31 - std::countl_zero(lanes) : std::countr_zero(lanes));
}

// The next thread that can run, of the running thread's warp if there is one; removed from the ready set. -1:
// none.
inline int take_ready() {
  Block& block = *machine.block;
  if (block.ready_warps == 0) return -1;
  uint32_t warp_index = machine.thread_index / 32;
  if ((block.ready_warps >> warp_index & 1) == 0) warp_index = first_lane(block.ready_warps);
  Warp& warp = block.warps[warp_index];
  uint32_t lane = first_lane(warp.ready);
  warp.ready &= ~(1u << lane);
  if (warp.ready == 0) block.ready_warps &= ~(1u << warp_index);
  return static_cast<int>(warp_index * 32 + lane);
}

// Continues any thread (taken from the ready set) and leaves the running context, whose stack pointer goes to
// *saved.
void switch_to(void** saved, uint32_t index);
// The running thread waits, its state and place are known, and no lane of its warp can run.
void wait_for_others();

// Most often another lane of the warp goes on.
TW_ALWAYS_INLINE void leave_lane() {
  Block& block = *machine.block;
  Warp& warp = *machine.warp;
  uint32_t index = machine.thread_index, ready = warp.ready;
  if (ready == 0) return wait_for_others();
  uint32_t lane = first_lane(ready), next = index / 32 * 32 + lane, bit = 1u << lane;
  warp.ready = ready & ~bit;
  if (ready == bit) block.ready_warps &= ~(1u << index / 32);
  if (__builtin_expect((warp.unstarted & bit) != 0, 0)) return switch_to(&block.stack_pointers[index], next);
  become_lane(next);
  if (next != index) switch_stacks(&block.stack_pointers[index], block.stack_pointers[next]);
}

// wait_here, inlined; the row has ended.
TW_ALWAYS_INLINE void wait_briefly(ThreadState state, const void* place) {
  Block& block = *machine.block;
  uint32_t index = machine.thread_index;
  block.states[index] = state;
  block.places[index] = place;
  block.waited = machine.threads_per_block;
  if (__builtin_expect((pending_overwrites | machine.warp->asking) != 0, 0)) {
    if (pending_overwrites != 0) settle_overwrites();
    if (machine.warp->asking != 0) answer_active_mask(index / 32);
  }
  leave_lane();
  if (__builtin_expect(machine.is_counting, 0)) follow_thread(place);
}

}  // namespace tilewright::kernels::cuda
