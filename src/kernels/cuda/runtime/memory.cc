#include "kernels/cuda/runtime/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/contain.h"
#include "kernels/cuda/runtime/lines.h"

namespace tilewright::kernels::cuda {
namespace {

constexpr uint64_t kPage = 64 << 10;
constexpr uint64_t kLeastGap = 1 << 20;
constexpr uint32_t kMaxAllocations = 1 << 20;
constexpr uint64_t kGranule = 16;

uint64_t g_next = TW_SHARED_END + kLeastGap;  // arena offset of the next allocation
uint32_t g_dynamic_shared = 0;
std::vector<uint32_t> g_registered;

uint64_t g_host_bytes = 0, g_mapped = 0;

void* reserve(uint64_t bytes, void* at = nullptr, int protection = PROT_READ | PROT_WRITE) {
  if (protection != PROT_NONE) account_memory(static_cast<int64_t>(bytes));
  void* memory =
      ::mmap(at, bytes, protection,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at == nullptr ? 0 : MAP_FIXED_NOREPLACE), -1, 0);
  if (memory == MAP_FAILED || (at != nullptr && memory != at)) {
    std::fprintf(stderr, "tilewright: cannot map device memory\n");
    ::_exit(70);
  }
  return memory;
}

uint32_t new_allocation(uintptr_t base, uint64_t bytes, uint16_t flags, std::string name) {
  uint32_t index = machine.allocation_count++;
  Allocation& allocation = machine.allocations[index];
  allocation = Allocation{};
  allocation.base = base;
  allocation.size = bytes;
  allocation.flags = flags;
  machine.names.resize(machine.allocation_count);
  machine.names[index] = AllocationName{std::move(name), kNoPlace, kNoPlace, bytes, {}};
  return index;
}

void map_cells(Allocation& allocation) {
  uint64_t cells = (allocation.size >> allocation.shift) + 1;
  cells = (cells + 31) & ~uint64_t{31};
  allocation.cell_bytes = (cells * sizeof(Cell) + 4095) & ~uint64_t{4095};
  allocation.cells = static_cast<Cell*>(reserve(allocation.cell_bytes));
  if (allocation.cell_bytes >= (4 << 20)) ::madvise(allocation.cells, allocation.cell_bytes, MADV_HUGEPAGE);
}

void unmap_cells(Allocation& allocation) {
  if (allocation.cell_bytes != 0) {
    ::munmap(allocation.cells, allocation.cell_bytes);
    account_memory(-static_cast<int64_t>(allocation.cell_bytes));
  }
  allocation.cells = nullptr;
  allocation.cell_bytes = 0;
}

// Shared variables' cells lie in one piece until they become finer.
bool has_shared_cells(const Allocation& allocation) {
  return (allocation.flags & kShared) != 0 && allocation.cell_bytes == 0;
}

// Granules [from, to) of a shared variable belong to it from now on, or no longer.
void mark_inside(const Allocation& allocation, uint64_t from, uint64_t to, bool is_inside) {
  for (uint64_t cell = from; cell < to; ++cell) allocation.cells[cell] = {is_inside ? kUnwritten : 0, 0};
}

uint32_t granularity(uint64_t offset, uint64_t bytes, uint32_t shift) {
  uint64_t bits = offset | bytes;
  while (shift > 0 && (bits & ((uint64_t{1} << shift) - 1)) != 0) --shift;
  return shift;
}

}  // namespace

void account_memory(int64_t bytes) {
  // Byte by byte, cells are sixteen times as large as what they describe.
  constexpr uint64_t kMostTimes = 20;
  g_mapped += static_cast<uint64_t>(bytes);
  if (g_host_bytes != 0)
    limit_memory(g_host_bytes + g_mapped, g_host_bytes + kMostTimes * machine.limits.device_bytes);
}

void begin_memory_limit(uint64_t host_bytes) {
  g_host_bytes = host_bytes;
  account_memory(0);
}

uint64_t host_memory() { return g_host_bytes; }

