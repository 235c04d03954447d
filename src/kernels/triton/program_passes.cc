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

}  // namespace tilewright::kernels::triton
