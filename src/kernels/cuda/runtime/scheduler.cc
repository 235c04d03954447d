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
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "kernels/cuda/runtime/traffic.h"
#include "kernels/cuda/runtime/waiting.h"

namespace tilewright::kernels::cuda {

Machine machine;

namespace {

// Rounds over all waiting blocks without any change of memory that make a deadlock.
constexpr uint32_t kRoundsUntilDeadlock = 200;

std::vector<std::unique_ptr<Block>> g_spare_blocks;

void set_context(uint32_t offset, const uint32_t values[3]) {
  std::memcpy(reinterpret_cast<void*>(uintptr_t{TW_CONTEXT_PAGE} + offset), values, 12);
}

void begin_block(Block& block, uint32_t index) {
  block.index = index;
  block_coordinates(index, block.id);
  uint32_t count = machine.threads_per_block;
  block.ready_warps = 0;
  block.live = count;
  block.exited = block.at_barrier = block.at_grid = block.spinning = 0;
  block.barrier_count = 0;
  block.short_line = kNoLine;
  block.interval = 0;
  block.fence_floor = 0;
  block.has_fenced = false;
  block.is_divergent = false;
  block.is_done = false;
  block.is_started = true;
  std::fill(block.states, block.states + block.waited, ThreadState::Exited);
  std::fill(block.places, block.places + block.waited, nullptr);
  block.waited = 0;
  if (block.has_knowledge) {
    for (std::vector<Acquired>& acquired : block.thread_acquired) acquired.clear();
    block.has_knowledge = false;
  }
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
    warp.exists = warp.alive = warp.ready = warp.unstarted = lanes == 32 ? ~0u : (1u << lanes) - 1;
    warp.waiting = warp.asking = warp.touched = 0;
    warp.short_asked = 0;
    warp.ids = machine.thread_ids + i * 32;
    warp.has_fenced = false;
    warp.fence_floor = 0;
    warp.epoch = 0;
    warp.is_partial = false;
    warp.ends_rows = false;
    warp.segment = new_segment(i);
    block.ready_warps |= 1u << i;
  }
}

void enter_block(Block& block) {
  machine.block = &block;
  set_context(TW_CONTEXT_BLOCK, block.id);
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
  choose_short_ways();
  machine.block_segment = machine.interval_segment = ~0u;
  machine.identity = kThreadMask | uint64_t{0xffffffff} << 32;
}

// Blocks that wait for others, in the order in which they began.
std::vector<std::unique_ptr<Block>> g_waiting;
bool g_moves_stacks = false;

void put_aside(Block& block) {
  save_shared(block);
  if (g_moves_stacks) save_stacks(block);
}

void take_up(Block& block) {
  restore_shared(block);
  if (g_moves_stacks) restore_stacks(block);
}

void leave_waiting(std::unique_ptr<Block> block) {
  interleave();
  put_aside(*block);
  g_waiting.push_back(std::move(block));
  if (g_moves_stacks || !are_stacks_short()) return;
  g_moves_stacks = true;
  for (const auto& waiting : g_waiting) save_stacks(*waiting);
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
    if (block.states[i] == ThreadState::Spinning) {
      block.states[i] = ThreadState::Ready;
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
  choose_counting(block);
  for (;;) {
    uint64_t before = progress();
    run_ready();
    if (pending_overwrites() != 0) settle_overwrites();
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
      take_up(block);
      bool is_done = advance(block);
      if (is_done) {
        g_spare_blocks.push_back(std::move(g_waiting[i]));
        g_waiting.erase(g_waiting.begin() + static_cast<long>(i));
        if (until_room) return;
        continue;
      }
      if (is_stuck_alone(block)) report_stuck(block);
      put_aside(block);
      ++i;
    }
    bool has_changed = progress() != before || was_released;
    idle_rounds = has_changed ? 0 : idle_rounds + 1;
    if (idle_rounds == kRoundsUntilDeadlock) {
      if (until_room) return;
      if (g_moves_stacks) restore_stacks(*g_waiting.front());
      report_stuck(*g_waiting.front());
    }
  }
}

}  // namespace

uint32_t new_segment(uint32_t warp) {
  uint32_t segment = machine.next_segment++;
  const Block& block = *machine.block;
  machine.infos.push_back(
      {block.index, block.interval, static_cast<uint16_t>(warp), block.warps[warp].epoch});
  return segment;
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
  warp.touched |= mask;
}

void yield_thread(const void* place) {
  machine.spins = 0;
  ++machine.block->spinning;
  wait_here(ThreadState::Spinning, place);
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
        block.places[index * 32 + lane] == block.places[index * 32 + first])
      group |= 1u << lane;
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((group >> lane & 1) == 0) continue;
    warp.result[lane] = group;
    block.states[index * 32 + lane] = ThreadState::Ready;
  }
  warp.asking &= ~group;
  make_ready(index, group);
}

void run_blocks() {
  number_threads();
  set_context(TW_CONTEXT_BLOCK_SIZE, machine.block_size);
  set_context(TW_CONTEXT_GRID_SIZE, machine.grid);
  machine.is_interleaved = g_moves_stacks = false;
  row() = 0;
  machine.identity = kThreadMask;
  machine.block_starts.clear();
  machine.block_order.clear();
  machine.infos.clear();
  machine.infos_base = machine.next_segment;
  machine.launch_segment = machine.next_segment;
  for (uint32_t index : machine.live_allocations)
    machine.allocations[index].ordered_below = ordered_segments();
  machine.are_lines_plain = ordered_segments() == machine.next_segment;
  begin_traffic();
  choose_short_ways();
  // In reverse, blocks may wait for ones that hardware would have begun first.
  uint32_t resident =
      machine.is_reversed ? ~0u : resident_limit(machine.threads_per_block, machine.dynamic_shared);
  // Blocks run one after the other. One that waits for others (a value in memory, a grid barrier) is put
  // aside with its shared memory, and the next begins; those put aside take turns at the end, or when no more
  // fit the chip.
  std::unique_ptr<Block> block = take_block();
  uint64_t run = machine.blocks;
  if (machine.sampled_blocks != 0 && !machine.is_cooperative) run = std::min<uint64_t>(run, machine.sampled_blocks);
  for (uint64_t i = 0; i < run; ++i) {
    if (g_waiting.size() >= resident) {
      run_waiting(i, true);
      if (g_waiting.size() >= resident) {
        Block& waiting = *g_waiting.front();
        machine.block = &waiting;
        if (g_moves_stacks) restore_stacks(waiting);
        note_waiting(waiting);
        uint32_t index = 0;
        while (index + 1 < machine.threads_per_block && waiting.states[index] == ThreadState::Exited)
          ++index;
        set_thread(index);
        record_fault(FaultKind::Deadlock, waiting.places[index],
                     "deadlock: this block waits for one that has not begun, and the chip holds only %u "
                     "blocks of %u at a time",
                     resident, static_cast<uint32_t>(machine.blocks));
        abort_launch(cudaErrorLaunchFailure);
      }
    }
    uint64_t index = machine.is_reversed && !machine.is_cooperative ? machine.blocks - 1 - i : i;
    // The first, the last and evenly between.
    if (run < machine.blocks) index = run == 1 ? 0 : i * (machine.blocks - 1) / (run - 1);
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
  discard_stacks();
  g_waiting.clear();
  pending_overwrites() = 0;
}

}  // namespace tilewright::kernels::cuda
