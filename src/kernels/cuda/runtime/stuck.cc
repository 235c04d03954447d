// What is said when no thread of a block can run any more.
#include <cstdio>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/scheduler.h"

namespace tilewright::kernels::cuda {
namespace {

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

}  // namespace

void report_stuck(Block& block) {
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

}  // namespace tilewright::kernels::cuda
