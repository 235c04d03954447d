#include "kernels/cuda/runtime/scheduler.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "kernels/cuda/runtime/async_copy.h"
#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"

extern "C" {
// Saves the callee-saved registers on the running stack, its pointer in *from, and goes on at `to`. Ends in a
// jump rather than a return, whose predicted address would always be another thread's.
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
  pop %rcx
  jmp *%rcx
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

Machine machine;

namespace {

constexpr uint64_t kStackSlots = 20000;
// Points until a thread yields: 16 for an access to the same address as the one before, 1 for another.
constexpr uint32_t kSpinsBeforeYield = 1024, kSameAddress = 16;
// Rounds over all waiting blocks without any change of memory that make a deadlock.
constexpr uint32_t kRoundsUntilDeadlock = 200;

std::vector<char*> g_free_stacks;
uint64_t g_used_stacks = 0;
std::vector<std::unique_ptr<Block>> g_spare_blocks;

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
  char* slot = reinterpret_cast<char*>(machine.stacks_begin) + g_used_stacks++ * (kStackBytes + kGuardBytes);
  ::mprotect(slot + kGuardBytes, kStackBytes, PROT_READ | PROT_WRITE);
  return slot + kGuardBytes + kStackBytes;
}

void set_context(uint32_t offset, const uint32_t values[3]) {
  std::memcpy(reinterpret_cast<void*>(uintptr_t{TW_CONTEXT_PAGE} + offset), values, 12);
}

void set_thread(uint32_t index) {
  Block& block = *machine.block;
  machine.thread_index = index;
  machine.thread = &block.threads[index];
  set_context(TW_CONTEXT_THREAD, machine.thread_ids + 3 * index);
  auto* page = reinterpret_cast<uint32_t*>(uintptr_t{TW_CONTEXT_PAGE});
  page[TW_CONTEXT_LANE / 4] = index % 32;
  page[TW_CONTEXT_RANK / 4] = index;
  refresh_stamp();
}

// The next thread that can run, of the running thread's warp if there is one; removed from the ready set. -1:
// none.
int take_ready() {
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
void switch_to(void** saved, uint32_t index) {
  set_thread(index);
  Thread& thread = *machine.thread;
  if (thread.state == Thread::Unstarted) {
    thread.stack = take_stack();
    void** top = reinterpret_cast<void**>(thread.stack) - 8;
    std::memset(top, 0, 64);
    top[6] = reinterpret_cast<void*>(&tw_enter_fiber);
    thread.stack_pointer = top;
  }
  thread.state = Thread::Ready;
  tw_switch_stacks(saved, thread.stack_pointer);
}

void switch_to_host() { tw_switch_stacks(&machine.thread->stack_pointer, machine.host_stack_pointer); }

// What the block did so far happened before what it does from here on.
void begin_interval(Block& block) {
  if (block.has_fenced) {
    block.fence_floor = machine.next_segment;
    block.has_fenced = false;
  }
  ++block.interval;
  block.interval_segment = machine.next_segment;
  if (!machine.is_interleaved) {
    machine.infos.clear();
    machine.infos_base = machine.next_segment;
    machine.interval_segment = machine.next_segment;
  }
  for (uint32_t i = 0; i < machine.warps_per_block; ++i) {
    Warp& warp = block.warps[i];
    warp.epoch = 0;
    warp.is_partial = false;
    warp.segment = new_segment(i);
  }
}

void release_barrier() {
  Block& block = *machine.block;
  if (block.exited > 0) {
    FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, block.barrier_place);
    if (fault != nullptr)
      std::snprintf(fault->message, sizeof fault->message,
                    "%u of the block's %u threads wait at this __syncthreads(), the other %u have returned "
                    "from the kernel",
                    block.at_barrier, block.at_barrier + block.exited, block.exited);
    abort_launch(cudaErrorLaunchFailure);
  }
  block.barrier_result = block.barrier_count;
  block.barrier_count = 0;
  block.at_barrier = 0;
  ++machine.launch->barriers;
  ++progress();
  begin_interval(block);
  for (uint32_t i = 0; i < machine.warps_per_block; ++i) make_ready(i, block.warps[i].alive);
  // The thread that came last goes on at once.
  uint32_t own = machine.thread_index / 32;
  block.warps[own].ready &= ~(1u << machine.thread_index % 32);
  if (block.warps[own].ready == 0) block.ready_warps &= ~(1u << own);
  machine.thread->state = Thread::Ready;
  refresh_stamp();
}

const char* waiting_for(const Thread& thread) {
  switch (thread.state) {
    case Thread::AtBarrier:
      return "__syncthreads()";
    case Thread::AtNamedBarrier:
      return "a named barrier";
    case Thread::AtWarp:
      return "a warp operation";
    case Thread::AtGrid:
      return "a grid barrier";
    case Thread::Spinning:
      return "a value in memory";
    case Thread::Unstarted:
    case Thread::Ready:
    case Thread::Exited:
      break;
  }
  return "nothing";
}

// The lanes of a warp operation that are missing.
void describe_incomplete_warp(const Block& block, uint32_t index) {
  const Thread& thread = block.threads[index];
  const Warp& warp = block.warps[index / 32];
  uint32_t lane = index % 32, mask = warp.mask[lane], arrived = 0;
  for (uint32_t other = 0; other < 32; ++other) {
    if ((warp.waiting >> other & 1) && warp.mask[other] == mask &&
        warp.operation[other] == warp.operation[lane])
      arrived |= 1u << other;
  }
  uint32_t missing = mask & ~arrived, gone = missing & warp.exists & ~warp.alive;
  FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, thread.place);
  if (fault == nullptr) return;
  const char* where = gone == missing ? "have returned from the kernel" : "are elsewhere";
  for (uint32_t other = 0; other < 32 && gone != missing; ++other) {
    if ((missing >> other & 1) == 0 || (warp.alive >> other & 1) == 0) continue;
    const Thread& absent = block.threads[index / 32 * 32 + other];
    if (absent.place != nullptr) {
      fault->other_place = image_offset(absent.place);
      set_note(fault, "lane %u waits here for %s", other, waiting_for(absent));
    }
    break;
  }
  std::snprintf(fault->message, sizeof fault->message,
                "this warp operation names lanes 0x%08x, but lanes 0x%08x %s", mask, missing, where);
}

