#include "kernels/triton/objects.h"

#include <fmt/format.h>

#include "base/hash.h"

#include "kernels/triton/builtins.h"
#include "kernels/triton/host_modules.h"
#include "kernels/triton/launch.h"

namespace tilewright::kernels::triton {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// ---- dtypes ------------------------------------------------------------------------------------
std::optional<Value> DTypeObject::find_attribute(Interpreter&, std::string_view name) {
  auto answer = [](std::string_view function, Value value) {
    return Value(script::make_function(std::string(function),
                                       [value](Interpreter&, CallArguments&) { return value; }));
  };
  auto element = [&] { return Value(script::make<DTypeObject>(dtype, is_pointer, is_const)); };
  bool is_block = !shape.empty();
  if (name == "shape" || name == "get_block_shapes") {
    std::vector<Value> extents(shape.begin(), shape.end());
    Value tuple = script::make_tuple(std::move(extents));
    return name == "shape" ? tuple : answer(name, tuple);
  }
  if (name == "numel") return Value(BlockType{dtype, is_pointer, is_const, shape}.numel());
  if (name == "is_block") return answer(name, Value(is_block));
  if (name == "is_const") return answer(name, Value(is_const));
  if (name == "is_void" || name == "is_tuple") return answer(name, Value(false));
  if (name == "scalar") return element();
  if (name == "element_ty") return is_block ? element() : Value(script::make<DTypeObject>(dtype));
  if (is_pointer) {
    if (name == "is_ptr") return answer(name, Value(!is_block));
    if (name == "primitive_bitwidth") return Value(64);
    if (name == "itemsize") return Value(8);
    if (name == "address_space") return Value(1);
    if (name.starts_with("is_")) return answer(name, Value(false));
    return std::nullopt;
  }
  int width = bit_width(dtype);
  bool is_floating = tilewright::is_float(dtype);
  if (name == "primitive_bitwidth" || name == "int_bitwidth") return Value(width);
  if (name == "itemsize") return Value(static_cast<int64_t>(size_of(dtype)));
  if (name == "name") return script::make_string(describe(dtype));
  if (name == "is_ptr") return answer(name, Value(false));
  if (name == "is_fp8") return answer(name, Value(is_floating && size_of(dtype) == 1));
  if (name == "is_floating") return answer(name, Value(is_floating));
  if (name == "is_standard_floating") return answer(name, Value(is_floating && size_of(dtype) > 1));
  if (name == "is_int") return answer(name, Value(!is_floating));
  if (name == "is_bool") return answer(name, Value(dtype == DType::Bool));
  if (name == "is_int_signed") return answer(name, Value(!is_floating && !is_unsigned(dtype)));
  if (name == "is_int_unsigned") return answer(name, Value(!is_floating && is_unsigned(dtype)));
  if (name == "fp_mantissa_width") {
    constexpr std::pair<DType, int> kWidths[] = {
        {DType::Float64, 52},      {DType::Float32, 23},    {DType::BFloat16, 7},         {DType::Float16, 10},
        {DType::Float8E4M3FN, 3},  {DType::Float8E5M2, 2},  {DType::Float8E4M3FNUZ, 3},   {DType::Float8E5M2FNUZ, 2}};
    for (const auto& [known, bits] : kWidths) {
      if (known == dtype) return Value(bits);
    }
    return std::nullopt;
  }
  // is_fp32(), is_int8(), is_fp8e4nv() ...: the type's own name.
  if (name.starts_with("is_")) return answer(name, Value(name.substr(3) == describe(dtype)));
  return std::nullopt;
}

std::string DTypeObject::repr(Interpreter&) {
  if (!shape.empty()) return describe(BlockType{dtype, is_pointer, is_const, shape});
  return is_pointer ? fmt::format("pointer<{}>", describe(dtype))
                    : fmt::format("triton.language.{}", triton_name(dtype));
}

uint64_t DTypeObject::hash(Interpreter&) { return static_cast<uint64_t>(dtype) * 2 + is_pointer; }

std::optional<Value> DTypeObject::compare(Interpreter&, script::Comparison op, const Value& other) {
  if (op != script::Comparison::Eq && op != script::Comparison::NotEq) return std::nullopt;
  auto* right = other.as<DTypeObject>();
  bool is_equal =
      right && right->dtype == dtype && right->is_pointer == is_pointer && right->shape == shape;
  return Value(is_equal == (op == script::Comparison::Eq));
}

// ---- constexpr ----------------------------------------------------------------------------------
Value unwrap_constexpr(const Value& value) {
  const Value* inner = &value;
  while (auto* constant = inner->as<ConstexprObject>()) inner = &constant->value;
  return *inner;
}

std::vector<std::string> field_names(Interpreter& interpreter, const Value& value) {
  std::vector<std::string> names;
  if (!value.as<script::Instance>()) return names;
  if (std::optional<Value> fields = interpreter.find_attribute(value, "_fields")) {
    for (const Value& field : interpreter.to_vector(*fields)) names.push_back(interpreter.str(field));
  }
  return names;
}

std::optional<Value> ConstexprObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "value") return value;
  return interpreter.find_attribute(value, name);
}

