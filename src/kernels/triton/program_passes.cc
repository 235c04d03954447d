#include "kernels/triton/program_passes.h"

#include <functional>

namespace tilewright::kernels::triton {

// acc + dot(a, b), where the product has no other use, becomes dot(a, b, acc): what a GPU does with it.
void fuse_dots(BlockProgram& p) {
  std::vector<int> uses(p.values.size());
  for (const Operation& operation : p.operations) {
    for (ValueId id : operation.operands) ++uses[id.index];
  }
  for (Block& block : p.blocks) {
    for (size_t at = 0; at < block.operations.size(); ++at) {
      Operation& sum = p.operations[block.operations[at].index];
      if (sum.op != Op::Add || p.type(sum.first_result).dtype == DType::Float16) continue;
      for (size_t side = 0; side < 2; ++side) {
        ValueId product = sum.operands[side];
        if (uses[product.index] != 1) continue;
        size_t made = 0;
        while (made < at && !(p[block.operations[made]].result_count == 1 &&
                              p[block.operations[made]].first_result == product))
          ++made;
        if (made == at) continue;
        Operation& dot = p.operations[block.operations[made].index];
        if (dot.op != Op::Dot || dot.flag) continue;
        Operation fused = dot;
        fused.operands.push_back(sum.operands[1 - side]);
        fused.first_result = sum.first_result;
        fused.flag = true;
        sum = std::move(fused);
        block.operations.erase(block.operations.begin() + static_cast<long>(made));
        --at;
        break;
      }
    }
  }
}

// What depends on constants and arguments alone is computed once a launch, not once a program.
void hoist_invariants(BlockProgram& p) {
  std::vector<bool> is_invariant(p.values.size());
  std::vector<OperationId>& prologue = p.blocks[p.prologue.index].operations;
  for (OperationId id : prologue) is_invariant[p[id].first_result.index] = true;
  auto is_pure = [](Op op) {
    switch (group(op)) {
      case OpGroup::Unary:
      case OpGroup::Test:
      case OpGroup::Binary:
      case OpGroup::Compare:
      case OpGroup::Ternary:
        return true;
      case OpGroup::Convert:  // addresses are met while programs run
        return op != Op::MakePointer;
      default:
        return op == Op::Arange || op == Op::Hint || op == Op::Broadcast || op == Op::Reshape || op == Op::Permute;
    }
  };
  // In textual order, so that operands are seen before their users; blocks are nested operations.
  std::function<void(BlockId)> visit = [&](BlockId block_id) {
    std::vector<OperationId> kept;
    for (OperationId id : std::vector<OperationId>(p[block_id].operations)) {
      const Operation& operation = p[id];
      for (BlockId inner : operation.blocks) visit(inner);
      bool moves = is_pure(operation.op) && operation.result_count == 1;
      for (ValueId operand : operation.operands) moves = moves && is_invariant[operand.index];
      if (!moves) {
        kept.push_back(id);
        continue;
      }
      is_invariant[operation.first_result.index] = true;
      prologue.push_back(id);
    }
    p.blocks[block_id.index].operations = std::move(kept);
  };
  visit(p.entry);
}

// Values that may become part of an address, for int32 arithmetic is checked only there. Users come after
// operands, so one pass from the end sees them first; what goes round a loop counts as part of one.
std::vector<bool> find_address_parts(const BlockProgram& p) {
  std::vector<bool> is_address_part(p.values.size());
  for (size_t at = p.operations.size(); at-- > 0;) {
    const Operation& operation = p.operations[at];
    bool passes_on = operation.op == Op::PtrAdd || group(operation.op) == OpGroup::Control;
    bool keeps = group(operation.op) == OpGroup::Shape || operation.op == Op::Add ||
                 operation.op == Op::Sub || operation.op == Op::Mul || operation.op == Op::Neg ||
                 operation.op == Op::Cast || operation.op == Op::Where || operation.op == Op::Hint;
    for (uint32_t i = 0; keeps && i < operation.result_count; ++i)
      passes_on = passes_on || is_address_part[operation.first_result.index + i];
    if (!passes_on) continue;
    for (ValueId operand : operation.operands) is_address_part[operand.index] = true;
  }
  return is_address_part;
}

namespace {

class Definitions {
 public:
  explicit Definitions(const BlockProgram& program) : maker_(program.values.size(), nullptr) {
    for (const Operation& operation : program.operations) {
      for (uint32_t i = 0; i < operation.result_count; ++i)
        maker_[operation.first_result.index + i] = &operation;
    }
  }

  // Whether lanes of `value` may hold what a load from `pointer` gave, unchanged.
  bool holds_load_from(ValueId value, ValueId pointer) const {
    int steps = kMostSteps;
    return holds_load_from(value, pointer, steps);
  }

 private:
  static constexpr int kMostSteps = 200;  // beyond them it does not

  bool holds_load_from(ValueId value, ValueId pointer, int& steps) const {
    const Operation* maker = maker_[value.index];
    if (!maker || --steps < 0) return false;
    auto holds = [&](size_t operand) { return holds_load_from(maker->operands[operand], pointer, steps); };
    switch (maker->op) {
      case Op::Load:
        return is_same(maker->operands[0], pointer, steps);
      case Op::Where:
        return holds(1) || holds(2);
      case Op::Cast:
      case Op::Broadcast:
      case Op::Reshape:
        return holds(0);
      default:
        return false;
    }
  }

  // Computed in the same way from the same values.
  bool is_same(ValueId one, ValueId other, int& steps) const {
    if (one == other) return true;
    const Operation *a = maker_[one.index], *b = maker_[other.index];
    if (--steps < 0 || !a || !b || a->op != b->op || a->operands.size() != b->operands.size()) return false;
    OpGroup kind = group(a->op);
    if (kind == OpGroup::Memory || kind == OpGroup::Effect || kind == OpGroup::Control) return false;
    if (a->result_count != 1 || a->integer != b->integer || a->integer2 != b->integer2 ||
        a->integer3 != b->integer3 || a->number != b->number || a->kind != b->kind || a->flag != b->flag)
      return false;
    for (size_t i = 0; i < a->operands.size(); ++i) {
      if (!is_same(a->operands[i], b->operands[i], steps)) return false;
    }
    return true;
  }

  std::vector<const Operation*> maker_;  // by value; null: a parameter of a block
};

}  // namespace

std::vector<bool> find_stores_that_put_back(const BlockProgram& p) {
  std::vector<bool> puts_back(p.operations.size());
  const Definitions definitions(p);
  for (size_t i = 0; i < p.operations.size(); ++i) {
    const Operation& operation = p.operations[i];
    puts_back[i] = operation.op == Op::Store &&
                   definitions.holds_load_from(operation.operands[1], operation.operands[0]);
  }
  return puts_back;
}

}  // namespace tilewright::kernels::triton
