// What scripts see of NKI: tensors, element types, operators, tokens, kernels.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/nki/ops.h"
#include "kernels/nki/view.h"
#include "script/interpreter.h"

namespace tilewright::kernels::nki {

class TypeObject final : public script::Object {
 public:
  explicit TypeObject(ElementType element) : type(element) {}
  const ElementType type;
  std::string_view type_name() const override { return "dtype"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
  uint64_t hash(script::Interpreter&) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};
// From an NKI type, a name, or a dtype of torch or numpy; nullopt: none of these, or one that NKI lacks.
std::optional<ElementType> to_element_type(script::Interpreter& interpreter, const script::Value& value);

// nl.add: the operator as `op=` of an instruction, and a function on tiles.
class OpObject final : public script::Object {
 public:
  explicit OpObject(Op which, bool of_generation_a = false) : op(which), is_generation_a(of_generation_a) {}
  const Op op;
  const bool is_generation_a;  // called, it broadcasts and takes a mask
  std::string_view type_name() const override { return "function"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
  std::string repr(script::Interpreter&) override;
};
// From an operator of nki.language or NumPy's function of the same meaning.
std::optional<Op> to_op(script::Interpreter& interpreter, const script::Value& value);

// One member of an enumeration: nisa.engine.vector.
class Token final : public script::Object {
 public:
  Token(std::string enumeration, std::string member, int64_t number)
      : owner(std::move(enumeration)), name(std::move(member)), value(number) {}
  const std::string owner, name;
  const int64_t value;
  std::string_view type_name() const override { return owner; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override { return owner + "." + name; }
};

// nl.ds(start, size).
class DynamicSlice final : public script::Object {
 public:
  DynamicSlice(int64_t first, int64_t count) : start(first), size(count) {}
  const int64_t start, size;
  std::string_view type_name() const override { return "ds"; }
  std::string repr(script::Interpreter&) override;
};

class TensorObject final : public script::Object {
 public:
  explicit TensorObject(View what) : view(std::move(what)) {}
  View view;
  std::string_view type_name() const override { return "tensor"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  script::Value get_item(script::Interpreter&, const script::Value& key) override;
  void set_item(script::Interpreter&, const script::Value& key, script::Value value) override;
  std::optional<int64_t> length(script::Interpreter&) override;
  bool truthy(script::Interpreter&) override;
  std::string repr(script::Interpreter&) override;
  // Generation A's operators; generation B has none.
  std::optional<script::Value> binary(script::Interpreter&, script::Binary, const script::Value&,
                                      bool) override;
  std::optional<script::Value> in_place(script::Interpreter&, script::Binary, const script::Value&) override;
  std::optional<script::Value> unary(script::Interpreter&, script::Unary) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};
// nki.typing.tensor[shape, dtype]: an input of zeros.
class TensorSpec final : public script::Object {
 public:
  TensorSpec(const Dims& extents, ElementType element) : shape(extents), type(element) {}
  const Dims shape;
  const ElementType type;
  std::string_view type_name() const override { return "tensor"; }
};

script::Value make_tensor(View view);
// "tensor of shape (128, 512) and float32 in SBUF", with its name if it has one.
std::string describe(const View& view);

// What an instruction returns.
class InstructionObject final : public script::Object {
 public:
  explicit InstructionObject(std::string_view instruction) : name(instruction) {}
  const std::string_view name;
  std::string_view type_name() const override { return "NkiInstruction"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override { return "NkiInstruction(" + std::string(name) + ")"; }
};

// A 32-bit register of a sequencer.
class RegisterObject final : public script::Object {
 public:
  int64_t value = 0;
  std::string_view type_name() const override { return "VirtualRegister"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
};

// A function under @nki.jit; kernel[grid] is another one that remembers the grid.
class KernelObject final : public script::Object {
 public:
  explicit KernelObject(script::Ref<script::Function> python_function)
      : function(std::move(python_function)) {}
  const script::Ref<script::Function> function;
  bool is_generation_a = false;
  std::vector<int64_t>
      grid;  // programs along each axis: cores of a logical core, or generation A's SPMD programs
  std::string_view type_name() const override { return "kernel"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
  script::Value get_item(script::Interpreter&, const script::Value& grid) override;
  std::string repr(script::Interpreter&) override;
};

}  // namespace tilewright::kernels::nki
