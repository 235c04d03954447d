// A call of an instruction or a function of nki.language: its arguments by name, and the checks they share.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/nki/launch.h"

namespace tilewright::kernels::nki {

class Call;

struct FunctionInfo {
  std::string_view name, signature;
  int generation = 2;  // of core, the first that has it
  std::string_view engines, doc;
  script::Value (*body)(Call&) = nullptr;  // null: not run here yet
  bool is_instruction = false;
};
std::span<const FunctionInfo> instructions();               // instructions.def
std::span<const FunctionInfo> functions();                  // language.def
std::span<const FunctionInfo> generation_a_instructions();  // generation_a.def
std::span<const FunctionInfo> generation_a_functions();
const FunctionInfo* find_instruction(std::string_view name);
const FunctionInfo* find_function(std::string_view name);
script::Value make_callable(const FunctionInfo& info);

using NamedValue = std::pair<std::string_view, script::Value>;
// Runs an instruction from within another function.
void run_instruction(Launch& launch, std::string_view name, std::initializer_list<NamedValue> arguments);
void run_instruction(Launch& launch, std::string_view name, std::vector<NamedValue> arguments);

// A number, or one value for each partition.
struct Operand {
  bool is_vector = false;
  float value = 0;
  View view;
  Rows rows;
  std::optional<int64_t> whole;  // the number, where it is an integer
  const float* at(int64_t partition, float* scratch) const {
    return is_vector ? read_row(rows, partition, scratch) : &value;
  }
};

class Call {
 public:
  Call(Launch& of, const FunctionInfo& which, script::CallArguments& arguments);
  Call(Launch& of, const FunctionInfo& which, std::initializer_list<NamedValue> arguments);

  Launch& launch;
  script::Interpreter& interpreter;
  const FunctionInfo& info;

  const script::Value& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].is_none(); }
  int64_t integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  Op op(std::string_view name) const;
  // The member of an enumeration; "" for None and for `unknown`.
  std::string_view token(std::string_view name) const;
  Dims dims(std::string_view name) const;
  ElementType type(std::string_view name, ElementType fallback) const;

  View tensor(std::string_view name) const;    // any memory
  View readable(std::string_view name) const;  // checked: inside its buffer, every element set
  View writable(std::string_view name) const;
  Operand operand(std::string_view name, const View& data) const;  // one value a partition of `data`

  // ---- checks; each faults with the operands' names
  void require(bool condition, std::string message,
               std::initializer_list<std::string_view> operands = {}) const;
  [[noreturn]] void fail(DiagnosticKind kind, std::string message,
                         std::initializer_list<std::string_view> operands = {}) const;
  // On-chip, at most 128 partitions, at a partition where an access of that many may start (generation A's
  // compiler moves data that does not).
  void check_lanes(std::string_view name, const View& view) const;
  void check_space(std::string_view name, const View& view,
                   std::string_view allowed) const;  // "S", "P", "SP", "SH"
  void check_same_shape(std::string_view a, const View& x, std::string_view b, const View& y) const;
  void check_not_both_psum(std::string_view a, const View& x, std::string_view b, const View& y) const;
  void check_numbers(std::string_view name, const View& view) const;  // no packed words
  // Both checks of each, one operand after the other.
  void check_number_lanes(std::initializer_list<std::pair<std::string_view, const View*>> operands) const;

  // Marks what was written, counts the instruction and puts it on the timeline.
  void issue(Engine engine, double cycles, std::initializer_list<const View*> reads,
             std::initializer_list<const View*> writes) const;
  void issue_transfer(double seconds, std::initializer_list<const View*> reads,
                      std::initializer_list<const View*> writes) const;
  script::Value done() const;

 private:
  void bind(script::CallArguments& arguments);
  [[noreturn]] void refuse_keyword(std::string_view unknown) const;
  void schedule(Engine engine, Timeline::Cost cost, std::initializer_list<const View*> reads,
                std::initializer_list<const View*> writes) const;
  void check_inside(std::string_view name, const View& view) const;
  std::vector<script::Value> values_;
  mutable std::vector<View> unset_reads_;  // operands of generation A that hold unset elements
};

// A host array as a tensor of HBM.
script::Value constant_tensor(const Call& call, const script::Value& array);

// The part of its buffer that a view touches, as the timeline sees it.
Box box_of(const View& view);

}  // namespace tilewright::kernels::nki
