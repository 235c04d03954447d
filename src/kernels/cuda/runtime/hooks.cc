// The functions that instrumented code calls before each access (-fsanitize=thread links against these
// names), and their fast path: bounds, alignment, initialised, same thread or an ordered earlier one. All
// else is in conflicts.cc.
#include <cstring>

#include "kernels/cuda/runtime/access.h"
#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/machine.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/traffic.h"

namespace tilewright::kernels::cuda {
namespace {

#define TW_LIKELY(condition) __builtin_expect(!!(condition), 1)

// The earlier access in `segment` conflicts with nothing the running thread does now.
inline bool is_ordered(uint32_t segment, const Allocation& allocation) {
  return segment < allocation.ordered_below ||
         (segment >= machine.block_segment && segment < machine.interval_segment);
}
inline bool is_own(uint64_t word) { return ((word ^ stamp()) & machine.identity) == 0; }

// Notes a read; reads conflict with no reads.
inline __attribute__((always_inline)) void note_read(Allocation& allocation, Cell& cell, uintptr_t address,
                                                     const void* place) {
  const Machine& m = machine;
  uint64_t read = cell.read;
  uint32_t was_read = segment_of(read);
  uint64_t fresh = stamp() | place_bits(place);
  uint64_t readers = read >> kReadersShift & 3;
  if (TW_LIKELY(was_read < allocation.ordered_below)) {
    cell.read = fresh;
  } else if (!TW_LIKELY(!m.is_interleaved)) {
    check_cell(kRead, allocation, cell, address, place);
  } else if (was_read < m.block_segment) {
    cell.read = fresh | OtherBlockReaders << kReadersShift;
  } else if (was_read < m.interval_segment) {
    cell.read = fresh | (readers == OtherBlockReaders ? OtherBlockReaders << kReadersShift : 0);
  } else if (is_own(read) || readers >= SameBlockReaders) {
    return;
  } else if (was_read == segment_of(stamp())) {
    cell.read = read | SameWarpReaders << kReadersShift;
  } else {
    check_cell(kRead, allocation, cell, address, place);
  }
}

template <Access access>
inline __attribute__((always_inline)) void access_cell(Allocation& allocation, Cell& cell, uintptr_t address,
                                                       const void* place) {
  const Machine& m = machine;
  uint64_t write = cell.write;
  uint32_t written = segment_of(write);
  if constexpr (is_atomic(access) && writes(access)) {
    // Atomics after atomics, which nobody has read in between.
    if ((write & kAtomicBit) != 0 && segment_of(cell.read) < allocation.ordered_below &&
        written >= allocation.first_segment) {
      cell.write = stamp() | kAtomicBit | place_bits(place);
      return;
    }
  }
  if (reads(access) && !TW_LIKELY(written >= allocation.first_segment))
    return check_cell(access, allocation, cell, address, place);
  bool is_calm = is_ordered(written, allocation) || (written >= m.interval_segment && is_own(write));
  if constexpr (writes(access)) {
    uint64_t read = cell.read;
    uint32_t was_read = segment_of(read);
    uint64_t readers = read >> kReadersShift & 3;
    is_calm &=
        was_read < allocation.ordered_below ||
        (was_read >= m.block_segment && was_read < m.interval_segment && readers != OtherBlockReaders) ||
        (was_read >= m.interval_segment && readers == OneReader && is_own(read));
    if (!TW_LIKELY(is_calm)) return check_cell(access, allocation, cell, address, place);
    cell.write = stamp() | (is_atomic(access) ? kAtomicBit : 0) | place_bits(place);
  } else {
    if (!TW_LIKELY(is_calm)) return check_cell(access, allocation, cell, address, place);
    if constexpr (!is_atomic(access)) note_read(allocation, cell, address, place);
  }
}

// Anything but cells as wide as the access, inside one live allocation: byte ranges, narrow and wide
// accesses, faults.
template <Access access>
__attribute__((noinline)) void access_memory(uintptr_t address, uint64_t bytes, const void* place) {
  const Machine& m = machine;
  uint64_t offset = address - TW_ARENA;
  if (!m.in_kernel) {
    if (offset < TW_ARENA_BYTES) unusual_access(access, address, bytes, place);
    return;
  }
  uint32_t index;
  if (offset < TW_ARENA_BYTES) {
    index = offset < TW_SHARED_END ? m.shared_granules[offset >> 4] : m.pages[offset >> 16];
  } else {
    if (address - m.stacks_begin < m.stacks_bytes) return;
    uint64_t symbol = address - m.symbols_begin;
    if (symbol >= m.symbols_bytes) return unusual_access(access, address, bytes, place);
    index = m.symbol_granules[symbol >> 4];
  }
  Allocation& allocation = m.allocations[index];
  uint64_t at = address - allocation.base;
  uint32_t shift = allocation.shift;
  if (at + bytes > allocation.size || at >= allocation.size ||
      ((address | bytes) & ((uint64_t{1} << shift) - 1)) != 0 ||
      (allocation.flags & (kFreed | (writes(access) ? kConstant : 0))) != 0)
    return unusual_access(access, address, bytes, place);
  if (allocation.has_lines) split_lines(allocation, at, bytes);
  Cell* cell = allocation.cells + (at >> shift);
  uint64_t count = bytes >> shift;
  for (uint64_t i = 0; i < count; ++i)
    access_cell<access>(allocation, cell[i], address + (i << shift), place);
}

template <Access access, uint64_t bytes>
__attribute__((noinline)) void access_slowly(uintptr_t address, const void* place) {
  if (machine.in_kernel && (address & (bytes - 1)) != 0 &&
      (address - TW_ARENA < TW_ARENA_BYTES || address - machine.symbols_begin < machine.symbols_bytes))
    misaligned_access(access, address, bytes, place);
  access_memory<access>(address, bytes, place);
}

template <Access access>
bool move_access(Line& line, uint32_t ordered_below, uint64_t key, uint32_t mask, uint32_t valid) {
  if (reads(access) && !move_line(false, line, ordered_below, key, mask, valid)) return false;
  return !writes(access) || move_line(true, line, ordered_below, key, mask, valid);
}

// Scalars and vectors of a power of two bytes, by their allocation.
template <Access access, uint64_t bytes>
__attribute__((noinline)) void access_cells(uintptr_t address, const void* place) {
  constexpr uint32_t kShift = bytes >= 4 ? 2 : bytes / 2;
  const Machine& m = machine;
  if (m.is_counting) note_traffic(access, address, bytes, place);
  uint64_t offset = address - TW_ARENA;
  if (!TW_LIKELY(m.in_kernel && offset < TW_ARENA_BYTES)) {
    // Host code's own memory, and a kernel's stack.
    if (m.in_kernel ? address - m.stacks_begin < m.stacks_bytes : offset >= TW_ARENA_BYTES) return;
    return access_slowly<access, bytes>(address, place);
  }
  uint32_t index = offset < TW_SHARED_END ? m.shared_granules[offset >> 4] : m.pages[offset >> 16];
  Allocation& allocation = m.allocations[index];
  uint64_t at = address - allocation.base;
  bool is_plain = (at < allocation.size) & (at + bytes <= allocation.size) & ((address & (bytes - 1)) == 0) &
                  (allocation.shift == kShift) &
                  ((allocation.flags & (kFreed | (writes(access) ? kConstant : 0))) == 0);
  if (!TW_LIKELY(is_plain)) return access_slowly<access, bytes>(address, place);
  if (allocation.has_lines) {
    Line& line = line_of(address);
    // The next warp's, most often.
    const int ahead = m.is_reversed ? -1 : 1;
    __builtin_prefetch(&line + ahead, 1);
    for (int byte : {0, 64})
      __builtin_prefetch(reinterpret_cast<const char*>(address) + ahead * static_cast<int>(kLineBytes) +
                         byte);
    if (!line.is_split()) {
      constexpr uint32_t kMask = bytes >= 4 ? (1u << bytes / 4) - 1 : 0;
      if (!is_atomic(access) && bytes >= 4 &&
          move_access<access>(line, allocation.ordered_below, line_key(address, bytes / 8, place),
                              kMask << (address >> 2 & 31), valid_granules(allocation, at)))
        return;
      return access_slowly<access, bytes>(address, place);
    }
  }
  Cell* cell = allocation.cells + (at >> kShift);
  if constexpr (bytes <= 4) {
    return access_cell<access>(allocation, *cell, address, place);
  } else {
    for (uint64_t i = 0; i < bytes / 4; ++i) access_cell<access>(allocation, cell[i], address + 4 * i, place);
  }
}

// A plain access to a granule of shared memory. False: nothing has changed, and it is to be looked at more
// closely.
inline __attribute__((always_inline)) bool read_shared(Cell& cell, const void* place) {
  const Machine& m = machine;
  uint32_t written = segment_of(cell.write);
  if (!TW_LIKELY(written - m.block_segment < m.interval_segment - m.block_segment) &&
      !(written >= m.interval_segment && is_own(cell.write)))
    return false;
  uint64_t read = cell.read;
  uint32_t was_read = segment_of(read);
  if (was_read < m.interval_segment) {
    cell.read = stamp() | place_bits(place);
    return true;
  }
  if (is_own(read) || (read >> kReadersShift & 3) >= SameBlockReaders) return true;
  if (was_read != segment_of(stamp())) return false;
  cell.read = read | SameWarpReaders << kReadersShift;
  return true;
}

inline __attribute__((always_inline)) bool write_shared(Cell& cell, const void* place) {
  const Machine& m = machine;
  uint64_t write = cell.write, read = cell.read;
  if (!TW_LIKELY(segment_of(write) < m.interval_segment) && !is_own(write)) return false;
  if (!TW_LIKELY(segment_of(read) < m.interval_segment) &&
      !((read >> kReadersShift & 3) == OneReader && is_own(read)))
    return false;
  if (!TW_LIKELY(write != 0)) return false;
  cell.write = stamp() | place_bits(place);
  return true;
}

template <Access access, uint64_t bytes>
inline __attribute__((always_inline)) bool goes_on(uintptr_t address, const void* place) {
  return address - (TW_ARENA + TW_SHARED_END) < machine.plain_bytes && (address & (bytes - 1)) == 0 &&
         continue_line(access == kWrite, line_of(address), line_key(address, bytes / 8, place));
}

// Accesses of 4, 8 and 16 bytes that do not go on along a line: shared memory first.
template <Access access, uint64_t bytes>
void access_elsewhere(uintptr_t address, const void* place) {
  uint64_t offset = address - TW_ARENA;
  if (TW_LIKELY(offset < machine.plain_shared_bytes && fuel() >= 0 && (address & (bytes - 1)) == 0)) {
    Cell* cells = shared_cells() + offset / 4;
    bool is_done = true;
    for (uint64_t i = 0; i < bytes / 4 && is_done; ++i)
      is_done = access == kRead ? read_shared(cells[i], place) : write_shared(cells[i], place);
    if (TW_LIKELY(is_done)) return;
  }
  if (fuel() < 0) run_out_of_fuel(place);
  // The hooks of an image that is too large for places leave lines alone.
  if (machine.place_mask == 0 && goes_on<access, bytes>(address, place)) return;
  access_cells<access, bytes>(address, place);
}

// Scalars and vectors of a power of two bytes, which must be aligned to their size.
template <Access access, uint64_t bytes>
inline __attribute__((always_inline)) void aligned_access(void* pointer, const void* place) {
  uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  spend_fuel(place);
  if constexpr (bytes >= 4 && (access == kRead || access == kWrite)) {
    if (goes_on<access, bytes>(address, place)) return;
    return access_elsewhere<access, bytes>(address, place);
  }
  access_cells<access, bytes>(address, place);
}

// Volatile accesses to global memory are how blocks wait for each other: they race with nothing atomic.
template <bool is_write, uint64_t bytes>
inline void volatile_access(void* pointer, const void* place) {
  uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  if (!machine.in_kernel || address - TW_ARENA < TW_SHARED_END)
    return aligned_access < is_write ? kWrite : kRead, bytes > (pointer, place);
  aligned_access<is_write ? kAtomicStore : kAtomicRead, bytes>(pointer, place);
  if (machine.has_fences) release_and_acquire(address, is_write, !is_write);
  if (!is_write) count_spin(address, place);
  if (is_write) ++progress();
}

}  // namespace

void install_hooks() {
  using Hook = void (*)(uintptr_t, const void*);
  auto* hooks = reinterpret_cast<Hook*>(uintptr_t{TW_CONTEXT_PAGE} + TW_CONTEXT_HOOKS);
  hooks[0] = access_elsewhere<kRead, 4>;
  hooks[1] = access_elsewhere<kWrite, 4>;
  hooks[2] = access_elsewhere<kRead, 8>;
  hooks[3] = access_elsewhere<kWrite, 8>;
  hooks[4] = access_elsewhere<kRead, 16>;
  hooks[5] = access_elsewhere<kWrite, 16>;
}

// Not inlined, so that the hooks for scalars stay short.
void range_access(bool is_write, uintptr_t address, uint64_t bytes, const void* place) {
  if (bytes == 0) return;
  spend_fuel(place);
  void* pointer = reinterpret_cast<void*>(address);
  if (bytes == 16 && address % 16 == 0)
    return is_write ? aligned_access<kWrite, 16>(pointer, place) : aligned_access<kRead, 16>(pointer, place);
  if (bytes == 8 && address % 8 == 0)
    return is_write ? aligned_access<kWrite, 8>(pointer, place) : aligned_access<kRead, 8>(pointer, place);
  if (machine.is_counting) note_traffic(is_write ? kWrite : kRead, address, bytes, place);
  if (is_write)
    access_memory<kWrite>(address, bytes, place);
  else
    access_memory<kRead>(address, bytes, place);
}

template <Access access>
void atomic_access_of(uintptr_t address, uint64_t bytes, const void* place) {
  if (bytes == 4) return access_cells<access, 4>(address, place);
  if (bytes == 8) return access_cells<access, 8>(address, place);
  if (machine.is_counting) note_traffic(access, address, bytes, place);
  access_memory<access>(address, bytes, place);
}

void atomic_access(int kind, uintptr_t address, uint64_t bytes, const void* place) {
  if ((address & (bytes - 1)) != 0) misaligned_access(kAtomicWrite, address, bytes, place);
  if (kind == TwAtomicLoad)
    atomic_access_of<kAtomicRead>(address, bytes, place);
  else if (kind == TwAtomicStore)
    atomic_access_of<kAtomicStore>(address, bytes, place);
  else
    atomic_access_of<kAtomicWrite>(address, bytes, place);
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

#define TW_HOOK extern "C" __attribute__((visibility("default")))
#define TW_PLACE __builtin_return_address(0)

#define TW_SIZED_HOOKS(bytes)                                                                                \
  TW_HOOK void __tsan_read_write##bytes(void* p) { aligned_access<kReadWrite, bytes>(p, TW_PLACE); }         \
  TW_HOOK void __tsan_unaligned_read##bytes(void* p) { range_access(false, (uintptr_t)p, bytes, TW_PLACE); } \
  TW_HOOK void __tsan_unaligned_write##bytes(void* p) { range_access(true, (uintptr_t)p, bytes, TW_PLACE); } \
  TW_HOOK void __tsan_unaligned_read_write##bytes(void* p) {                                                 \
    range_access(false, (uintptr_t)p, bytes, TW_PLACE);                                                      \
    range_access(true, (uintptr_t)p, bytes, TW_PLACE);                                                       \
  }                                                                                                          \
  TW_HOOK void __tsan_volatile_read##bytes(void* p) { volatile_access<false, bytes>(p, TW_PLACE); }          \
  TW_HOOK void __tsan_volatile_write##bytes(void* p) { volatile_access<true, bytes>(p, TW_PLACE); }          \
  TW_HOOK void __tsan_unaligned_volatile_read##bytes(void* p) {                                              \
    volatile_access<false, bytes>(p, TW_PLACE);                                                              \
  }                                                                                                          \
  TW_HOOK void __tsan_unaligned_volatile_write##bytes(void* p) { volatile_access<true, bytes>(p, TW_PLACE); }
