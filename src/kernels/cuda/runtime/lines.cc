#include "kernels/cuda/runtime/lines.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>

#include "kernels/cuda/runtime/memory.h"

namespace tilewright::kernels::cuda {
namespace {

// The key's fields, its address aside.
uint64_t without_code(uint64_t key) { return key - machine.code_begin; }

uint32_t stride_of(uint64_t key) { return static_cast<uint32_t>(without_code(key) >> kStrideShift) & 3; }

uintptr_t address_of(const Line& line) {
  return TW_ARENA + (reinterpret_cast<uintptr_t>(&line) - TW_LINES) * 2;
}

// What a cell of this granule holds.
uint64_t at_granule(const Line& line, uint64_t key, uint32_t granule) {
  uint32_t stride = stride_of(key);
  uintptr_t address = address_of(line) + uint64_t{granule >> stride << stride} * 4;
  uint64_t unknown = kStrideMask | (machine.place_mask ^ kPlaceMask);
  return (without_code(key) + std::rotl(address, 20 - static_cast<int>(stride))) & ~unknown;
}

uint32_t segment_in(const Line& line, uint64_t key, uint32_t mask) {
  return segment_of(at_granule(line, key, static_cast<uint32_t>(std::countr_zero(mask))));
}

// The accesses that the key stands for, at the granules of `mask`, conflict with nothing that the running
// thread does.
bool is_calm(const Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  uint32_t segment = segment_in(line, key, mask);
  if (segment < ordered_below || (segment >= machine.block_segment && segment < machine.interval_segment))
    return true;
  if (segment < machine.interval_segment) return false;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    if (thread_of(at_granule(line, key, static_cast<uint32_t>(std::countr_zero(rest)))) !=
        machine.thread_index)
      return false;
  }
  return true;
}

bool are_writes_calm(const Line& line, uint32_t mask, uint32_t ordered_below, bool must_exist) {
  uint32_t late = mask & line.write_mask, early = mask & ~line.write_mask & line.earlier_written;
  if (late != 0 && !is_calm(line, line.write_key, late, ordered_below)) return false;
  if (early != 0 && !is_calm(line, line.earlier_write, early, ordered_below)) return false;
  if ((late | early) == mask) return true;
  return line.base_segment < ordered_below && !(must_exist && line.base_segment == 0);
}

bool are_reads_calm(const Line& line, uint32_t mask, uint32_t ordered_below) {
  if ((line.foreign_reads & mask) != 0) return false;
  uint32_t late = mask & line.read_mask, early = mask & ~line.read_mask & line.earlier_reads;
  return (late == 0 || is_calm(line, line.read_key, late, ordered_below)) &&
         (early == 0 || is_calm(line, line.earlier_read, early, ordered_below));
}

bool is_same_but_place(uint64_t left, uint64_t right) {
  return (without_code(left) ^ without_code(right)) >> kStrideShift == 0;
}

bool is_foreign(const Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  uint32_t segment = segment_in(line, key, mask);
  return segment >= ordered_below && segment < machine.block_segment;
}

// Reads conflict with no reads, but what is known of the earlier ones must not be lost: those of other
// threads of this interval need the cells.
bool may_supersede_reads(const Line& line, uint32_t mask, uint32_t ordered_below) {
  uint32_t late = mask & line.read_mask, early = mask & ~line.read_mask & line.earlier_reads;
  return (late == 0 || is_foreign(line, line.read_key, late, ordered_below) ||
          is_calm(line, line.read_key, late, ordered_below)) &&
         (early == 0 || is_foreign(line, line.earlier_read, early, ordered_below) ||
          is_calm(line, line.earlier_read, early, ordered_below));
}

bool note_read(Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  if (is_same_but_place(line.read_key, key) && (mask & ~line.read_mask) == 0) return true;
  if (machine.has_fences || !may_supersede_reads(line, mask, ordered_below)) return false;
  if (line.read_key == key) {
    line.read_mask |= mask;
    return true;
  }
  if (line.read_mask != 0) {
    uint32_t lost = line.earlier_reads & ~line.read_mask;
    if (lost != 0 && segment_in(line, line.earlier_read, lost) >= ordered_below) return false;
    if (is_foreign(line, line.read_key, line.read_mask, ordered_below)) line.foreign_reads |= line.read_mask;
    line.earlier_read = line.read_key;
    line.earlier_reads = line.read_mask;
  }
  line.read_key = key;
  line.read_mask = mask;
  return true;
}

// Granules that only the base knows are readable without further looks.
void refresh_readable(Line& line) {
  line.readable = line.base_segment == 0 ? 0 : line.valid & ~(line.write_mask | line.earlier_written);
}

// One segment may stand for all granules: each was stored to in a launch, or the base is one's own. Who wrote
// a granule that no kernel stored to (the host, a fill, an argument) stays known.
bool may_be_base(const Line& line) {
  return line.base_segment >= kFirstSegment || (line.valid & ~(line.earlier_written | line.write_mask)) == 0;
}

// Stores of an earlier launch go to the base as a whole, where nobody asks for thread and place any more.
void retire_writes(Line& line, uint32_t ordered_below) {
  if (line.write_mask == 0 || segment_in(line, line.write_key, line.write_mask) >= ordered_below ||
      line.base_segment >= ordered_below)
    return;
  uint32_t lost = line.earlier_written & ~line.write_mask;
  bool is_whole = may_be_base(line);
  if (!is_whole || (lost != 0 && segment_in(line, line.earlier_write, lost) >= ordered_below)) return;
  line.base_segment = segment_in(line, line.write_key, line.write_mask);
  line.write_mask = line.earlier_written = 0;
  refresh_readable(line);
}

// Nor do reads of an earlier launch matter to this one.
void retire_reads(Line& line, uint32_t ordered_below) {
  if (line.read_mask == 0 || segment_in(line, line.read_key, line.read_mask) >= ordered_below) return;
  line.read_mask = line.earlier_reads = line.foreign_reads = 0;
  line.read_key = 0;
}

// What the earlier record alone knows goes to the base, where nobody asks for thread and place any more.
bool retire_earlier_write(Line& line, uint32_t lost, uint32_t ordered_below) {
  if (lost == 0) return true;
  uint32_t segment = segment_in(line, line.earlier_write, lost);
  bool is_whole = may_be_base(line);
  if (segment >= ordered_below || line.base_segment >= ordered_below || !is_whole) return false;
  line.base_segment = segment;
  line.earlier_written = 0;
  return true;
}

bool note_write(Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  bool is_same_thread = is_same_but_place(line.write_key, key);
  if (line.write_key != key && !(is_same_thread && (mask & ~line.write_mask) == 0)) {
    if (!retire_earlier_write(line, line.earlier_written & ~line.write_mask, ordered_below)) return false;
    line.earlier_write = line.write_key;
    line.earlier_written = line.write_mask;
    line.write_key = key;
    line.write_mask = 0;
    retire_earlier_write(line, line.earlier_written, ordered_below);
  }
  line.write_mask |= mask;
  refresh_readable(line);
  return true;
}

// What the cell of a granule of an unsplit line would hold.
Cell decode(const Line& line, uint32_t granule) {
  uint32_t bit = 1u << granule;
  Cell cell{uint64_t{line.base_segment} << 32, 0};
  if (line.write_mask & bit)
    cell.write = at_granule(line, line.write_key, granule);
  else if (line.earlier_written & bit)
    cell.write = at_granule(line, line.earlier_write, granule);
  if (line.read_mask & bit)
    cell.read = at_granule(line, line.read_key, granule);
  else if (line.earlier_reads & bit)
    cell.read = at_granule(line, line.earlier_read, granule);
  if (line.foreign_reads & bit) cell.read |= uint64_t{OtherBlockReaders} << kReadersShift;
  return cell;
}

void split_line(Allocation& allocation, uint64_t index) {
  Line& line = line_of(allocation.base + (index << kLineShift));
  if (line.is_split()) return;
  for (uint32_t granule = 0; granule < 32; ++granule)
    allocation.cells[index * 32 + granule] = decode(line, granule);
  line = Line{};
  line.base_segment = Line::kSplit;
}

void make_writable(uintptr_t base, uint64_t bytes) {
  uintptr_t begin = reinterpret_cast<uintptr_t>(&line_of(base)) & ~uintptr_t{4095};
  uintptr_t end = reinterpret_cast<uintptr_t>(&line_of(base + bytes - 1)) + sizeof(Line);
  end = (end + 4095) & ~uintptr_t{4095};
  account_memory(static_cast<int64_t>(end - begin));
  ::mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
}

}  // namespace

