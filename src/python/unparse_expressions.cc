// Expressions to text.
#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "python/unparser.h"

namespace tilewright::python {
namespace {

struct OperatorRow {
  Binding binding;
  std::string_view spelling;
};

OperatorRow row(Operator op) {
  switch (op) {
    case Operator::Add:
      return {Binding::Sum, "+"};
    case Operator::Sub:
      return {Binding::Sum, "-"};
    case Operator::Mult:
      return {Binding::Term, "*"};
    case Operator::MatMult:
      return {Binding::Term, "@"};
    case Operator::Div:
      return {Binding::Term, "/"};
    case Operator::Mod:
      return {Binding::Term, "%"};
    case Operator::Pow:
      return {Binding::Power, "**"};
    case Operator::LShift:
      return {Binding::Shift, "<<"};
    case Operator::RShift:
      return {Binding::Shift, ">>"};
    case Operator::BitOr:
      return {Binding::BitOr, "|"};
    case Operator::BitXor:
      return {Binding::BitXor, "^"};
    case Operator::BitAnd:
      return {Binding::BitAnd, "&"};
    case Operator::FloorDiv:
      return {Binding::Term, "//"};
  }
  TW_CHECK(false, "operator {}", static_cast<int>(op));
}

std::string_view spell(CompareOperator op) {
  constexpr std::string_view kSpellings[] = {"==", "!=", "<",      "<=", ">",
                                             ">=", "is", "is not", "in", "not in"};
  return kSpellings[static_cast<size_t>(op)];
}

struct BindingOf {
  Binding operator()(const BoolOp& node) const {
    return node.op == BoolOperator::Or ? Binding::Or : Binding::And;
  }
  Binding operator()(const BinOp& node) const { return row(node.op).binding; }
  Binding operator()(const UnaryOp& node) const {
    return node.op == UnaryOperator::Not ? Binding::Not : Binding::Factor;
  }
  Binding operator()(const Lambda&) const { return Binding::Test; }
  Binding operator()(const IfExp&) const { return Binding::Test; }
  Binding operator()(const Await&) const { return Binding::Await; }
  Binding operator()(const Yield&) const { return Binding::Yield; }
  Binding operator()(const YieldFrom&) const { return Binding::Yield; }
  Binding operator()(const Compare&) const { return Binding::Comparison; }
  Binding operator()(const Tuple& node) const {
    return node.elements.empty() ? Binding::Atom : Binding::Tuple;
  }
  template <class Other>
  Binding operator()(const Other&) const {
    return Binding::Atom;
  }
};

}  // namespace

std::string ExpressionWriter::write(ExprId id, Binding needed, const QuoteRules& rules) {
  out_.clear();
  has_failed_ = false;
  rules_ = rules;
  append(id, needed);
  return std::move(out_);
}

void ExpressionWriter::append(ExprId id, Binding needed) {
  const ExprData& data = ast_[id].data;
  // A walrus always gets parentheses: the places that take it bare are few.
  bool has_parentheses = std::visit(BindingOf{}, data) < needed || std::holds_alternative<NamedExpr>(data);
  if (has_parentheses) out_ += '(';
  std::visit([&](const auto& node) { write_node(node); }, data);
  if (has_parentheses) out_ += ')';
}

void ExpressionWriter::append_list(const std::vector<ExprId>& elements, Binding needed) {
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i != 0) out_ += ", ";
    append(elements[i], needed);
  }
}

void ExpressionWriter::append_text(const std::optional<std::string>& text) {
  if (text) {
    out_ += *text;
  } else {
    has_failed_ = true;
  }
}

void ExpressionWriter::write_node(const BoolOp& node) {
  Binding binding = tighter(node.op == BoolOperator::Or ? Binding::Or : Binding::And);
  for (size_t i = 0; i < node.values.size(); ++i) {
    if (i != 0) out_ += node.op == BoolOperator::Or ? " or " : " and ";
    append(node.values[i], binding);
  }
}

void ExpressionWriter::write_node(const NamedExpr& node) {
  append(node.target, Binding::Atom);
  out_ += " := ";
  append(node.value, Binding::Test);
}

void ExpressionWriter::write_node(const BinOp& node) {
  auto [binding, spelling] = row(node.op);
  bool is_power = node.op == Operator::Pow;
  append(node.left, is_power ? Binding::Await : binding);
  out_ += fmt::format(" {} ", spelling);
  append(node.right, is_power ? Binding::Factor : tighter(binding));
}