// Nobody can run: says why, at the place where somebody waits.
[[noreturn]] void report_stuck(Block& block) {
  machine.block = &block;
  uint32_t at_barrier = 0, at_warp = 0, first_barrier = 0, first_warp = 0, spinning = 0, first_spinning = 0,
           first = 0;
  for (uint32_t i = machine.threads_per_block; i-- > 0;) {
    Thread::State state = block.threads[i].state;
    if (state == Thread::Exited) continue;
    first = i;
    if (state == Thread::AtBarrier) ++at_barrier, first_barrier = i;
    if (state == Thread::AtWarp) ++at_warp, first_warp = i;
    if (state == Thread::Spinning) ++spinning, first_spinning = i;
  }
  uint32_t chosen = spinning ? first_spinning : at_warp ? first_warp : at_barrier ? first_barrier : first;
  set_thread(chosen);
  const Thread& thread = block.threads[chosen];
  if (spinning == 0 && at_warp != 0) {
    describe_incomplete_warp(block, chosen);
  } else if (spinning != 0) {
    record_fault(FaultKind::Deadlock, thread.place,
                 "deadlock: this waits for a value in memory that no thread will change (%u threads wait "
                 "here, %u at a "
                 "barrier, %u have returned)",
                 spinning, at_barrier, block.exited);
  } else {
    uint32_t waiting = block.live;
    FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, thread.place);
    if (fault != nullptr)
      std::snprintf(fault->message, sizeof fault->message,
                    "%u of %u threads wait here for %s that the others do not reach", waiting,
                    waiting + block.exited, waiting_for(thread));
  }
  abort_launch(cudaErrorLaunchFailure);
}

void exit_thread() {
  Block& block = *machine.block;
  Thread& thread = *machine.thread;
  if (pending_overwrites != 0) settle_overwrites();
  if (thread.copies != nullptr) finish_copies(thread);
  thread.state = Thread::Exited;
  Warp& warp = block.warps[machine.thread_index / 32];
  warp.alive &= ~(1u << machine.thread_index % 32);
  --block.live;
  ++block.exited;
  ++progress();
  if (block.at_barrier != 0 && block.at_barrier == block.live) release_barrier();
  if (warp.asking != 0) answer_active_mask(machine.thread_index / 32);
}

