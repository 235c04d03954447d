#include "kernels/cuda/runtime/lines.h"

#include <immintrin.h>
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

// Threads follow each other from granule to granule, so lanes do, from the first granule's on.
int first_lane(const Line& line, uint64_t key) {
  return static_cast<int>(thread_of(at_granule(line, key, 0)) % 32);
}

uint32_t granules_of(const Line& line, uint64_t key, uint32_t lanes) {
  if (lanes == 0) return 0;
  uint32_t in_order = std::rotr(lanes, first_lane(line, key));
  switch (stride_of(key)) {
    case 0:
      return in_order;
    case 1:
      return _pdep_u32(in_order, 0x55555555) * 3;
    default:
      return _pdep_u32(in_order, 0x11111111) * 15;
  }
}

uint32_t lanes_of(const Line& line, uint64_t key, uint32_t granules) {
  if (granules == ~0u || granules == 0) return granules;
  constexpr uint32_t kFirstOf[] = {0xffffffff, 0x55555555, 0x11111111};
  return std::rotl(_pext_u32(granules, kFirstOf[stride_of(key)]), first_lane(line, key));
}

uint32_t reads_of(const Line& line) { return granules_of(line, line.read_key, line.read_lanes); }
uint32_t writes_of(const Line& line) { return granules_of(line, line.write_key, line.write_lanes); }

uint32_t segment_in(const Line& line, uint64_t key, uint32_t mask) {
  return segment_of(at_granule(line, key, static_cast<uint32_t>(std::countr_zero(mask))));
}

bool is_segment_calm(uint32_t segment, uint32_t ordered_below) {
  return segment < ordered_below || (segment >= machine.block_segment && segment < machine.interval_segment);
}

// The accesses that the key stands for, at the granules of `mask`, conflict with nothing that the running
// thread does.
bool is_calm(const Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  uint32_t segment = segment_in(line, key, mask);
  if (is_segment_calm(segment, ordered_below)) return true;
  if (segment < machine.interval_segment) return false;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    if (thread_of(at_granule(line, key, static_cast<uint32_t>(std::countr_zero(rest)))) != thread_index())
      return false;
  }
  return true;
}

bool are_writes_calm(const Line& line, uint32_t mask, uint32_t ordered_below, bool must_exist) {
  uint32_t writes = writes_of(line), late = mask & writes, early = mask & ~writes & line.earlier_written;
  if (late != 0 && !is_calm(line, line.write_key, late, ordered_below)) return false;
  if (early != 0 && !is_calm(line, line.earlier_write, early, ordered_below)) return false;
  if ((late | early) == mask) return true;
  return line.base_segment < ordered_below && !(must_exist && line.base_segment == 0);
}

bool are_reads_calm(const Line& line, uint32_t mask, uint32_t ordered_below) {
  if ((line.foreign_reads & mask) != 0) return false;
  uint32_t reads = reads_of(line), late = mask & reads, early = mask & ~reads & line.earlier_reads;
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
  uint32_t reads = reads_of(line), late = mask & reads, early = mask & ~reads & line.earlier_reads;
  return (late == 0 || is_foreign(line, line.read_key, late, ordered_below) ||
          is_calm(line, line.read_key, late, ordered_below)) &&
         (early == 0 || is_foreign(line, line.earlier_read, early, ordered_below) ||
          is_calm(line, line.earlier_read, early, ordered_below));
}

bool note_read(Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below) {
  uint32_t reads = reads_of(line);
  if (is_same_but_place(line.read_key, key) && (mask & ~reads) == 0) return true;
  if (machine.has_fences || !may_supersede_reads(line, mask, ordered_below)) return false;
  if (line.read_key == key) {
    line.read_lanes |= lanes_of(line, key, mask);
    return true;
  }
  if (reads != 0) {
    uint32_t lost = line.earlier_reads & ~reads;
    if (lost != 0 && segment_in(line, line.earlier_read, lost) >= ordered_below) return false;
    if (is_foreign(line, line.read_key, reads, ordered_below)) line.foreign_reads |= reads;
    line.earlier_read = line.read_key;
    line.earlier_reads = reads;
  }
  line.read_key = key;
  line.read_lanes = lanes_of(line, key, mask);
  return true;
}

