#include "stack/program.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::stack {
namespace {

std::string axis_text(const Program& program, const AxisList& list) {
  if (list.empty()) return "1";
  std::string text;
  for (AxisId axis : program.axes.resolve(list)) {
    if (!text.empty()) text += "*";
    text += fmt::format("a{}", axis.index);
  }
  return text;
}

std::string dims_text(const Program& program, const std::vector<AxisList>& dims) {
  std::string text;
  for (const AxisList& dim : dims) {
    if (!text.empty()) text += ", ";
    text += axis_text(program, dim);
  }
  return "[" + text + "]";
}

std::string operand_text(const Program& program, const Operand& operand) {
  if (const auto* id = std::get_if<ProgramValueId>(&operand)) {
    const ProgramValue& value = program[*id];
    return value.kind == ValueKind::Leaf ? value.name : fmt::format("%{}", id->index);
  }
  const Literal& literal = std::get<Literal>(operand);
  if (!literal.is_extent()) return literal.text;
  std::string text = fmt::format("count({})", axis_text(program, literal.extent));
  return literal.offset == 0 ? text : fmt::format("({} {:+})", text, literal.offset);
}

}  // namespace

AxisList Program::storage(const std::vector<AxisList>& dims) const {
  AxisList all;
  for (const AxisList& dim : dims) {
    AxisList part = axes.resolve(dim);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

size_t Program::argument_rank(std::string_view tensor) const {
  return static_cast<size_t>(std::find(arguments.begin(), arguments.end(), tensor) - arguments.begin());
}

std::string describe(const Program& program, ProgramValueId id) {
  const ProgramValue& value = program[id];
  std::string operands;
  for (const Operand& operand : value.operands) {
    if (!operands.empty()) operands += ", ";
    operands += operand_text(program, operand);
  }
  std::string over = axis_text(program, value.axes);
  switch (value.kind) {
    case ValueKind::Leaf:
      return value.name;
    case ValueKind::Index:
      return fmt::format("%{} = index along {}", id.index, over);
    case ValueKind::Pointwise:
      return fmt::format("%{} = {}({})", id.index, info(value.primitive).name, operands);
    case ValueKind::Reduce:
      return fmt::format("%{} = {} over {}({})", id.index, spelling(value.reduce), over, operands);
    case ValueKind::Scan:
      return fmt::format("%{} = running {}{}{} along {}({})", id.index, spelling(value.reduce),
                         value.is_reverse ? " reverse" : "", value.is_exclusive ? " exclusive" : "", over,
                         operands);
    case ValueKind::Contract:
      return fmt::format("%{} = contract over {}({})", id.index, over, operands);
  }
  return "";
}

std::string print(const Program& program) {
  std::string text;
  for (const ProgramInput& input : program.tensors) {
    if (!input.is_used) continue;
    text += fmt::format("{}: {} {}", input.name, torch_name(input.dtype), dims_text(program, input.dims));
    for (AxisId axis : program.storage(input.dims)) {
      text += fmt::format(" a{}={}", axis.index, program.axes.size(axis));
    }
    text += "\n";
  }
  for (size_t i = 0; i < program.values.size(); ++i) {
    const ProgramValue& value = program.values[i];
    if (value.kind == ValueKind::Leaf) continue;
    text += fmt::format("{}: {} {}\n", describe(program, ProgramValueId(i)), torch_name(value.dtype),
                        dims_text(program, value.dims));
  }
  text += "return";
  for (ProgramValueId id : program.outputs) text += fmt::format(" %{}", id.index);
  return text + "\n";
}

}  // namespace tilewright::stack
