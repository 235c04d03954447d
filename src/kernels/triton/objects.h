// What host scripts see of triton: dtypes, constexpr, names of triton.language, jit functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/triton/block_type.h"
#include "script/interpreter.h"

namespace tilewright::kernels::triton {

// tl.float32, tl.pointer_type(tl.float16), and x.type of a block, which has a shape.
class DTypeObject final : public script::Object {
 public:
  explicit DTypeObject(DType element, bool pointer = false, bool constant = false, Shape block = {})
      : dtype(element), is_pointer(pointer), is_const(constant), shape(std::move(block)) {}
  const DType dtype;
  const bool is_pointer, is_const;
  const Shape shape;

  std::string_view type_name() const override { return is_pointer ? "pointer_type" : "dtype"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
  uint64_t hash(script::Interpreter&) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};

// tl.constexpr(3) on the host.
class ConstexprObject final : public script::Object {
 public:
  explicit ConstexprObject(script::Value constant) : value(std::move(constant)) {}
  const script::Value value;

  std::string_view type_name() const override { return "constexpr"; }
  script::Value type_object(script::Interpreter&) override;
  script::Value call(script::Interpreter& interpreter, script::CallArguments& arguments) override {
    return interpreter.call_value(value, std::move(arguments));
  }
  bool is_callable() const override { return value.is_object() && value.object()->is_callable(); }
  script::Value get_item(script::Interpreter& interpreter, const script::Value& key) override;
  std::optional<script::Value> unary(script::Interpreter& interpreter, script::Unary op) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  bool truthy(script::Interpreter& interpreter) override { return interpreter.truthy(value); }
  std::string repr(script::Interpreter&) override;
  uint64_t hash(script::Interpreter& interpreter) override { return interpreter.hash(value); }
  std::optional<script::Value> binary(script::Interpreter&, script::Binary, const script::Value&,
                                      bool) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};
script::Value unwrap_constexpr(const script::Value& value);
// The fields of a named tuple; empty for other values.
std::vector<std::string> field_names(script::Interpreter& interpreter, const script::Value& value);
// The classes tl.constexpr, tl.tensor, tl.dtype and the like, for isinstance and annotations.
script::Ref<script::Class> language_class(script::Interpreter& interpreter, const std::string& name);

// A function of triton.language; runs only inside kernels. `builtin` indexes builtins.def.
class BuiltinObject final : public script::Object {
 public:
  BuiltinObject(std::string function_name, int index) : name(std::move(function_name)), builtin(index) {}
  const std::string name;
  const int builtin;

  std::string_view type_name() const override { return "function"; }
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override { return "<function " + name + ">"; }
};

// @triton.jit def f(...).
class JitFunction final : public script::Object {
 public:
  explicit JitFunction(script::Ref<script::Function> python_function);
  const script::Ref<script::Function> function;
  struct Parameter {
    std::string name;
    bool is_constexpr = false;
    bool is_specialised = true;  // an int equal to 1 becomes a constant
    bool is_alignment_known = true;  // to the compiler: whether 16 divides it
    Span span;
  };
  std::vector<Parameter> parameters;
  bool has_variadic = false;
  bool is_constexpr_function = false;  // @triton.constexpr_function: runs on constants as Python
  bool is_lowered = false;             // was part of a program, as a kernel or called by one

  const python::FunctionDef& definition() const { return *function->definition; }
  const python::Ast& ast() const { return *function->ast; }
  // The default of parameter `index`, if it has one.
  std::optional<script::Value> default_of(size_t index) const;

  std::string_view type_name() const override { return "JITFunction"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
  script::Value get_item(script::Interpreter&, const script::Value& grid) override;
  std::string repr(script::Interpreter&) override;
};

}  // namespace tilewright::kernels::triton
