// The short ways from one thread of the running block to the next, inlined where threads wait (fibers.h has
// the rest).
#pragma once

#include <immintrin.h>

#include <bit>

#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/operations.h"
#include "kernels/cuda/runtime/scheduler.h"

#define TW_ALWAYS_INLINE inline __attribute__((always_inline))

// Another thread that can run becomes the running one, or none is left: the pointer of its stack, or the
// host's.
extern "C" void* tw_enter_another();

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

// What a program reads as threadIdx, and who the hooks take to be running: a thread of machine.warp.
TW_ALWAYS_INLINE void become(const Warp& warp, const ThreadIds& thread) {
  const auto* ids = reinterpret_cast<const __m128i*>(&thread);
  auto* page = reinterpret_cast<__m128i*>(uintptr_t{TW_CONTEXT_PAGE});
  static_assert(offsetof(Warp, segment) == 12);
  const __m128i segment = *reinterpret_cast<const __m128i*>(&warp);
  page[0] = ids[0];
  page[1] = _mm_or_si128(ids[1], segment);
}

// The same for one that may have a segment of its own.
TW_ALWAYS_INLINE void become_lane(const Warp& warp, uint32_t index) {
  become(warp, warp.ids[index % 32]);
  if (__builtin_expect(warp.touched != 0, 0)) {
    uint64_t own = machine.block->threads[index].own_segment;
    if (own > warp.segment) stamp() = own << 32 | machine.thread_ids[index].stamp;
  }
}

TW_ALWAYS_INLINE uint32_t first_lane(uint32_t lanes) {
  return static_cast<uint32_t>(machine.is_reversed ? 31 - std::countl_zero(lanes) : std::countr_zero(lanes));
}

// The next thread that can run, of the running thread's warp if there is one; removed from the ready set. -1:
// none.
inline int take_ready() {
  Block& block = *machine.block;
  uint32_t warp_index = thread_index() / 32;
  if (block.warps[warp_index].ready == 0) block.ready_warps &= ~(1u << warp_index);
  if (block.ready_warps == 0) return -1;
  if ((block.ready_warps >> warp_index & 1) == 0) warp_index = first_lane(block.ready_warps);
  Warp& warp = block.warps[warp_index];
  uint32_t lane = first_lane(warp.ready);
  warp.ready &= ~(1u << lane);
  if (warp.ready == 0) block.ready_warps &= ~(1u << warp_index);
  return static_cast<int>(warp_index * 32 + lane);
}

// Makes any thread (taken from the ready set) the running one. Where it goes on: the pointer of its stack.
void* enter_thread(uint32_t index);
// wait_here, inlined; the row has ended.
TW_ALWAYS_INLINE void wait_briefly(ThreadState state, const void* place) {
  Block& block = *machine.block;
  Warp& warp = *machine.warp;
  uint32_t index = thread_index();
  block.states[index] = state;
  block.places[index] = place;
  block.waited = machine.threads_per_block;
  if (pending_overwrites() != 0) settle_overwrites();
  if (warp.asking != 0) answer_active_mask(index / 32);
  // Most often another lane of the warp goes on.
  if (warp.ready == 0) {
    switch_stacks(&warp.stacks[index % 32], tw_enter_another());
  } else {
    uint32_t lane = first_lane(warp.ready), next = index / 32 * 32 + lane;
    warp.ready &= ~(1u << lane);
    if (next != index) switch_stacks(&warp.stacks[index % 32], enter_thread(next));
  }
  if (machine.is_counting) follow_thread(place);
}

}  // namespace tilewright::kernels::cuda