void ExpressionWriter::write_node(const UnaryOp& node) {
  switch (node.op) {
    case UnaryOperator::Not:
      out_ += "not ";
      return append(node.operand, Binding::Not);
    case UnaryOperator::Invert:
      out_ += '~';
      break;
    case UnaryOperator::UAdd:
      out_ += '+';
      break;
    case UnaryOperator::USub:
      out_ += '-';
      break;
  }
  append(node.operand, Binding::Factor);
}

void ExpressionWriter::write_node(const Lambda& node) {
  std::string list = parameters(node.arguments);
  out_ += list.empty() ? "lambda: " : fmt::format("lambda {}: ", list);
  append(node.body, Binding::Test);
}

void ExpressionWriter::write_node(const IfExp& node) {
  append(node.body, Binding::Or);
  out_ += " if ";
  append(node.test, Binding::Or);
  out_ += " else ";
  append(node.orelse, Binding::Test);
}

void ExpressionWriter::write_node(const Dict& node) {
  out_ += '{';
  for (size_t i = 0; i < node.keys.size(); ++i) {
    if (i != 0) out_ += ", ";
    if (node.keys[i]) {
      append(node.keys[i], Binding::Test);
      out_ += ": ";
      append(node.values[i], Binding::Test);
    } else {
      out_ += "**";
      append(node.values[i], Binding::BitOr);
    }
  }
  out_ += '}';
}

void ExpressionWriter::write_node(const Set& node) {
  out_ += '{';
  append_list(node.elements);
  out_ += '}';
}

void ExpressionWriter::append_clauses(const std::vector<Comprehension>& clauses) {
  for (const Comprehension& clause : clauses) {
    out_ += clause.is_async ? " async for " : " for ";
    append(clause.target, Binding::Tuple);
    out_ += " in ";
    append(clause.iterable, Binding::Or);
    for (ExprId condition : clause.conditions) {
      out_ += " if ";
      append(condition, Binding::Or);
    }
  }
}

void ExpressionWriter::write_node(const ListComp& node) {
  out_ += '[';
  append(node.element, Binding::Test);
  append_clauses(node.generators);
  out_ += ']';
}

void ExpressionWriter::write_node(const SetComp& node) {
  out_ += '{';
  append(node.element, Binding::Test);
  append_clauses(node.generators);
  out_ += '}';
}

void ExpressionWriter::write_node(const DictComp& node) {
  out_ += '{';
  append(node.key, Binding::Test);
  out_ += ": ";
  append(node.value, Binding::Test);
  append_clauses(node.generators);
  out_ += '}';
}

void ExpressionWriter::write_node(const GeneratorExp& node) {
  out_ += '(';
  append(node.element, Binding::Test);
  append_clauses(node.generators);
  out_ += ')';
}

void ExpressionWriter::write_node(const Await& node) {
  out_ += "await ";
  append(node.value, Binding::Atom);
}

void ExpressionWriter::write_node(const Yield& node) {
  out_ += "yield";
  if (!node.value) return;
  out_ += ' ';
  append(node.value, std::holds_alternative<Tuple>(ast_[node.value].data) ? Binding::Tuple : Binding::Test);
}

void ExpressionWriter::write_node(const YieldFrom& node) {
  out_ += "yield from ";
  append(node.value, Binding::Test);
}

void ExpressionWriter::write_node(const Compare& node) {
  append(node.left, Binding::BitOr);
  for (size_t i = 0; i < node.ops.size(); ++i) {
    out_ += fmt::format(" {} ", spell(node.ops[i]));
    append(node.comparators[i], Binding::BitOr);
  }
}

void ExpressionWriter::write_node(const Call& node) {
  append(node.function, Binding::Atom);
  bool is_generator = node.arguments.size() == 1 && node.keywords.empty() &&
                      std::holds_alternative<GeneratorExp>(ast_[node.arguments[0]].data);
  if (is_generator) return append(node.arguments[0], Binding::Test);
  out_ += '(';
  append_list(node.arguments);
  for (size_t i = 0; i < node.keywords.size(); ++i) {
    const Keyword& keyword = node.keywords[i];
    if (i != 0 || !node.arguments.empty()) out_ += ", ";
    out_ += keyword.name ? ast_.name(*keyword.name) + "=" : "**";
    append(keyword.value, Binding::Test);
  }
  out_ += ')';
}

void ExpressionWriter::write_node(const ConstantExpr& node) { append_constant(node.value); }

