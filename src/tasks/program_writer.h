// Writes the text of one generated task: expressions with the range of their values, the statements
// of forward, the modules of __init__, module-level sizes and the two input functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "tasks/operations.h"
#include "tasks/vocabulary.h"

namespace tilewright::tasks {

// Source text of a tensor in forward.
struct Expression {
  std::string text;
  Range range;
  bool is_atom = true;    // needs no parentheses as an operand
  bool is_name = true;    // a variable: may be written twice
  bool is_input = false;  // exactly an input as given
};

class ProgramWriter {
 public:
  ProgramWriter(Random& random, bool is_held_out);

  Random& random() { return random_; }
  Vocabulary& vocabulary() { return vocabulary_; }

  // A module-level integer; `role` picks among usual names ("rows", "columns", "channels", ...).
  std::string size(std::string_view role, int64_t value);
  // An argument of forward made by torch.randn or torch.rand with these sizes (names or literals).
  Expression input(const std::vector<std::string>& sizes);
  Expression input_from(std::string make_text, const Range& range);
  // A constructor argument that receives the module-level size; its name inside the class.
  std::string init_argument(std::string_view role, const std::string& size_name);
  // `self.<attribute> = <constructor>` in __init__; returns "self.<attribute>".
  std::string module(std::string_view attribute, const std::string& constructor);
  // A number for use in forward: the literal, or an attribute set to it in __init__.
  std::string number(const std::string& literal);

  // The operand as text that binds tighter than any operator.
  std::string atom(const Expression& operand) const;
  // A variable that holds the expression; a new statement unless it is one already.
  Expression named(const Expression& expression);
  // An expression just built from others: kept nested or given a name, as this program's style has it.
  Expression step(std::string text, const Range& range);
  // The pointwise operation in one of its spellings; empty when the operand's range does not allow it.
  std::optional<Expression> apply(const Operation& operation, const Expression& operand);
  // `count` random operations of the given groups (bits 1 << OperationGroup), fewer when none fits.
  Expression chain(Expression operand, int count, unsigned groups, unsigned required_flags = 0,
                   unsigned refused_flags = 0);

  void use_functional() { uses_functional_ = true; }
  // Inputs keep their meaning to the end: no statement assigns to an argument.
  void keep_inputs() {
    if (flow_ == Flow::Reassigned) flow_ = Flow::Fresh;
  }
  // The finished file; `results` are what forward returns.
  std::string render(const std::vector<Expression>& results);

 private:
  struct NamedValue {
    std::string name, value;
  };
  enum class Flow : uint8_t { Nested, Reassigned, Fresh };

  std::string local_name();
  // Modules and constructor arguments made for a spelling that was not chosen.
  void drop_unused(const std::vector<Expression>& results);
  std::string fill(std::string_view spelling, const Expression& operand, OperationConstants& constants);

  Random& random_;
  Vocabulary vocabulary_;
  Flow flow_;
  int depth_ = 0;
  bool uses_functional_ = false;
  bool is_annotated_ = false;
  std::vector<NamedValue> sizes_;
  std::vector<NamedValue> inputs_;          // argument, text that makes it
  std::vector<NamedValue> init_arguments_;  // name, module-level size
  std::vector<std::string> init_lines_;
  std::vector<std::string> forward_lines_;
  std::vector<std::string> attributes_;
};

// Whether an operator stands outside all brackets, so that the text needs parentheses as an operand.
bool has_outer_operator(std::string_view text);

}  // namespace tilewright::tasks
