#include "kernels/triton/shared_memory.h"

#include <algorithm>

#include "base/work_counters.h"
#include "kernels/triton/axis_knowledge.h"

namespace tilewright::kernels::triton {
namespace {

constexpr int64_t kThreadsOfWarp = 32;
constexpr int kMostSteps = 200;  // values compared

class Bound {
 public:
  Bound(const BlockProgram& program, const SharedMemoryQuestion& question)
      : p_(program),
        q_(question),
        known_(know_axes(program, question.divisors)),
        makers_(program.values.size()),
        users_(program.values.size()) {
    note_uses(p_.prologue);
    note_uses(p_.entry);
  }

  // Blocks that run one after the other can share what they take.
  uint64_t of(BlockId block) const {
    uint64_t most = 0;
    for (OperationId id : p_[block].operations) {
      const Operation& operation = p_[id];
      if (operation.op == Op::For && is_pipelined(operation)) {
        most = std::max(most, of_loop(operation));
      } else if (operation.op == Op::Dot) {
        most = std::max(most, tiles_of(operation, {}));
      }
      for (BlockId inner : operation.blocks) most = std::max(most, of(inner));
    }
    return most;
  }

 private:
  // Operations that passes took out of their blocks are no users.
  void note_uses(BlockId block) {
    for (OperationId id : p_[block].operations) {
      const Operation& operation = p_[id];
      for (uint32_t i = 0; i < operation.result_count; ++i)
        makers_[operation.first_result.index + i] = &operation;
      for (ValueId operand : operation.operands) users_[operand.index].push_back(&operation);
      for (BlockId inner : operation.blocks) note_uses(inner);
    }
  }

  int stages_of(const Operation& loop) const {
    return loop.integer > 0 ? static_cast<int>(loop.integer) : q_.num_stages;
  }

  // An innermost loop of several turns whose turns the compiler may let overlap.
  bool is_pipelined(const Operation& loop) const {
    if (stages_of(loop) < 2 || loop.flag) return false;
    const Operation *lower = makers_[loop.operands[0].index], *upper = makers_[loop.operands[1].index],
                    *step = makers_[loop.operands[2].index];
    auto is_constant = [](const Operation* maker) { return maker && maker->op == Op::Constant; };
    bool is_counted = is_constant(lower) && is_constant(upper) && is_constant(step);
    if (is_counted && upper->integer - lower->integer <= step->integer) return false;
    return is_plain(loop.blocks[0]);
  }

  bool is_plain(BlockId block) const {
    return std::all_of(p_[block].operations.begin(), p_[block].operations.end(), [&](OperationId id) {
      const Operation& operation = p_[id];
      switch (operation.op) {
        case Op::For:
        case Op::While:
        case Op::Barrier:
        case Op::Assert:
        case Op::Print:
        case Op::Atomic:
          return false;
        default:
          return std::all_of(operation.blocks.begin(), operation.blocks.end(),
                             [&](BlockId inner) { return is_plain(inner); });
      }
    });
  }

  // Operations of every turn: those of the body and of functions called there.
  void collect(BlockId block, std::vector<const Operation*>& found) const {
    for (OperationId id : p_[block].operations) {
      found.push_back(&p_[id]);
      if (p_[id].op == Op::Inline) collect(p_[id].blocks[0], found);
    }
  }

  uint64_t of_loop(const Operation& loop) const {
    std::vector<const Operation*> turn, pipelined;
    collect(loop.blocks[0], turn);
    uint64_t bytes = 0;
    const uint64_t stages = static_cast<uint64_t>(stages_of(loop));
    auto is_dot = [](const Operation* operation) { return operation->op == Op::Dot; };
    const bool is_single = std::count_if(turn.begin(), turn.end(), is_dot) == 1;
    for (const Operation* load : turn) {
      if (load->op != Op::Load) continue;
      std::vector<bool> seen(p_.values.size());
      for (ValueId operand : load->operands) {
        // Loads behind loads are given stages of their own.
        if (comes_from_load(operand, loop, seen)) return 0;
      }
      const Operation* product = product_of(*load);
      if (!product || !is_copied_asynchronously(*load) || !changes(*load, loop)) continue;
      // The compiler merges loads of the same block, and what it does with one of several users is not
      // modelled.
      auto is_twin = [&](const Operation* other) {
        return other != load && other->op == Op::Load && is_same_load(*load, *other);
      };
      if (std::any_of(turn.begin(), turn.end(), is_twin)) continue;
      pipelined.push_back(load);
      const bool takes_all = is_on_shared(*product) && (is_single || !is_rounded(*product));
      bytes += bytes_of(load->first_result) * (takes_all ? stages : stages - 1);
    }
    uint64_t others = 0;
    for (const Operation* dot : turn) {
      if (dot->op == Op::Dot) others = std::max(others, tiles_of(*dot, pipelined));
    }
    return bytes + others;
  }

