// The state of the machine that runs CUDA threads: one process, one operating-system thread, fibers.
// Everything the hooks touch on each access comes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/report.h"
#include "kernels/cuda/wire.h"
#include "tilewright/abi.h"

namespace tilewright::kernels::cuda {

// Who accessed a granule of memory last. A segment is a stretch of one warp's execution between two
// synchronisations (barrier, warp operation); numbers rise in the order in which segments begin.
//   write: segment:32 thread:10 atomic:1 0:1 place:20    read: segment:32 thread:10 readers:2 place:20
// Places are offsets in the image's code (0: unknown).
struct Cell {
  uint64_t write, read;
};
inline constexpr uint64_t kPlaceMask = (1u << 20) - 1;
inline constexpr uint64_t kAtomicBit = uint64_t{1} << 21;
inline constexpr int kReadersShift = 20, kThreadShift = 22;
inline constexpr uint64_t kThreadMask = uint64_t{1023} << kThreadShift;
enum Readers : uint64_t { OneReader, SameWarpReaders, SameBlockReaders, OtherBlockReaders };
inline constexpr uint32_t kHostSegment = 1;  // written by the host; 0: never written
// Other writers that come before every launch: a fill with one value, a copy of what kernels wrote, the
// arguments of a call.
inline constexpr uint32_t kConstantSegment = 2, kComputedSegment = 3, kInputSegment = 4;
// In a write that an asynchronous copy made: its place holds one of the segments above.
inline constexpr uint64_t kCopyBit = uint64_t{1} << 20;
inline constexpr uint32_t kFirstSegment = 16;

enum AllocationFlags : uint16_t {
  kShared = 1,  // static or dynamic shared memory
  kFreed = 2,
  kHostVisible = 4,    // managed or pinned
  kConstant = 8,       // kernels may not write
  kSymbol = 16,        // a __device__, __managed__ or __constant__ variable
  kRegistered = 64,    // the host's own memory, registered with cudaHostRegister
  kHeap = 128,         // by malloc or new in a kernel
  kGraphMemory = 512,  // an allocation node's: it lives as long as the program, whatever frees it
  kPending = 32,       // the device may still be writing it: the host must synchronise first
  kInput = 256,        // an argument that nobody may write
};

struct Allocation {
  uintptr_t base = 0;
  uint64_t size = 0;
  Cell* cells = nullptr;
  uint32_t shift = 2;          // a cell covers 1 << shift bytes
  uint32_t first_segment = 1;  // smaller: uninitialised
  uint32_t ordered_below = 0;  // smaller: happened before the running kernel
  uint16_t flags = 0;
  bool has_lines = false;   // beside the cells (lines.h)
  uint64_t cell_bytes = 0;  // mapped for cells
};

enum Access : int { kRead, kWrite, kReadWrite, kAtomicRead, kAtomicWrite, kAtomicStore };
constexpr bool reads(Access access) { return access != kWrite && access != kAtomicStore; }
constexpr bool writes(Access access) { return access != kRead && access != kAtomicRead; }
constexpr bool is_atomic(Access access) { return access >= kAtomicRead; }

struct AllocationName {
  std::string name;  // the parameter it was last passed as, or the variable's name
  uint32_t place = kNoPlace, freed_place = kNoPlace;
  uint64_t requested = 0;
  std::string kernel;  // shared variables: the function that declares it
};

inline constexpr int kMaxThreads = 1024, kMaxWarps = 32;

// A release seen at some atomic: (location, how many of its releases).
struct Acquired {
  uint32_t location, count;
};

// What few threads have. Zero for a thread that is not in its warp's `touched`.
struct Thread {
  std::vector<struct AsyncCopy>* copies = nullptr;
  uint32_t own_segment = 0;    // beyond its warp's: after a fence or a partial warp operation
  uint32_t fence_segment = 0;  // its accesses below are published
  uint32_t fence_floor = 0;    // its block's accesses below are published, too
};

// Exited also says: has not waited yet.
enum class ThreadState : uint8_t { Exited, Ready, AtBarrier, AtNamedBarrier, AtWarp, AtGrid, Spinning };

struct WarpClocks {
  uint32_t known[32][32];  // [lane][other]: accesses of `other` up to this segment came before
};

struct alignas(16) Warp {
  // The begin is what the segment adds to a thread's ids: moved as a whole (switching.h).
  uint32_t nothing[3] = {0, 0, 0};
  uint32_t segment = 0;
  uint32_t ready = 0;  // lanes that can run
  uint32_t alive = 0;  // lanes that exist and have not returned
  uint32_t exists = 0;
  uint32_t unstarted = 0;  // lanes that have not run yet
  // Either keeps all from the short ways.
  alignas(8) uint32_t asking = 0;  // lanes in __activemask()
  uint32_t touched = 0;            // lanes whose Thread holds something
  uint32_t waiting = 0;            // lanes inside a warp operation
  // Of those that wait: what the one that came first asked for.
  uint32_t first_mask = 0;
  uint64_t first_asked = 0;
  // The same where all that wait asked for it and the rest may come on the short way (waiting.cc); else 0.
  uint64_t short_asked = 0;
  uint32_t needed = 0;       // lanes of first_mask that exist
  bool is_mixed = false;     // others ask for something else, or with other arguments
  bool is_partial = false;   // clocks are in use
  bool ends_rows = false;    // a lane has waited in a row: those behind it do not begin another
  bool has_fenced = false;   // a lane, since the last synchronisation
  uint16_t epoch = 0;        // whole-warp synchronisations in this interval
  uint32_t fence_floor = 0;  // the warp's accesses below were published by fences before a synchronisation
  WarpClocks* clocks = nullptr;
  const struct ThreadIds* ids = nullptr;  // of its threads
  void* stacks[32];                       // pointers of the stacks of lanes that wait
  // Of the lanes that wait.
  uint64_t value[32], result[32];
  uint64_t asked[32];  // operation:8 width:8 0:16 argument:32
  uint32_t mask[32];
  int operation(uint32_t lane) const { return static_cast<int>(asked[lane] & 255); }
  uint32_t width(uint32_t lane) const { return static_cast<uint32_t>(asked[lane] >> 8 & 255); }
  int argument(uint32_t lane) const { return static_cast<int>(asked[lane] >> 32); }
};

struct NamedBarrier {
  uint32_t arrived = 0, expected = 0;
};

inline constexpr int kNoLine = -2;

struct Block {
  uint32_t index = 0;  // linear
  uint32_t id[3] = {0, 0, 0};
  // Of the threads that have waited, but see note_waiting (waiting.h).
  const void* places[kMaxThreads];  // where they wait
  ThreadState states[kMaxThreads];
  uint8_t barriers[kMaxThreads];  // the named ones that they wait at
  uint32_t waited = 0;            // states up to here may hold something
  Thread threads[kMaxThreads];
  Warp warps[kMaxWarps];
  uint32_t ready_warps = 0;  // with lanes that can run; the running warp may be among them without any
  uint32_t live = 0, exited = 0;
  uint32_t at_barrier = 0, at_grid = 0, spinning = 0;
  int barrier_line = 0;
  int short_line = kNoLine;  // barrier_line where the rest may come on the short way (waiting.cc)
  const void* barrier_place = nullptr;
  uint32_t barrier_count = 0, barrier_result = 0;
  bool is_divergent = false;
  NamedBarrier named[16];
  uint32_t interval = 0;
  uint32_t first_segment = 0, interval_segment = 0;
  uint32_t fence_floor = 0;  // the block's accesses below were published by a fence in an earlier interval
  bool has_fenced = false;   // in this interval
  std::vector<Acquired> acquired;  // by any of its threads: what orders it after other blocks
  std::vector<Acquired> thread_acquired[kMaxThreads];  // what orders a thread after others of the block
  bool has_knowledge = false;                          // some of those are not empty
  std::vector<std::vector<char>> saved_shared;         // while other blocks run
  std::vector<char> saved_stacks;                      // the same, where stacks are short (fibers.h)
  bool is_started = false, is_done = false;
};

// What the context page and the stamp say of a thread.
struct alignas(32) ThreadIds {
  uint32_t index[3];  // threadIdx
  uint32_t lane_bit;
  uint32_t ranks[2];  // in its warp, in its block
  uint64_t stamp;     // without its segment
};
static_assert(TW_CONTEXT_THREAD == 0 && TW_CONTEXT_LANE_BIT == offsetof(ThreadIds, lane_bit) &&
              TW_CONTEXT_LANE == offsetof(ThreadIds, ranks) && TW_CONTEXT_RANK == TW_CONTEXT_LANE + 4 &&
              TW_CONTEXT_STAMP == offsetof(ThreadIds, stamp));

struct SegmentInfo {
  uint32_t block, interval;
  uint16_t warp, epoch;
};

struct Machine {
  // Read by the hooks on each access.
  uint64_t identity = kThreadMask;                   // bits that tell another thread of the same interval
  uint32_t block_segment = 0, interval_segment = 0;  // [block, interval): earlier intervals of this block
  bool in_kernel = false;
  // Bytes of global and of shared memory that the hooks may look at without further ado: all or none
  // (lines.h).
  uint64_t plain_bytes = 0, plain_shared_bytes = 0;
  bool is_counting = false;  // the running block's accesses are counted (traffic.h)
  bool is_reversed = false;
  bool skips_kernels = false;   // launches do nothing
  uint32_t sampled_blocks = 0;  // of each launch, on memory without values (wire.h); 0: all
  bool is_interleaved = false;  // several blocks are half done
  bool has_fences = false;
  uintptr_t code_begin = 0, code_bytes = 0;
  uint64_t place_mask = kPlaceMask;  // 0: the image is too large for places to fit
  uintptr_t stacks_begin = 0, stacks_bytes = 0;
  Allocation* allocations = nullptr;
  uint32_t* pages = nullptr;            // arena page (64 KiB) -> allocation
  uint16_t* shared_granules = nullptr;  // 16 bytes of shared memory -> allocation
  uintptr_t symbols_begin = 0, symbols_bytes = 0;
  uint16_t* symbol_granules = nullptr;  // 16 bytes of the image's device variables -> allocation