void map_lines() {
  // Where nothing is allocated, lines are read as zeros: no granule is valid.
  void* memory = ::mmap(reinterpret_cast<void*>(uintptr_t{TW_LINES}), TW_ARENA_BYTES / 2, PROT_READ,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory != reinterpret_cast<void*>(uintptr_t{TW_LINES})) ::_exit(70);
}

void begin_lines(uintptr_t base, uint64_t bytes) {
  make_writable(base, bytes);
  uint64_t granules = bytes / 4;  // a rest of less than a granule is left to the cells
  for (uint64_t at = 0; at < granules; at += 32)
    line_of(base + 4 * at).valid = granules - at >= 32 ? ~0u : (1u << (granules - at)) - 1;
}

void end_lines(uintptr_t base, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += kLineBytes) line_of(base + at) = Line{};
}

void fill_line(Allocation& allocation, uint64_t index, uint32_t segment) {
  Line& line = line_of(allocation.base + (index << kLineShift));
  uint64_t granules = (allocation.size - (index << kLineShift)) / 4;
  line = Line{};
  line.valid = line.readable = granules >= 32 ? ~0u : (1u << granules) - 1;
  line.base_segment = segment;
}

bool is_written(const Line& line) {
  return !line.is_split() && (line.base_segment != 0 || (line.write_mask | line.earlier_written) == ~0u);
}

bool move_line(bool is_write, Line& line, uint32_t ordered_below, uint64_t key, uint32_t mask) {
  if (machine.is_interleaved || (line.valid & mask) != mask) return false;
  retire_writes(line, ordered_below);
  retire_reads(line, ordered_below);
  if (!are_writes_calm(line, mask, ordered_below, !is_write)) return false;
  if (!is_write) return note_read(line, key, mask, ordered_below);
  return are_reads_calm(line, mask, ordered_below) && note_write(line, key, mask, ordered_below);
}

Cell cell_at(const Allocation& allocation, uint64_t cell) {
  if (!allocation.has_lines) return allocation.cells[cell];
  const Line& line = line_of(allocation.base + (cell / 32 << kLineShift));
  return line.is_split() ? allocation.cells[cell] : decode(line, static_cast<uint32_t>(cell % 32));
}

void split_lines(Allocation& allocation, uint64_t offset, uint64_t bytes) {
  if (!allocation.has_lines || bytes == 0) return;
  uint64_t last = (offset + bytes - 1) >> kLineShift;
  for (uint64_t line = offset >> kLineShift; line <= last; ++line) split_line(allocation, line);
}

}  // namespace tilewright::kernels::cuda