void map_arena() {
  reserve(TW_ARENA_BYTES, reinterpret_cast<void*>(TW_ARENA), PROT_NONE);
  ::mprotect(reinterpret_cast<void*>(TW_ARENA), TW_SHARED_END, PROT_READ | PROT_WRITE);
  machine.allocations = static_cast<Allocation*>(reserve(sizeof(Allocation) * kMaxAllocations));
  machine.pages = static_cast<uint32_t*>(reserve(TW_ARENA_BYTES / kPage * sizeof(uint32_t)));
  machine.shared_granules = static_cast<uint16_t*>(reserve(TW_SHARED_END / kGranule * sizeof(uint16_t)));
  reserve(TW_SHARED_END / 4 * sizeof(Cell), shared_cells());
  machine.names.resize(1);
  map_lines();
}

void add_shared_variables(const std::vector<ImageVariable>& variables) {
  for (const ImageVariable& variable : variables) {
    uint32_t index = new_allocation(variable.address, variable.bytes, kShared, variable.name);
    machine.names[index].kernel = variable.kernel;
    Allocation& allocation = machine.allocations[index];
    allocation.cells = shared_cells() + (variable.address - TW_ARENA) / 4;
    mark_inside(allocation, 0, variable.bytes / 4, true);
    machine.shared_allocations.push_back(index);
    uint64_t begin = (variable.address - TW_ARENA) / kGranule;
    uint64_t end = (variable.address - TW_ARENA + variable.bytes + TW_SHARED_REDZONE - 1) / kGranule;
    for (uint64_t granule = begin; granule < end && granule < TW_SHARED_END / kGranule; ++granule)
      machine.shared_granules[granule] = static_cast<uint16_t>(index);
  }
  g_dynamic_shared = new_allocation(TW_DYNAMIC_SHARED, 0, kShared, "dynamic shared memory");
  Allocation& dynamic = machine.allocations[g_dynamic_shared];
  dynamic.cells = shared_cells() + TW_STATIC_SHARED_BYTES / 4;
  machine.shared_allocations.push_back(g_dynamic_shared);
  for (uint64_t granule = TW_STATIC_SHARED_BYTES / kGranule; granule < TW_SHARED_END / kGranule; ++granule)
    machine.shared_granules[granule] = static_cast<uint16_t>(g_dynamic_shared);
}

void set_dynamic_shared(uint64_t bytes) {
  Allocation& dynamic = machine.allocations[g_dynamic_shared];
  if (has_shared_cells(dynamic)) {
    mark_inside(dynamic, dynamic.size / 4, bytes / 4, true);
    mark_inside(dynamic, bytes / 4, dynamic.size / 4, false);
  }
  dynamic.size = bytes;
}

void add_symbols(const std::vector<ImageVariable>& variables, uintptr_t begin, uintptr_t end) {
  if (variables.empty()) return;
  machine.symbols_begin = begin;
  machine.symbols_bytes = end - begin;
  machine.symbol_granules =
      static_cast<uint16_t*>(reserve(((end - begin) / kGranule + 2) * sizeof(uint16_t)));
  for (const ImageVariable& variable : variables) {
    uint32_t index = new_allocation(variable.address, variable.bytes,
                                    static_cast<uint16_t>(variable.flags | kSymbol), variable.name);
    map_cells(machine.allocations[index]);
    mark_written(machine.allocations[index], 0, variable.bytes);
    for (uint64_t granule = (variable.address - begin) / kGranule;
         granule <= (variable.address + variable.bytes - 1 - begin) / kGranule; ++granule) {
      // A granule that two variables share belongs to the first; find_allocation and the slow path look
      // further.
      if (machine.symbol_granules[granule] == 0)
        machine.symbol_granules[granule] = static_cast<uint16_t>(index);
    }
    machine.live_allocations.push_back(index);
  }
}

