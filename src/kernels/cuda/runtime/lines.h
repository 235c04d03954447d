// Most kernels touch global memory in order: thread after thread of a warp takes the next granule. A line
// (128 bytes, 32 granules of 4 bytes) keeps such accesses as a pattern: one word for all of them and a mask.
// It says exactly what the 32 cells would say. Accesses that fit no pattern split the line: its cells take
// over.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

inline constexpr uint32_t kLineShift = 7;
inline constexpr uint64_t kLineBytes = 1 << kLineShift;
// The lines of all device memory lie in one piece of address space, half as large as the arena.
inline constexpr uintptr_t kLinesBegin = 0x200000000000;

// A pattern's word is what a cell holds for granule 0 (machine.h), in the cell's two bits above the place the
// stride: granule g was accessed by the word plus (g >> stride) threads.
inline constexpr int kStrideShift = 20;
inline constexpr uint64_t kStrideMask = uint64_t{3} << kStrideShift;

struct alignas(64) Line {
  // The latest reads and writes: of one segment, from one place.
  uint64_t read_word = 0;
  uint32_t read_mask = 0;
  uint32_t readable =
      0;  // granules that lie in the allocation and that something before the kernel has written
  uint64_t write_word = 0;
  uint32_t write_mask = 0;
  uint32_t valid = 0;  // granules that lie in the allocation; 0: split
  // The ones before, of granules outside the latest's mask.
  uint64_t earlier_read = 0, earlier_write = 0;
  uint32_t earlier_reads = 0, earlier_written = 0;
  uint32_t base_segment =
      0;  // of the store to granules in neither mask, whose thread is not known; 0: never written
  uint32_t foreign_reads = 0;  // granules that other blocks of this launch have read, too
  bool is_split() const { return base_segment == kSplit; }
  static constexpr uint32_t kSplit = ~0u;  // for base_segment: the cells have taken over
};
static_assert(sizeof(Line) == 64);

inline Line& line_of(uintptr_t address) {
  return *reinterpret_cast<Line*>(kLinesBegin + ((address - TW_ARENA) >> 1 & ~uint64_t{sizeof(Line) - 1}));
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
// An access that does not go on where the last one was. False: it conflicts, or fits no pattern; nothing has
// changed.
bool move_line(bool is_write, Line& line, uint32_t ordered_below, uint64_t word, uint32_t mask);

inline uint64_t line_word(uintptr_t address, uint32_t stride, const void* place) {
  uint64_t thread = (address >> (2 + stride)) & (31u >> stride);
  return machine.stamp + (place_bits(place) | uint64_t{stride} << kStrideShift) - (thread << kThreadShift);
}

// The warp goes on along the line: nothing but the mask changes.
template <bool is_write>
inline __attribute__((always_inline)) bool continue_line(Line& line, uint64_t word, uint32_t mask) {
  if constexpr (is_write) {
    uint32_t known =
        line.read_mask | line.earlier_reads | line.foreign_reads | line.write_mask | line.earlier_written;
    if (line.write_word != word || (line.valid & ~known & mask) != mask) return false;
    line.write_mask |= mask;
  } else {
    if (line.read_word != word || (line.readable & mask) != mask) return false;
    line.read_mask |= mask;
  }
  return true;
}

}  // namespace tilewright::kernels::cuda
