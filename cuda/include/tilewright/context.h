// Addresses that compiled CUDA programs and the runner agree on, also for the assembler (image.S).
#pragma once

// A program reads threadIdx and its kin from fixed addresses below 4 GiB, which the runner rewrites at each switch of threads:
// an absolute address in one instruction, which the compiler may keep in a register since a function runs in one thread.
#define TW_CONTEXT_PAGE 0x20000000
// First what differs from thread to thread, which lies together so that two moves of 16 bytes make another thread the running one.
#define TW_CONTEXT_THREAD 0       // 3 x uint32: threadIdx
#define TW_CONTEXT_LANE_BIT 12    // uint32: 1 << lane, for the hooks
#define TW_CONTEXT_LANE 16        // uint32: lane in its warp
#define TW_CONTEXT_RANK 20        // uint32: thread in its block
#define TW_CONTEXT_STAMP 24       // uint64: who runs (machine.h), for the hooks
#define TW_CONTEXT_BLOCK_SIZE 32  // blockDim
#define TW_CONTEXT_GRID_SIZE 48   // gridDim
#define TW_CONTEXT_BLOCK 64       // blockIdx
#define TW_CONTEXT_PROGRESS 80    // uint64: events that could end a wait; atomics that change memory count up
#define TW_CONTEXT_FUEL 88        // int64: steps that are left
#define TW_CONTEXT_LINES 96       // uint64: which lines (lines.h) the hooks may look at without further ado
#define TW_CONTEXT_ROW 104        // uint32: machine.h's row()
#define TW_CONTEXT_OVERWRITES 108  // uint32: stores that are still to be looked at (conflicts.h)
#define TW_CONTEXT_HOOKS 128      // 6 addresses: where the hooks of image.S go on otherwise

// Device memory lies in one arena. It begins with shared memory: static variables, then dynamic shared memory.
#define TW_ARENA 0x100000000000
#define TW_ARENA_BYTES 0x10000000000
#define TW_STATIC_SHARED_BYTES 0x100000
#define TW_DYNAMIC_SHARED (TW_ARENA + TW_STATIC_SHARED_BYTES)
#define TW_SHARED_END 0x200000
// A shared variable's place is its number of bytes in the linker section tilewright_shared, times this.
#define TW_SHARED_SCALE 16
#define TW_SHARED_REDZONE 64

// The lines of all device memory lie in one piece of address space, half as large as the arena.
#define TW_LINES 0x200000000000
