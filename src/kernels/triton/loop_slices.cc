#include "kernels/triton/loop_slices.h"

#include <algorithm>

namespace tilewright::kernels::triton {
namespace {

class Slice {
 public:
  // `marks_memory`: what comes from memory is marked, too.
  explicit Slice(const BlockProgram& program, bool marks_memory = false)
      : program_(program), depends_(program.values.size()), marks_memory_(marks_memory) {}

  void mark(ValueId value) { depends_[value.index] = true; }
  bool depends(ValueId value) const { return depends_[value.index]; }

  // Carries marks through a block. Whether what is marked reaches memory or decides about something that
  // does.
  bool follow(const Block& block) {
    bool reaches = false;
    for (OperationId id : block.operations) {
      const Operation& operation = program_[id];
      bool does = std::any_of(operation.operands.begin(), operation.operands.end(),
                              [&](ValueId operand) { return depends(operand); });
      does = does || (marks_memory_ && group(operation.op) == OpGroup::Memory);
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
    return group(op) == OpGroup::Memory || op == Op::Assert || op == Op::Print || op == Op::Hint ||
           op == Op::Return;
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
  bool marks_memory_;
};

// How marks go from turn to turn: those of the test's parameters after one, of the body's last values.
void carry(Slice& slice, const Block& test, const Block& body, const Operation& test_end) {
  for (size_t i = 0; i < test.parameters.size(); ++i) {
    if (slice.depends(test_end.operands[i + 1])) slice.mark(body.parameters[i]);
  }
}

// Adds the parameters on which, over any number of turns, those of `wanted` depend.
void close_over(std::vector<bool>& wanted, const std::vector<std::vector<bool>>& reaches) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t p = 0; p < wanted.size(); ++p) {
      for (size_t i = 0; i < wanted.size(); ++i) {
        bool is_new = !wanted[p] && reaches[p][i] && wanted[i];
        if (is_new) wanted[p] = has_changed = true;
      }
    }
  }
}

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
    carry(slice, test, body, test_end);
    is_decisive[p] = slice.follow(body) || is_decisive[p];
    for (size_t i = 0; i < count; ++i) reaches[p].push_back(slice.depends(body_end.operands[i]));
  }
  close_over(is_decisive, reaches);
  return is_decisive;
}

LoopTest test_of_loop(const BlockProgram& program, const Operation& loop) {
  const Block &test = program[loop.blocks[0]], &body = program[loop.blocks[1]];
  const size_t count = test.parameters.size();
  LoopTest result{std::vector<bool>(count, true), true};
  if (test.operations.empty() || body.operations.empty()) return result;
  const Operation &test_end = program[test.operations.back()], &body_end = program[body.operations.back()];
  if (test_end.op != Op::Yield || body_end.op != Op::Yield) return result;
  std::vector<std::vector<bool>> reaches(count);
  for (size_t p = 0; p < count; ++p) {
    Slice slice(program);
    slice.mark(test.parameters[p]);
    slice.follow(test);
    result.parameters[p] = slice.depends(test_end.operands[0]);
    carry(slice, test, body, test_end);
    slice.follow(body);
    for (size_t i = 0; i < count; ++i) reaches[p].push_back(slice.depends(body_end.operands[i]));
  }
  close_over(result.parameters, reaches);
  std::vector<bool> is_of_memory(count);
  for (;;) {
    Slice slice(program, true);
    for (size_t i = 0; i < count; ++i) {
      if (is_of_memory[i]) slice.mark(test.parameters[i]);
    }
    slice.follow(test);
    result.depends_on_memory = slice.depends(test_end.operands[0]);
    carry(slice, test, body, test_end);
    slice.follow(body);
    std::vector<bool> next = is_of_memory;
    for (size_t i = 0; i < count; ++i) next[i] = next[i] || slice.depends(body_end.operands[i]);
    if (next == is_of_memory) return result;
    is_of_memory = std::move(next);
  }
}

}  // namespace tilewright::kernels::triton