void begin_block(Block& block, uint32_t index) {
  block.index = index;
  block_coordinates(index, block.id);
  uint32_t count = machine.threads_per_block;
  block.ready_warps = 0;
  block.live = count;
  block.exited = block.at_barrier = block.at_grid = block.spinning = 0;
  block.barrier_count = 0;
  block.interval = 0;
  block.fence_floor = 0;
  block.has_fenced = false;
  block.is_divergent = false;
  block.is_done = false;
  block.is_started = true;
  block.acquired.clear();
  block.saved_shared.clear();
  std::memset(static_cast<void*>(block.named), 0, sizeof block.named);
  block.first_segment = block.interval_segment = machine.next_segment;
  machine.block_starts.push_back(machine.next_segment);
  machine.block_order.push_back(index);
  machine.block = &block;
  if (!machine.is_interleaved) {
    machine.block_segment = machine.interval_segment = machine.next_segment;
    machine.infos.clear();
    machine.infos_base = machine.next_segment;
  }
  begin_shared(block.first_segment);
  for (uint32_t i = 0; i < machine.warps_per_block; ++i) {
    Warp& warp = block.warps[i];
    uint32_t lanes = std::min(32u, count - i * 32);
    warp.exists = warp.alive = warp.ready = lanes == 32 ? ~0u : (1u << lanes) - 1;
    warp.waiting = warp.asking = 0;
    warp.has_fenced = false;
    warp.fence_floor = 0;
    warp.epoch = 0;
    warp.is_partial = false;
    warp.segment = new_segment(i);
    block.ready_warps |= 1u << i;
  }
  for (uint32_t i = 0; i < count; ++i) {
    Thread& thread = block.threads[i];
    thread.state = Thread::Unstarted;
    thread.own_segment = thread.fence_segment = 0;
    thread.place = nullptr;
    thread.spins = 0;
    thread.acquired.clear();
  }
}

void enter_block(Block& block) {
  machine.block = &block;
  set_context(TW_CONTEXT_BLOCK, block.id);
}

// Runs the machine's block until nobody in it can run.
void run_ready() {
  machine.thread_index = machine.is_reversed ? machine.threads_per_block - 1 : 0;
  int next = take_ready();
  if (next < 0) return;
  switch_to(&machine.host_stack_pointer, static_cast<uint32_t>(next));
}

std::unique_ptr<Block> take_block() {
  if (g_spare_blocks.empty()) return std::make_unique<Block>();
  std::unique_ptr<Block> block = std::move(g_spare_blocks.back());
  g_spare_blocks.pop_back();
  return block;
}

// From here on segments of several blocks mix: each access is looked up.
void interleave() {
  if (machine.is_interleaved) return;
  machine.is_interleaved = true;
  machine.block_segment = machine.interval_segment = ~0u;
  machine.identity = kThreadMask | uint64_t{0xffffffff} << 32;
}

// Blocks that wait for others, in the order in which they began.
std::vector<std::unique_ptr<Block>> g_waiting;

void leave_waiting(std::unique_ptr<Block> block) {
  interleave();
  save_shared(*block);
  g_waiting.push_back(std::move(block));
}

// Every block waits at the grid barrier: all go on.
bool release_grid(uint64_t begun) {
  if (begun != machine.blocks) return false;
  uint64_t waiting = 0;
  for (const auto& block : g_waiting) {
    if (block->at_grid != block->live || block->live == 0) return false;
    if (block->exited != 0) return false;
    ++waiting;
  }
  if (waiting != machine.blocks) return false;
  ++progress();
  // Everything so far happened before everything from here on.
  for (uint32_t index : machine.live_allocations)
    machine.allocations[index].ordered_below = machine.next_segment;
  for (auto& block : g_waiting) {
    machine.block = block.get();
    block->at_grid = 0;
    begin_interval(*block);
    for (uint32_t i = 0; i < machine.warps_per_block; ++i) make_ready(i, block->warps[i].alive);
  }
  return true;
}

bool wake_spinning(Block& block) {
  if (block.spinning == 0) return false;
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    if (block.threads[i].state == Thread::Spinning) {
      block.threads[i].state = Thread::Ready;
      block.warps[i / 32].ready |= 1u << i % 32;
      block.ready_warps |= 1u << i / 32;
    }
  }
  block.spinning = 0;
  return true;
}

// One block from its present point to its end, or to where it waits for other blocks. True: it is done.
bool advance(Block& block) {
  enter_block(block);
  for (;;) {
    uint64_t before = progress();
    run_ready();
    if (pending_overwrites != 0) settle_overwrites();
    if (block.live == 0) return true;
    if (block.ready_warps != 0) continue;
    // Spinning threads go on while the others of their block still change something.
    if (block.spinning != 0 && progress() != before) {
      wake_spinning(block);
      continue;
    }
    return false;
  }
}

