// What fences and atomics order between blocks, and between threads of one block inside an interval. A thread
// that fences and then updates an atomic publishes what it, and its block in earlier intervals, had done
// before the fence; whoever updates or reads that atomic afterwards knows it, and whatever the publisher
// knew. A release is an entry in the atomic's list; knowledge is (atomic, how many entries), so that both
// cost constant time.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/scheduler.h"

namespace tilewright::kernels::cuda {
namespace {

struct Release {
  uint32_t block, thread;
  uint32_t all_below;   // the whole block's segments below
  uint32_t own_below;   // the thread's segments below
  uint32_t warp_below;  // its warp's segments below
  std::vector<Acquired> knew;
};

struct Location {
  std::vector<Release> releases;
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_block;  // block -> entries
};

std::unordered_map<uintptr_t, uint32_t> g_index;
std::vector<Location> g_locations;

bool covers(const Release& release, uint32_t segment, uint32_t thread) {
  return segment < release.all_below || (release.thread == thread && segment < release.own_below) ||
         (release.thread / 32 == thread / 32 && segment < release.warp_below);
}

// Depth first through what was known; `seen` holds how far each location was searched.
bool is_known(const std::vector<Acquired>& knowledge, uint32_t segment, uint32_t block, uint32_t thread,
              std::unordered_map<uint32_t, uint32_t>& seen) {
  for (const Acquired& acquired : knowledge) {
    uint32_t& searched = seen[acquired.location];
    if (searched >= acquired.count) continue;
    uint32_t from = searched;
    searched = acquired.count;
    const Location& location = g_locations[acquired.location];
    auto entries = location.by_block.find(block);
    if (entries != location.by_block.end()) {
      for (uint32_t entry : entries->second) {
        if (entry < acquired.count && covers(location.releases[entry], segment, thread)) return true;
      }
    }
    for (uint32_t entry = from; entry < acquired.count; ++entry) {
      if (is_known(location.releases[entry].knew, segment, block, thread, seen)) return true;
    }
  }
  return false;
}

void know(std::vector<Acquired>& knowledge, Acquired acquired) {
  for (Acquired& known : knowledge) {
    if (known.location == acquired.location) {
      known.count = std::max(known.count, acquired.count);
      return;
    }
  }
  knowledge.push_back(acquired);
}

void learn_release(Acquired acquired) {
  Block& block = *machine.block;
  know(block.acquired, acquired);
  know(block.thread_acquired[thread_index()], acquired);
  block.has_knowledge = true;
}

}  // namespace

void share_acquired(uint32_t warp, uint32_t mask) {
  std::vector<Acquired>* known = machine.block->thread_acquired + warp * 32;
  std::vector<Acquired> all;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    for (const Acquired& acquired : known[lane]) know(all, acquired);
  }
  if (all.empty()) return;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (mask >> lane & 1) known[lane] = all;
  }
}

void note_fence(int scope) {
  (void)scope;
  machine.has_fences = true;
  Block& block = *machine.block;
  Thread& thread = touched_thread();
  // What follows must be told apart from what came before.
  thread.own_segment = new_segment(thread_index() / 32);
  refresh_stamp();
  thread.fence_segment = thread.own_segment;
  thread.fence_floor = block.interval_segment;
  block.has_fenced = block.warps[thread_index() / 32].has_fenced = true;
}

void release_and_acquire(uintptr_t address, bool releases, bool acquires) {
  Block& block = *machine.block;
  const Thread& thread = running_thread();
  uint32_t all_below =
      std::max(block.fence_floor, thread.fence_segment >= block.first_segment ? thread.fence_floor : 0);
  uint32_t own_below = thread.fence_segment >= block.first_segment ? thread.fence_segment : 0;
  auto found = g_index.find(address);
  uint32_t warp_below = block.warps[thread_index() / 32].fence_floor;
  bool publishes = releases && (all_below > block.first_segment || own_below != 0 || warp_below != 0);
  if (found == g_index.end()) {
    if (!publishes) return;
    found = g_index.emplace(address, static_cast<uint32_t>(g_locations.size())).first;
    g_locations.emplace_back();
  }
  Location& location = g_locations[found->second];
  if (acquires && !location.releases.empty())
    learn_release({found->second, static_cast<uint32_t>(location.releases.size())});
  if (!publishes) return;
  auto& entries = location.by_block[block.index];
  if (!entries.empty()) {
    const Release& last = location.releases[entries.back()];
    if (last.thread == thread_index() && last.all_below == all_below && last.own_below == own_below &&
        last.warp_below == warp_below && last.knew.size() == block.acquired.size())
      return;
  }
  entries.push_back(static_cast<uint32_t>(location.releases.size()));
  location.releases.push_back(
      {block.index, thread_index(), all_below, own_below, warp_below, block.acquired});
}

bool is_published(uint32_t segment, uint32_t block, uint32_t thread) {
  const std::vector<Acquired>& acquired = block == machine.block->index
                                              ? machine.block->thread_acquired[thread_index()]
                                              : machine.block->acquired;
  if (acquired.empty()) return false;
  std::unordered_map<uint32_t, uint32_t> seen;
  return is_known(acquired, segment, block, thread, seen);
}

void reset_ordering() {
  g_index.clear();
  g_locations.clear();
  machine.has_fences = false;
}

}  // namespace tilewright::kernels::cuda