// One segment may stand for all granules: each was stored to in a launch, or the base is one's own. Who wrote
// a granule that no kernel stored to (the host, a fill, an argument) stays known.
bool may_be_base(const Line& line, uint32_t valid) {
  return line.base_segment >= kFirstSegment || (valid & ~(line.earlier_written | writes_of(line))) == 0;
}

// Stores of an earlier launch go to the base as a whole, where nobody asks for thread and place any more.
void retire_writes(Line& line, uint32_t ordered_below, uint32_t valid) {
  if (line.write_lanes == 0) return;
  uint32_t writes = writes_of(line);
  if (segment_in(line, line.write_key, writes) >= ordered_below || line.base_segment >= ordered_below) return;
  uint32_t lost = line.earlier_written & ~writes;
  bool is_whole = may_be_base(line, valid);
  if (!is_whole || (lost != 0 && segment_in(line, line.earlier_write, lost) >= ordered_below)) return;
  line.base_segment = segment_in(line, line.write_key, writes);
  line.write_key = 0;
  line.write_lanes = line.free_to_write = line.earlier_written = 0;
}

// Nor do reads of an earlier launch matter to this one.
void retire_reads(Line& line, uint32_t ordered_below) {
  if (line.read_lanes == 0 || segment_in(line, line.read_key, reads_of(line)) >= ordered_below) return;
  line.read_lanes = line.free_to_read = line.earlier_reads = line.foreign_reads = 0;
  line.read_key = 0;
}

// What the earlier record alone knows goes to the base, where nobody asks for thread and place any more.
bool retire_earlier_write(Line& line, uint32_t lost, uint32_t ordered_below, uint32_t valid) {
  if (lost == 0) return true;
  uint32_t segment = segment_in(line, line.earlier_write, lost);
  bool is_whole = may_be_base(line, valid);
  if (segment >= ordered_below || line.base_segment >= ordered_below || !is_whole) return false;
  line.base_segment = segment;
  line.earlier_written = 0;
  return true;
}

bool note_write(Line& line, uint64_t key, uint32_t mask, uint32_t ordered_below, uint32_t valid) {
  uint32_t writes = writes_of(line);
  bool is_same_thread = is_same_but_place(line.write_key, key);
  if (is_same_thread && (mask & ~writes) == 0) return true;
  if (line.write_key != key) {
    if (!retire_earlier_write(line, line.earlier_written & ~writes, ordered_below, valid)) return false;
    line.earlier_write = line.write_key;
    line.earlier_written = writes;
    line.write_key = key;
    line.write_lanes = 0;
    retire_earlier_write(line, line.earlier_written, ordered_below, valid);
  }
  line.write_lanes |= lanes_of(line, key, mask);
  return true;
}

// Granules where accesses by `earlier` (of `granules`) are nothing to those by `key`, whoever makes them:
// they come before, or each is by the same thread.
uint32_t calm_granules(const Line& line, uint64_t earlier, uint32_t granules, uint64_t key,
                       uint32_t ordered_below) {
  if (granules == 0 || is_same_but_place(earlier, key)) return granules;
  return is_segment_calm(segment_in(line, earlier, granules), ordered_below) ? granules : 0;
}

// Which lanes may go on by the latest read's key, and by the latest write's. Marks that one of the two makes
// must not be news to the other.
void free_to_read(Line& line, uint32_t ordered_below, uint32_t valid) {
  uint64_t key = line.read_key;
  uint32_t writes = writes_of(line), earlier = line.earlier_written & ~writes;
  uint32_t calm = calm_granules(line, line.write_key, writes, key, ordered_below) |
                  calm_granules(line, line.earlier_write, earlier, key, ordered_below);
  if (line.base_segment != 0 && line.base_segment < ordered_below) calm |= ~(writes | earlier);
  // Readers before this interval conflict with no read, and those of other blocks are kept apart.
  uint32_t readers = line.earlier_reads;
  if (readers != 0 && (is_same_but_place(line.earlier_read, key) ||
                       segment_in(line, line.earlier_read, readers) < machine.interval_segment))
    readers = 0;
  line.free_to_read = lanes_of(line, key, calm & valid & ~readers);
  if (!is_same_but_place(line.write_key, key)) line.free_to_write = 0;
}