void* allocate(uint64_t bytes, uint16_t flags, uint32_t place) {
  uint64_t rounded = (std::max<uint64_t>(bytes, 1) + kPage - 1) & ~(kPage - 1);
  uint64_t gap = std::max(rounded, kLeastGap);
  if (bytes > machine.limits.device_bytes || machine.device_bytes + bytes > machine.limits.device_bytes ||
      g_next + rounded + gap > TW_ARENA_BYTES || machine.allocation_count >= kMaxAllocations)
    return nullptr;
  uintptr_t base = TW_ARENA + g_next;
  account_memory(static_cast<int64_t>(rounded));
  if (::mprotect(reinterpret_cast<void*>(base), rounded, PROT_READ | PROT_WRITE) != 0) return nullptr;
  if (rounded >= (4 << 20)) ::madvise(reinterpret_cast<void*>(base), rounded, MADV_HUGEPAGE);
  uint32_t index = new_allocation(base, bytes, flags, {});
  machine.names[index].place = place;
  if (machine.in_kernel) machine.allocations[index].ordered_below = machine.launch_segment;
  map_cells(machine.allocations[index]);
  if (machine.sampled_blocks != 0) {
    // Zeros, which count as written.
    machine.allocations[index].first_segment = 0;
  } else {
    machine.allocations[index].has_lines = true;
    begin_lines(base, bytes);
  }
  for (uint64_t page = g_next / kPage; page < (g_next + rounded) / kPage; ++page) machine.pages[page] = index;
  g_next += rounded + gap;
  machine.device_bytes += bytes;
  machine.report->peak_device_bytes = std::max(machine.report->peak_device_bytes, machine.device_bytes);
  machine.live_allocations.push_back(index);
  if (machine.sampled_blocks != 0) return reinterpret_cast<void*>(base);
  // What nobody wrote is no zero, as on a device that other programs used before.
  std::memset(reinterpret_cast<void*>(base), 0xa5, std::min<uint64_t>(bytes, 1 << 20));
  return reinterpret_cast<void*>(base);
}

uint32_t find_allocation(uintptr_t address) {
  if (address - TW_ARENA < TW_ARENA_BYTES) {
    uint64_t offset = address - TW_ARENA;
    if (offset < TW_SHARED_END) return machine.shared_granules[offset / kGranule];
    return machine.pages[offset / kPage];
  }
  if (address - machine.symbols_begin < machine.symbols_bytes) {
    for (uint32_t index : machine.live_allocations) {
      const Allocation& allocation = machine.allocations[index];
      if ((allocation.flags & kSymbol) && address - allocation.base < allocation.size) return index;
    }
  }
  for (uint32_t index : g_registered) {
    const Allocation& allocation = machine.allocations[index];
    if (address - allocation.base < allocation.size) return index;
  }
  return 0;
}

void register_host_memory(uintptr_t address, uint64_t bytes, uint32_t place) {
  uint32_t index = new_allocation(address, bytes, kHostVisible | kRegistered, {});
  machine.names[index].place = place;
  map_cells(machine.allocations[index]);
  // What the host has written there before is not known.
  mark_written(machine.allocations[index], 0, bytes);
  g_registered.push_back(index);
  machine.live_allocations.push_back(index);
}

bool unregister_host_memory(uintptr_t address) {
  for (uint32_t index : g_registered) {
    if (machine.allocations[index].base != address) continue;
    unmap_cells(machine.allocations[index]);
    machine.allocations[index].flags |= kFreed;
    std::erase(machine.live_allocations, index);
    std::erase(g_registered, index);
    return true;
  }
  return false;
}

uint32_t nearest_allocation(uintptr_t address) {
  uint32_t best = 0;
  uint64_t least = ~uint64_t{0};
  for (uint32_t index = 1; index < machine.allocation_count; ++index) {
    const Allocation& allocation = machine.allocations[index];
    if (allocation.size == 0 && (allocation.flags & kShared)) continue;
    uint64_t distance = address < allocation.base ? allocation.base - address
                        : address - allocation.base < allocation.size
                            ? 0
                            : address - allocation.base - allocation.size;
    if (distance < least) least = distance, best = index;
  }
  return best;
}

void free_allocation(uint32_t index, uint32_t place) {
  Allocation& allocation = machine.allocations[index];
  allocation.flags |= kFreed;
  machine.names[index].freed_place = place;
  machine.device_bytes -= allocation.size;
  uint64_t rounded = (std::max<uint64_t>(allocation.size, 1) + kPage - 1) & ~(kPage - 1);
  ::madvise(reinterpret_cast<void*>(allocation.base), rounded, MADV_DONTNEED);
  unmap_cells(allocation);
  if (allocation.has_lines) end_lines(allocation.base, allocation.size);
  allocation.has_lines = false;
  std::erase(machine.live_allocations, index);
}

