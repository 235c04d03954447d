#include "kernels/cuda/runtime/fibers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <cstring>

#include "kernels/cuda/runtime/async_copy.h"
#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/operations.h"
#include "kernels/cuda/runtime/scheduler.h"

extern "C" {
// Saves the callee-saved registers on the running stack, its pointer in *from, and goes on at `to`. Lanes
// wait at the same call with the same callers, so that the processor's stack of return addresses fits the
// other lane, too.
void tw_switch_stacks(void** from, void* to);
// Where a new stack begins.
void tw_enter_fiber();
[[noreturn]] void tw_fiber_main();
[[noreturn]] void tw_resume_host(void* stack_pointer);
}

asm(R"(
.text
.globl tw_switch_stacks
.type tw_switch_stacks, @function
tw_switch_stacks:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
.globl tw_resume_host
tw_resume_host_entry:
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size tw_switch_stacks, .-tw_switch_stacks
.type tw_resume_host, @function
tw_resume_host:
  mov %rdi, %rsi
  jmp tw_resume_host_entry
.size tw_resume_host, .-tw_resume_host
.globl tw_enter_fiber
.type tw_enter_fiber, @function
tw_enter_fiber:
  xor %ebp, %ebp
  push %rbp
  jmp tw_fiber_main
.size tw_enter_fiber, .-tw_enter_fiber
)");

namespace tilewright::kernels::cuda {
namespace {

constexpr uint64_t kStackSlots = 20000;
// Stacks begin at different places within their pages: at the same place, all would share a few lines of the
// cache.
constexpr uint64_t kColours = 16, kColourBytes = 256;

std::vector<char*> g_free_stacks;
uint64_t g_used_stacks = 0;

char* take_stack() {
  if (!g_free_stacks.empty()) {
    char* stack = g_free_stacks.back();
    g_free_stacks.pop_back();
    return stack;
  }
  if (g_used_stacks == kStackSlots) {
    record_fault(FaultKind::Unsupported, nullptr, "more than %lu threads wait at the same time", kStackSlots);
    abort_launch(cudaErrorNotSupported);
  }
  uint64_t index = g_used_stacks++;
  char* slot = reinterpret_cast<char*>(machine.stacks_begin) + index * (kStackBytes + kGuardBytes);
  ::mprotect(slot + kGuardBytes, kStackBytes, PROT_READ | PROT_WRITE);
  return slot + kGuardBytes + kStackBytes - index % kColours * kColourBytes;
}

// The top of the stack that this code runs on.
char* running_stack() {
  uintptr_t offset = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - machine.stacks_begin;
  uint64_t index = offset / (kStackBytes + kGuardBytes);
  return reinterpret_cast<char*>(machine.stacks_begin) + (index + 1) * (kStackBytes + kGuardBytes) -
         index % kColours * kColourBytes;
}

// What a program reads as threadIdx, and who the hooks take to be running.
inline __attribute__((always_inline)) void become(uint32_t index, Warp* warp, uint32_t segment) {
  machine.thread_index = index;
  machine.thread = &machine.block->threads[index];
  machine.warp = warp;
  auto* page = reinterpret_cast<char*>(uintptr_t{TW_CONTEXT_PAGE});
  std::memcpy(page + TW_CONTEXT_THREAD, machine.thread_ids + 4 * index, 16);
  static_assert(TW_CONTEXT_RANK == TW_CONTEXT_LANE + 4);
  uint64_t ranks = index % 32 | uint64_t{index} << 32;
  std::memcpy(page + TW_CONTEXT_LANE, &ranks, sizeof ranks);
  machine.stamp = uint64_t{segment} << 32 | uint64_t{index} << kThreadShift;
}

inline void become(uint32_t index) {
  Warp* warp = &machine.block->warps[index / 32];
  uint32_t segment = warp->segment, own = machine.block->threads[index].own_segment;
  become(index, warp, own > segment ? own : segment);
}

// A thread that has not run yet.
inline void become_new(uint32_t index, Warp* warp) {
  warp->unstarted &= ~(1u << index % 32);
  become(index, warp, warp->segment);
}

inline bool is_unstarted(uint32_t index) {
  return (machine.block->warps[index / 32].unstarted >> index % 32 & 1) != 0;
}

// The next thread that can run, of the running thread's warp if there is one; removed from the ready set. -1:
// none.
inline int take_ready() {
  Block& block = *machine.block;
  if (block.ready_warps == 0) return -1;
  uint32_t warp_index = machine.thread_index / 32;
  if ((block.ready_warps >> warp_index & 1) == 0)
    warp_index = static_cast<uint32_t>(machine.is_reversed ? 31 - std::countl_zero(block.ready_warps)
                                                           : std::countr_zero(block.ready_warps));
  Warp& warp = block.warps[warp_index];
  uint32_t lane = static_cast<uint32_t>(machine.is_reversed ? 31 - std::countl_zero(warp.ready)
                                                            : std::countr_zero(warp.ready));
  warp.ready &= ~(1u << lane);
  if (warp.ready == 0) block.ready_warps &= ~(1u << warp_index);
  return static_cast<int>(warp_index * 32 + lane);
}

// Continues `index` (taken from the ready set) and leaves the running context, whose stack pointer goes to
// *saved.
__attribute__((noinline)) void switch_to(void** saved, uint32_t index) {
  if (is_unstarted(index)) {
    char* stack = take_stack();
    become_new(index, &machine.block->warps[index / 32]);
    Thread& thread = touched_thread();
    // Six saved registers, where to begin, and what puts the stack at the alignment that functions expect.
    void** top = reinterpret_cast<void**>(stack) - 9;
    std::memset(top, 0, 72);
    top[6] = reinterpret_cast<void*>(&tw_enter_fiber);
    thread.stack_pointer = top;
  } else {
    become(index);
  }
  tw_switch_stacks(saved, machine.thread->stack_pointer);
}

void switch_to_host() { tw_switch_stacks(&machine.thread->stack_pointer, machine.host_stack_pointer); }

inline void exit_thread() {
  Block& block = *machine.block;
  Warp& warp = *machine.warp;
  uint32_t bit = 1u << machine.thread_index % 32;
  if (warp.touched & bit) {
    Thread& thread = *machine.thread;
    if (thread.copies != nullptr) finish_copies(thread);
    thread = Thread{};
    warp.touched &= ~bit;
  }
  warp.alive &= ~bit;
  --block.live;
  ++block.exited;
  ++progress();
  if ((pending_overwrites | block.at_barrier | warp.asking) == 0) return;
  if (pending_overwrites != 0) settle_overwrites();
  if (block.at_barrier != 0 && block.at_barrier == block.live) release_barrier();
  if (warp.asking != 0) answer_active_mask(machine.thread_index / 32);
}

}  // namespace

void map_stacks() {
  machine.stacks_bytes = kStackSlots * (kStackBytes + kGuardBytes);
  void* memory =
      ::mmap(nullptr, machine.stacks_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void* page = ::mmap(reinterpret_cast<void*>(uintptr_t{TW_CONTEXT_PAGE}), 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED || page == MAP_FAILED) ::_exit(70);
  machine.stacks_begin = reinterpret_cast<uintptr_t>(memory);
  machine.thread_ids = static_cast<uint32_t*>(std::aligned_alloc(64, sizeof(uint32_t) * 4 * kMaxThreads));
}

void set_thread(uint32_t index) { become(index); }

void refresh_stamp() { become(machine.thread_index); }

void make_ready(uint32_t warp, uint32_t lanes) {
  machine.block->warps[warp].ready |= lanes;
  if (lanes != 0) machine.block->ready_warps |= 1u << warp;
}

void wait_here() {
  if (pending_overwrites != 0) settle_overwrites();
  Thread& thread = touched_thread();
  if (machine.warp->asking != 0) answer_active_mask(machine.thread_index / 32);
  int next = take_ready();
  if (next < 0) {
    switch_to_host();
  } else if (static_cast<uint32_t>(next) != machine.thread_index) {
    switch_to(&thread.stack_pointer, static_cast<uint32_t>(next));
  } else {
    refresh_stamp();
  }
  if (machine.is_counting) follow_thread(thread.place);
}

void run_ready() {
  machine.thread_index = machine.is_reversed ? machine.threads_per_block - 1 : 0;
  int next = take_ready();
  if (next < 0) return;
  switch_to(&machine.host_stack_pointer, static_cast<uint32_t>(next));
}

void thread_coordinates(uint32_t thread, uint32_t out[3]) {
  std::memcpy(out, machine.thread_ids + 4 * thread, 12);
}

void number_threads() {
  const uint32_t* size = machine.block_size;
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    const uint32_t id[4] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1], 0};
    std::memcpy(machine.thread_ids + 4 * i, id, sizeof id);
  }
}

