#include "kernels/cuda/runtime/conflicts.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/streams.h"

namespace tilewright::kernels::cuda {


namespace {

// A store over what another thread stored in the same interval. Programs let several threads store the same
// value (a flag, a result all have computed), so the verdict waits until the bytes can be compared.
struct Overwrite {
  uintptr_t address;
  uint64_t bytes;
  uint64_t before;
  const void* place;
  uint64_t write;  // the earlier store's word
  uint32_t block, thread, other_block;
};
constexpr uint32_t kMaxOverwrites = 64;
Overwrite g_overwrites[kMaxOverwrites];

const char* verb(Access access) {
  switch (access) {
    case kRead:
      return "reads";
    case kWrite:
      return "writes";
    case kReadWrite:
      return "reads and writes";
    case kAtomicRead:
      return "reads";
    case kAtomicWrite:
      return "updates";
    case kAtomicStore:
      return "writes";
  }
  return "accesses";
}

std::string element(const Allocation& allocation, uintptr_t address) {
  return "byte " + std::to_string(address - allocation.base) + " of " +
         describe(static_cast<uint32_t>(&allocation - machine.allocations));
}

// What would mend a conflict.
const char* remedy(const Allocation& allocation, bool is_same_block, bool is_same_warp) {
  if (is_same_warp) return "no __syncwarp() or __syncthreads() lies between the two";
  if (is_same_block) return "no __syncthreads() lies between the two";
  return allocation.flags & kShared
             ? ""
             : "blocks are ordered only by atomics with __threadfence(), grid sync or separate launches";
}

void report_race(Access access, const Allocation& allocation, uintptr_t address, const void* place,
                 uint64_t other, bool other_wrote, uint32_t other_block) {
  if (segment_of(other) < machine.launch_segment) {
    FaultRecord* fault = begin_fault(FaultKind::Race, place);
    if (fault == nullptr) return;
    std::snprintf(fault->message, sizeof fault->message,
                  "race: this %s %s, which work in another stream may still be using; order them by an event "
                  "or synchronise",
                  verb(access), element(allocation, address).c_str());
    return;
  }
  bool is_same_block = other_block == machine.block->index;
  bool is_same_warp = is_same_block && thread_of(other) / 32 == thread_index() / 32;
  FaultRecord* fault = begin_fault(FaultKind::Race, place);
  if (fault == nullptr) return;
  const char* earlier =
      other_wrote ? (other & kAtomicBit ? "has updated atomically" : "has written") : "has read";
  std::snprintf(fault->message, sizeof fault->message, "race: this %s %s, which another thread%s %s; %s",
                verb(access), element(allocation, address).c_str(), is_same_block ? "" : " of another block",
                earlier, remedy(allocation, is_same_block, is_same_warp));
  set_other(fault, other_block, thread_of(other), static_cast<uint32_t>(other & kPlaceMask));
  set_note(fault, "the other access, by block (%u, %u, %u), thread (%u, %u, %u)", fault->other_block[0],
           fault->other_block[1], fault->other_block[2], fault->other_thread[0], fault->other_thread[1],
           fault->other_thread[2]);
}

void report_uninitialised(Access access, const Allocation& allocation, uintptr_t address, const void* place) {
  record_fault(FaultKind::Uninitialised, place, "this %s %s, which nothing has written%s", verb(access),
               element(allocation, address).c_str(), allocation.flags & kShared ? " in this block" : "");
}

// Another block read the cell in this launch, but which one was not kept.
bool may_know_other_readers() { return !machine.block->acquired.empty(); }

void note_reader(Cell& cell, const Allocation& allocation, const void* place) {
  uint64_t read = cell.read;
  uint32_t was_read = segment_of(read);
  uint64_t readers = read >> kReadersShift & 3, now = OneReader;
  if (was_read >= allocation.ordered_below) {
    bool is_other_block = block_of_segment(was_read) != machine.block->index;
    if (is_other_block || readers == OtherBlockReaders)
      now = OtherBlockReaders;
    else if (!happened_before(was_read, thread_of(read)))
      now = readers == SameBlockReaders || thread_of(read) / 32 != thread_index() / 32
                ? SameBlockReaders
                : SameWarpReaders;
  }
  cell.read = stamp() | now << kReadersShift | place_bits(place);
}

// True where a store conflicts with the reads that the cell remembers.
bool conflicts_with_readers(const Cell& cell, const Allocation& allocation) {
  uint32_t was_read = segment_of(cell.read);
  if (was_read < allocation.ordered_below) return false;
  uint64_t readers = cell.read >> kReadersShift & 3;
  uint32_t thread = thread_of(cell.read);
  if (!happened_before(was_read, thread)) return true;
  if (readers == OneReader) return false;
  if (readers == OtherBlockReaders) return !may_know_other_readers();
  // Several readers of this block, the latest before us (or ourselves): others of the same stretch need a
  // synchronisation since.
  bool is_same_interval = was_read >= machine.block->interval_segment;
  if (!is_same_interval) return false;
  if (readers == SameBlockReaders) return true;
  return was_read == segment_of(stamp());
}

void note_overwrite(const Allocation& allocation, const Cell& cell, uintptr_t address, const void* place) {
  if (pending_overwrites() == kMaxOverwrites) settle_overwrites();
  Overwrite& overwrite = g_overwrites[pending_overwrites()++];
  uint64_t bytes =
      std::min<uint64_t>(uint64_t{1} << allocation.shift, allocation.base + allocation.size - address);
  overwrite = {address,
               bytes,
               0,
               place,
               cell.write,
               machine.block->index,
               thread_index(),
               block_of_segment(segment_of(cell.write))};
  std::memcpy(&overwrite.before, reinterpret_cast<void*>(address), bytes);
}

}  // namespace

void settle_overwrites() {
  for (uint32_t i = 0; i < pending_overwrites(); ++i) {
    const Overwrite& overwrite = g_overwrites[i];
    if (std::memcmp(&overwrite.before, reinterpret_cast<void*>(overwrite.address), overwrite.bytes) == 0)
      continue;
    uint32_t index = find_allocation(overwrite.address);
    if (index != 0)
      report_race(kWrite, machine.allocations[index], overwrite.address, overwrite.place, overwrite.write,
                  true, overwrite.other_block);
  }
  pending_overwrites() = 0;
}

uint32_t block_of_segment(uint32_t segment) {
  if (segment >= machine.infos_base && segment - machine.infos_base < machine.infos.size())
    return machine.infos[segment - machine.infos_base].block;
  auto after = std::upper_bound(machine.block_starts.begin(), machine.block_starts.end(), segment);
  if (after == machine.block_starts.begin()) return 0;
  return machine.block_order[static_cast<size_t>(after - machine.block_starts.begin()) - 1];
}

bool happened_before(uint32_t segment, uint32_t thread) {
  const Block& block = *machine.block;
  if (segment < machine.launch_segment) return is_work_ordered(segment);
  uint32_t other = block_of_segment(segment);
  if (other != block.index) return is_published(segment, other, thread);
  if (thread == thread_index()) return true;
  if (segment < machine.infos_base) return true;  // an earlier interval of this block
  const SegmentInfo& info = machine.infos[segment - machine.infos_base];
  if (info.interval < block.interval) return true;
  uint32_t own_warp = thread_index() / 32;
  if (info.warp == own_warp) {
    const Warp& warp = block.warps[own_warp];
    if (warp.is_partial ? warp.clocks->known[thread_index() % 32][thread % 32] >= segment
                        : info.epoch < warp.epoch)
      return true;
  }
  return is_published(segment, other, thread);
}

void check_cell(Access access, Allocation& allocation, Cell& cell, uintptr_t address, const void* place) {
  uint32_t written = segment_of(cell.write);
  if (reads(access) && written < allocation.first_segment) {
    report_uninitialised(access, allocation, address, place);
    // Reported once; shared memory stays as it is, so that a later store by another thread is seen as what it
    // is.
    if ((allocation.flags & kShared) == 0) cell.write = uint64_t{kHostSegment} << 32;
  } else if (written >= allocation.ordered_below && written >= kFirstSegment &&
             !(is_atomic(access) && (cell.write & kAtomicBit)) &&
             !happened_before(written, thread_of(cell.write))) {
    if (access == kWrite && !(cell.write & kAtomicBit))
      note_overwrite(allocation, cell, address, place);
    else
      report_race(access, allocation, address, place, cell.write, true, block_of_segment(written));
  }
  if (writes(access)) {
    if (conflicts_with_readers(cell, allocation))
      report_race(access, allocation, address, place, cell.read, false,
                  block_of_segment(segment_of(cell.read)));
    cell.write = stamp() | (is_atomic(access) ? kAtomicBit : 0) | place_bits(place);
    if (is_atomic(access)) return;
    cell.read = 0;
  } else if (!is_atomic(access)) {
    note_reader(cell, allocation, place);
  }
}

namespace {

void report_outside(Access access, uintptr_t address, uint64_t bytes, const void* place, uint32_t index) {
  if (index == 0) index = nearest_allocation(address);
  const Allocation& allocation = machine.allocations[index];
  if (index == 0) {
    record_fault(FaultKind::OutOfBounds, place,
                 "out of bounds: this %s %lu bytes at device address 0x%lx, where nothing is allocated",
                 verb(access), bytes, address);
  } else if (allocation.flags & kFreed) {
    FaultRecord* fault = begin_fault(FaultKind::UseAfterFree, place);
    if (fault != nullptr) {
      std::snprintf(fault->message, sizeof fault->message, "this %s %s, which has been freed", verb(access),
                    describe(index).c_str());
      fault->other_place = machine.names[index].freed_place;
      set_note(fault, "freed here");
    }
  } else {
    if (address < allocation.base) {
      record_fault(FaultKind::OutOfBounds, place,
                   "out of bounds: this %s %lu bytes, %lu bytes before the begin of %s", verb(access), bytes,
                   allocation.base - address, describe(index).c_str());
      abort_launch(cudaErrorIllegalAddress);
    }
    uint64_t past = address + bytes - allocation.base - allocation.size;
    record_fault(FaultKind::OutOfBounds, place,
                 "out of bounds: this %s %lu bytes at byte %lu of %s: %lu byte%s past its end", verb(access),
                 bytes, address - allocation.base, describe(index).c_str(), past, past == 1 ? "" : "s");
  }
  abort_launch(cudaErrorIllegalAddress);
}

void host_access(Access access, uintptr_t address, uint64_t bytes, const void* place) {
  uint32_t index = find_allocation(address);
  Allocation& allocation = machine.allocations[index];
  if (index != 0 && (allocation.flags & kHostVisible) && !(allocation.flags & kFreed)) {
    if (allocation.flags & kPending) {
      record_fault(FaultKind::Race, place,
                   "the host %s %s while a kernel or copy may still be using it; synchronise first",
                   verb(access), element(allocation, address).c_str());
      allocation.flags &= static_cast<uint16_t>(~kPending);
    }
    if (address + bytes <= allocation.base + allocation.size) {
      if (reads(access)) machine.bytes_to_host += bytes;
      if (writes(access)) mark_written(allocation, address - allocation.base, bytes);
      return;
    }
  }
  record_fault(FaultKind::DevicePointer, place, "host code %s device memory (%s); copy it with cudaMemcpy",
               verb(access), index == 0 ? "where nothing is allocated" : describe(index).c_str());
  machine.report->has_finished = 1;
  finish_run();
  ::_exit(139);
}

// Accesses outside device memory and the stacks.
void foreign_access(Access access, uintptr_t address, uint64_t bytes, const void* place) {
  if (is_read_only_image(address)) return;
  if (address < 65536) {
    record_fault(FaultKind::OutOfBounds, place,
                 "out of bounds: this %s %lu bytes through a null pointer (address 0x%lx)", verb(access),
                 bytes, address);
  } else {
    const char* variable = host_variable(address);
    if (variable != nullptr)
      record_fault(FaultKind::HostPointer, place,
                   "a kernel %s the host variable '%s'; kernels see device memory only", verb(access),
                   variable);
    else
      record_fault(FaultKind::HostPointer, place,
                   "a kernel %s %lu bytes of host memory (address 0x%lx); kernels see device memory only",
                   verb(access), bytes, address);
  }
  abort_launch(cudaErrorIllegalAddress);
}

}  // namespace

void misaligned_access(Access access, uintptr_t address, uint64_t bytes, const void* place) {
  uint32_t index = find_allocation(address);
  record_fault(FaultKind::Misaligned, place,
               "misaligned: this %s %lu bytes at byte %lu of %s, which is no multiple of %lu", verb(access),
               bytes, address - machine.allocations[index].base,
               index == 0 ? "memory that is not the device's" : describe(index).c_str(), bytes);
  abort_launch(cudaErrorMisalignedAddress);
}

void unusual_access(Access access, uintptr_t address, uint64_t bytes, const void* place) {
  bool is_in_arena = address - TW_ARENA < TW_ARENA_BYTES;
  if (!machine.in_kernel) {
    if (is_in_arena) host_access(access, address, bytes, place);
    return;
  }
  bool is_symbol = address - machine.symbols_begin < machine.symbols_bytes;
  uint32_t index = find_allocation(address);
  if (!is_in_arena && !is_symbol && index == 0) return foreign_access(access, address, bytes, place);
  Allocation& allocation = machine.allocations[index];
  if (index == 0 || (allocation.flags & kFreed) || address + bytes > allocation.base + allocation.size ||
      address < allocation.base) {
    if (is_symbol && index == 0) return foreign_access(access, address, bytes, place);
    report_outside(access, address, bytes, place, index);
  }
  if (writes(access) && (allocation.flags & kInput)) {
    record_fault(FaultKind::InputWritten, place, "a kernel writes to %s, an input of the candidate",
                 describe(index).c_str());
    abort_launch(cudaErrorIllegalAddress);
  }
  if (writes(access) && (allocation.flags & kConstant)) {
    record_fault(FaultKind::OutOfBounds, place, "a kernel writes %s; constant memory is read-only in kernels",
                 describe(index).c_str());
    abort_launch(cudaErrorIllegalAddress);
  }
  if (is_atomic(access) && (address & (bytes - 1)) != 0) misaligned_access(access, address, bytes, place);
  uint32_t shift = allocation.shift;
  uint64_t offset = address - allocation.base;
  while (shift > 0 && ((offset | bytes) & ((uint64_t{1} << shift) - 1)) != 0) --shift;
  refine(allocation, shift);
  split_lines(allocation, offset, bytes);
  for (uint64_t at = 0; at < bytes; at += uint64_t{1} << allocation.shift)
    check_cell(access, allocation, allocation.cells[(offset + at) >> allocation.shift], address + at, place);
}

}  // namespace tilewright::kernels::cuda
