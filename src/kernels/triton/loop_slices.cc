#include "kernels/triton/loop_slices.h"

#include <algorithm>

namespace tilewright::kernels::triton {
namespace {

class Slice {
 public:
  explicit Slice(const BlockProgram& program) : program_(program), depends_(program.values.size()) {}

  void mark(ValueId value) { depends_[value.index] = true; }
  bool depends(ValueId value) const { return depends_[value.index]; }

  // Carries marks through a block. Whether what is marked reaches memory or decides about something that does.
  bool follow(const Block& block) {
    bool reaches = false;
    for (OperationId id : block.operations) {
      const Operation& operation = program_[id];
      bool does = std::any_of(operation.operands.begin(), operation.operands.end(),
                              [&](ValueId operand) { return depends(operand); });
      reaches = reaches || (does && (has_effect(operation.op) || contains_effect(operation)));
      for (BlockId inner : operation.blocks) {
        for (ValueId parameter : program_[inner].parameters) depends_[parameter.index] = does;
        reaches = follow(program_[inner]) || reaches;
        for (OperationId last : program_[inner].operations) {
          for (ValueId operand : program_[last].operands) does = does || depends(operand);
        }
      }
      for (uint32_t i = 0; i < operation.result_count; ++i) depends_[operation.first_result.index + i] = does;
    }
    return reaches;
  }

 private:
  static bool has_effect(Op op) {
    return group(op) == OpGroup::Memory || op == Op::Assert || op == Op::Print || op == Op::Hint || op == Op::Return;
  }
  bool contains_effect(const Operation& operation) const {
    for (BlockId id : operation.blocks) {
      for (OperationId inner : program_[id].operations) {
        if (has_effect(program_[inner].op) || contains_effect(program_[inner])) return true;
      }
    }
    return false;
  }

  const BlockProgram& program_;
  std::vector<bool> depends_;  // by value
};

}  // namespace

std::vector<bool> decisive_parameters(const BlockProgram& program, const Operation& loop) {
  const Block &test = program[loop.blocks[0]], &body = program[loop.blocks[1]];
  size_t count = test.parameters.size();
  if (test.operations.empty() || body.operations.empty()) return std::vector<bool>(count, true);
  const Operation &test_end = program[test.operations.back()], &body_end = program[body.operations.back()];
  if (test_end.op != Op::Yield || body_end.op != Op::Yield) return std::vector<bool>(count, true);
  std::vector<bool> is_decisive(count);
  std::vector<std::vector<bool>> reaches(count);  // by parameter: those of the next turn that depend on it
  for (size_t p = 0; p < count; ++p) {
    Slice slice(program);
    slice.mark(test.parameters[p]);
    is_decisive[p] = slice.follow(test) || slice.depends(test_end.operands[0]);
    for (size_t i = 0; i < count; ++i) {
      if (slice.depends(test_end.operands[i + 1])) slice.mark(body.parameters[i]);
    }
    is_decisive[p] = slice.follow(body) || is_decisive[p];
    for (size_t i = 0; i < count; ++i) reaches[p].push_back(slice.depends(body_end.operands[i]));
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t p = 0; p < count; ++p) {
      for (size_t i = 0; i < count; ++i) {
        bool is_new = !is_decisive[p] && reaches[p][i] && is_decisive[i];
        if (is_new) is_decisive[p] = has_changed = true;
      }
    }
  }
  return is_decisive;
}

}  // namespace tilewright::kernels::triton