// Of the other sizes these are in the image, and go on at access_elsewhere.
TW_HOOK void __tsan_read1(void* p) { aligned_access<kRead, 1>(p, TW_PLACE); }
TW_HOOK void __tsan_write1(void* p) { aligned_access<kWrite, 1>(p, TW_PLACE); }
TW_HOOK void __tsan_read2(void* p) { aligned_access<kRead, 2>(p, TW_PLACE); }
TW_HOOK void __tsan_write2(void* p) { aligned_access<kWrite, 2>(p, TW_PLACE); }
TW_SIZED_HOOKS(1)
TW_SIZED_HOOKS(2)
TW_SIZED_HOOKS(4)
TW_SIZED_HOOKS(8)
TW_SIZED_HOOKS(16)

TW_HOOK void __tsan_init() {}
TW_HOOK void __tsan_func_entry(void*) {}
TW_HOOK void __tsan_func_exit() {}
TW_HOOK void __tsan_vptr_read(void** p) { aligned_access<kRead, 8>(p, TW_PLACE); }
TW_HOOK void __tsan_vptr_update(void** p, void*) { aligned_access<kWrite, 8>(p, TW_PLACE); }
TW_HOOK void __tsan_read_range(void* p, unsigned long bytes) {
  range_access(false, (uintptr_t)p, bytes, TW_PLACE);
}
TW_HOOK void __tsan_write_range(void* p, unsigned long bytes) {
  range_access(true, (uintptr_t)p, bytes, TW_PLACE);
}