  bool comes_from_load(ValueId value, const Operation& loop, std::vector<bool>& seen) const {
    if (seen[value.index]) return false;
    seen[value.index] = true;
    const Block& body = p_[loop.blocks[0]];
    for (size_t i = 1; i < body.parameters.size(); ++i) {
      if (body.parameters[i] == value)
        return comes_from_load(p_[body.operations.back()].operands[i - 1], loop, seen);
    }
    const Operation* maker = makers_[value.index];
    if (!maker || is_outside(*maker, loop)) return false;
    if (maker->op == Op::Load || !maker->blocks.empty()) return true;
    return std::any_of(maker->operands.begin(), maker->operands.end(),
                       [&](ValueId operand) { return comes_from_load(operand, loop, seen); });
  }

  // Whether a load reads another block each turn; the compiler may take one that does not out of the loop.
  bool changes(const Operation& load, const Operation& loop) const {
    std::vector<bool> seen(p_.values.size());
    return std::any_of(load.operands.begin(), load.operands.end(),
                       [&](ValueId operand) { return changes(operand, loop, seen); });
  }

  bool changes(ValueId value, const Operation& loop, std::vector<bool>& seen) const {
    if (seen[value.index]) return false;
    seen[value.index] = true;
    const Block& body = p_[loop.blocks[0]];
    for (size_t i = 0; i < body.parameters.size(); ++i) {
      if (body.parameters[i] == value) return i == 0 || p_[body.operations.back()].operands[i - 1] != value;
    }
    const Operation* maker = makers_[value.index];
    return maker && std::any_of(maker->operands.begin(), maker->operands.end(),
                                [&](ValueId operand) { return changes(operand, loop, seen); });
  }

  bool is_same_load(const Operation& one, const Operation& other) const {
    int steps = kMostSteps;
    if (one.operands.size() != other.operands.size()) return false;
    for (size_t i = 0; i < one.operands.size(); ++i) {
      if (!is_same(one.operands[i], other.operands[i], steps)) return false;
    }
    return true;
  }

  // Computed in the same way from the same values, as far as `steps` tell; results of functions count as
  // such.
  bool is_same(ValueId one, ValueId other, int& steps) const {
    if (one == other || --steps < 0) return true;
    const Operation *a = makers_[one.index], *b = makers_[other.index];
    if (!a || !b || a->op != b->op || !(p_.type(one) == p_.type(other))) return false;
    if (a->op == Op::Inline) return true;
    OpGroup kind = group(a->op);
    if (kind == OpGroup::Memory || kind == OpGroup::Effect || kind == OpGroup::Control) return false;
    if (a->operands.size() != b->operands.size() || a->integer != b->integer || a->integer2 != b->integer2 ||
        a->integer3 != b->integer3 || a->number != b->number || a->kind != b->kind || a->flag != b->flag)
      return false;
    for (size_t i = 0; i < a->operands.size(); ++i) {
      if (!is_same(a->operands[i], b->operands[i], steps)) return false;
    }
    return true;
  }

  bool is_outside(const Operation& maker, const Operation& loop) const {
    std::vector<const Operation*> turn;
    collect(loop.blocks[0], turn);
    return std::find(turn.begin(), turn.end(), &maker) == turn.end();
  }

