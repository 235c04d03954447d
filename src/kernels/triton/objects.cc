#include "kernels/triton/objects.h"

#include <fmt/format.h>

#include "kernels/triton/builtins.h"
#include "kernels/triton/host_modules.h"
#include "kernels/triton/launch.h"

namespace tilewright::kernels::triton {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// ---- dtypes ------------------------------------------------------------------------------------
std::optional<Value> DTypeObject::find_attribute(Interpreter&, std::string_view name) {
  auto answer = [](std::string function, Value value) {
    return Value(
        script::make_function(std::move(function), [value](Interpreter&, CallArguments&) { return value; }));
  };
  if (is_pointer) {
    if (name == "element_ty") return Value(script::make<DTypeObject>(dtype));
    if (name == "is_ptr") return answer("is_ptr", Value(true));
    if (name == "scalar") return Value(script::make<DTypeObject>(dtype, true, is_const));
    if (name == "primitive_bitwidth") return Value(64);
    if (name.starts_with("is_")) return answer(std::string(name), Value(false));
    return std::nullopt;
  }
  int width = bit_width(dtype);
  bool is_floating = tilewright::is_float(dtype);
  if (name == "scalar" || name == "element_ty") return Value(script::make<DTypeObject>(dtype));
  if (name == "primitive_bitwidth" || name == "int_bitwidth") return Value(width);
  if (name == "itemsize") return Value(static_cast<int64_t>(size_of(dtype)));
  if (name == "name") return script::make_string(describe(dtype));
  if (name == "is_ptr") return answer("is_ptr", Value(false));
  if (name == "is_fp16") return answer("is_fp16", Value(dtype == DType::Float16));
  if (name == "is_bf16") return answer("is_bf16", Value(dtype == DType::BFloat16));
  if (name == "is_fp32") return answer("is_fp32", Value(dtype == DType::Float32));
  if (name == "is_fp64") return answer("is_fp64", Value(dtype == DType::Float64));
  if (name == "is_fp8") return answer("is_fp8", Value(is_floating && size_of(dtype) == 1));
  if (name == "is_fp8e4nv") return answer("is_fp8e4nv", Value(dtype == DType::Float8E4M3FN));
  if (name == "is_fp8e5") return answer("is_fp8e5", Value(dtype == DType::Float8E5M2));
  if (name == "is_floating") return answer("is_floating", Value(is_floating));
  if (name == "is_int") return answer("is_int", Value(!is_floating));
  if (name == "is_bool" || name == "is_int1") return answer("is_int1", Value(dtype == DType::Bool));
  if (name == "is_int8") return answer("is_int8", Value(dtype == DType::Int8));
  if (name == "is_int16") return answer("is_int16", Value(dtype == DType::Int16));
  if (name == "is_int32") return answer("is_int32", Value(dtype == DType::Int32));
  if (name == "is_int64") return answer("is_int64", Value(dtype == DType::Int64));
  if (name == "is_uint8") return answer("is_uint8", Value(dtype == DType::UInt8));
  if (name == "is_int_signed") return answer("is_int_signed", Value(!is_floating && !is_unsigned(dtype)));
  if (name == "is_int_unsigned") return answer("is_int_unsigned", Value(!is_floating && is_unsigned(dtype)));
  return std::nullopt;
}

std::string DTypeObject::repr(Interpreter&) {
  return is_pointer ? fmt::format("pointer<{}>", describe(dtype))
                    : fmt::format("triton.language.{}", triton_name(dtype));
}

uint64_t DTypeObject::hash(Interpreter&) { return static_cast<uint64_t>(dtype) * 2 + is_pointer; }

std::optional<Value> DTypeObject::compare(Interpreter&, script::Comparison op, const Value& other) {
  if (op != script::Comparison::Eq && op != script::Comparison::NotEq) return std::nullopt;
  auto* right = other.as<DTypeObject>();
  bool is_equal = right && right->dtype == dtype && right->is_pointer == is_pointer;
  return Value(is_equal == (op == script::Comparison::Eq));
}

// ---- constexpr ----------------------------------------------------------------------------------
Value unwrap_constexpr(const Value& value) {
  if (auto* constant = value.as<ConstexprObject>()) return unwrap_constexpr(constant->value);
  return value;
}

std::optional<Value> ConstexprObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "value") return value;
  return interpreter.find_attribute(value, name);
}

std::string ConstexprObject::repr(Interpreter& interpreter) {
  return fmt::format("constexpr[{}]", interpreter.repr(value));
}

