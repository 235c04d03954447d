// Threads of a block as fibers that take turns, blocks one after the other, or side by side where they wait
// for each other.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

inline constexpr uint64_t kStackBytes = 64 << 10, kGuardBytes = 4 << 10;  // of a thread

void map_stacks();
// Runs the launch that machine.grid, block_size, body and so on describe.
void run_blocks();

// A thread that reads one volatile or atomic value again and again lets others run.
void count_spin(uintptr_t address, const void* place);
// Lets other threads of the block, then other blocks, run before this thread goes on.
void yield_thread(const void* place);
// The running thread has set its state to a waiting one: runs others until it is ready again.
void wait_here();
// Makes lanes of a warp of the running block able to run.
void make_ready(uint32_t warp, uint32_t lanes);
// New segments for lanes of the running block's warp after a warp operation.
void synchronise_warp(uint32_t warp, uint32_t mask);
// The running thread's stamp after its segment changed.
void refresh_stamp();
void discard_fibers();
// How many blocks of this size the chip holds at once.
uint32_t resident_limit(uint32_t threads, uint64_t shared_bytes);
// Lanes that wait in __activemask() while no other lane of their warp can run are the answer.
void answer_active_mask(uint32_t warp);
uint32_t new_segment(uint32_t warp);
void thread_coordinates(uint32_t thread, uint32_t out[3]);
void block_coordinates(uint32_t block, uint32_t out[3]);

}  // namespace tilewright::kernels::cuda