void ExpressionWriter::append_constant(const Constant& constant) {
  struct Visitor {
    ExpressionWriter& writer;
    void operator()(const NoneConstant&) const { writer.out_ += "None"; }
    void operator()(bool value) const { writer.out_ += value ? "True" : "False"; }
    void operator()(int64_t value) const { writer.out_ += fmt::format("{}", value); }
    void operator()(const BigInteger& value) const { writer.out_ += spell_big_integer(value); }
    void operator()(double value) const { writer.out_ += spell_float(value); }
    void operator()(const ImaginaryConstant& value) const {
      writer.out_ += spell_float(value.imaginary) + "j";
    }
    void operator()(const StringConstant& value) const {
      if (value.is_unicode_prefixed) writer.out_ += 'u';
      writer.append_text(quote_text(value.utf8, writer.rules_));
    }
    void operator()(const BytesConstant& value) const {
      writer.append_text(quote_bytes(value.bytes, writer.rules_));
    }
    void operator()(const EllipsisConstant&) const { writer.out_ += "..."; }
  };
  std::visit(Visitor{*this}, constant);
}

void ExpressionWriter::write_node(const Attribute& node) {
  auto* constant = std::get_if<ConstantExpr>(&ast_[node.value].data);
  // "1.real" would read as a float.
  bool is_integer = constant != nullptr && (std::holds_alternative<int64_t>(constant->value) ||
                                            std::holds_alternative<BigInteger>(constant->value));
  if (is_integer) out_ += '(';
  append(node.value, Binding::Atom);
  if (is_integer) out_ += ')';
  out_ += '.';
  out_ += ast_.name(node.attribute);
}

void ExpressionWriter::write_node(const Subscript& node) {
  append(node.value, Binding::Atom);
  out_ += '[';
  append(node.slice, std::holds_alternative<Tuple>(ast_[node.slice].data) ? Binding::Tuple : Binding::Test);
  out_ += ']';
}

void ExpressionWriter::write_node(const Starred& node) {
  out_ += '*';
  append(node.value, Binding::BitOr);
}

void ExpressionWriter::write_node(const Name& node) { out_ += ast_.name(node.name); }

void ExpressionWriter::write_node(const List& node) {
  out_ += '[';
  append_list(node.elements);
  out_ += ']';
}

void ExpressionWriter::write_node(const Tuple& node) {
  if (node.elements.empty()) {
    out_ += "()";
    return;
  }
  append_list(node.elements);
  if (node.elements.size() == 1) out_ += ',';
}

void ExpressionWriter::write_node(const Slice& node) {
  if (node.lower) append(node.lower, Binding::Test);
  out_ += ':';
  if (node.upper) append(node.upper, Binding::Test);
  if (node.step) {
    out_ += ':';
    append(node.step, Binding::Test);
  }
}

std::string ExpressionWriter::parameters(const Arguments& arguments) {
  std::string before = std::exchange(out_, "");
  bool is_first = true;
  auto separate = [&] {
    if (!is_first) out_ += ", ";
    is_first = false;
  };
  auto write_argument = [&](const Argument& argument, ExprId default_value) {
    out_ += ast_.name(argument.name);
    bool is_annotated = argument.annotation && options_.keep_annotations;
    if (is_annotated) {
      out_ += ": ";
      append(argument.annotation, Binding::Test);
    }
    if (!default_value) return;
    out_ += is_annotated ? " = " : "=";
    append(default_value, Binding::Test);
  };
  size_t count = arguments.positional_only.size() + arguments.positional.size();
  for (size_t i = 0; i < count; ++i) {
    separate();
    bool is_only = i < arguments.positional_only.size();
    const Argument& argument =
        is_only ? arguments.positional_only[i] : arguments.positional[i - arguments.positional_only.size()];
    size_t without_default = count - arguments.defaults.size();
    write_argument(argument, i < without_default ? ExprId() : arguments.defaults[i - without_default]);
    if (i + 1 == arguments.positional_only.size()) out_ += ", /";
  }
  if (arguments.var_positional || !arguments.keyword_only.empty()) {
    separate();
    out_ += '*';
    if (arguments.var_positional) write_argument(*arguments.var_positional, ExprId());
  }
  for (size_t i = 0; i < arguments.keyword_only.size(); ++i) {
    separate();
    write_argument(arguments.keyword_only[i], arguments.keyword_defaults[i]);
  }
  if (arguments.var_keyword) {
    separate();
    out_ += "**";
    write_argument(*arguments.var_keyword, ExprId());
  }
  return std::exchange(out_, std::move(before));
}

}  // namespace tilewright::python