std::optional<Value> ConstexprObject::binary(Interpreter& interpreter, script::Binary op, const Value& other,
                                             bool is_reflected) {
  Value right = unwrap_constexpr(other);
  Value result = is_reflected ? interpreter.binary(op, right, value) : interpreter.binary(op, value, right);
  return Value(script::make<ConstexprObject>(result));
}

std::optional<Value> ConstexprObject::compare(Interpreter& interpreter, script::Comparison op,
                                              const Value& other) {
  return Value(script::make<ConstexprObject>(interpreter.compare(op, value, unwrap_constexpr(other))));
}

// ---- functions of triton.language -----------------------------------------------------------------
Value BuiltinObject::call(Interpreter& interpreter, CallArguments& arguments) {
  if (name == "constexpr" && arguments.positional.size() == 1) {
    return script::make<ConstexprObject>(unwrap_constexpr(arguments.positional[0]));
  }
  interpreter.raise(
      "ValueError",
      fmt::format("tl.{} works only inside a kernel. Did you forget to add @triton.jit ?", name),
      arguments.span);
}

std::optional<Value> BuiltinObject::find_attribute(Interpreter&, std::string_view attribute) {
  if (attribute == "__name__") return script::make_string(name);
  return std::nullopt;
}

// ---- jit functions ---------------------------------------------------------------------------------
JitFunction::JitFunction(script::Ref<script::Function> python_function)
    : function(std::move(python_function)) {
  const python::Arguments& declared = definition().arguments;
  auto is_constexpr = [&](python::ExprId annotation) {
    if (!annotation) return false;
    const python::Expr& node = ast()[annotation];
    if (const auto* name = std::get_if<python::Name>(&node.data))
      return ast().name(name->name) == "constexpr";
    if (const auto* attribute = std::get_if<python::Attribute>(&node.data))
      return ast().name(attribute->attribute) == "constexpr";
    if (const auto* constant = std::get_if<python::ConstantExpr>(&node.data)) {
      if (const auto* text = std::get_if<python::StringConstant>(&constant->value))
        return text->utf8.ends_with("constexpr");
    }
    return false;
  };
  auto add = [&](const python::Argument& argument) {
    parameters.push_back({ast().name(argument.name), is_constexpr(argument.annotation), true, argument.span});
  };
  for (const auto& argument : declared.positional_only) add(argument);
  for (const auto& argument : declared.positional) add(argument);
  for (const auto& argument : declared.keyword_only) add(argument);
  has_variadic = declared.var_positional.has_value();
}

std::optional<Value> JitFunction::default_of(size_t index) const {
  const python::Arguments& declared = definition().arguments;
  size_t positional = declared.positional_only.size() + declared.positional.size();
  if (index < positional) {
    size_t first = positional - function->defaults.size();
    if (index < first) return std::nullopt;
    return function->defaults[index - first];
  }
  for (const auto& [name, value] : function->keyword_defaults) {
    if (index < parameters.size() && name == parameters[index].name) return value;
  }
  return std::nullopt;
}

std::optional<Value> JitFunction::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "fn") return Value(function);
  if (name == "run" || name == "warmup") {
    Value self(this);
    bool only_compiles = name == "warmup";
    return Value(
        script::make_function(std::string(name), [self, only_compiles](Interpreter& host, CallArguments& arguments) {
          Value grid = arguments.take_keyword("grid").value_or(Value());
          auto flag = arguments.take_keyword("warmup");
          bool is_warmup = only_compiles || (flag && host.truthy(*flag));
          return launch_and_describe(host, self, grid, std::move(arguments), is_warmup);
        }));
  }
  if (name == "arg_names") {
    std::vector<Value> names;
    for (const Parameter& parameter : parameters) names.push_back(script::make_string(parameter.name));
    return script::make_list(std::move(names));
  }
  return function->find_attribute(interpreter, name);
}

Value JitFunction::call(Interpreter& interpreter, CallArguments& arguments) {
  if (is_constexpr_function) return interpreter.call_value(function, std::move(arguments));
  interpreter.raise(
      "RuntimeError",
      fmt::format("Cannot call @triton.jit'd outside of the scope of a kernel: use {}[grid](...)",
                  function->name),
      arguments.span);
}

Value JitFunction::type_object(Interpreter& interpreter) {
  return host_class(interpreter, HostClass::JitFunction);
}

Value JitFunction::get_item(Interpreter&, const Value& grid) {
  return script::make<BoundLaunch>(Value(this), grid);
}

std::string JitFunction::repr(Interpreter&) {
  return fmt::format("JITFunction({}:{})", function->module ? function->module->name : "", function->name);
}

}  // namespace tilewright::kernels::triton