// Copies of vectors (float4 and the like) arrive here: sizes of 2, 4, 8 and 16 bytes must be aligned to
// themselves. The clang of the candidates knows no alignment beyond the type's, and an array of bytes copied
// by memcpy is as long as it is.
TW_HOOK void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  range_access(false, (uintptr_t)from, bytes, TW_PLACE);
  range_access(true, (uintptr_t)to, bytes, TW_PLACE);
  return std::memcpy(to, from, bytes);
}
TW_HOOK void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  range_access(false, (uintptr_t)from, bytes, TW_PLACE);
  range_access(true, (uintptr_t)to, bytes, TW_PLACE);
  return std::memmove(to, from, bytes);
}
TW_HOOK void* __tsan_memset(void* to, int value, unsigned long bytes) {
  range_access(true, (uintptr_t)to, bytes, TW_PLACE);
  return std::memset(to, value, bytes);
}

TW_HOOK void tw_read(const volatile void* p, size_t bytes) {
  range_access(false, (uintptr_t)p, bytes, TW_PLACE);
}
TW_HOOK void tw_write(const volatile void* p, size_t bytes) {
  range_access(true, (uintptr_t)p, bytes, TW_PLACE);
}
// An update of a granule of shared memory after others, which nobody has read in between. False: nothing has
// changed.
static inline bool update_shared(uintptr_t address, uint64_t bytes, int kind, const void* place) {
  uint64_t offset = address - TW_ARENA;
  if (offset >= machine.plain_shared_bytes || bytes != 4 || kind != TwAtomicUpdate || (address & 3) != 0 ||
      machine.has_fences || fuel() <= 0)
    return false;
  Cell& cell = shared_cells()[offset / 4];
  if ((cell.write & kAtomicBit) == 0 || segment_of(cell.write) < machine.block_segment ||
      segment_of(cell.read) >= machine.interval_segment)
    return false;
  --fuel();
  cell.write = stamp() | kAtomicBit | place_bits(place);
  return true;
}

