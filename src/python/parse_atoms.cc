// Atoms: names, numbers, displays, comprehensions.
#include "python/literals.h"
#include "python/parser_implementation.h"

namespace tilewright::python {

ExprId Parser::atom() {
  uint32_t begin = here();
  auto constant = [&](Constant value) {
    advance();
    return add(begin, ConstantExpr{std::move(value)});
  };
  builder_.height = std::max(builder_.height, 1);
  switch (kind()) {
    case TokenKind::Name:
      return name_atom();
    case TokenKind::Number:
      return number_atom();
    case TokenKind::String:
      return strings();
    case TokenKind::LeftParenthesis:
      return parenthesis_atom();
    case TokenKind::LeftBracket:
      return list_atom();
    case TokenKind::LeftBrace:
      return brace_atom();
    case TokenKind::KeywordTrue:
      return constant(true);
    case TokenKind::KeywordFalse:
      return constant(false);
    case TokenKind::KeywordNone:
      return constant(NoneConstant{});
    case TokenKind::Ellipsis:
      return constant(EllipsisConstant{});
    default:
      fail_here();
  }
}

ExprId Parser::name_atom() {
  const Token& name = token();
  NameId id = intern(name);
  advance();
  return add(name.begin, Name{id, ExprContext::Load});
}

ExprId Parser::number_atom() {
  const Token& number = token();
  auto value = number_value(text(number));
  if (!value) {
    fail(
        "the integer literal has too many digits (CPython's limit is 4300 decimal digits); "
        "write it in hexadecimal to reduce them",
        span(number));
  }
  advance();
  return add(number.begin, ConstantExpr{std::move(*value)});
}

ExprId Parser::parenthesis_atom() {
  RecursionScope recursion(*this, 3);
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  if (accept(TokenKind::RightParenthesis)) return add_above(begin, Tuple{{}, ExprContext::Load});
  return parenthesised(begin, TokenKind::RightParenthesis);
}

ExprId Parser::formatted_expression(uint32_t brace_begin) {
  RecursionScope recursion(*this, 3);
  is_formatted_ = true;
  return parenthesised(brace_begin, TokenKind::EndMarker);
}

// After the opening parenthesis: a group, a tuple or a generator, and `close`.
ExprId Parser::parenthesised(uint32_t begin, TokenKind close) {
  uint32_t element_begin = here();
  if (at(TokenKind::KeywordYield)) {
    ExprId value = yield_expression();
    if (!accept(close)) fail_in_brackets(element_begin);
    return value;
  }
  ExprId first = star_named_expression();
  if (at_comprehension()) {
    check_comprehension_element(first);
    auto generators = comprehension_clauses();
    if (!accept(close)) fail_in_brackets(element_begin);
    return add_above(begin, GeneratorExp{first, std::move(generators)});
  }
  if (!at(TokenKind::Comma)) {
    if (!at(close)) fail_in_brackets(element_begin);
    if (std::holds_alternative<Starred>(expr(first).data)) {
      fail("cannot use starred expression here", expr(first).span);
    }
    advance();
    return first;
  }
  std::vector<ExprId> elements{first};
  rest_of_elements(elements, close);
  return add_above(begin, Tuple{std::move(elements), ExprContext::Load});
}

// After the first element: more of them, a comma at the end allowed, and the closing bracket.
void Parser::rest_of_elements(std::vector<ExprId>& elements, TokenKind close) {
  uint32_t element_begin = expr(elements.back()).span.begin;
  while (accept(TokenKind::Comma)) {
    if (at(close)) break;
    element_begin = here();
    elements.push_back(star_named_expression());
    if (at_comprehension() && close != TokenKind::RightParenthesis) fail_unparenthesised_target(elements);
  }
  if (!accept(close)) fail_in_brackets(element_begin);
}

ExprId Parser::list_atom() {
  RecursionScope recursion(*this, 3);
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  if (accept(TokenKind::RightBracket)) return add_above(begin, List{{}, ExprContext::Load});
  uint32_t element_begin = here();
  std::vector<ExprId> elements{star_named_expression()};
  if (at_comprehension()) {
    check_comprehension_element(elements[0]);
    auto generators = comprehension_clauses();
    if (!accept(TokenKind::RightBracket)) fail_in_brackets(element_begin);
    return add_above(begin, ListComp{elements[0], std::move(generators)});
  }
  rest_of_elements(elements, TokenKind::RightBracket);
  return add_above(begin, List{std::move(elements), ExprContext::Load});
}

// A dict, a set, or a comprehension of either.
ExprId Parser::brace_atom() {
  RecursionScope recursion(*this, 3);
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  if (accept(TokenKind::RightBrace)) return add_above(begin, Dict{});
  if (at(TokenKind::DoubleStar)) return dict_atom(begin, ExprId());
  uint32_t element_begin = here();
  bool may_be_key = !at(TokenKind::Star) && !(at(TokenKind::Name) && kind(1) == TokenKind::ColonEqual);
  ExprId first = star_named_expression();
  if (at(TokenKind::Colon) && may_be_key) return dict_atom(begin, first);
  if (at_comprehension()) {
    check_comprehension_element(first);
    auto generators = comprehension_clauses();
    if (!accept(TokenKind::RightBrace)) fail_in_brackets(element_begin);
    return add_above(begin, SetComp{first, std::move(generators)});
  }
  std::vector<ExprId> elements{first};
  rest_of_elements(elements, TokenKind::RightBrace);
  return add_above(begin, Set{std::move(elements)});
}

// At the colon after `first_key`, or at `**` when there is none.
ExprId Parser::dict_atom(uint32_t begin, ExprId first_key) {
  Dict dict;
  uint32_t item_begin = here();
  ExprId key = first_key;
  while (true) {
    if (!key && at(TokenKind::DoubleStar)) {
      const Token& stars = token();
      advance();
      dict.keys.push_back(ExprId());
      dict.values.push_back(bitwise_or());
      if (at_comprehension()) fail("dict unpacking cannot be used in dict comprehension", span(stars));
    } else {
      if (!key) {
        key = expression();
        if (!at(TokenKind::Colon)) fail_dict_colon(key);
      }
      advance();
      dict.keys.push_back(key);
      dict.values.push_back(dict_value());
    }
    if (dict.keys.size() == 1 && dict.keys[0] && at_comprehension()) {
      auto generators = comprehension_clauses();
      if (!accept(TokenKind::RightBrace)) fail_in_brackets(item_begin);
      return add_above(begin, DictComp{dict.keys[0], dict.values[0], std::move(generators)});
    }
    if (!accept(TokenKind::Comma)) break;
    if (at(TokenKind::RightBrace)) break;
    item_begin = here();
    key = ExprId();
  }
  if (!accept(TokenKind::RightBrace))
    fail_in_brackets(dict.keys.back() ? expr(dict.values.back()).span.begin : item_begin);
  return add_above(begin, std::move(dict));
}

ExprId Parser::dict_value() {
  if (at(TokenKind::Star)) {
    fail("cannot use a starred expression in a dictionary value", span(token()));
  }
  if (at(TokenKind::RightBrace) || at(TokenKind::Comma)) {
    fail("expression expected after dictionary key and ':'", span(previous()));
  }
  return expression();
}

std::vector<Comprehension> Parser::comprehension_clauses() {
  std::vector<Comprehension> clauses;
  while (at_comprehension()) {
    Comprehension clause;
    clause.is_async = accept(TokenKind::KeywordAsync);
    advance();
    clause.target = star_targets();
    if (!accept(TokenKind::KeywordIn)) fail_for_target(clause.target);
    clause.iterable = disjunction();
    while (accept(TokenKind::KeywordIf)) clause.conditions.push_back(disjunction());
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

}  // namespace tilewright::python
