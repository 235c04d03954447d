// Calls: triton.language functions, other jit functions (inlined), Python built-ins on constants.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "kernels/triton/builtins.h"
#include "kernels/triton/compiler.h"
#include "kernels/triton/hints.h"

namespace tilewright::kernels::triton {

void Compiler::error(DiagnosticKind kind, std::string message, Span span, std::vector<Note> notes) {
  Diagnostic diagnostic{kind, std::move(message), span, std::move(notes)};
  if (frame_ && frame_->call_span) {
    diagnostic.notes.push_back(
        {fmt::format("in the call of '{}'", frame_->function->function->name), frame_->call_span});
  }
  throw CompileError{std::move(diagnostic)};
}

// ---- values as lists of ids ------------------------------------------------------------------------
void Compiler::flatten(const Fv& value, std::vector<ValueId>& ids, Span span) const {
  if (value.is_tensor()) ids.push_back(value.id);
  for (const Fv& item : value.items) flatten(item, ids, span);
}

FrontValue Compiler::unflatten(const Fv& shape, const std::vector<ValueId>& ids, size_t& next) const {
  Fv result = shape;
  if (result.is_tensor()) result.id = ids[next++];
  for (Fv& item : result.items) item = unflatten(item, ids, next);
  return result;
}

bool Compiler::same_structure(const Fv& left, const Fv& right) const {
  if (left.kind != right.kind || left.items.size() != right.items.size() || left.extents != right.extents)
    return false;
  if (left.is_constant()) {
    if (left.constant.is_identical(right.constant)) return true;
    if (left.constant.kind() != right.constant.kind()) return false;
    return interpreter_.equals(left.constant, right.constant);
  }
  for (size_t i = 0; i < left.items.size(); ++i) {
    if (!same_structure(left.items[i], right.items[i])) return false;
  }
  return true;
}

std::string Compiler::describe_value(const Fv& value) const {
  switch (value.kind) {
    case Fv::Kind::Missing:
      return "nothing";
    case Fv::Kind::Tensor:
      return triton::describe(type(value));
    case Fv::Kind::Constant:
      return value.constant.is_object() && !script::as_string(value.constant)
                 ? interpreter_.repr(value.constant)
                 : "constexpr[" + interpreter_.repr(value.constant) + "]";
    case Fv::Kind::Tuple: {
      std::string text = "(";
      for (size_t i = 0; i < value.items.size(); ++i)
        text += (i ? ", " : "") + describe_value(value.items[i]);
      return text + ")";
    }
    case Fv::Kind::BlockPointer:
      return fmt::format("block pointer {}", triton::describe(value.extents));
    case Fv::Kind::Descriptor:
      return fmt::format("tensor descriptor {}", triton::describe(value.extents));
  }
  return "?";
}

// ---- calls ---------------------------------------------------------------------------------------------
Compiler::Arguments Compiler::evaluate_arguments(const python::Call& node, Span span) {
  Arguments arguments;
  arguments.span = span;
  for (python::ExprId id : node.arguments) {
    const python::Expr& argument = (*frame_->ast)[id];
    if (const auto* starred = std::get_if<python::Starred>(&argument.data)) {
      for (Fv& item : sequence(expression(starred->value), argument.span)) {
        arguments.positional.push_back(std::move(item));
        arguments.positional_spans.push_back(argument.span);
      }
      continue;
    }
    arguments.positional.push_back(expression(id));
    arguments.positional_spans.push_back(argument.span);
  }
  for (const python::Keyword& keyword : node.keywords) {
    if (!keyword.name)
      error(DiagnosticKind::KernelSyntax, "** in a call is not supported in kernels", keyword.span);
    arguments.keywords.emplace_back(frame_->ast->name(*keyword.name), expression(keyword.value));
  }
  return arguments;
}

FrontValue Compiler::call(const python::Call& node, Span span) {
  const python::Expr& function = (*frame_->ast)[node.function];
  // Methods of block values: x.to(tl.float32) is cast(x, tl.float32).
  if (const auto* attribute_node = std::get_if<python::Attribute>(&function.data)) {
    Fv object = expression(attribute_node->value);
    const std::string& method = frame_->ast->name(attribute_node->attribute);
    bool is_descriptor = object.kind == Fv::Kind::Descriptor;
    if (object.is_tensor() || is_descriptor || object.kind == Fv::Kind::BlockPointer) {
      int builtin = is_descriptor ? find_builtin("descriptor_" + method) : find_method(method);
      if (builtin < 0) {
        error(DiagnosticKind::UnknownName,
              fmt::format("{} has no method '{}'", describe_value(object), method), function.span,
              hint_for_method(method));
      }
      Arguments arguments = evaluate_arguments(node, span);
      arguments.positional.insert(arguments.positional.begin(), std::move(object));
      arguments.positional_spans.insert(arguments.positional_spans.begin(), function.span);
      return call_builtin(builtin, std::move(arguments), span);
    }
    Fv callee = attribute(object, method, function.span, attribute_node->value);
    return call_value(callee, evaluate_arguments(node, span), span);
  }
  Fv callee = expression(node.function);
  return call_value(callee, evaluate_arguments(node, span), span);
}

FrontValue Compiler::call_value(const Fv& callee, Arguments arguments, Span span) {
  if (!callee.is_constant() || !callee.constant.is_object())
    type_error(fmt::format("{} cannot be called", describe_value(callee)), span);
  if (auto* builtin = callee.constant.as<BuiltinObject>())
    return call_builtin(builtin->builtin, std::move(arguments), span);
  if (auto* jit = callee.constant.as<JitFunction>()) {
    if (!jit->is_constexpr_function) return call_jit(*jit, std::move(arguments), span);
    return call_host(jit->function, jit->function->name, arguments, false, span);
  }
  if (callee.constant.as<DTypeObject>()) {
    error(DiagnosticKind::KernelType, fmt::format("{} is a type and cannot be called", describe_value(callee)), span,
          {{"write x.to(dtype), or tl.full((), value, dtype) for a constant", {}}});
  }
  // Reached through tl.constexpr(f) or a module: it runs as Python, on constexpr objects.
  if (auto* function = callee.constant.as<script::Function>())
    return call_host(callee.constant, function->name, arguments, true, span);
  std::string name;
  if (auto* native = callee.constant.as<script::NativeFunction>()) name = native->name;
  if (auto* cls = callee.constant.as<script::Class>()) name = cls->name;
  if (name == "constexpr" && arguments.positional.size() == 1) return arguments.positional[0];
  if (is_python_builtin(name)) return call_python_builtin(name, std::move(arguments), span);
  if (std::optional<Fv> made = named_tuple(callee.constant, arguments, span)) return *made;
  return call_host(callee.constant, name, arguments, false, span);
}

// A class made by NamedTuple, called in a kernel: it may hold block values.
std::optional<FrontValue> Compiler::named_tuple(const script::Value& cls, const Arguments& arguments, Span span) {
  if (!cls.as<script::Class>()) return std::nullopt;
  std::optional<script::Value> declared = interpreter_.find_attribute(cls, "_fields");
  if (!declared) return std::nullopt;
  std::vector<std::string> fields;
  for (const script::Value& field : interpreter_.to_vector(*declared)) fields.push_back(interpreter_.str(field));
  std::vector<Fv> items = arguments.positional;
  items.resize(fields.size());
  for (const auto& [key, value] : arguments.keywords) {
    auto field = std::find(fields.begin(), fields.end(), key);
    if (field != fields.end()) items[static_cast<size_t>(field - fields.begin())] = value;
  }
  bool is_complete = arguments.positional.size() <= fields.size() &&
                     std::none_of(items.begin(), items.end(), [](const Fv& item) { return item.is_missing(); });
  if (!is_complete) type_error(fmt::format("wrong arguments of {}", interpreter_.repr(cls)), span);
  Fv result = Fv::tuple(std::move(items));
  result.fields = std::move(fields);
  return result;
}

// Functions of the host run on constants only (math.log2).
FrontValue Compiler::call_host(const script::Value& function, const std::string& name, Arguments& arguments,
                               bool wraps_numbers, Span span) {
  auto host_value = [&](const Fv& value) {
    std::optional<script::Value> plain = to_host(value);
    if (!plain) {
      // As it is written: np.exp, math.sqrt.
      std::string_view call_text = interpreter_.sources().text(span);
      std::string spelled(call_text.substr(0, call_text.find('(')));
      std::vector<Note> notes = hint_for_name(name.empty() ? spelled.substr(spelled.rfind('.') + 1) : name);
      if (notes.empty()) notes.push_back({"a kernel computes block values with functions of triton.language only", {}});
      error(DiagnosticKind::KernelType,
            fmt::format("{} is a function of the host and cannot take a value that is computed when the kernel runs",
                        spelled),
            span, std::move(notes));
    }
    bool is_wrapped = wraps_numbers && value.is_constant() && !value.constant.is_none() &&
                      (!value.constant.is_object() || script::as_string(value.constant));
    return is_wrapped ? script::Value(script::make<ConstexprObject>(*plain)) : *plain;
  };
  script::CallArguments host;
  host.span = span;
  for (const Fv& value : arguments.positional) host.positional.push_back(host_value(value));
  for (auto& [key, value] : arguments.keywords) host.keywords.emplace_back(key, host_value(value));
  return host_call([&] { return interpreter_.call_value(function, std::move(host)); }, span);
}

// Constants and tuples of them; nothing for block values.
std::optional<script::Value> Compiler::to_host(const Fv& value) {
  if (value.is_constant()) return value.constant;
  if (!value.is_tuple()) return std::nullopt;
  std::vector<script::Value> items;
  for (const Fv& item : value.items) {
    std::optional<script::Value> plain = to_host(item);
    if (!plain) return std::nullopt;
    items.push_back(*plain);
  }
  return script::make_tuple(std::move(items));
}

FrontValue Compiler::call_jit(JitFunction& function, Arguments arguments, Span span) {
  if (++call_depth_ > 64)
    error(DiagnosticKind::KernelSyntax, "jit functions call each other more than 64 deep (recursion?)", span);
  Frame frame;
  frame.function = &function;
  frame.ast = &function.ast();
  frame.call_span = span;
  frame.is_called_in_loop = frame_->is_called_in_loop || frame_->loop_depth > 0;
  const python::Arguments& declared = function.definition().arguments;
  std::vector<Fv> values(function.parameters.size());
  std::vector<Fv> rest;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i < values.size()) {
      values[i] = std::move(arguments.positional[i]);
    } else if (function.has_variadic) {
      rest.push_back(std::move(arguments.positional[i]));
    } else {
      type_error(fmt::format("{}() takes {} arguments but {} were given", function.function->name,
                             values.size(), arguments.positional.size()),
                 span);
    }
  }
  for (auto& [key, value] : arguments.keywords) {
    size_t index = 0;
    while (index < values.size() && function.parameters[index].name != key) ++index;
    if (index == values.size())
      type_error(fmt::format("{}() got an unexpected keyword argument '{}'", function.function->name, key),
                 span);
    if (!values[index].is_missing())
      type_error(fmt::format("{}() got multiple values for argument '{}'", function.function->name, key),
                 span);
    values[index] = std::move(value);
  }
  std::vector<const python::Argument*> names;
  for (const auto& argument : declared.positional_only) names.push_back(&argument);
  for (const auto& argument : declared.positional) names.push_back(&argument);
  for (const auto& argument : declared.keyword_only) names.push_back(&argument);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_missing()) {
      std::optional<script::Value> fallback = function.default_of(i);
      if (!fallback) {
        type_error(fmt::format("{}() missing required argument '{}'", function.function->name,
                               function.parameters[i].name),
                   span);
      }
      values[i] = from_host(*fallback, span);
    }
    // A block given to a tl.constexpr parameter stays what it is: the compiler reads annotations of kernels only.
    frame.scope.set(names[i]->name.name, std::move(values[i]), names[i]->span);
  }
  if (declared.var_positional)
    frame.scope.set(declared.var_positional->name.name, Fv::tuple(std::move(rest)),
                    declared.var_positional->span);

  Frame* caller = std::exchange(frame_, &frame);
  BlockId outer = std::exchange(block_, new_block());
  BlockId body = block_;
  statements(function.definition().body);
  Fv result = Fv::of({});
  match_returns(frame, result);
  std::vector<ValueId> ids;
  flatten(result, ids, span);
  if (!frame.is_terminated) {
    if (!ids.empty())
      type_error(fmt::format("{} returns a value on some paths only", function.function->name), span);
    emit(Op::Return, {}, {}, span);
  }
  function.is_lowered = true;
  frame_ = caller;
  block_ = outer;
  --call_depth_;
  std::vector<OperationId>& operations = program_.blocks[body.index].operations;
  if (!frame.returned_inside) {
    // The one return comes last: the body is spliced into the caller.
    operations.pop_back();
    std::vector<OperationId>& target = program_.blocks[block_.index].operations;
    target.insert(target.end(), operations.begin(), operations.end());
    operations.clear();
    return result;
  }
  std::vector<BlockType> types;
  for (ValueId id : ids) types.push_back(type(id));
  Operation& operation = emit(Op::Inline, {}, types, span);
  operation.blocks = {body};
  std::vector<ValueId> results;
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(ValueId(size_t{operation.first_result.index} + i));
  size_t next = 0;
  return unflatten(result, results, next);
}

