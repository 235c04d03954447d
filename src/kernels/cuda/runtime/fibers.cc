#include "kernels/cuda/runtime/fibers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "kernels/cuda/runtime/async_copy.h"
#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/switching.h"
#include "kernels/cuda/runtime/waiting.h"

extern "C" {
// Where a new stack begins.
void tw_enter_fiber();
[[noreturn]] void tw_fiber_main();
}

asm(R"(
.text
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

// Of which the memory that a program may have leaves room for its own.
constexpr uint64_t kStackSlots = 9 * kMaxThreads;
// Stacks begin at different places within their pages: at the same place, all would share a few lines of the
// cache.
constexpr uint64_t kColours = 16, kColourBytes = 256;

char* g_free_stacks[kStackSlots];
uint64_t g_free_count = 0, g_used_stacks = 0;

__attribute__((noinline)) char* map_stack() {
  if (g_used_stacks == kStackSlots) {
    record_fault(FaultKind::Unsupported, nullptr, "more than %lu threads wait at the same time", kStackSlots);
    abort_launch(cudaErrorNotSupported);
  }
  uint64_t index = g_used_stacks++;
  char* slot = reinterpret_cast<char*>(machine.stacks_begin) + index * (kStackBytes + kGuardBytes);
  ::mprotect(slot + kGuardBytes, kStackBytes, PROT_READ | PROT_WRITE);
  return slot + kGuardBytes + kStackBytes - index % kColours * kColourBytes;
}

inline char* take_stack() { return g_free_count != 0 ? g_free_stacks[--g_free_count] : map_stack(); }

uint64_t slot_of(const void* address) {
  return (reinterpret_cast<uintptr_t>(address) - machine.stacks_begin) / (kStackBytes + kGuardBytes);
}

char* top_of(uint64_t slot) {
  return reinterpret_cast<char*>(machine.stacks_begin) + (slot + 1) * (kStackBytes + kGuardBytes) -
         slot % kColours * kColourBytes;
}

// The top of the stack that this code runs on.
char* running_stack() { return top_of(slot_of(__builtin_frame_address(0))); }

// Lanes of a warp that have begun and not returned.
uint32_t lanes_with_stacks(const Warp& warp) { return warp.alive & ~warp.unstarted; }

template <class Function>
void for_each_stack(const Block& block, Function function) {
  for (uint32_t i = 0; i < machine.warps_per_block; ++i) {
    for (uint32_t lanes = lanes_with_stacks(block.warps[i]); lanes != 0; lanes &= lanes - 1)
      function(static_cast<char*>(block.warps[i].stacks[std::countr_zero(lanes)]));
  }
}

inline Warp& enter_warp(uint32_t index) { return *(machine.warp = &machine.block->warps[index]); }

// A thread that has not run yet.
inline void become_new(uint32_t index) {
  Warp& warp = enter_warp(index / 32);
  warp.unstarted &= ~(1u << index % 32);
  become(warp, warp.ids[index % 32]);
}

inline bool is_unstarted(uint32_t index) {
  return (machine.block->warps[index / 32].unstarted >> index % 32 & 1) != 0;
}

inline void exit_thread() {
  Block& block = *machine.block;
  Warp& warp = *machine.warp;
  uint32_t bit = 1u << thread_index() % 32;
  if (warp.touched & bit) {
    Thread& thread = running_thread();
    if (thread.copies != nullptr) finish_copies(thread);
    thread = Thread{};
    warp.touched &= ~bit;
  }
  block.states[thread_index()] = ThreadState::Exited;
  warp.alive &= ~bit;
  --block.live;
  ++block.exited;
  ++progress();
  if ((pending_overwrites() | block.at_barrier | warp.asking) == 0) return;
  if (pending_overwrites() != 0) settle_overwrites();
  if (block.at_barrier != 0 && block.at_barrier == block.live) release_barrier();
  if (warp.asking != 0) answer_active_mask(thread_index() / 32);
}

// Lanes behind this one, in the order in which they run, without a gap in `lanes`.
inline uint32_t count_behind(uint32_t lanes, uint32_t lane) {
  return static_cast<uint32_t>(machine.is_reversed ? std::countl_one(lanes << (31 - lane) << 1)
                                                   : std::countr_one(lanes >> lane >> 1));
}

// The running thread, which is new, and where none of its warp's ready lanes has begun, those behind it. At
// the end one has returned and is not accounted for yet.
inline void run_row() {
  void (*const body)(void*) = machine.body;
  void* const closure = const_cast<void*>(machine.closure);
  const Warp& warp = *machine.warp;
  const uint32_t lane = thread_index() % 32;
  const bool may_begin = (warp.ready & ~warp.unstarted) == 0 && !warp.ends_rows;
  const uint32_t count = may_begin ? count_behind(warp.ready, lane) : 0;
  if (count == 0) return body(closure);
  const uint32_t lanes = (2u << count) - 1;
  row() = machine.is_reversed ? lanes << (lane - count) : lanes << lane;
  const uint64_t undisturbed = row_and_overwrites();
  const int step = machine.is_reversed ? -1 : 1;
  const ThreadIds *thread = warp.ids + lane, *last = thread + step * static_cast<int>(count);
  for (;;) {
    body(closure);
    if (row_and_overwrites() != undisturbed || warp.touched != 0 || thread == last) break;
    thread += step;
    become(warp, *thread);
  }
  // A lane that has waited ended the row, and came back alone.
  if (row() != 0) account_row();
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
  close_short_ways();
  machine.thread_ids = static_cast<ThreadIds*>(std::aligned_alloc(64, sizeof(ThreadIds) * kMaxThreads));
}

void set_thread(uint32_t index) { become_lane(enter_warp(index / 32), index); }

void refresh_stamp() { become_lane(*machine.warp, thread_index()); }

void make_ready(uint32_t warp, uint32_t lanes) {
  machine.block->warps[warp].ready |= lanes;
  if (lanes != 0) machine.block->ready_warps |= 1u << warp;
}

void account_row() {
  Block& block = *machine.block;
  Warp& warp = *machine.warp;
  uint32_t lane = thread_index() % 32, below = (1u << lane) - 1;
  uint32_t returned = row() & (machine.is_reversed ? ~below << 1 : below);
  row() = 0;
  uint32_t begun = returned | 1u << lane;
  warp.alive &= ~returned;
  warp.unstarted &= ~begun;
  warp.ready &= ~begun;
  if (warp.ready == 0) block.ready_warps &= ~(1u << thread_index() / 32);
  auto count = static_cast<uint32_t>(std::popcount(returned));
  block.live -= count;
  block.exited += count;
  progress() += count;
}

void* enter_thread(uint32_t index) {
  if (!is_unstarted(index)) {
    set_thread(index);
    return machine.warp->stacks[index % 32];
  }
  void** top = reinterpret_cast<void**>(take_stack());
  become_new(index);
  *--top = reinterpret_cast<void*>(&tw_enter_fiber);
  return top;
}

void wait_here(ThreadState state, const void* place) {
  end_row();
  wait_briefly(state, place);
}

void run_ready() {
  thread_index() = machine.is_reversed ? machine.threads_per_block - 1 : 0;
  int next = take_ready();
  if (next < 0) return;
  void* stack = enter_thread(static_cast<uint32_t>(next));
  switch_stacks(&machine.host_stack_pointer, stack);
}

void thread_coordinates(uint32_t thread, uint32_t out[3]) {
  std::memcpy(out, machine.thread_ids[thread].index, 12);
}

void number_threads() {
  const uint32_t* size = machine.block_size;
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    machine.thread_ids[i] = {{i % size[0], i / size[0] % size[1], i / size[0] / size[1]},
                             1u << i % 32,
                             {i % 32, i},
                             uint64_t{i} << kThreadShift};
  }
}

