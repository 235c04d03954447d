// Most kernels touch global memory in order: thread after thread of a warp takes the next granule. A line
// (128 bytes, 32 granules of 4 bytes) keeps such accesses as a pattern: one word for all of them and a mask.
// It says exactly what the 32 cells would say. Accesses that fit no pattern split the line: its cells take
// over.
#pragma once

#include <bit>
#include <cstddef>

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

inline constexpr uint32_t kLineShift = 7;
inline constexpr uint64_t kLineBytes = 1 << kLineShift;
// A pattern's key stands for what a cell (machine.h) would hold for each granule g of the line: the same
// word, plus as many threads as g >> stride. In the cell's two bits above the place it has the stride. The
// address is taken off, so that one comparison says that an access goes on where the last one was, in the
// hooks (cuda/include/tilewright/image.S) and here:
//   key = stamp + return address + (stride << 20) - (address rotated left by 20 - stride)
inline constexpr int kStrideShift = 20;
inline constexpr uint64_t kStrideMask = uint64_t{3} << kStrideShift;
// A place is never 0 here, so that the address's highest bits take nothing from the stride.
inline uint64_t line_key(uintptr_t address, uint32_t stride, const void* place) {
  uint64_t bits = machine.place_mask == 0 ? 1 : place_bits(place);
  return stamp() + machine.code_begin + (bits | uint64_t{stride} << kStrideShift) -
         std::rotl(address, 20 - static_cast<int>(stride));
}

struct alignas(64) Line {
  // The latest reads and writes: of one segment, from one place. Of which granules is said by the lanes that
  // made them: a key gives each granule a thread.
  uint64_t read_key = 0;
  uint32_t read_lanes = 0;
  // Lanes that may read by this key without further looks: what they read is there, and no write conflicts
  // with it.
  uint32_t free_to_read = 0;
  uint64_t write_key = 0;
  uint32_t write_lanes = 0;
  uint32_t free_to_write = 0;
  // The ones before, of granules outside the latest's.
  uint64_t earlier_read = 0, earlier_write = 0;
  uint32_t earlier_reads = 0, earlier_written = 0;  // granules
  uint32_t base_segment =
      0;  // of the store to granules in neither, whose thread is not known; 0: never written
  uint32_t foreign_reads = 0;  // granules that other blocks of this launch have read, too
  bool is_split() const { return base_segment == kSplit; }
  static constexpr uint32_t kSplit = ~0u;  // for base_segment: the cells have taken over
};
// image.S knows these.
static_assert(sizeof(Line) == 64 && offsetof(Line, read_lanes) == 8 && offsetof(Line, free_to_read) == 12 &&
              offsetof(Line, write_key) == 16 && offsetof(Line, write_lanes) == 24 &&
              offsetof(Line, free_to_write) == 28);

inline constexpr uint64_t kLineOffsets = (TW_ARENA_BYTES / 2 - 1) & ~uint64_t{sizeof(Line) - 1};
inline Line& line_of(uintptr_t address) {
  return *reinterpret_cast<Line*>(TW_LINES + ((address - TW_ARENA) >> 1 & kLineOffsets));
}
// Whether the hooks may take their short ways: none outside of kernels, while blocks are interleaved or
// counted. Lines need all earlier work to be ordered with this, and places that fit; without that the hooks
// see the first line, which describes nothing.
inline void choose_short_ways() {
  bool is_plain = machine.in_kernel && !machine.is_interleaved && !machine.is_counting;
  machine.plain_shared_bytes = is_plain ? TW_SHARED_END : 0;
  machine.plain_bytes = is_plain && machine.are_lines_plain ? TW_ARENA_BYTES - TW_SHARED_END : 0;
  *reinterpret_cast<uint64_t*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_LINES) =
      machine.plain_bytes != 0 && machine.place_mask != 0 ? kLineOffsets : 0;
}

void map_lines();
// Lines of a new allocation, whose memory nothing has written, and of one that has been freed.
void begin_lines(uintptr_t base, uint64_t bytes);
void end_lines(uintptr_t base, uint64_t bytes);
// The host has written the whole line; `segment` says how (machine.h).
void fill_line(Allocation& allocation, uint64_t line, uint32_t segment = kHostSegment);
bool is_written(const Line& line);
// Any cell, whichever way it is kept.
Cell cell_at(const Allocation& allocation, uint64_t cell);
// The cells of a range take over.
void split_lines(Allocation& allocation, uint64_t offset, uint64_t bytes);
// An access that does not go on where the last one was, to the granules of `mask`; those of `valid` lie in
// the allocation. False: it conflicts, or fits no pattern; nothing has changed.
bool move_line(bool is_write, Line& line, uint32_t ordered_below, uint64_t key, uint32_t mask,
               uint32_t valid);
inline uint32_t valid_granules(const Allocation& allocation, uint64_t offset) {
  uint64_t granules = (allocation.size - (offset & ~(kLineBytes - 1))) / 4;
  return granules >= 32 ? ~0u : (1u << granules) - 1;
}

// What the hooks do at first (image.S). False: nothing has changed.
inline bool continue_line(bool is_write, Line& line, uint64_t key) {
  uint32_t lane = 1u << thread_index() % 32;
  if ((is_write ? line.write_key : line.read_key) != key ||
      ((is_write ? line.free_to_write : line.free_to_read) & lane) == 0)
    return false;
  (is_write ? line.write_lanes : line.read_lanes) |= lane;
  return true;
}

}  // namespace tilewright::kernels::cuda
