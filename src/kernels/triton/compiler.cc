// The entry of the front end: parameters become arguments or constants, then the body.
#include "kernels/triton/compiler.h"

#include <fmt/format.h>

namespace tilewright::kernels::triton {
namespace {

FrontValue declare(BlockProgram& program, BlockId prologue, const std::string& name,
                   const ArgumentSpec& argument, Span span,
                   const std::function<FrontValue(const script::Value&)>& constant) {
  switch (argument.kind) {
    case ArgumentSpec::Kind::Constant:
      return constant(argument.constant);
    case ArgumentSpec::Kind::Tuple: {
      std::vector<FrontValue> items;
      for (size_t i = 0; i < argument.items.size(); ++i) {
        items.push_back(
            declare(program, prologue, fmt::format("{}[{}]", name, i), argument.items[i], span, constant));
      }
      return FrontValue::tuple(std::move(items));
    }
    case ArgumentSpec::Kind::Typed:
      break;
  }
  Operation operation;
  operation.op = Op::Argument;
  operation.span = span;
  operation.integer = static_cast<int64_t>(program.parameters.size());
  operation.first_result = ValueId(program.values.size());
  operation.result_count = 1;
  program.values.push_back(argument.type);
  program.parameters.push_back({name, argument.type});
  program.operations.push_back(operation);
  program.blocks[prologue.index].operations.push_back(OperationId(program.operations.size() - 1));
  return FrontValue::tensor(operation.first_result);
}

}  // namespace

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
    Fv value = declare(program_, prologue_, name, arguments[i], names[i]->span,
                       [&](const script::Value& constant) { return from_host(constant, names[i]->span); });
    frame.scope.set(names[i]->name.name, std::move(value), names[i]->span);
  }
  statements(function.definition().body);
  if (!frame.is_terminated) emit(Op::Return, {}, {}, program_.span);
  frame_ = nullptr;
  function.is_lowered = true;
  return std::move(program_);
}

}  // namespace tilewright::kernels::triton