void discard_stacks() {
  g_free_stacks.clear();
  g_used_stacks = 0;
}

// A thread that ends without waiting leaves its stack to the next: no switch, just another turn of this loop.
void run_threads_on_this_stack() {
  for (;;) {
    machine.body(const_cast<void*>(machine.closure));
    exit_thread();
    Warp* warp = machine.warp;
    // The next lane of the same warp, where none of them has begun: the way of kernels without barriers.
    if (uint32_t ready = warp->ready; ready != 0 && (ready & ~warp->unstarted) == 0) {
      uint32_t lane =
          static_cast<uint32_t>(machine.is_reversed ? 31 - std::countl_zero(ready) : std::countr_zero(ready));
      warp->ready = ready & ~(1u << lane);
      uint32_t index = machine.thread_index / 32 * 32 + lane;
      if (warp->ready == 0) machine.block->ready_warps &= ~(1u << index / 32);
      become_new(index, warp);
      continue;
    }
    int next = take_ready();
    if (next >= 0 && is_unstarted(static_cast<uint32_t>(next))) {
      become_new(static_cast<uint32_t>(next), &machine.block->warps[next / 32]);
      continue;
    }
    // Nothing takes the stack before it has been left.
    g_free_stacks.push_back(running_stack());
    void* nobody;
    if (next < 0)
      tw_switch_stacks(&nobody, machine.host_stack_pointer);
    else
      switch_to(&nobody, static_cast<uint32_t>(next));
  }
}

}  // namespace tilewright::kernels::cuda

extern "C" void tw_fiber_main() {
  tilewright::kernels::cuda::run_threads_on_this_stack();
  __builtin_unreachable();
}