bool is_stuck_alone(const Block& block) { return block.spinning == 0 && block.at_grid == 0; }

// The waiting blocks take turns until one is done or nothing changes any more.
void run_waiting(uint64_t begun, bool until_room) {
  uint32_t idle_rounds = 0;
  while (!g_waiting.empty()) {
    uint64_t before = progress();
    bool was_released = release_grid(begun);
    for (size_t i = 0; i < g_waiting.size();) {
      Block& block = *g_waiting[i];
      if (block.ready_warps == 0 && !wake_spinning(block)) {
        ++i;
        continue;
      }
      restore_shared(block);
      bool is_done = advance(block);
      if (is_done) {
        g_spare_blocks.push_back(std::move(g_waiting[i]));
        g_waiting.erase(g_waiting.begin() + static_cast<long>(i));
        if (until_room) return;
        continue;
      }
      if (is_stuck_alone(block)) report_stuck(block);
      save_shared(block);
      ++i;
    }
    bool has_changed = progress() != before || was_released;
    idle_rounds = has_changed ? 0 : idle_rounds + 1;
    if (idle_rounds == kRoundsUntilDeadlock) {
      if (until_room) return;
      report_stuck(*g_waiting.front());
    }
  }
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
  machine.thread_ids = static_cast<uint32_t*>(std::malloc(sizeof(uint32_t) * 3 * kMaxThreads));
}

uint32_t new_segment(uint32_t warp) {
  uint32_t segment = machine.next_segment++;
  const Block& block = *machine.block;
  machine.infos.push_back(
      {block.index, block.interval, static_cast<uint16_t>(warp), block.warps[warp].epoch});
  return segment;
}

void refresh_stamp() {
  const Thread& thread = *machine.thread;
  uint32_t segment = machine.block->warps[machine.thread_index / 32].segment;
  if (thread.own_segment > segment) segment = thread.own_segment;
  machine.stamp = uint64_t{segment} << 32 | uint64_t{machine.thread_index} << kThreadShift;
}

void synchronise_warp(uint32_t index, uint32_t mask) {
  Block& block = *machine.block;
  Warp& warp = block.warps[index];
  if (!block.acquired.empty()) share_acquired(index, mask);
  if (warp.has_fenced) {
    warp.fence_floor = machine.next_segment;
    warp.has_fenced = false;
  }
  if ((warp.alive & ~mask) == 0) {
    ++warp.epoch;
    warp.is_partial = false;
    warp.segment = new_segment(index);
    return;
  }
  if (warp.clocks == nullptr) warp.clocks = new WarpClocks;
  auto& known = warp.clocks->known;
  if (!warp.is_partial) {
    warp.is_partial = true;
    // Before: everything up to the last synchronisation of the whole warp.
    for (auto& row : known)
      for (uint32_t& entry : row) entry = warp.segment - 1;
  }
  uint32_t joined[32];
  std::memset(joined, 0, sizeof joined);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    uint32_t own = std::max(warp.segment, block.threads[index * 32 + lane].own_segment);
    known[lane][lane] = std::max(known[lane][lane], own);
    for (uint32_t other = 0; other < 32; ++other) joined[other] = std::max(joined[other], known[lane][other]);
  }
  uint32_t segment = new_segment(index);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    std::memcpy(known[lane], joined, sizeof joined);
    block.threads[index * 32 + lane].own_segment = segment;
  }
}

void make_ready(uint32_t warp, uint32_t lanes) {
  machine.block->warps[warp].ready |= lanes;
  if (lanes != 0) machine.block->ready_warps |= 1u << warp;
}

void wait_here() {
  if (pending_overwrites != 0) settle_overwrites();
  Thread& thread = *machine.thread;
  if (machine.block->warps[machine.thread_index / 32].asking != 0)
    answer_active_mask(machine.thread_index / 32);
  int next = take_ready();
  if (next < 0) {
    switch_to_host();
  } else if (static_cast<uint32_t>(next) != machine.thread_index) {
    switch_to(&thread.stack_pointer, static_cast<uint32_t>(next));
  } else {
    refresh_stamp();
  }
}

void count_spin(uintptr_t address, const void* place) {
  Thread& thread = *machine.thread;
  thread.spins += thread.spun_on == address ? kSameAddress : 1;
  thread.spun_on = address;
  if (thread.spins >= kSpinsBeforeYield) yield_thread(place);
}

