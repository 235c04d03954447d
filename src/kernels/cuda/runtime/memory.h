// Device memory: allocations in one arena, each with a cell a granule. Gaps between allocations are as large
// as the allocation before them, so that an index which is far out still meets nothing.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

void map_arena();
// From here on the program may take `host_bytes` of its own, beyond what device memory takes with its cells.
void begin_memory_limit(uint64_t host_bytes);
uint64_t host_memory();
// Device memory is about to take more, or has given some back.
void account_memory(int64_t bytes);

// Registers the image's shared variables and device variables; image.cc found them.
struct ImageVariable {
  std::string name, kernel;
  uintptr_t address = 0;
  uint64_t bytes = 0;
  uint16_t flags = 0;
};
void add_shared_variables(const std::vector<ImageVariable>& variables);
void add_symbols(const std::vector<ImageVariable>& variables, uintptr_t begin, uintptr_t end);
void set_dynamic_shared(uint64_t bytes);

// Null when the device's memory is full.
void* allocate(uint64_t bytes, uint16_t flags, uint32_t place);
// The allocation that holds the address (also a freed one); 0: none.
uint32_t find_allocation(uintptr_t address);
void free_allocation(uint32_t index, uint32_t place);
// The host's own memory, which kernels may then use; false: it is not registered.
void register_host_memory(uintptr_t address, uint64_t bytes, uint32_t place);
bool unregister_host_memory(uintptr_t address);
// Makes cells finer when an access is narrower than they are.
void refine(Allocation& allocation, uint32_t shift);
// The host (or a copy) wrote bytes: they count as initialised.
void mark_written(Allocation& allocation, uint64_t offset, uint64_t bytes, uint32_t segment = kHostSegment);
// An asynchronous copy wrote bytes: other streams must be ordered with its segment.
void stamp_segment(Allocation& allocation, uint64_t offset, uint64_t bytes, uint32_t segment);
// The first byte in [offset, offset + bytes) that nothing has written; `bytes` past the end: none.
uint64_t first_uninitialised(const Allocation& allocation, uint64_t offset, uint64_t bytes);
void copy_initialised(Allocation& to, uint64_t to_offset, const Allocation& from, uint64_t from_offset,
                      uint64_t bytes);
// "values (4096 bytes)", for messages.
std::string describe(uint32_t index);
// The allocation nearest to an address that is in none; 0: there is none.
uint32_t nearest_allocation(uintptr_t address);

// Of all allocations that live.
uint64_t live_bytes();
// Of all device memory, to tell states of it apart; 0 when there is more of it than `most` bytes.
uint64_t hash_device_memory(uint64_t most);

// Swaps a block's shared memory out and in.
void save_shared(Block& block);
void restore_shared(Block& block);
// Shared memory begins anew for a block whose first segment this is.
void begin_shared(uint32_t first_segment);
// The program ends: memory that it never freed (host_api.cc).
void report_leaks();

}  // namespace tilewright::kernels::cuda
