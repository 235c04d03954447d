#include "kernels/cuda/runtime/traffic.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/operations.h"

namespace tilewright::kernels::cuda {
namespace {

constexpr uint64_t kSampledBlocks = 16;
// Accesses kept for sectors and conflicts, of a launch and of a run: no further block is counted beyond a
// quarter of them, and of a larger block only the bytes.
constexpr size_t kMostOfLaunch = 1 << 19, kMostOfRun = 1 << 21;
constexpr uint32_t kSectorShift = 5;

struct Entry {
  uintptr_t address;
  uint64_t place;
  uint32_t block;  // among the sampled ones
  uint32_t allocation;
  uint16_t thread;
  uint8_t bytes;
  bool is_write;
  uint32_t occurrence;  // of its place in its thread
};

std::vector<Entry> g_entries;
size_t g_entries_of_run = 0;
uint64_t g_stride = 1;
std::vector<uint32_t> g_blocks;          // the sampled ones, by index
std::vector<uint64_t> g_block_bytes;     // of global memory
std::vector<LaunchProduct> g_products;
std::vector<LaunchTensor> g_tensors;     // by allocation, as they were met
std::vector<uint32_t> g_tensor_indices;  // their allocations
std::vector<uint32_t> g_shared;          // shared variables that were met
uint64_t g_bytes = 0, g_bytes_in_entries = 0;

LaunchTensor& tensor_of(uint32_t allocation) {
  auto found = std::find(g_tensor_indices.begin(), g_tensor_indices.end(), allocation);
  if (found != g_tensor_indices.end())
    return g_tensors[static_cast<size_t>(found - g_tensor_indices.begin())];
  g_tensor_indices.push_back(allocation);
  g_tensors.emplace_back();
  std::snprintf(g_tensors.back().name, sizeof g_tensors.back().name, "%s",
                machine.names[allocation].name.c_str());
  return g_tensors.back();
}

// Which of its thread's accesses from the same place each is: what lanes of a warp do together has equal
// numbers.
void number_occurrences() {
  auto key = [](const Entry& entry) {
    return std::make_tuple(entry.block, entry.thread, entry.place, entry.is_write);
  };
  std::stable_sort(g_entries.begin(), g_entries.end(),
                   [&](const Entry& left, const Entry& right) { return key(left) < key(right); });
  for (size_t i = 0; i < g_entries.size(); ++i)
    g_entries[i].occurrence =
        i > 0 && key(g_entries[i]) == key(g_entries[i - 1]) ? g_entries[i - 1].occurrence + 1 : 0;
}

uint64_t sectors_of(const Entry* begin, const Entry* end) {
  std::array<uintptr_t, 128> sectors;
  size_t count = 0;
  for (const Entry* entry = begin; entry != end; ++entry) {
    uintptr_t last = (entry->address + entry->bytes - 1) >> kSectorShift;
    for (uintptr_t sector = entry->address >> kSectorShift; sector <= last && count < sectors.size();
         ++sector)
      sectors[count++] = sector;
  }
  std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<uint64_t>(std::unique(sectors.begin(), sectors.begin() + count) - sectors.begin());
}

// Wavefronts beyond the first of each phase: 32 banks of 4 bytes; lanes of 8 bytes go in two phases, of 16 in
// four.
uint64_t conflicts_of(const Entry* begin, const Entry* end) {
  uint64_t conflicts = 0;
  uint32_t lanes = begin->bytes <= 4 ? 32 : begin->bytes == 8 ? 16 : 8;
  for (uint32_t first = 0; first < 32; first += lanes) {
    std::array<uintptr_t, 128> words;
    size_t count = 0;
    for (const Entry* entry = begin; entry != end; ++entry) {
      if (entry->thread % 32 < first || entry->thread % 32 >= first + lanes) continue;
      for (uintptr_t word = entry->address / 4;
           word <= (entry->address + entry->bytes - 1) / 4 && count < words.size(); ++word)
        words[count++] = word;
    }
    std::sort(words.begin(), words.begin() + count);
    count = static_cast<size_t>(std::unique(words.begin(), words.begin() + count) - words.begin());
    std::array<uint32_t, 32> in_bank{};
    for (size_t i = 0; i < count; ++i) ++in_bank[words[i] % 32];
    uint32_t most = *std::max_element(in_bank.begin(), in_bank.end());
    conflicts += most > 1 ? most - 1 : 0;
  }
  return conflicts;
}

void count_groups(LaunchRecord& record) {
  number_occurrences();
  auto key = [](const Entry& entry) {
    return std::make_tuple(entry.block, entry.thread / 32, entry.place, entry.is_write, entry.occurrence);
  };
  std::sort(g_entries.begin(), g_entries.end(),
            [&](const Entry& left, const Entry& right) { return key(left) < key(right); });
  for (size_t begin = 0, end; begin < g_entries.size(); begin = end) {
    for (end = begin + 1; end < g_entries.size() && key(g_entries[end]) == key(g_entries[begin]);) ++end;
    const Entry &first = g_entries[begin], *from = &g_entries[begin], *to = from + (end - begin);
    if (machine.allocations[first.allocation].flags & kShared) {
      ++record.shared_requests;
      record.bank_conflicts += conflicts_of(from, to);
    } else {
      LaunchTensor& tensor = tensor_of(first.allocation);
      (first.is_write ? tensor.sectors_stored : tensor.sectors_loaded) += sectors_of(from, to);
      ++record.global_requests;
      if (!first.is_write) record.most_trips = std::max<uint64_t>(record.most_trips, first.occurrence + 1);
    }
  }
}

// Bytes of an allocation that the launch has touched, all blocks counted.
uint64_t touched_bytes(const Allocation& allocation) {
  uint64_t cells =
      allocation.cells == nullptr ? 0 : (allocation.size + (1u << allocation.shift) - 1) >> allocation.shift;
  uint64_t touched = 0;
  for (uint64_t cell = 0; cell < cells; ++cell) {
    Cell last = cell_at(allocation, cell);
    touched +=
        segment_of(last.write) >= machine.launch_segment || segment_of(last.read) >= machine.launch_segment;
  }
  return touched << allocation.shift;
}

// Of the grid's blocks, those that run.
double share_of_blocks() {
  uint64_t run = machine.sampled_blocks == 0 || machine.is_cooperative ? machine.blocks : std::min<uint64_t>(machine.sampled_blocks, machine.blocks);
  return static_cast<double>(run) / static_cast<double>(machine.blocks);
}

}  // namespace

void begin_traffic() {
  machine.is_counting = false;
  if (!machine.counts) return;
  begin_operations();
  g_products.clear();
  g_entries.clear();
  g_blocks.clear();
  g_block_bytes.clear();
  g_tensors.clear();
  g_tensor_indices.clear();
  g_shared.clear();
  g_bytes = g_bytes_in_entries = 0;
  g_stride = std::max<uint64_t>(1, machine.blocks / kSampledBlocks);
}

void choose_counting(const Block& block) {
  if (!machine.counts) return;
  auto found = std::find(g_blocks.begin(), g_blocks.end(), block.index);
  machine.is_counting = found != g_blocks.end();
  bool is_chosen = machine.sampled_blocks != 0 || block.index % g_stride == g_stride / 2;
  if (!machine.is_counting && is_chosen &&
      g_blocks.size() < 2 * kSampledBlocks && g_entries.size() < kMostOfLaunch / 4 &&
      g_entries_of_run < kMostOfRun) {
    g_blocks.push_back(block.index);
    g_block_bytes.push_back(0);
    machine.is_counting = true;
    found = g_blocks.end() - 1;
  }
  machine.counted_block = static_cast<uint32_t>(found - g_blocks.begin());
  choose_short_ways();
}

void note_traffic(Access access, uintptr_t address, uint64_t bytes, const void* place) {
  uint32_t allocation = find_allocation(address);
  if (allocation == 0) return;
  bool is_shared = (machine.allocations[allocation].flags & kShared) != 0;
  for (bool is_write : {false, true}) {
    if (is_write ? !writes(access) : !reads(access) || writes(access)) continue;
    LaunchRecord& record = *machine.launch;
    if (is_shared) {
      (is_write ? record.shared_bytes_stored : record.shared_bytes_loaded) += bytes;
    } else {
      LaunchTensor& tensor = tensor_of(allocation);
      (is_write ? tensor.bytes_stored : tensor.bytes_loaded) += bytes;
      g_block_bytes[machine.counted_block] += bytes;
    }
    g_bytes += bytes;
    if (bytes > 16 || g_entries.size() >= kMostOfLaunch) continue;
    g_bytes_in_entries += bytes;
    ++g_entries_of_run;
    g_entries.push_back({address, place_bits(place), machine.counted_block, allocation,
                         static_cast<uint16_t>(thread_index()), static_cast<uint8_t>(bytes), is_write,
                         0});
  }
  if (is_shared && std::find(g_shared.begin(), g_shared.end(), allocation) == g_shared.end())
    g_shared.push_back(allocation);
  follow_thread(place);
}

void end_traffic() {
  if (!machine.counts || machine.launch == nullptr || g_blocks.empty()) return;
  LaunchRecord& record = *machine.launch;
  count_groups(record);
  end_operations(record, static_cast<double>(g_blocks.size()) / static_cast<double>(machine.blocks));
  double all_blocks = static_cast<double>(machine.blocks) / static_cast<double>(g_blocks.size());
  double all_entries =
      g_bytes_in_entries == 0 ? 1 : static_cast<double>(g_bytes) / static_cast<double>(g_bytes_in_entries);
  auto scale = [&](uint64_t& count, double factor) {
    count = static_cast<uint64_t>(static_cast<double>(count) * factor + 0.5);
  };
  for (uint64_t* count : {&record.shared_bytes_loaded, &record.shared_bytes_stored})
    scale(*count, all_blocks);
  for (uint64_t* count : {&record.shared_requests, &record.bank_conflicts, &record.global_requests})
    scale(*count, all_blocks * all_entries);
  for (uint64_t* count : {&record.barriers, &record.warp_operations, &record.atomics})
    scale(*count, 1 / share_of_blocks());
  for (LaunchProduct product : g_products) {
    scale(product.count, all_blocks);
    record.products[record.product_count++] = product;
  }
  for (size_t i = 0; i < g_tensors.size(); ++i) {
    LaunchTensor& tensor = g_tensors[i];
    for (uint64_t* count : {&tensor.bytes_loaded, &tensor.bytes_stored}) scale(*count, all_blocks);
    for (uint64_t* count : {&tensor.sectors_loaded, &tensor.sectors_stored})
      scale(*count, all_blocks * all_entries);
    // A few blocks do not say what all of them share.
    tensor.unique_bytes =
        machine.sampled_blocks != 0 ? 0 : touched_bytes(machine.allocations[g_tensor_indices[i]]);
    if (record.tensor_count < kMaxTensors) record.tensors[record.tensor_count++] = tensor;
  }
  record.counted_blocks = g_blocks.size();
  record.most_block_bytes = *std::max_element(g_block_bytes.begin(), g_block_bytes.end());
  for (uint32_t allocation : g_shared) {
    if (!machine.names[allocation].kernel.empty())
      record.static_shared_bytes += machine.allocations[allocation].size;
  }
  machine.is_counting = false;
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" void tw_note_product(int operands, unsigned m, unsigned n, unsigned k) {
  static_assert(static_cast<int>(ProductOperands::Float8) == TwFloat8 && static_cast<int>(ProductOperands::Tf32) == TwTf32);
  if (!machine.is_counting) return;
  auto type = static_cast<ProductOperands>(operands);
  for (LaunchProduct& product : g_products) {
    if (product.operands != type || product.m != m || product.n != n || product.k != k) continue;
    ++product.count;
    return;
  }
  if (g_products.size() < kMaxProducts) g_products.push_back({type, m, n, k, 1});
}
