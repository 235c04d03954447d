// Targets of assignments, loops and del. They are read as expressions and then checked and marked.
#include "python/parser_implementation.h"

namespace tilewright::python {

// Targets of `for`: no `in` operator at the top level.
ExprId Parser::star_targets() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId first = star_target();
  if (at(TokenKind::Comma)) {
    std::vector<ExprId> elements{first};
    while (accept(TokenKind::Comma)) {
      if (!starts_expression(token()) && !at(TokenKind::Star)) break;
      elements.push_back(star_target());
    }
    first = add_above(begin, Tuple{std::move(elements), ExprContext::Store});
  }
  make_targets(first, TargetUse::For);
  return first;
}

ExprId Parser::star_target() {
  if (!at(TokenKind::Star)) return bitwise_or();
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  if (at(TokenKind::Star)) fail_here();
  ExprId value = bitwise_or();
  return add_above(begin, Starred{value, ExprContext::Store});
}

void Parser::make_targets(ExprId id, TargetUse use) {
  if (ExprId invalid = find_invalid_target(ast_, id, use)) fail_target(invalid, use);
  set_context(id, use == TargetUse::Delete ? ExprContext::Del : ExprContext::Store);
}

void Parser::set_context(ExprId id, ExprContext context) {
  ExprData& data = ast_.exprs[id.index].data;
  if (auto* name = std::get_if<Name>(&data)) {
    name->context = context;
  } else if (auto* attribute = std::get_if<Attribute>(&data)) {
    attribute->context = context;
  } else if (auto* subscript = std::get_if<Subscript>(&data)) {
    subscript->context = context;
  } else if (auto* starred = std::get_if<Starred>(&data)) {
    starred->context = context;
    set_context(starred->value, context);
  } else if (auto* list = std::get_if<List>(&data)) {
    list->context = context;
    for (ExprId element : list->elements) set_context(element, context);
  } else if (auto* tuple = std::get_if<Tuple>(&data)) {
    tuple->context = context;
    for (ExprId element : tuple->elements) set_context(element, context);
  }
}

ExprId find_invalid_target(const Ast& ast, ExprId id, TargetUse use) {
  auto first_of = [&](const std::vector<ExprId>& elements) {
    for (ExprId element : elements) {
      if (ExprId invalid = find_invalid_target(ast, element, use)) return invalid;
    }
    return ExprId();
  };
  const ExprData& data = ast[id].data;
  if (std::holds_alternative<Name>(data) || std::holds_alternative<Attribute>(data) ||
      std::holds_alternative<Subscript>(data)) {
    return {};
  }
  if (auto* starred = std::get_if<Starred>(&data)) {
    return use == TargetUse::Delete ? id : find_invalid_target(ast, starred->value, use);
  }
  if (auto* list = std::get_if<List>(&data)) return first_of(list->elements);
  if (auto* tuple = std::get_if<Tuple>(&data)) return first_of(tuple->elements);
  return id;
}

std::string_view describe_expression(const Ast& ast, ExprId id) {
  struct Describe {
    std::string_view operator()(const BoolOp&) const { return "expression"; }
    std::string_view operator()(const NamedExpr&) const { return "named expression"; }
    std::string_view operator()(const BinOp&) const { return "expression"; }
    std::string_view operator()(const UnaryOp&) const { return "expression"; }
    std::string_view operator()(const Lambda&) const { return "lambda"; }
    std::string_view operator()(const IfExp&) const { return "conditional expression"; }
    std::string_view operator()(const Dict&) const { return "dict literal"; }
    std::string_view operator()(const Set&) const { return "set display"; }
    std::string_view operator()(const ListComp&) const { return "list comprehension"; }
    std::string_view operator()(const SetComp&) const { return "set comprehension"; }
    std::string_view operator()(const DictComp&) const { return "dict comprehension"; }
    std::string_view operator()(const GeneratorExp&) const { return "generator expression"; }
    std::string_view operator()(const Await&) const { return "await expression"; }
    std::string_view operator()(const Yield&) const { return "yield expression"; }
    std::string_view operator()(const YieldFrom&) const { return "yield expression"; }
    std::string_view operator()(const Compare&) const { return "comparison"; }
    std::string_view operator()(const Call&) const { return "function call"; }
    std::string_view operator()(const FormattedValue&) const { return "f-string expression"; }
    std::string_view operator()(const JoinedStr&) const { return "f-string expression"; }
    std::string_view operator()(const ConstantExpr& constant) const {
      if (std::holds_alternative<NoneConstant>(constant.value)) return "None";
      if (auto* value = std::get_if<bool>(&constant.value)) return *value ? "True" : "False";
      return std::holds_alternative<EllipsisConstant>(constant.value) ? "ellipsis" : "literal";
    }
    std::string_view operator()(const Attribute&) const { return "attribute"; }
    std::string_view operator()(const Subscript&) const { return "subscript"; }
    std::string_view operator()(const Starred&) const { return "starred"; }
    std::string_view operator()(const Name&) const { return "name"; }
    std::string_view operator()(const List&) const { return "list"; }
    std::string_view operator()(const Tuple&) const { return "tuple"; }
    std::string_view operator()(const Slice&) const { return "slice"; }
  };
  return std::visit(Describe{}, ast[id].data);
}

}  // namespace tilewright::python