Value ConstexprObject::type_object(Interpreter& interpreter) {
  return language_class(interpreter, "constexpr");
}

Value ConstexprObject::get_item(Interpreter& interpreter, const Value& key) {
  return interpreter.get_item(value, unwrap_constexpr(key));
}

std::optional<Value> ConstexprObject::unary(Interpreter& interpreter, script::Unary op) {
  return Value(script::make<ConstexprObject>(interpreter.unary(op, value)));
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

// ---- classes ------------------------------------------------------------------------------------
script::Ref<script::Class> language_class(Interpreter& interpreter, const std::string& name) {
  auto& classes = launch_context(interpreter).classes;
  if (auto found = classes.find(name); found != classes.end()) return found->second;
  script::Ref<script::Class> made = interpreter.make_class(name, {}, "triton.language");
  made->construct = [](Interpreter& host, script::Class& cls, CallArguments& arguments) -> Value {
    if (cls.name == "constexpr" && arguments.positional.size() == 1)
      return script::make<ConstexprObject>(unwrap_constexpr(arguments.positional[0]));
    bool is_pointer = cls.name == "pointer_type";
    Value element = arguments.take_keyword("element_ty")
                        .value_or(arguments.positional.empty() ? Value() : arguments.positional[0]);
    if (auto dtype = host_dtype(host, element); dtype && (is_pointer || cls.name == "dtype"))
      return script::make<DTypeObject>(*dtype, is_pointer);
    host.raise("TypeError", fmt::format("tl.{} cannot be made here", cls.name), arguments.span);
  };
  return classes[name] = std::move(made);
}

// ---- functions of triton.language -----------------------------------------------------------------
Value BuiltinObject::call(Interpreter& interpreter, CallArguments& arguments) {
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
    parameters.push_back({ast().name(argument.name), is_constexpr(argument.annotation), true, true, argument.span});
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
  if (name == "params") {
    Value make = interpreter.get_attribute(Value(interpreter.import_module("triton.runtime.jit", interpreter.current_span())),
                                           "KernelParam");
    std::vector<Value> described;
    for (size_t i = 0; i < parameters.size(); ++i) {
      std::optional<Value> fallback = default_of(i);
      CallArguments arguments{{Value(static_cast<int64_t>(i)), script::make_string(parameters[i].name),
                               Value(parameters[i].is_constexpr), Value(!parameters[i].is_specialised)},
                              {},
                              interpreter.current_span()};
      if (fallback) arguments.keywords.emplace_back("default", *fallback);
      described.push_back(interpreter.call_value(make, std::move(arguments)));
    }
    return script::make_list(std::move(described));
  }
  if (name == "src" || name == "signature" || name == "cache_key") {
    Value inspect(interpreter.import_module("inspect", interpreter.current_span()));
    if (name == "signature") {
      return interpreter.call_value(interpreter.get_attribute(inspect, "signature"), {{Value(function)}, {}, interpreter.current_span()});
    }
    Value whole = interpreter.call_value(interpreter.get_attribute(inspect, "getsource"), {{Value(function)}, {}, interpreter.current_span()});
    Value plain = interpreter.call_value(interpreter.get_attribute(Value(interpreter.import_module("textwrap", interpreter.current_span())), "dedent"),
                                         {{whole}, {}, interpreter.current_span()});
    const std::string& text = *script::as_string(plain);
    size_t start = text.starts_with("def ") ? 0 : text.find("\ndef ");
    if (start != 0 && start != std::string::npos) ++start;
    std::string source = start == std::string::npos ? text : text.substr(start);
    return script::make_string(name == "src" ? source : hash_hex(source + function->qualified_name));
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