  // The product that takes a load as it is, or turned; null: it has other users, too.
  const Operation* product_of(const Operation& load) const {
    ValueId value = load.first_result;
    for (;;) {
      const auto& users = users_[value.index];
      if (users.size() != 1) return nullptr;
      const Operation& user = *users[0];
      if (user.op == Op::Permute) {
        value = user.first_result;
        continue;
      }
      bool is_operand = user.op == Op::Dot && (user.operands[0] == value || user.operands[1] == value);
      return is_operand && is_tensor_core(user) ? &user : nullptr;
    }
  }

  static bool is_half(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

  bool is_tensor_core(const Operation& dot) const {
    const BlockType &a = p_.type(dot.operands[0]), &b = p_.type(dot.operands[1]);
    return a.shape.size() == 2 && a.dtype == b.dtype && (is_half(a.dtype) || is_rounded(dot));
  }

  // fp32 operands as tf32 by wgmma; how other fp32 products get their operands is not modelled.
  bool is_rounded(const Operation& dot) const {
    const BlockType &a = p_.type(dot.operands[0]), &b = p_.type(dot.operands[1]);
    return a.dtype == DType::Float32 && static_cast<DotPrecision>(dot.kind) == DotPrecision::Tf32 &&
           q_.num_warps % 4 == 0 && a.shape[0] >= 64 && b.shape[1] >= 16 && a.shape[1] >= 16;
  }

  // wgmma, which reads its operands from shared memory.
  bool is_on_shared(const Operation& dot) const {
    const Shape &a = p_.type(dot.operands[0]).shape, &b = p_.type(dot.operands[1]).shape;
    return is_tensor_core(dot) && q_.num_warps % 4 == 0 && a[0] >= 64 && b[1] >= 16 && a[1] >= 16;
  }

  // Tiles that a product reads from shared memory although their loads are not among `pipelined`.
  uint64_t tiles_of(const Operation& dot, const std::vector<const Operation*>& pipelined) const {
    if (!is_on_shared(dot) || is_rounded(dot)) return 0;
    uint64_t bytes = 0;
    const Operation* first = nullptr;
    for (size_t side = 0; side < 2; ++side) {
      const Operation* maker = makers_[dot.operands[side].index];
      while (maker && maker->op == Op::Permute) maker = makers_[maker->operands[0].index];
      bool is_load = maker && maker->op == Op::Load;
      if (!is_load || std::find(pipelined.begin(), pipelined.end(), maker) != pipelined.end()) continue;
      // One tile serves both sides of a block's product with itself.
      if (!first || !is_same_load(*first, *maker)) bytes += bytes_of(maker->first_result);
      first = maker;
    }
    return bytes;
  }

  uint64_t bytes_of(ValueId value) const {
    return static_cast<uint64_t>(p_.type(value).numel()) * size_of(p_.type(value).dtype);
  }

  // cp.async moves 4 bytes or more: what a thread loads in one piece. A descriptor's block moves as a whole.
  bool is_copied_asynchronously(const Operation& load) const {
    if (load.is_descriptor) return true;
    const BlockType& type = p_.type(load.operands[0]);
    const AxisKnowledge& pointer = known_[load.operands[0].index];
    int64_t size = static_cast<int64_t>(size_of(type.dtype)), longest = 1;
    int64_t most = std::max<int64_t>(1, type.numel() / (kThreadsOfWarp * q_.num_warps));
    size_t axis = 0;
    for (size_t a = 0; a < pointer.axes.size(); ++a) {
      if (pointer.axes[a].contiguous > pointer.axes[axis].contiguous) axis = a;
    }
    longest = std::min(
        {pointer.axes[axis].contiguous, std::max<int64_t>(1, pointer.axes[axis].divisor / size), most});
    if (load.has_mask) {
      const AxisKnowledge& mask = known_[load.operands[1].index];
      if (mask.axes.size() != pointer.axes.size()) return false;
      longest = std::min(longest, mask.axes[axis].constant);
    }
    return longest * size >= 4;
  }

  const BlockProgram& p_;
  const SharedMemoryQuestion& q_;
  std::vector<AxisKnowledge> known_;
  std::vector<const Operation*> makers_;              // by value
  std::vector<std::vector<const Operation*>> users_;  // by value
};

}  // namespace

uint64_t least_shared_bytes(const BlockProgram& program, const SharedMemoryQuestion& question) {
  return Bound(program, question).of(program.entry);
}

}  // namespace tilewright::kernels::triton
