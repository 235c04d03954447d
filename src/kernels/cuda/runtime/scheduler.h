// Blocks of a launch: one after the other, or side by side where they wait for each other.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// Runs the launch that machine.grid, block_size, body and so on describe.
void run_blocks();

// Lets other threads of the block, then other blocks, run before this thread goes on.
void yield_thread(const void* place);
// A thread that reads one volatile or atomic value again and again lets others run. Points until then: 16 for
// an access to the same address as the one before, 1 for another.
inline void count_spin(uintptr_t address, const void* place) {
  constexpr uint32_t kSpinsBeforeYield = 1024, kSameAddress = 16;
  if (machine.spinning_stamp != stamp()) {
    machine.spinning_stamp = stamp();
    machine.spins = 0;
  }
  machine.spins += machine.spun_on == address ? kSameAddress : 1;
  machine.spun_on = address;
  if (machine.spins >= kSpinsBeforeYield) yield_thread(place);
}
// New segments for lanes of the running block's warp after a warp operation.
void synchronise_warp(uint32_t warp, uint32_t mask);
void discard_fibers();
// How many blocks of this size the chip holds at once.
uint32_t resident_limit(uint32_t threads, uint64_t shared_bytes);
// Lanes that wait in __activemask() while no other lane of their warp can run are the answer.
void answer_active_mask(uint32_t warp);
uint32_t new_segment(uint32_t warp);
// All threads of the running block that still live have come to the barrier.
void release_barrier();
// What the block did so far happened before what it does from here on.
void begin_interval(Block& block);
// Nobody in the block can run: says why, at the place where somebody waits.
[[noreturn]] void report_stuck(Block& block);
void block_coordinates(uint32_t block, uint32_t out[3]);

}  // namespace tilewright::kernels::cuda