void yield_thread(const void* place) {
  Thread& thread = *machine.thread;
  thread.spins = 0;
  thread.place = place;
  thread.state = Thread::Spinning;
  ++machine.block->spinning;
  wait_here();
}

void thread_coordinates(uint32_t thread, uint32_t out[3]) {
  std::memcpy(out, machine.thread_ids + 3 * thread, 12);
}

void block_coordinates(uint32_t block, uint32_t out[3]) {
  out[0] = block % machine.grid[0];
  out[1] = block / machine.grid[0] % machine.grid[1];
  out[2] = block / machine.grid[0] / machine.grid[1];
}

uint32_t resident_limit(uint32_t threads, uint64_t shared_bytes) {
  const Limits& limits = machine.limits;
  uint64_t blocks = std::min(limits.max_blocks_per_processor,
                             limits.max_threads_per_processor / ((threads + 31) / 32 * 32));
  // Each block's share has 1 KiB more, which the system keeps.
  if (shared_bytes != 0) blocks = std::min(blocks, limits.shared_per_processor / (shared_bytes + 1024));
  return static_cast<uint32_t>(blocks * limits.processors);
}

void answer_active_mask(uint32_t index) {
  Block& block = *machine.block;
  Warp& warp = block.warps[index];
  if (warp.asking == 0 || warp.ready != 0) return;
  uint32_t first = static_cast<uint32_t>(std::countr_zero(warp.asking)), group = 0;
  for (uint32_t lane = first; lane < 32; ++lane) {
    if ((warp.asking >> lane & 1) &&
        block.threads[index * 32 + lane].place == block.threads[index * 32 + first].place)
      group |= 1u << lane;
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((group >> lane & 1) == 0) continue;
    warp.result[lane] = group;
    block.threads[index * 32 + lane].state = Thread::Ready;
  }
  warp.asking &= ~group;
  make_ready(index, group);
}

void run_blocks() {
  const uint32_t* size = machine.block_size;
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    uint32_t* id = machine.thread_ids + 3 * i;
    id[0] = i % size[0];
    id[1] = i / size[0] % size[1];
    id[2] = i / size[0] / size[1];
  }
  set_context(TW_CONTEXT_BLOCK_SIZE, machine.block_size);
  set_context(TW_CONTEXT_GRID_SIZE, machine.grid);
  machine.is_interleaved = false;
  machine.identity = kThreadMask;
  machine.block_starts.clear();
  machine.block_order.clear();
  machine.infos.clear();
  machine.infos_base = machine.next_segment;
  machine.launch_segment = machine.next_segment;
  for (uint32_t index : machine.live_allocations)
    machine.allocations[index].ordered_below = ordered_segments();
  // In reverse, blocks may wait for ones that hardware would have begun first.
  uint32_t resident =
      machine.is_reversed ? ~0u : resident_limit(machine.threads_per_block, machine.dynamic_shared);
  // Blocks run one after the other. One that waits for others (a value in memory, a grid barrier) is put
  // aside with its shared memory, and the next begins; those put aside take turns at the end, or when no more
  // fit the chip.
  std::unique_ptr<Block> block = take_block();
  for (uint64_t i = 0; i < machine.blocks; ++i) {
    if (g_waiting.size() >= resident) {
      run_waiting(i, true);
      if (g_waiting.size() >= resident) {
        Block& waiting = *g_waiting.front();
        machine.block = &waiting;
        uint32_t index = 0;
        while (index + 1 < machine.threads_per_block && waiting.threads[index].state == Thread::Exited)
          ++index;
        set_thread(index);
        record_fault(FaultKind::Deadlock, waiting.threads[index].place,
                     "deadlock: this block waits for one that has not begun, and the chip holds only %u "
                     "blocks of %u at a time",
                     resident, static_cast<uint32_t>(machine.blocks));
        abort_launch(cudaErrorLaunchFailure);
      }
    }
    uint64_t index = machine.is_reversed && !machine.is_cooperative ? machine.blocks - 1 - i : i;
    begin_block(*block, static_cast<uint32_t>(index));
    if (advance(*block)) continue;
    if (is_stuck_alone(*block)) report_stuck(*block);
    leave_waiting(std::move(block));
    block = take_block();
  }
  run_waiting(machine.blocks, false);
  g_spare_blocks.push_back(std::move(block));
}