void discard_stacks() {
  g_free_count = 0;
  g_used_stacks = 0;
}

bool are_stacks_short() { return g_used_stacks - g_free_count + kMaxThreads > kStackSlots; }

void save_stacks(Block& block) {
  block.saved_stacks.clear();
  for_each_stack(block, [&](const char* pointer) {
    uint64_t slot = slot_of(pointer);
    block.saved_stacks.insert(block.saved_stacks.end(), pointer, static_cast<const char*>(top_of(slot)));
    g_free_stacks[g_free_count++] = top_of(slot);
  });
}

void restore_stacks(Block& block) {
  static bool is_taken[kStackSlots];
  std::fill(is_taken, is_taken + g_used_stacks, false);
  const char* saved = block.saved_stacks.data();
  for_each_stack(block, [&](char* pointer) {
    uint64_t slot = slot_of(pointer);
    auto bytes = static_cast<size_t>(top_of(slot) - pointer);
    std::memcpy(pointer, saved, bytes);
    saved += bytes;
    is_taken[slot] = true;
  });
  g_free_count = 0;
  for (uint64_t slot = g_used_stacks; slot-- > 0;) {
    if (!is_taken[slot]) g_free_stacks[g_free_count++] = top_of(slot);
  }
}

// A thread that ends without waiting leaves its stack to the next: no switch, just another turn of this loop.
void run_threads_on_this_stack() {
  for (;;) {
    run_row();
    exit_thread();
    int next = take_ready();
    if (next >= 0 && is_unstarted(static_cast<uint32_t>(next))) {
      become_new(static_cast<uint32_t>(next));
      continue;
    }
    // Nothing takes the stack before it has been left.
    g_free_stacks[g_free_count++] = running_stack();
    void* nobody;
    switch_stacks(&nobody, next < 0 ? machine.host_stack_pointer : enter_thread(static_cast<uint32_t>(next)));
  }
}

}  // namespace tilewright::kernels::cuda

extern "C" void* tw_enter_another() {
  using namespace tilewright::kernels::cuda;
  int next = take_ready();
  return next < 0 ? machine.host_stack_pointer : enter_thread(static_cast<uint32_t>(next));
}

extern "C" void tw_fiber_main() {
  tilewright::kernels::cuda::run_threads_on_this_stack();
  __builtin_unreachable();
}