void free_to_write(Line& line, uint32_t ordered_below, uint32_t valid) {
  uint64_t key = line.write_key;
  uint32_t reads = reads_of(line), earlier = line.earlier_reads & ~reads;
  uint32_t busy = line.foreign_reads |
                  (reads & ~calm_granules(line, line.read_key, reads, key, ordered_below)) |
                  (earlier & ~calm_granules(line, line.earlier_read, earlier, key, ordered_below));
  uint32_t written = line.earlier_written;
  busy |= written & ~calm_granules(line, line.earlier_write, written, key, ordered_below);
  if (line.base_segment >= ordered_below) busy |= ~(writes_of(line) | written);
  line.free_to_write = lanes_of(line, key, valid & ~busy);
  if (!is_same_but_place(line.read_key, key)) line.free_to_read = 0;
}

// Whether what the key stands for came before the launch. One thread less or more than there are makes one
// segment of difference.
bool is_long_ago(const Line& line, uint64_t key, uint32_t ordered_below) {
  return segment_of(at_granule(line, key, 0)) + 1 < ordered_below;
}

// The first access of a launch to a line that earlier ones read or wrote as a whole, if at all: what all
// below comes to, at once.
bool begin_anew(bool is_write, Line& line, uint32_t ordered_below, uint64_t key, uint32_t valid) {
  bool is_simple = (line.earlier_reads | line.earlier_written | line.foreign_reads) == 0 && valid == ~0u &&
                   line.base_segment < ordered_below && !machine.has_fences &&
                   (line.read_lanes == 0 || is_long_ago(line, line.read_key, ordered_below));
  if (!is_simple) return false;
  uint32_t lane = 1u << thread_index() % 32, base = line.base_segment;
  if (line.write_lanes != 0) {
    bool is_whole = line.write_lanes == ~0u && is_long_ago(line, line.write_key, ordered_below);
    if (!is_whole) return false;
    base = segment_of(at_granule(line, line.write_key, 0));
  }
  if (!is_write && base == 0) return false;
  line = Line{};
  line.base_segment = base;
  (is_write ? line.write_key : line.read_key) = key;
  (is_write ? line.write_lanes : line.read_lanes) = lane;
  (is_write ? line.free_to_write : line.free_to_read) = ~0u;
  return true;
}

// What the cell of a granule of an unsplit line would hold.
Cell decode(const Line& line, uint32_t granule) {
  uint32_t bit = 1u << granule;
  Cell cell{uint64_t{line.base_segment} << 32, 0};
  if (writes_of(line) & bit)
    cell.write = at_granule(line, line.write_key, granule);
  else if (line.earlier_written & bit)
    cell.write = at_granule(line, line.earlier_write, granule);
  if (reads_of(line) & bit)
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

void begin_lines(uintptr_t base, uint64_t bytes) { make_writable(base, bytes); }

void end_lines(uintptr_t base, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += kLineBytes) line_of(base + at) = Line{};
}

void fill_line(Allocation& allocation, uint64_t index, uint32_t segment) {
  Line& line = line_of(allocation.base + (index << kLineShift));
  line = Line{};
  line.base_segment = segment;
}

bool is_written(const Line& line) {
  return !line.is_split() && (line.base_segment != 0 || (writes_of(line) | line.earlier_written) == ~0u);
}

bool move_line(bool is_write, Line& line, uint32_t ordered_below, uint64_t key, uint32_t mask,
               uint32_t valid) {
  if (machine.is_interleaved || (valid & mask) != mask) return false;
  if (begin_anew(is_write, line, ordered_below, key, valid)) return true;
  retire_writes(line, ordered_below, valid);
  retire_reads(line, ordered_below);
  if (!are_writes_calm(line, mask, ordered_below, !is_write)) return false;
  if (!is_write) {
    if (!note_read(line, key, mask, ordered_below)) return false;
    if (line.read_key == key) free_to_read(line, ordered_below, valid);
  } else {
    if (!are_reads_calm(line, mask, ordered_below) || !note_write(line, key, mask, ordered_below, valid))
      return false;
    if (line.write_key == key) free_to_write(line, ordered_below, valid);
  }
  return true;
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