  // The scheduler's.
  Block* block = nullptr;
  Warp* warp = nullptr;  // the running thread's
  // Of the running thread, in its present segment.
  uint64_t spinning_stamp = 0;
  uintptr_t spun_on = 0;
  uint32_t spins = 0;
  uint32_t next_segment = kFirstSegment;
  uint32_t launch_segment = 0;
  void* host_stack_pointer = nullptr;
  bool is_aborting = false;
  uint32_t grid[3], block_size[3], threads_per_block = 0, warps_per_block = 0;
  uint64_t blocks = 0;
  uint64_t dynamic_shared = 0;
  bool is_cooperative = false;
  void (*body)(void*) = nullptr;
  const void* closure = nullptr;
  size_t closure_bytes = 0;
  const char* kernel = "";
  uint32_t launch_place = kNoPlace;
  struct ThreadIds* thread_ids = nullptr;  // of each thread of a block
  std::vector<SegmentInfo> infos;
  uint32_t infos_base = 0;
  std::vector<uint32_t> block_starts;  // first segment of each block run so far, in order
  std::vector<uint32_t> block_order;   // their indices
  LaunchRecord* launch = nullptr;
  std::vector<uint32_t> live_allocations;
  std::vector<uint32_t> shared_allocations;

  bool counts = false;  // traffic is asked for
  uint32_t counted_block = 0;
  bool are_lines_plain = false;  // in this launch

