// Simple statements, and the entry that reads a whole file.
#include "python/parser_implementation.h"

namespace tilewright::python {
namespace {

std::optional<Operator> augmented_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::PlusEqual:
      return Operator::Add;
    case TokenKind::MinusEqual:
      return Operator::Sub;
    case TokenKind::StarEqual:
      return Operator::Mult;
    case TokenKind::AtEqual:
      return Operator::MatMult;
    case TokenKind::SlashEqual:
      return Operator::Div;
    case TokenKind::PercentEqual:
      return Operator::Mod;
    case TokenKind::AmpersandEqual:
      return Operator::BitAnd;
    case TokenKind::PipeEqual:
      return Operator::BitOr;
    case TokenKind::CaretEqual:
      return Operator::BitXor;
    case TokenKind::LeftShiftEqual:
      return Operator::LShift;
    case TokenKind::RightShiftEqual:
      return Operator::RShift;
    case TokenKind::DoubleStarEqual:
      return Operator::Pow;
    case TokenKind::DoubleSlashEqual:
      return Operator::FloorDiv;
    default:
      return std::nullopt;
  }
}

}  // namespace

Body Parser::file() {
  Body body;
  while (!at(TokenKind::EndMarker)) statement(body);
  return body;
}

void Parser::statement(Body& body) {
  if (!compound_statement(body)) simple_statements(body);
}

// One line: statements between semicolons and the newline.
void Parser::simple_statements(Body& body) {
  while (true) {
    uint32_t begin = here();
    builder_.height = 0;
    body.push_back(simple_statement());
    if (accept(TokenKind::Semicolon)) {
      if (!at(TokenKind::Newline)) continue;
    }
    if (!at(TokenKind::Newline)) fail_statement_end(begin);
    advance_layout();
    return;
  }
}

StmtId Parser::simple_statement() {
  uint32_t begin = here();
  auto word = [&](auto node) {
    advance();
    return add_statement(begin, node);
  };
  switch (kind()) {
    case TokenKind::KeywordReturn:
      return return_statement();
    case TokenKind::KeywordImport:
      return import_name();
    case TokenKind::KeywordFrom:
      return import_from();
    case TokenKind::KeywordRaise:
      return raise_statement();
    case TokenKind::KeywordPass:
      return word(Pass{});
    case TokenKind::KeywordBreak:
      return word(Break{});
    case TokenKind::KeywordContinue:
      return word(Continue{});
    case TokenKind::KeywordDel:
      return delete_statement();
    case TokenKind::KeywordAssert:
      return assert_statement();
    case TokenKind::KeywordGlobal:
    case TokenKind::KeywordNonlocal:
      return global_statement();
    default:
      return expression_statement();
  }
}

// An expression, or an assignment whose target it turns out to be.
StmtId Parser::expression_statement() {
  uint32_t begin = here();
  bool is_plain_name = at(TokenKind::Name) && kind(1) == TokenKind::Colon;
  ExprId value = annotated_rhs();
  if (at(TokenKind::Equal)) return assignment(begin, value);
  if (at(TokenKind::Colon)) return annotated_assignment(begin, value, is_plain_name);
  if (augmented_operator(kind())) return augmented_assignment(begin, value);
  return add_statement(begin, ExprStmt{value});
}

ExprId Parser::annotated_rhs() {
  return at(TokenKind::KeywordYield) ? yield_expression() : star_expressions();
}

StmtId Parser::assignment(uint32_t begin, ExprId first_target) {
  Assign node;
  ExprId value = first_target;
  while (at(TokenKind::Equal)) {
    if (ExprId invalid = find_invalid_target(ast_, value, TargetUse::Assign)) fail_assigned(value, invalid);
    set_context(value, ExprContext::Store);
    advance();
    node.targets.push_back(value);
    value = annotated_rhs();
  }
  node.value = value;
  return add_statement(begin, std::move(node));
}

StmtId Parser::annotated_assignment(uint32_t begin, ExprId target, bool is_plain_name) {
  const ExprData& data = expr(target).data;
  if (!std::holds_alternative<Name>(data) && !std::holds_alternative<Attribute>(data) &&
      !std::holds_alternative<Subscript>(data)) {
    fail_annotated(target);
  }
  set_context(target, ExprContext::Store);
  advance();
  ExprId annotation = expression();
  ExprId value;
  if (accept(TokenKind::Equal)) value = annotated_rhs();
  return add_statement(begin, AnnAssign{target, annotation, value, is_plain_name});
}

