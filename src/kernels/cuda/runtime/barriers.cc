// Barriers of a block (__syncthreads, named ones) and of the grid.
#include <cstdio>

#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/switching.h"

namespace tilewright::kernels::cuda {

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
  block.short_line = kNoLine;
  block.barrier_count = 0;
  block.at_barrier = 0;
  ++machine.launch->barriers;
  ++progress();
  begin_interval(block);
  for (uint32_t i = 0; i < machine.warps_per_block; ++i) make_ready(i, block.warps[i].alive);
  // The thread that came last goes on at once.
  uint32_t own = thread_index() / 32;
  block.warps[own].ready &= ~(1u << thread_index() % 32);
  if (block.warps[own].ready == 0) block.ready_warps &= ~(1u << own);
  block.states[thread_index()] = ThreadState::Ready;
  refresh_stamp();
}

}  // namespace tilewright::kernels::cuda

// tw_barrier, but for threads that come to a plain one after the first (waiting.cc).
extern "C" unsigned tw_barrier_long_way(int operation, unsigned predicate, int line, const void* place) {
  using namespace tilewright::kernels::cuda;
  if (!machine.in_kernel) return 0;
  end_row();
  Block& block = *machine.block;
  spend_fuel(place);
  if (pending_overwrites() != 0) settle_overwrites();
  if (block.at_barrier == 0) {
    block.barrier_line = line;
    block.barrier_place = place;
    block.barrier_count = operation == TwBarrierAnd ? 1 : 0;
    if (operation == TwBarrier && !machine.is_counting) block.short_line = line;
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
  if (block.at_barrier == block.live)
    release_barrier();
  else
    wait_briefly(ThreadState::AtBarrier, place);
  return block.barrier_result;
}

extern "C" void tw_named_barrier(unsigned id, unsigned threads, int waits) {
  using namespace tilewright::kernels::cuda;
  end_row();
  Block& block = *machine.block;
  const void* place = __builtin_return_address(0);
  if (id > 15) return;
  if (threads == 0) threads = (machine.threads_per_block + 31) / 32 * 32;
  NamedBarrier& barrier = block.named[id];
  spend_fuel(place);
  ++barrier.arrived;
  if (barrier.arrived < threads) {
    if (waits == 0) return;
    block.barriers[thread_index()] = static_cast<uint8_t>(id);
    wait_here(ThreadState::AtNamedBarrier, place);
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
    if (block.states[i] != ThreadState::AtNamedBarrier || block.barriers[i] != id) continue;
    block.states[i] = ThreadState::Ready;
    make_ready(i / 32, 1u << i % 32);
  }
}

extern "C" void tw_grid_barrier() {
  using namespace tilewright::kernels::cuda;
  const void* place = __builtin_return_address(0);
  if (!machine.is_cooperative) {
    record_fault(FaultKind::LaunchArguments, place,
                 "grid.sync() in a kernel that was not launched with cudaLaunchCooperativeKernel");
    abort_launch(cudaErrorLaunchFailure);
  }
  ++machine.block->at_grid;
  wait_here(ThreadState::AtGrid, place);
}

extern "C" void tw_yield() {
  using namespace tilewright::kernels::cuda;
  spend_fuel(__builtin_return_address(0));
  if (machine.in_kernel) yield_thread(__builtin_return_address(0));
}
