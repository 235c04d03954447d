// Blocks of data take registers; addresses and masks are folded into a constant, as compilers fold them into
// instructions. Tiles of matrix products wait in shared memory.
#include "kernels/triton/resources.h"

#include <algorithm>

#include "kernels/triton/code.h"

namespace tilewright::kernels::triton {
namespace {

constexpr uint64_t kBaseRegisters = 24, kMostRegisters = 255;  // as chips/kernel_time.cc
constexpr uint64_t kThreadsOfWarp = 32, kRegisterBytes = 4;

class Estimate {
 public:
  Estimate(const Code& code, const std::vector<std::pair<int32_t, int32_t>>& loops)
      : code_(code), loops_(loops), is_data_(code.slots.size()), users_(code.slots.size()) {
    for (size_t at = 0; at < code.instructions.size(); ++at) {
      for (int32_t source : code.instructions[at].sources) {
        if (source >= 0) users_[static_cast<size_t>(source)].push_back(at);
      }
    }
    find_data();
  }

  Resources run(const std::vector<int32_t>& first, const std::vector<int32_t>& last) {
    Resources found;
    std::vector<bool> is_in_shared(code_.slots.size());
    for (size_t at = 0; at < code_.instructions.size(); ++at) {
      const Instruction& instruction = code_.instructions[at];
      if (instruction.action != Action::Operation || instruction.result < 0) continue;
      size_t result = static_cast<size_t>(instruction.result);
      if (instruction.op == Op::Load && feeds_products(result, 0)) {
        is_in_shared[result] = true;
        (is_in_loop(at) ? found.staged_bytes : found.tile_bytes) += bytes_of(result);
      }
      bool is_reduction =
          instruction.op == Op::Reduce || instruction.op == Op::ArgReduce || instruction.op == Op::Scan;
      if (is_reduction)
        found.reduced_elements =
            std::max(found.reduced_elements, static_cast<uint64_t>(code_.slots[result].numel));
      bool is_exchange =
          instruction.op == Op::Permute || instruction.op == Op::Gather || instruction.op == Op::Sort;
      if (is_exchange && is_data_[result] && !instruction.is_identity && !feeds_products(result, 0))
        found.exchange_bytes = std::max(found.exchange_bytes, bytes_of(result));
    }
    // The most that lives at one time: +bytes where a slot begins, -bytes after its end.
    std::vector<int64_t> change(code_.instructions.size() + 2);
    for (size_t s = 0; s < code_.slots.size(); ++s) {
      if (!is_data_[s] || is_in_shared[s] || is_view(s) || last[s] < 0 || code_.slots[s].numel == 1) continue;
      size_t begin =
          static_cast<size_t>(std::clamp<int32_t>(first[s], 0, static_cast<int32_t>(change.size()) - 2));
      size_t end =
          static_cast<size_t>(std::clamp<int32_t>(last[s], 0, static_cast<int32_t>(change.size()) - 2));
      change[begin] += static_cast<int64_t>(bytes_of(s));
      change[end + 1] -= static_cast<int64_t>(bytes_of(s));
    }
    int64_t live = 0;
    for (int64_t each : change) {
      live += each;
      found.live_bytes = std::max(found.live_bytes, static_cast<uint64_t>(std::max<int64_t>(live, 0)));
    }
    return found;
  }

 private:
  // What comes from memory, products or random numbers; addresses and masks do not.
  void find_data() {
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Instruction& instruction : code_.instructions) {
        if (instruction.result < 0 || is_data_[static_cast<size_t>(instruction.result)]) continue;
        const SlotInfo& slot = code_.slots[static_cast<size_t>(instruction.result)];
        if (slot.type.is_pointer || slot.type.dtype == DType::Bool) continue;
        bool is_source = instruction.action == Action::Operation &&
                         (instruction.op == Op::Load || instruction.op == Op::Dot ||
                          instruction.op == Op::Philox || instruction.op == Op::Atomic);
        for (int32_t source : instruction.sources)
          is_source = is_source || (source >= 0 && is_data_[static_cast<size_t>(source)]);
        is_data_[static_cast<size_t>(instruction.result)] = is_source;
        is_changed = is_changed || is_source;
      }
    }
  }

  uint64_t bytes_of(size_t slot) const {
    return static_cast<uint64_t>(code_.slots[slot].numel) * size_of(code_.slots[slot].type.dtype);
  }

  bool is_in_loop(size_t at) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](const auto& loop) {
      return static_cast<int32_t>(at) >= loop.first && static_cast<int32_t>(at) <= loop.second;
    });
  }

  // Whether every use is an operand of a matrix product, perhaps transposed or converted before.
  bool feeds_products(size_t slot, int depth) const {
    if (users_[slot].empty() || depth > 4) return false;
    return std::all_of(users_[slot].begin(), users_[slot].end(), [&](size_t at) {
      const Instruction& user = code_.instructions[at];
      if (user.action != Action::Operation) return false;
      int32_t s = static_cast<int32_t>(slot);
      if (user.op == Op::Dot) return user.sources[0] == s || user.sources[1] == s;
      bool passes_on = user.op == Op::Permute || user.op == Op::Cast || user.op == Op::Reshape;
      return passes_on && user.result != s && feeds_products(static_cast<size_t>(user.result), depth + 1);
    });
  }

  // A repetition of registers that are counted already.
  bool is_view(size_t slot) const {
    return std::any_of(code_.instructions.begin(), code_.instructions.end(),
                       [&](const Instruction& instruction) {
                         bool is_shape = instruction.action == Action::Operation &&
                                         (instruction.op == Op::Broadcast || instruction.op == Op::Reshape ||
                                          instruction.op == Op::Bitcast);
                         return is_shape && instruction.result == static_cast<int32_t>(slot);
                       });
  }

  const Code& code_;
  const std::vector<std::pair<int32_t, int32_t>>& loops_;
  std::vector<bool> is_data_;
  std::vector<std::vector<size_t>> users_;
};

}  // namespace

uint64_t Resources::registers(int num_warps) const {
  uint64_t bytes = kThreadsOfWarp * static_cast<uint64_t>(std::max(1, num_warps)) * kRegisterBytes;
  return std::min(kMostRegisters, kBaseRegisters + (live_bytes + bytes - 1) / bytes);
}

uint64_t Resources::shared_bytes(int num_warps, int num_stages) const {
  uint64_t warps = static_cast<uint64_t>(std::max(1, num_warps)),
           stages = static_cast<uint64_t>(std::max(1, num_stages));
  uint64_t combine = warps > 1 ? reduced_elements * kRegisterBytes * warps : 0;
  return staged_bytes * stages + tile_bytes + std::max(combine, exchange_bytes);
}

Resources estimate_resources(const Code& code, const std::vector<int32_t>& first,
                             const std::vector<int32_t>& last,
                             const std::vector<std::pair<int32_t, int32_t>>& loops) {
  return Estimate(code, loops).run(first, last);
}

}  // namespace tilewright::kernels::triton
