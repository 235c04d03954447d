// Warp operations: each lane waits until all lanes that the mask names have come, then the last one computes
// for all.
#include <bit>
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/switching.h"
#include "kernels/cuda/runtime/waiting.h"

namespace tilewright::kernels::cuda {
namespace {

const char* name_of(int operation) {
  switch (operation) {
    case TwWarpSync:
      return "__syncwarp";
    case TwShuffle:
      return "__shfl_sync";
    case TwShuffleUp:
      return "__shfl_up_sync";
    case TwShuffleDown:
      return "__shfl_down_sync";
    case TwShuffleXor:
      return "__shfl_xor_sync";
    case TwBallot:
      return "__ballot_sync";
    case TwAny:
      return "__any_sync";
    case TwAll:
      return "__all_sync";
    case TwMatchAny:
      return "__match_any_sync";
    case TwMatchAll:
      return "__match_all_sync";
    case TwActiveMask:
      return "__activemask";
    case TwCollective:
      return "a matrix operation";
    default:
      return "__reduce_sync";
  }
}

// The lane that a shuffle reads; its own where the hardware keeps the value.
uint32_t shuffle_source(const Warp& warp, uint32_t lane) {
  uint32_t width = warp.width(lane), begin = lane & ~(width - 1);
  int argument = warp.argument(lane);
  uint32_t source = lane;
  switch (warp.operation(lane)) {
    case TwShuffle:
      return begin + (static_cast<uint32_t>(argument) & (width - 1));
    case TwShuffleUp:
      source = lane - static_cast<uint32_t>(argument);
      return static_cast<uint32_t>(argument) <= lane - begin ? source : lane;
    case TwShuffleDown:
      source = lane + static_cast<uint32_t>(argument);
      return static_cast<uint32_t>(argument) < width && source < begin + width ? source : lane;
    case TwShuffleXor:
      source = lane ^ static_cast<uint32_t>(argument);
      return source < begin + width ? source : lane;
  }
  return lane;
}

void shuffle(Warp& warp, uint32_t index, uint32_t group) {
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((group >> lane & 1) == 0) continue;
    uint32_t source = shuffle_source(warp, lane);
    if (source >= 32 || (group >> source & 1) == 0) {
      note_waiting(*machine.block);
      uint32_t running = thread_index();
      thread_index() = index * 32 + lane;
      record_fault(FaultKind::BarrierDivergence, machine.block->places[index * 32 + lane],
                   "%s reads lane %u, which %s", name_of(warp.operation(lane)), source,
                   source < 32 && (warp.exists >> source & 1) ? "is not in the mask" : "does not exist");
      thread_index() = running;
      warp.result[lane] = 0;
      continue;
    }
    warp.result[lane] = warp.value[source];
  }
}

uint64_t combine(int operation, uint64_t left, uint64_t right) {
  auto a = static_cast<uint32_t>(left), b = static_cast<uint32_t>(right);
  auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (operation) {
    case TwReduceAdd:
      return a + b;
    case TwReduceMin:
      return a < b ? a : b;
    case TwReduceMax:
      return a > b ? a : b;
    case TwReduceMinSigned:
      return static_cast<uint32_t>(x < y ? x : y);
    case TwReduceMaxSigned:
      return static_cast<uint32_t>(x > y ? x : y);
    case TwReduceAnd:
      return a & b;
    case TwReduceOr:
      return a | b;
    default:
      return a ^ b;
  }
}

// All 32 lanes, with the same distance and the same width.
bool is_uniform_shuffle(const Warp& warp) {
  uint64_t operation = warp.first_asked & 255;
  return warp.needed == ~0u && operation >= TwShuffle && operation <= TwShuffleXor && !warp.is_mixed;
}

void shuffle_uniformly(Warp& warp) {
  const uint32_t width = warp.first_asked >> 8 & 255,
                 distance = static_cast<uint32_t>(warp.first_asked >> 32);
  switch (warp.first_asked & 255) {
    case TwShuffle:
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.result[lane] = warp.value[(lane & ~(width - 1)) + (distance & (width - 1))];
      break;
    case TwShuffleUp:
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.result[lane] = warp.value[distance <= (lane & (width - 1)) ? lane - distance : lane];
      break;
    case TwShuffleDown:
      if (width == 32 && distance < 32) {
        std::memcpy(warp.result, warp.value + distance, (32 - distance) * sizeof warp.value[0]);
        std::memcpy(warp.result + 32 - distance, warp.value + 32 - distance, distance * sizeof warp.value[0]);
        break;
      }
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.result[lane] = warp.value[distance < width - (lane & (width - 1)) ? lane + distance : lane];
      break;
    default:
      if (width == 32 && distance < 32) {
        for (uint32_t lane = 0; lane < 32; ++lane) warp.result[lane] = warp.value[lane ^ distance];
        break;
      }
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.result[lane] =
            warp.value[(lane ^ distance) < (lane & ~(width - 1)) + width ? lane ^ distance : lane];
  }
}

void compute(Warp& warp, uint32_t index, uint32_t group, int operation) {
  if (operation == TwWarpSync) return;
  if (operation >= TwShuffle && operation <= TwShuffleXor)
    return is_uniform_shuffle(warp) ? shuffle_uniformly(warp) : shuffle(warp, index, group);
  if (operation == TwCollective) {
    void* data[32];
    for (uint32_t lane = 0; lane < 32; ++lane)
      data[lane] = group >> lane & 1 ? reinterpret_cast<void*>(warp.value[lane]) : nullptr;
    auto function = reinterpret_cast<void (*)(void**)>(warp.result[std::countr_zero(group)]);
    function(data);
    return;
  }
  uint32_t first = static_cast<uint32_t>(std::countr_zero(group)), ballot = 0;
  bool is_same = true;
  uint64_t reduced = warp.value[first];
  for (uint32_t lane = first; lane < 32; ++lane) {
    if ((group >> lane & 1) == 0) continue;
    ballot |= static_cast<uint32_t>(warp.value[lane] != 0) << lane;
    is_same &= warp.value[lane] == warp.value[first];
    if (lane != first) reduced = combine(operation, reduced, warp.value[lane]);
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((group >> lane & 1) == 0) continue;
    uint64_t& result = warp.result[lane];
    switch (operation) {
      case TwBallot:
        result = ballot;
        break;
      case TwAny:
        result = ballot != 0;
        break;
      case TwAll:
        result = ballot == group;
        break;
      case TwUniform:
        result = is_same;
        break;
      case TwMatchAll:
        result = is_same ? warp.mask[lane] & group : 0;
        break;
      case TwMatchAny:
        result = 0;
        for (uint32_t other = 0; other < 32; ++other) {
          if ((group >> other & 1) && warp.value[other] == warp.value[lane]) result |= 1u << other;
        }
        break;
      default:
        result = reduced;
    }
  }
}

__attribute__((noinline)) uint64_t ask_active_mask(const void* place) {
  uint32_t lane = thread_index() % 32;
  machine.warp->asking |= 1u << lane;
  wait_here(ThreadState::AtWarp, place);
  return machine.warp->result[lane];
}

[[noreturn]] __attribute__((noinline)) void report_unnamed_lane(int operation, uint32_t mask,
                                                                const void* place) {
  record_fault(FaultKind::BarrierDivergence, place,
               "lane %u calls %s with mask 0x%08x, which does not name it", thread_index() % 32,
               name_of(operation), mask);
  abort_launch(cudaErrorLaunchFailure);
}

// Lanes that came to different operations, or with different masks.
__attribute__((noinline)) void check_agreement(const Warp& warp, uint32_t needed, int operation,
                                               uint32_t mask, uint64_t extra, const void* place) {
  uint32_t index = thread_index() / 32;
  for (uint32_t other = 0; other < 32; ++other) {
    bool is_same = warp.operation(other) == operation && warp.mask[other] == mask;
    if (operation == TwCollective) is_same &= warp.result[other] == extra;
    if ((needed >> other & 1) == 0 || is_same) continue;
    FaultRecord* fault = begin_fault(FaultKind::BarrierDivergence, place);
    if (fault != nullptr) {
      std::snprintf(fault->message, sizeof fault->message,
                    "lane %u is at %s with mask 0x%08x while lane %u is at %s with mask 0x%08x",
                    thread_index() % 32, name_of(operation), mask, other, name_of(warp.operation(other)),
                    warp.mask[other]);
      fault->other_place = image_offset(machine.block->places[index * 32 + other]);
      set_note(fault, "lane %u waits here", other);
    }
    abort_launch(cudaErrorLaunchFailure);
  }
}

// The lane that came last computes for all.
void complete(Warp& warp, uint32_t needed, int operation) {
  uint32_t index = thread_index() / 32;
  close_short_way(warp);
  compute(warp, index, needed, operation);
  ++machine.launch->warp_operations;
  warp.waiting &= ~needed;
  warp.short_asked = 0;
  // Only __syncwarp orders memory; shuffles and votes exchange registers.
  if (operation == TwWarpSync) synchronise_warp(index, needed);
  make_ready(index, needed & ~(1u << thread_index() % 32));
  if (operation == TwWarpSync) refresh_stamp();
}

[[noreturn]] __attribute__((noinline)) void report_partial_collective(const Warp& warp, const void* place) {
  record_fault(FaultKind::BarrierDivergence, place,
               "a matrix operation needs all 32 lanes of its warp; only lanes 0x%08x exist", warp.exists);
  abort_launch(cudaErrorLaunchFailure);
}

uint64_t take_part(uint64_t asked, unsigned mask, uint64_t value, uint64_t extra, const void* place) {
  if (!machine.in_kernel) return value;
  spend_fuel(place);
  end_row();
  Warp& warp = *machine.warp;
  uint32_t lane = thread_index() % 32;
  int operation = static_cast<int>(asked & 255);
  machine.spins = 0;
  if (pending_overwrites() != 0) settle_overwrites();
  if (operation == TwActiveMask) return ask_active_mask(place);
  if ((mask >> lane & 1) == 0) report_unnamed_lane(operation, mask, place);
  bool is_usual = std::has_single_bit(asked >> 8 & 255) && (asked >> 8 & 255) <= 32;
  if (!is_usual) asked = (asked & ~uint64_t{0xff00}) | 32 << 8;
  warp.asked[lane] = asked;
  warp.mask[lane] = mask;
  warp.value[lane] = value;
  if (operation == TwCollective) warp.result[lane] = extra;
  uint32_t needed = mask & warp.exists;
  if (warp.waiting == 0) {
    warp.first_asked = asked;
    warp.first_mask = mask;
    warp.needed = needed;
    warp.is_mixed = false;
    bool may_be_short = is_usual && operation != TwCollective && !machine.is_counting;
    warp.short_asked = may_be_short ? asked : 0;
  } else {
    uint32_t first = static_cast<uint32_t>(std::countr_zero(warp.waiting));
    if ((warp.first_asked != asked) | (warp.first_mask != mask) ||
        (operation == TwCollective && warp.result[first] != extra)) {
      warp.is_mixed = true;
      close_short_way(warp);
    }
  }
  warp.waiting |= 1u << lane;
  if ((warp.waiting & needed) == needed) {
    machine.block->places[thread_index()] = place;
    machine.block->waited = machine.threads_per_block;
    if (operation == TwCollective && needed != ~0u) report_partial_collective(warp, place);
    if (warp.is_mixed)
      note_waiting(*machine.block), check_agreement(warp, needed, operation, mask, extra, place);
    complete(warp, needed, operation);
  } else {
    wait_briefly(ThreadState::AtWarp, place);
  }
  return warp.result[lane];
}

}  // namespace
}  // namespace tilewright::kernels::cuda

// tw_warp, but for lanes that ask for what the first asked for (waiting.cc).
extern "C" uint64_t tw_warp_long_way(uint64_t asked, unsigned mask, uint64_t value, const void* place) {
  return tilewright::kernels::cuda::take_part(asked, mask, value, 0, place);
}

// The last of those.
extern "C" void tw_complete(const void* place) {
  using namespace tilewright::kernels::cuda;
  Warp& warp = *machine.warp;
  if (is_uniform_shuffle(warp)) {
    shuffle_uniformly(warp);
    ++machine.launch->warp_operations;
    warp.waiting = 0;
    warp.short_asked = 0;
    return make_ready(thread_index() / 32, ~(1u << thread_index() % 32));
  }
  machine.block->places[thread_index()] = place;
  complete(warp, warp.needed, static_cast<int>(warp.first_asked & 255));
}

extern "C" void tw_collective(unsigned mask, void (*function)(void**), void* data) {
  tilewright::kernels::cuda::take_part(TW_ASKED(TwCollective, 0, 32), mask, reinterpret_cast<uint64_t>(data),
                                       reinterpret_cast<uint64_t>(function), __builtin_return_address(0));
}
