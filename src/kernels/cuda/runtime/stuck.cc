// What is said when no thread of a block can run any more.
#include <cstdio>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/waiting.h"

namespace tilewright::kernels::cuda {
namespace {

const char* waiting_for(ThreadState state) {
  switch (state) {
    case ThreadState::AtBarrier:
      return "__syncthreads()";
    case ThreadState::AtNamedBarrier:
      return "a named barrier";
    case ThreadState::AtWarp:
      return "a warp operation";
    case ThreadState::AtGrid:
      return "a grid barrier";
    case ThreadState::Spinning:
      return "a value in memory";
    case ThreadState::Ready:
    case ThreadState::Exited:
      break;
  }
  return "nothing";
}

// The lanes of a warp operation that are missing.
void describe_incomplete_warp(const Block& block, uint32_t index) {
  const Warp& warp = block.warps[index / 32];
  uint32_t lane = index % 32, mask = warp.mask[lane], arrived = 0;
  for (uint32_t other = 0; other < 32; ++other) {
    if ((warp.waiting >> other & 1) && warp.mask[other] == mask &&
        warp.operation(other) == warp.operation(lane))
      arrived |= 1u << other;
  }
  uint32_t missing = mask & ~arrived, gone = missing & warp.exists & ~warp.alive;
  FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, block.places[index]);
  if (fault == nullptr) return;
  const char* where = gone == missing ? "have returned from the kernel" : "are elsewhere";
  for (uint32_t other = 0; other < 32 && gone != missing; ++other) {
    if ((missing >> other & 1) == 0 || (warp.alive >> other & 1) == 0) continue;
    uint32_t absent = index / 32 * 32 + other;
    if (block.places[absent] != nullptr) {
      fault->other_place = image_offset(block.places[absent]);
      set_note(fault, "lane %u waits here for %s", other, waiting_for(block.states[absent]));
    }
    break;
  }
  std::snprintf(fault->message, sizeof fault->message,
                "this warp operation names lanes 0x%08x, but lanes 0x%08x %s", mask, missing, where);
}

bool is_host_visible(uintptr_t address) {
  uint32_t index = find_allocation(address);
  return index != 0 && (machine.allocations[index].flags & (kHostVisible | kRegistered)) != 0;
}

}  // namespace

void report_stuck(Block& block) {
  machine.block = &block;
  for (Warp& warp : block.warps) close_short_way(warp);
  note_waiting(block);
  uint32_t at_barrier = 0, at_warp = 0, first_barrier = 0, first_warp = 0, spinning = 0, first_spinning = 0,
           first = 0;
  for (uint32_t i = machine.threads_per_block; i-- > 0;) {
    ThreadState state = block.states[i];
    if (state == ThreadState::Exited) continue;
    first = i;
    if (state == ThreadState::AtBarrier) ++at_barrier, first_barrier = i;
    if (state == ThreadState::AtWarp) ++at_warp, first_warp = i;
    if (state == ThreadState::Spinning) ++spinning, first_spinning = i;
  }
  uint32_t chosen = spinning ? first_spinning : at_warp ? first_warp : at_barrier ? first_barrier : first;
  set_thread(chosen);
  const void* place = block.places[chosen];
  if (spinning == 0 && at_warp != 0) {
    describe_incomplete_warp(block, chosen);
  } else if (spinning != 0 && is_host_visible(machine.spun_on)) {
    record_fault(FaultKind::Unsupported, place,
                 "a kernel that waits for what the host writes while it runs: a launch runs to its end here before the "
                 "host goes on");
  } else if (spinning != 0) {
    record_fault(FaultKind::Deadlock, place,
                 "deadlock: this waits for a value in memory that no thread will change (%u threads wait "
                 "here, %u at a "
                 "barrier, %u have returned)",
                 spinning, at_barrier, block.exited);
  } else {
    uint32_t waiting = block.live;
    FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, place);
    if (fault != nullptr)
      std::snprintf(fault->message, sizeof fault->message,
                    "%u of %u threads wait here for %s that the others do not reach", waiting,
                    waiting + block.exited, waiting_for(block.states[chosen]));
  }
  abort_launch(cudaErrorLaunchFailure);
}

}  // namespace tilewright::kernels::cuda