std::vector<FrontValue> Compiler::call_combine(const Fv& function, std::vector<Fv> arguments, Span span,
                                               bool* is_single) {
  auto* jit = function.is_constant() ? function.constant.as<JitFunction>() : nullptr;
  Arguments call_arguments;
  call_arguments.span = span;
  call_arguments.positional = std::move(arguments);
  Fv result;
  if (jit) {
    result = call_jit(*jit, std::move(call_arguments), span);
  } else if (function.is_constant() && function.constant.as<BuiltinObject>() &&
             function.constant.as<BuiltinObject>()->name.starts_with('_')) {  // a @triton.jit function of its library
    result = call_value(function, std::move(call_arguments), span);
  } else {
    error(DiagnosticKind::KernelType, "the combine function must be a @triton.jit function", span,
          {{"write one that calls it: @triton.jit def combine(a, b): return tl.maximum(a, b)", {}}});
  }
  if (is_single) *is_single = !result.is_tuple();
  if (result.is_tuple()) return result.items;
  return {result};
}

// ---- Python built-ins ---------------------------------------------------------------------------------
FrontValue Compiler::call_python_builtin(const std::string& name, Arguments arguments, Span span) {
  auto& args = arguments.positional;
  auto need = [&](size_t count) {
    if (args.size() != count)
      type_error(fmt::format("{}() takes {} argument{} here", name, count, count == 1 ? "" : "s"), span);
  };
  if (name == "print") return call_builtin(find_builtin("device_print"), std::move(arguments), span);
  if (name == "len") {
    need(1);
    if (args[0].is_tuple()) return Fv::of(script::Value(static_cast<int64_t>(args[0].items.size())));
    if (args[0].is_constant())
      return host_call([&] { return script::Value(interpreter_.length(args[0].constant)); }, span);
    error(DiagnosticKind::KernelType, "a block value has no len()", span, {{"write x.shape[0]", {}}});
  }
  if (name == "min" || name == "max") {
    if (args.size() < 2) {
      error(DiagnosticKind::KernelType, fmt::format("{} requires at least 2 values", name), span,
            {{fmt::format("of one block it is tl.{}(x, axis)", name), {}}});
    }
    Fv result = args[0];
    for (size_t i = 1; i < args.size(); ++i) {
      if (result.is_constant() && args[i].is_constant()) {
        bool takes_right = interpreter_.truthy(
            interpreter_.compare(name == "min" ? script::Comparison::Lt : script::Comparison::Gt,
                                 args[i].constant, result.constant));
        if (takes_right) result = args[i];
      } else {
        result = minimum_maximum(name == "min" ? Op::Min : Op::Max, result, args[i], span);
      }
    }
    return result;
  }
  if ((name == "float" || name == "int") && args.size() == 1 && args[0].is_tensor()) {
    error(DiagnosticKind::KernelType, fmt::format("{}() takes a number or a text, not a block value", name), span,
          {{fmt::format("write x.to(tl.{}32)", name), {}}});
  }
  if (name == "list") {
    need(1);
    return Fv::tuple(sequence(args[0], span));
  }
  if (name == "range") {
    std::vector<Fv> items;
    int64_t bounds[3] = {0, 0, 1};
    for (size_t i = 0; i < args.size() && i < 3; ++i)
      bounds[args.size() == 1 ? 1 : i] = constant_int(args[i], "an argument of range", span);
    if (bounds[2] == 0) error(DiagnosticKind::KernelConstexpr, "the step of range must not be zero", span);
    for (int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
      items.push_back(Fv::of(script::Value(i)));
      if (items.size() > 4096)
        error(DiagnosticKind::KernelShape, "a constant range of more than 4096 items", span);
    }
    return Fv::tuple(std::move(items));
  }
  if (name == "isinstance") {
    need(2);
    if (!args[0].is_constant()) {
      auto* cls = args[1].is_constant() ? args[1].constant.as<script::Class>() : nullptr;
      bool is_same = cls && ((args[0].is_tensor() && cls->name == "tensor") ||
                             (args[0].is_tuple() && cls->name == "tuple") ||
                             (args[0].kind == Fv::Kind::Descriptor && cls->name == "tensor_descriptor"));
      return Fv::of(is_same);
    }
    return host_call(
        [&] { return script::Value(interpreter_.is_instance(args[0].constant, args[1].constant)); }, span);
  }
  if (name == "hasattr" || name == "getattr") {
    if (args.size() < 2) type_error(fmt::format("wrong arguments of {}", name), span);
    std::string attribute_name = constant_string(args[1], "an attribute name", span);
    if (!args[0].is_constant()) {
      try {
        Fv value = attribute(args[0], attribute_name, span, {});
        return name == "hasattr" ? Fv::of(true) : value;
      } catch (CompileError& failure) {
        if (failure.diagnostic.kind != DiagnosticKind::UnknownName) throw;
        if (name == "hasattr") return Fv::of(false);
        if (args.size() > 2) return args[2];
        throw;
      }
    }
    std::optional<script::Value> found = interpreter_.find_attribute(args[0].constant, attribute_name);
    if (name == "hasattr") return Fv::of(found.has_value());
    if (!found && args.size() > 2) return args[2];
    if (!found) error(DiagnosticKind::UnknownName, fmt::format("no attribute '{}'", attribute_name), span);
    return from_host(*found, span);
  }
  script::CallArguments host;
  host.span = span;
  for (const Fv& value : args) {
    if (!value.is_constant())
      type_error(fmt::format("{}() of a block value is not supported in kernels", name), span);
    host.positional.push_back(value.constant);
  }
  std::optional<script::Value> function = frame_->function->function->resolve(interpreter_, name);
  if (!function) error(DiagnosticKind::UnknownName, fmt::format("name '{}' is not defined", name), span);
  return host_call([&] { return interpreter_.call_value(*function, std::move(host)); }, span);
}