static __attribute__((noinline)) void check_atomic(uintptr_t address, uint64_t bytes, int kind,
                                                   const void* place) {
  spend_fuel(place);
  if (!machine.in_kernel) return unusual_access(kAtomicWrite, address, bytes, place);
  atomic_access(kind, address, bytes, place);
  ++machine.launch->atomics;
  if (machine.has_fences) release_and_acquire(address, kind != TwAtomicLoad, kind != TwAtomicStore);
  if (kind != TwAtomicStore) count_spin(address, place);
}

TW_HOOK void tw_atomic(const volatile void* p, size_t bytes, int kind, const void* place) {
  uintptr_t address = reinterpret_cast<uintptr_t>(p);
  if (!TW_LIKELY(update_shared(address, bytes, kind, place)))
    return check_atomic(address, bytes, kind, place);
  ++machine.launch->atomics;
  count_spin(address, place);
}
TW_HOOK void tw_atomic_order(const volatile void* p, int releases, int acquires) {
  if (!machine.in_kernel) return;
  if (releases != 0) note_fence(TwFenceDevice);
  release_and_acquire(reinterpret_cast<uintptr_t>(p), releases != 0, acquires != 0);
}
TW_HOOK void tw_fence(int scope) {
  if (machine.in_kernel) note_fence(scope);
}