void refine(Allocation& allocation, uint32_t shift) {
  if (shift >= allocation.shift || allocation.cells == nullptr) return;
  split_lines(allocation, 0, allocation.size);
  allocation.has_lines = false;
  Allocation finer = allocation;
  finer.shift = shift;
  uint64_t size = allocation.size;
  if (&allocation == &machine.allocations[g_dynamic_shared])
    finer.size = TW_SHARED_END - TW_STATIC_SHARED_BYTES;
  map_cells(finer);
  uint32_t factor = 1u << (allocation.shift - shift);
  uint64_t old_cells = (size + (uint64_t{1} << allocation.shift) - 1) >> allocation.shift;
  for (uint64_t cell = 0; cell < old_cells; ++cell) {
    const Cell& old = allocation.cells[cell];
    if ((old.write | old.read) == 0) continue;
    for (uint32_t part = 0; part < factor; ++part) finer.cells[cell * factor + part] = old;
  }
  if (has_shared_cells(allocation)) mark_inside(allocation, 0, old_cells, false);
  unmap_cells(allocation);
  finer.size = size;
  allocation = finer;
}

void mark_written(Allocation& allocation, uint64_t offset, uint64_t bytes, uint32_t segment) {
  if (bytes == 0 || (machine.sampled_blocks != 0 && allocation.first_segment == 0)) return;
  // A last partial granule is all the allocation has there.
  uint64_t rounded = offset + bytes == allocation.size ? 0 : bytes;
  refine(allocation, granularity(offset, rounded, allocation.shift));
  uint64_t last = (offset + bytes - 1) >> allocation.shift;
  uint64_t word = uint64_t{segment} << 32;
  uint64_t cell = offset >> allocation.shift;
  if (allocation.has_lines) {
    // The end of the allocation ends its last line, too.
    if (offset + bytes == allocation.size) last |= 31;
    for (; cell <= last; ++cell) {
      if (cell % 32 == 0 && last - cell >= 31) {
        fill_line(allocation, cell / 32, segment);
        cell += 31;
        continue;
      }
      split_lines(allocation, cell << 2, 1);
      allocation.cells[cell] = {word, 0};
    }
    return;
  }
  for (; cell <= last; ++cell) allocation.cells[cell] = {word, 0};
}

void stamp_segment(Allocation& allocation, uint64_t offset, uint64_t bytes, uint32_t segment) {
  if (bytes == 0) return;
  split_lines(allocation, offset, bytes);
  uint64_t last = (offset + bytes - 1) >> allocation.shift;
  for (uint64_t cell = offset >> allocation.shift; cell <= last; ++cell) {
    uint64_t& write = allocation.cells[cell].write;
    if (write != 0) write = uint64_t{segment} << 32 | kCopyBit | copied_origin(write);
  }
}

uint64_t first_uninitialised(const Allocation& allocation, uint64_t offset, uint64_t bytes) {
  if (bytes == 0) return 0;
  uint64_t last = (offset + bytes - 1) >> allocation.shift;
  for (uint64_t cell = offset >> allocation.shift; cell <= last; ++cell) {
    if (allocation.has_lines && cell % 32 == 0 && is_written(line_of(allocation.base + (cell << 2)))) {
      cell += 31;
      continue;
    }
    if (segment_of(cell_at(allocation, cell).write) == 0)
      return std::max(cell << allocation.shift, offset) - offset;
  }
  return bytes;
}

void copy_initialised(Allocation& to, uint64_t to_offset, const Allocation& from, uint64_t from_offset,
                      uint64_t bytes) {
  if (bytes == 0) return;
  // Bytes that nothing wrote stay so, and what kernels wrote stays theirs.
  auto origin_at = [&](uint64_t at) {
    return copied_origin(cell_at(from, (from_offset + at) >> from.shift).write);
  };
  uint32_t origin = origin_at(0);
  bool is_uniform = true;
  for (uint64_t at = 0; is_uniform && at < bytes; at += uint64_t{1} << from.shift)
    is_uniform = origin_at(at) == origin;
  if (is_uniform) is_uniform = origin_at(bytes - 1) == origin;
  if (is_uniform && origin != 0) return mark_written(to, to_offset, bytes, origin);
  mark_written(to, to_offset, bytes);
  refine(to, granularity(to_offset, from_offset, std::min(to.shift, from.shift)));
  split_lines(to, to_offset, bytes);
  for (uint64_t at = 0; at < bytes; at += uint64_t{1} << to.shift)
    to.cells[(to_offset + at) >> to.shift] = {uint64_t{origin_at(at)} << 32, 0};
}