// ---- arguments of builtins -------------------------------------------------------------------------------
int64_t Compiler::constant_int(const Fv& value, std::string_view what, Span span) {
  if (value.is_constant() && (value.constant.is_int() || value.constant.is_bool()))
    return value.constant.integer();
  if (value.is_constant() && value.constant.is_float() &&
      value.constant.floating() == static_cast<double>(static_cast<int64_t>(value.constant.floating()))) {
    type_error(fmt::format("{} must be an int, not a float", what), span);
  }
  error(DiagnosticKind::KernelConstexpr,
        fmt::format("{} must be a constant int (tl.constexpr), not {}", what, describe_value(value)), span,
        value.is_tensor()
            ? std::vector<Note>{{"declare the parameter as `NAME: tl.constexpr`; a name assigned inside the "
                                 "kernel is a run-time value unless declared `x: tl.constexpr = ...`",
                                 {}}}
            : std::vector<Note>{});
}

bool Compiler::constant_bool(const Fv& value, std::string_view what, Span span) {
  if (value.is_constant()) return is_true(value.constant, span);
  error(DiagnosticKind::KernelConstexpr, fmt::format("{} must be a constant", what), span);
}

std::string Compiler::constant_string(const Fv& value, std::string_view what, Span span) {
  if (value.is_constant()) {
    if (const std::string* text = script::as_string(value.constant)) return *text;
  }
  type_error(fmt::format("{} must be a string", what), span);
}

