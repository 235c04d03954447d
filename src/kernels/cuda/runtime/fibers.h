// The threads of the running block as fibers: stacks, the ready sets, switching from one to the next.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// Of a thread; a guard page lies below each stack. The first bytes of a stack are left out so that stacks of
// neighbours lie differently in the cache (fibers.cc).
inline constexpr uint64_t kStackBytes = 68 << 10, kGuardBytes = 4 << 10;

void map_stacks();
// threadIdx of each thread of a block of machine.block_size.
void number_threads();
// Runs the machine's block until nobody in it can run.
void run_ready();
// The running thread waits: runs others until it is ready again.
void wait_here(ThreadState state, const void* place);
// Before anything about the running block's threads is looked at: accounts for those that have returned
// without waiting.
void account_row();
inline void end_row() {
  if (row() == 0) return;
  machine.warp->ends_rows = true;
  account_row();
}
// Makes lanes of a warp of the running block able to run.
void make_ready(uint32_t warp, uint32_t lanes);
// Makes a thread of the machine's block the running one, for reports.
void set_thread(uint32_t index);
// The running thread's stamp after its segment changed.
void refresh_stamp();
void thread_coordinates(uint32_t thread, uint32_t out[3]);
// Stacks of an aborted launch are free again.
void discard_stacks();

// Blocks that wait for others keep their stacks, until another block might find none. From then on what the
// stacks of a waiting block hold, which is little, is copied out, and back to the same addresses when it goes
// on.
bool are_stacks_short();
void save_stacks(Block& block);
// No other block's threads have stacks now.
void restore_stacks(Block& block);

}  // namespace tilewright::kernels::cuda