std::string describe(uint32_t index) {
  const AllocationName& name = machine.names[index];
  const Allocation& allocation = machine.allocations[index];
  std::string kind = allocation.flags & kShared     ? "shared"
                     : allocation.flags & kConstant ? "constant"
                                                    : "device";
  if (name.name.empty()) return "an allocation of " + std::to_string(allocation.size) + " bytes";
  if (index == g_dynamic_shared)
    return "dynamic shared memory of " + std::to_string(allocation.size) + " bytes";
  return "'" + name.name + "' (" + (allocation.flags & (kShared | kSymbol) ? kind + " variable of " : "") +
         std::to_string(allocation.size) + " bytes)";
}

namespace {

// Four sums side by side, since each step of one waits for the last.
uint64_t hash_bytes(const unsigned char* bytes, uint64_t count, uint64_t hash) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ull;
  uint64_t lanes[4] = {hash, hash + 1, hash + 2, hash + 3};
  uint64_t at = 0;
  for (; at + 32 <= count; at += 32) {
    uint64_t words[4];
    std::memcpy(words, bytes + at, 32);
    for (int lane = 0; lane < 4; ++lane) {
      lanes[lane] = (lanes[lane] ^ words[lane]) * kFactor;
      lanes[lane] ^= lanes[lane] >> 31;
    }
  }
  for (; at < count; ++at) lanes[at % 4] = (lanes[at % 4] ^ bytes[at]) * kFactor;
  for (uint64_t lane : lanes) {
    hash = (hash ^ lane) * kFactor;
    hash ^= hash >> 31;
  }
  return hash;
}

}  // namespace

uint64_t live_bytes() {
  uint64_t total = 0;
  for (uint32_t index : machine.live_allocations) total += machine.allocations[index].size;
  return total;
}

uint64_t hash_device_memory(uint64_t most) {
  if (live_bytes() > most) return 0;
  uint64_t hash = 1;
  for (uint32_t index : machine.live_allocations) {
    const Allocation& allocation = machine.allocations[index];
    hash = hash_bytes(reinterpret_cast<const unsigned char*>(allocation.base), allocation.size, hash);
  }
  return hash | 1;
}

void save_shared(Block& block) {
  block.saved_shared.clear();
  for (uint32_t index : machine.shared_allocations) {
    const Allocation& allocation = machine.allocations[index];
    uint64_t cells =
        ((allocation.size + (uint64_t{1} << allocation.shift) - 1) >> allocation.shift) * sizeof(Cell);
    std::vector<char> saved(1 + allocation.size + cells);
    saved[0] = static_cast<char>(allocation.shift);
    std::memcpy(saved.data() + 1, reinterpret_cast<void*>(allocation.base), allocation.size);
    std::memcpy(saved.data() + 1 + allocation.size, allocation.cells, cells);
    block.saved_shared.push_back(std::move(saved));
  }
}

void restore_shared(Block& block) {
  begin_shared(block.first_segment);
  if (block.saved_shared.empty()) return;
  for (size_t i = 0; i < machine.shared_allocations.size(); ++i) {
    Allocation& allocation = machine.allocations[machine.shared_allocations[i]];
    const std::vector<char>& saved = block.saved_shared[i];
    uint32_t saved_shift = static_cast<uint32_t>(saved[0]);
    std::memcpy(reinterpret_cast<void*>(allocation.base), saved.data() + 1, allocation.size);
    const Cell* cells = reinterpret_cast<const Cell*>(saved.data() + 1 + allocation.size);
    uint64_t count = (allocation.size + (uint64_t{1} << allocation.shift) - 1) >> allocation.shift;
    // Cells may have become finer since, never coarser.
    for (uint64_t cell = 0; cell < count; ++cell)
      std::memcpy(&allocation.cells[cell], &cells[cell >> (saved_shift - allocation.shift)], sizeof(Cell));
  }
}

void begin_shared(uint32_t first_segment) {
  for (uint32_t index : machine.shared_allocations) {
    machine.allocations[index].first_segment = first_segment;
    machine.allocations[index].ordered_below = first_segment;
  }
}

}  // namespace tilewright::kernels::cuda
