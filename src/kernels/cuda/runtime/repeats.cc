#include "kernels/cuda/runtime/repeats.h"

#include <cstring>
#include <memory>
#include <vector>

#include "kernels/cuda/runtime/machine.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "kernels/cuda/runtime/virtual_clock.h"

namespace tilewright::kernels::cuda {

struct Repeat {
  void (*body)(void*);
  dim3 grid, block;
  uint64_t shared_bytes;
  std::vector<char> arguments;
  LaunchRecord record;  // of the last one that ran
  uint64_t steps = 0;
  uint64_t before = 0, settled = 0;  // hashes of memory; 0: none
  int changes = 0;                   // runs that changed memory
};

namespace {

constexpr size_t kMostRepeats = 64;
// After so many runs that changed memory a launch is not looked at any more.
constexpr int kMostChanges = 3;
// Hashing a byte takes about an eighth of a step's time.
constexpr uint64_t kBytesAStep = 8;

std::vector<std::unique_ptr<Repeat>> g_repeats;
uint64_t g_side_effects = 0, g_side_effects_before = 0;

bool is_same(dim3 left, dim3 right) { return left.x == right.x && left.y == right.y && left.z == right.z; }

bool is_worth_looking(const Repeat& repeat) {
  return repeat.changes < kMostChanges && live_bytes() <= kBytesAStep * repeat.steps;
}

}  // namespace

Repeat* find_repeat(const KernelCall& call, const void* closure) {
  g_side_effects_before = g_side_effects;
  // Of work in several streams the order has to be looked at each time.
  if (!machine.skips_repeats || streams_in_use() > 1) return nullptr;
  const PendingLaunch& launch = call.launch;
  for (const auto& repeat : g_repeats) {
    bool is_alike = repeat->body == call.body && is_same(repeat->grid, launch.grid) &&
                    is_same(repeat->block, launch.block) && repeat->shared_bytes == launch.shared_bytes &&
                    repeat->arguments.size() == call.closure_bytes &&
                    std::memcmp(repeat->arguments.data(), closure, call.closure_bytes) == 0;
    if (!is_alike) continue;
    if (!is_worth_looking(*repeat)) return nullptr;
    repeat->before = hash_device_memory(~uint64_t{0});
    return repeat.get();
  }
  return nullptr;
}

bool changes_nothing(const Repeat& repeat, LaunchRecord& record) {
  if (repeat.settled == 0 || repeat.settled != repeat.before) return false;
  record = repeat.record;
  pass_time(repeat.steps);
  return true;
}

void note_run(Repeat* repeat, const KernelCall& call, const void* closure, uint64_t steps) {
  bool is_clean = g_side_effects == g_side_effects_before && machine.sticky_error == cudaSuccess;
  if (!machine.skips_repeats || !is_clean) return;
  if (repeat != nullptr) {
    // Small memory has been hashed for the launch's record.
    uint64_t after = machine.launch->result_hash;
    if (after == 0) after = hash_device_memory(~uint64_t{0});
    repeat->settled = after == repeat->before ? after : 0;
    repeat->changes += repeat->settled == 0;
  } else if (g_repeats.size() < kMostRepeats) {
    auto first = std::make_unique<Repeat>();
    const auto* bytes = static_cast<const char*>(closure);
    *first = {call.body,
              call.launch.grid,
              call.launch.block,
              call.launch.shared_bytes,
              {bytes, bytes + call.closure_bytes},
              {}};
    repeat = first.get();
    g_repeats.push_back(std::move(first));
  } else {
    return;
  }
  repeat->steps = steps;
  repeat->record = *machine.launch;
}

void note_side_effect() { ++g_side_effects; }

}  // namespace tilewright::kernels::cuda
