// The entry of the front end: parameters become arguments or constants, then the body.
#include "kernels/triton/compiler.h"

#include <fmt/format.h>

namespace tilewright::kernels::triton {

FrontValue Compiler::declare(const std::string& name, const ArgumentSpec& argument, Span span) {
  auto items = [&] {
    std::vector<Fv> values;
    for (size_t i = 0; i < argument.items.size(); ++i) {
      bool is_named = i < argument.fields.size();
      values.push_back(declare(is_named ? name + "." + argument.fields[i] : fmt::format("{}[{}]", name, i),
                               argument.items[i], span));
    }
    return values;
  };
  switch (argument.kind) {
    case ArgumentSpec::Kind::Constant:
      return from_host(argument.constant, span);
    case ArgumentSpec::Kind::Tuple: {
      Fv tuple = Fv::tuple(items());
      tuple.fields = argument.fields;
      return tuple;
    }
    case ArgumentSpec::Kind::Descriptor: {
      std::vector<Fv> parts = items();
      auto middle = parts.begin() + 1 + static_cast<long>(argument.extents.size());
      return make_descriptor(parts[0], {parts.begin() + 1, middle}, {middle, parts.end()}, argument.extents,
                             argument.is_nan_padded, span);
    }
    case ArgumentSpec::Kind::Typed:
      break;
  }
  BlockId body = std::exchange(block_, prologue_);
  Operation& operation = emit(Op::Argument, {}, {argument.type}, span);
  operation.integer = static_cast<int64_t>(program_.parameters.size());
  ValueId value = operation.first_result;
  program_.parameters.push_back({name, argument.type});
  block_ = body;
  return Fv::tensor(value);
}

BlockProgram Compiler::compile(JitFunction& function, const std::vector<ArgumentSpec>& arguments) {
  program_ = {};
  program_.name = function.function->name;
  program_.span = function.function->span;
  Frame frame;
  frame.function = &function;
  frame.ast = &function.ast();
  frame.is_kernel = true;
  frame_ = &frame;
  prologue_ = program_.prologue = new_block();
  block_ = program_.entry = new_block();
  const python::Arguments& declared = function.definition().arguments;
  std::vector<const python::Argument*> names;
  for (const auto& argument : declared.positional_only) names.push_back(&argument);
  for (const auto& argument : declared.positional) names.push_back(&argument);
  for (const auto& argument : declared.keyword_only) names.push_back(&argument);
  if (function.has_variadic && declared.var_positional) names.push_back(&*declared.var_positional);
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string& name = frame.ast->name(names[i]->name);
    frame.scope.set(names[i]->name.name, declare(name, arguments[i], names[i]->span), names[i]->span);
  }
  statements(function.definition().body);
  if (!frame.is_terminated) emit(Op::Return, {}, {}, program_.span);
  frame_ = nullptr;
  function.is_lowered = true;
  return std::move(program_);
}

}  // namespace tilewright::kernels::triton