StmtId Parser::augmented_assignment(uint32_t begin, ExprId target) {
  const ExprData& data = expr(target).data;
  if (!std::holds_alternative<Name>(data) && !std::holds_alternative<Attribute>(data) &&
      !std::holds_alternative<Subscript>(data)) {
    fail("'" + std::string(describe_expression(ast_, target)) +
             "' is an illegal expression for augmented assignment",
         expr(target).span);
  }
  set_context(target, ExprContext::Store);
  Operator op = *augmented_operator(kind());
  advance();
  ExprId value = annotated_rhs();
  return add_statement(begin, AugAssign{target, op, value});
}

StmtId Parser::return_statement() {
  uint32_t begin = here();
  advance();
  ExprId value;
  if (starts_expression(token()) || at(TokenKind::Star)) value = star_expressions();
  return add_statement(begin, Return{value});
}

StmtId Parser::raise_statement() {
  uint32_t begin = here();
  advance();
  Raise node;
  if (starts_expression(token())) {
    node.exception = expression();
    if (accept(TokenKind::KeywordFrom)) node.cause = expression();
  }
  return add_statement(begin, node);
}

StmtId Parser::delete_statement() {
  uint32_t begin = here();
  advance();
  Delete node;
  do {
    if (!node.targets.empty() && (at(TokenKind::Newline) || at(TokenKind::Semicolon))) break;
    node.targets.push_back(star_expression());
  } while (accept(TokenKind::Comma));
  if (at(TokenKind::Newline) || at(TokenKind::Semicolon)) {
    for (ExprId target : node.targets) make_targets(target, TargetUse::Delete);
  }
  return add_statement(begin, std::move(node));
}

StmtId Parser::assert_statement() {
  uint32_t begin = here();
  advance();
  Assert node;
  node.test = expression();
  if (accept(TokenKind::Comma)) node.message = expression();
  return add_statement(begin, node);
}

StmtId Parser::global_statement() {
  uint32_t begin = here();
  bool is_global = at(TokenKind::KeywordGlobal);
  advance();
  std::vector<Identifier> names;
  do {
    names.push_back(identifier());
  } while (accept(TokenKind::Comma));
  if (is_global) return add_statement(begin, Global{std::move(names)});
  return add_statement(begin, Nonlocal{std::move(names)});
}

Identifier Parser::dotted_name() {
  Identifier first = identifier();
  if (!at(TokenKind::Dot)) return first;
  std::string name = ast_.name(first);
  while (accept(TokenKind::Dot)) {
    name += '.';
    name += ast_.name(identifier());
  }
  return {builder_.names.intern(name), span(first.span.begin, previous_end_)};
}

Alias Parser::import_alias(bool is_dotted) {
  uint32_t begin = here();
  Alias alias;
  alias.name = is_dotted ? dotted_name() : identifier();
  if (accept(TokenKind::KeywordAs)) alias.as_name = identifier();
  alias.span = span(begin, previous_end_);
  return alias;
}

StmtId Parser::import_name() {
  uint32_t begin = here();
  advance();
  Import node;
  do {
    node.names.push_back(import_alias(true));
  } while (accept(TokenKind::Comma));
  return add_statement(begin, std::move(node));
}

StmtId Parser::import_from() {
  uint32_t begin = here();
  advance();
  ImportFrom node;
  node.level = 0;
  for (; at(TokenKind::Dot) || at(TokenKind::Ellipsis); advance()) node.level += at(TokenKind::Dot) ? 1 : 3;
  if (node.level == 0 || at(TokenKind::Name)) node.module = dotted_name();
  expect(TokenKind::KeywordImport);
  if (at(TokenKind::Star)) {
    const Token& star = token();
    advance();
    node.names.push_back(Alias{{builder_.names.intern("*"), span(star)}, std::nullopt, span(star)});
    return add_statement(begin, std::move(node));
  }
  bool has_parenthesis = accept(TokenKind::LeftParenthesis);
  while (true) {
    node.names.push_back(import_alias(false));
    if (!at(TokenKind::Comma)) break;
    const Token& comma = token();
    advance();
    if (has_parenthesis && at(TokenKind::RightParenthesis)) break;
    if (at(TokenKind::Newline))
      fail("trailing comma not allowed without surrounding parentheses", span(comma));
  }
  if (has_parenthesis) expect(TokenKind::RightParenthesis);
  return add_statement(begin, std::move(node));
}

}  // namespace tilewright::python