  // The host's.
  uint64_t all_fuel = 0;
  uint32_t clock_rate = 1;     // as in the run's plan
  bool skips_repeats = false;  // launches that would change nothing (repeats.h)
  Limits limits;
  RunReport* report = nullptr;
  cudaError_t last_error = cudaSuccess, sticky_error = cudaSuccess;
  uint32_t allocation_count = 1;  // 0: nothing
  std::vector<AllocationName> names;
  uint64_t device_bytes = 0;
  uint64_t bytes_to_host = 0;          // of device memory that host code has read, in this call
  uint64_t largest_static_shared = 0;  // of one function
};
extern Machine machine;
// Segment and thread that run now, as in a cell. The hooks of images read it, too (image.S).
inline uint64_t& stamp() {
  return *reinterpret_cast<uint64_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_STAMP);
}
// Lanes of the running warp that run one after the other on one stack, from their begin to their end. Those
// that have returned are accounted for when the row ends, or a lane waits (end_row in fibers.h).
inline uint32_t& row() { return *reinterpret_cast<uint32_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_ROW); }
// The running thread, in its block.
inline uint32_t& thread_index() {
  return *reinterpret_cast<uint32_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_RANK);
}
inline Thread& running_thread() { return machine.block->threads[thread_index()]; }
// Before anything is written into the running thread's record.
inline Thread& touched_thread() {
  machine.warp->touched |= 1u << thread_index() % 32;
  return running_thread();
}

// Shared memory's cells while they are 4 bytes wide, one after the other from the begin of shared memory on.
// Granules that lie in no variable, and those of variables with narrower cells, have a `write` of 0; others
// never do.
inline Cell* shared_cells() { return reinterpret_cast<Cell*>(uintptr_t{0x210000000000}); }
inline constexpr uint64_t kUnwritten = 1;  // a granule that nothing has written: segment 0

inline uint32_t segment_of(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
inline uint32_t thread_of(uint64_t word) {
  return static_cast<uint32_t>((word & kThreadMask) >> kThreadShift);
}
// Who a write was by: 0 nobody, one of the small segments, or kFirstSegment for a kernel.
inline uint32_t origin_of(uint64_t write) {
  uint32_t segment = segment_of(write);
  if (segment < kFirstSegment) return segment;
  return write & kCopyBit ? static_cast<uint32_t>(write & kPlaceMask) : kFirstSegment;
}
// The same for a copy of the bytes, which comes before later launches.
inline uint32_t copied_origin(uint64_t write) {
  uint32_t origin = origin_of(write);
  return origin == kFirstSegment ? kComputedSegment : origin;
}
inline uint64_t place_bits(const void* place) {
  return (reinterpret_cast<uintptr_t>(place) - machine.code_begin) & machine.place_mask;
}
inline uint64_t& progress() {
  return *reinterpret_cast<uint64_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_PROGRESS);
}
// Accesses, turns of loops, atomics, barriers and warp operations that are left.
inline int64_t& fuel() { return *reinterpret_cast<int64_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_FUEL); }
// An address of code as an offset in the image.
uint32_t image_offset(const void* place);

}  // namespace tilewright::kernels::cuda