// Stacks and blocks of an aborted launch are free again.
void discard_fibers() {
  g_free_stacks.clear();
  g_used_stacks = 0;
  g_waiting.clear();
  pending_overwrites = 0;
}

void run_threads_on_this_stack() {
  for (;;) {
    alignas(64) char copy[4096 + 64];
    std::memcpy(copy, machine.closure, machine.closure_bytes);
    machine.body(copy);
    exit_thread();
    int next = take_ready();
    Thread& finished = *machine.thread;
    if (next >= 0 && machine.block->threads[next].state == Thread::Unstarted) {
      char* stack = finished.stack;
      set_thread(static_cast<uint32_t>(next));
      machine.thread->stack = stack;
      machine.thread->state = Thread::Ready;
      continue;
    }
    // Nothing takes the stack before it has been left.
    g_free_stacks.push_back(finished.stack);
    if (next < 0)
      switch_to_host();
    else
      switch_to(&finished.stack_pointer, static_cast<uint32_t>(next));
  }
}

}  // namespace tilewright::kernels::cuda

extern "C" void tw_fiber_main() {
  tilewright::kernels::cuda::run_threads_on_this_stack();
  __builtin_unreachable();
}

extern "C" unsigned tw_barrier(int operation, unsigned predicate, int line) {
  using namespace tilewright::kernels::cuda;
  if (!machine.in_kernel) return 0;
  Block& block = *machine.block;
  Thread& thread = *machine.thread;
  const void* place = __builtin_return_address(0);
  if (pending_overwrites != 0) settle_overwrites();
  if (block.at_barrier == 0) {
    block.barrier_line = line;
    block.barrier_place = place;
    block.barrier_count = operation == TwBarrierAnd ? 1 : 0;
  } else if (line != block.barrier_line) {
    FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, place);
    if (fault != nullptr) {
      std::snprintf(
          fault->message, sizeof fault->message,
          "threads of one block wait at different __syncthreads(): this one, and %u threads at line %d",
          block.at_barrier, block.barrier_line);
      fault->other_place = image_offset(block.barrier_place);
      set_note(fault, "%u threads wait here", block.at_barrier);
    }
    abort_launch(cudaErrorLaunchFailure);
  }
  if (operation == TwBarrierCount)
    block.barrier_count += predicate;
  else if (operation == TwBarrierAnd)
    block.barrier_count &= predicate;
  else if (operation == TwBarrierOr)
    block.barrier_count |= predicate;
  ++block.at_barrier;
  thread.place = place;
  thread.spins = 0;
  thread.state = Thread::AtBarrier;
  if (block.at_barrier == block.live)
    release_barrier();
  else
    wait_here();
  return block.barrier_result;
}

extern "C" void tw_named_barrier(unsigned id, unsigned threads, int waits) {
  using namespace tilewright::kernels::cuda;
  Block& block = *machine.block;
  Thread& thread = *machine.thread;
  if (id > 15) return;
  if (threads == 0) threads = (machine.threads_per_block + 31) / 32 * 32;
  NamedBarrier& barrier = block.named[id];
  ++barrier.arrived;
  thread.place = __builtin_return_address(0);
  if (barrier.arrived < threads) {
    if (waits == 0) return;
    thread.state = Thread::AtNamedBarrier;
    thread.barrier = static_cast<uint8_t>(id);
    wait_here();
    return;
  }
  barrier.arrived = 0;
  ++machine.launch->barriers;
  ++progress();
  // Threads outside the named barrier count as synchronised, too: no false report, at the price of some
  // missed.
  begin_interval(block);
  refresh_stamp();
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    Thread& other = block.threads[i];
    if (other.state != Thread::AtNamedBarrier || other.barrier != id) continue;
    other.state = Thread::Ready;
    make_ready(i / 32, 1u << i % 32);
  }
}

extern "C" void tw_grid_barrier() {
  using namespace tilewright::kernels::cuda;
  Thread& thread = *machine.thread;
  thread.place = __builtin_return_address(0);
  if (!machine.is_cooperative) {
    record_fault(FaultKind::LaunchArguments, thread.place,
                 "grid.sync() in a kernel that was not launched with cudaLaunchCooperativeKernel");
    abort_launch(cudaErrorLaunchFailure);
  }
  thread.state = Thread::AtGrid;
  ++machine.block->at_grid;
  wait_here();
}

extern "C" void tw_yield() {
  using namespace tilewright::kernels::cuda;
  if (machine.in_kernel) yield_thread(__builtin_return_address(0));
}