DType Compiler::constant_dtype(const Fv& value, std::string_view what, Span span) {
  if (value.is_constant()) {
    if (auto* dtype = value.constant.as<DTypeObject>()) {
      if (!dtype->is_pointer) return dtype->dtype;
    }
    auto dtype = script::as_string(value.constant) ? std::nullopt : host_dtype(interpreter_, value.constant);
    if (dtype) return *dtype;
  }
  type_error(fmt::format("{} must be a dtype such as tl.float32, not {}", what, describe_value(value)), span);
}

std::vector<FrontValue> Compiler::sequence(const Fv& value, Span span) {
  if (value.is_tuple()) return value.items;
  if (value.is_constant()) {
    std::vector<Fv> items;
    host_call(
        [&] {
          for (const script::Value& item : interpreter_.to_vector(value.constant))
            items.push_back(from_host(item, span));
          return script::Value();
        },
        span);
    return items;
  }
  type_error(fmt::format("cannot iterate over {}", describe_value(value)), span);
}

void Compiler::check_block_shape(const Shape& shape, Span span) {
  int64_t numel = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t extent = shape[i];
    if (extent <= 0 || (extent & (extent - 1)) != 0) {
      error(DiagnosticKind::KernelShape,
            fmt::format("shape element {} is {}; it must be a power of 2", i, extent), span,
            {{"take the next power of 2 (triton.next_power_of_2 on the host) and mask the rest", {}}});
    }
    numel *= extent;
    if (numel > kMaxBlockElements) {
      error(DiagnosticKind::KernelShape,
            fmt::format("shape {} has more than {} elements", triton::describe(shape), kMaxBlockElements),
            span);
    }
  }
}

Shape Compiler::constant_shape(const Fv& value, std::string_view what, Span span) {
  Shape shape;
  if (value.is_constant() && value.constant.is_int()) {
    shape.push_back(value.constant.integer());
  } else {
    for (const Fv& item : sequence(value, span)) shape.push_back(constant_int(item, what, span));
  }
  return shape;
}

int64_t Compiler::axis_of(const Fv& value, const Shape& shape, Span span) {
  int64_t axis = constant_int(value, "axis", span), rank = static_cast<int64_t>(shape.size());
  if (axis < -rank || axis >= rank) {
    error(DiagnosticKind::KernelShape,
          fmt::format("axis {} is out of range for shape {}", axis, triton::describe(shape)), span);
  }
  return axis < 0 ? axis + rank : axis;
}

}  // namespace tilewright::kernels::triton
