// The match statement and its patterns.
#include "python/literals.h"
#include "python/parser_implementation.h"

namespace tilewright::python {
// `match` is a name unless its logical line ends in a colon: no other statement that starts with a
// name does.
bool Parser::at_match_statement() const {
  if (!at_soft_keyword("match")) return false;
  switch (kind(1)) {
    case TokenKind::Name:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::LeftParenthesis:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
    case TokenKind::Minus:
    case TokenKind::Plus:
    case TokenKind::Tilde:
    case TokenKind::Star:
    case TokenKind::Ellipsis:
      break;
    default:
      if (!is_keyword(kind(1))) return false;
  }
  size_t last = at_;
  while (tokens_[last].kind != TokenKind::Newline && last + 1 < tokens_.size()) ++last;
  return tokens_[last - 1].kind == TokenKind::Colon;
}

StmtId Parser::match_statement() {
  RecursionScope recursion(*this);
  const Token& opener = token();
  advance();
  Match node;
  node.subject = subject();
  expect(TokenKind::Colon);
  if (!at(TokenKind::Newline)) fail_here();
  advance_layout();
  if (!at(TokenKind::Indent)) fail_missing_block("'match' statement", opener);
  advance_layout();
  do {
    node.cases.push_back(case_block());
  } while (!at(TokenKind::Dedent));
  advance_layout();
  return add_statement(opener.begin, std::move(node));
}

ExprId Parser::subject() {
  uint32_t begin = here();
  bool is_starred = at(TokenKind::Star);
  ExprId first = star_named_expression();
  if (!at(TokenKind::Comma)) {
    if (is_starred) fail_here();
    return first;
  }
  std::vector<ExprId> elements{first};
  while (accept(TokenKind::Comma)) {
    if (at(TokenKind::Colon)) break;
    elements.push_back(star_named_expression());
  }
  return add_above(begin, Tuple{std::move(elements), ExprContext::Load});
}

MatchCase Parser::case_block() {
  if (!at_soft_keyword("case")) fail_here();
  const Token& opener = token();
  advance();
  MatchCase result;
  result.pattern = patterns();
  if (accept(TokenKind::KeywordIf)) result.guard = named_expression();
  expect(TokenKind::Colon);
  result.body = block("'case' statement", opener);
  return result;
}

// The pattern of a case: an open sequence needs no brackets there.
PatternId Parser::patterns() {
  uint32_t begin = here();
  bool is_star = at(TokenKind::Star);
  PatternId first = maybe_star_pattern();
  if (!at(TokenKind::Comma)) {
    if (is_star) fail_here();
    return first;
  }
  std::vector<PatternId> elements{first};
  while (accept(TokenKind::Comma)) {
    if (at(TokenKind::Colon) || at(TokenKind::KeywordIf)) break;
    elements.push_back(maybe_star_pattern());
  }
  return add_pattern(begin, MatchSequence{std::move(elements)});
}

PatternId Parser::maybe_star_pattern() {
  if (!at(TokenKind::Star)) return as_pattern();
  uint32_t begin = here();
  advance();
  if (at_soft_keyword("_")) {
    advance();
    return add_pattern(begin, MatchStar{});
  }
  Identifier name = capture_target();
  return add_pattern(begin, MatchStar{name});
}

PatternId Parser::as_pattern() {
  uint32_t begin = here();
  PatternId pattern = or_pattern();
  if (!accept(TokenKind::KeywordAs)) return pattern;
  if (at_soft_keyword("_")) fail("cannot use '_' as a target", span(token()));
  if (!at(TokenKind::Name)) fail_pattern_target();
  Identifier name = capture_target();
  return add_pattern(begin, MatchAs{pattern, name});
}

PatternId Parser::or_pattern() {
  uint32_t begin = here();
  PatternId first = closed_pattern();
  if (!at(TokenKind::Pipe)) return first;
  std::vector<PatternId> alternatives{first};
  while (accept(TokenKind::Pipe)) alternatives.push_back(closed_pattern());
  return add_pattern(begin, MatchOr{std::move(alternatives)});
}

PatternId Parser::closed_pattern() {
  RecursionScope recursion(*this, 3);
  uint32_t begin = here();
  switch (kind()) {
    case TokenKind::Number:
    case TokenKind::Minus: {
      ExprId value = complex_or_number();
      return add_pattern(begin, MatchValue{value});
    }
    case TokenKind::String: {
      ExprId value = strings();
      return add_pattern(begin, MatchValue{value});
    }
    case TokenKind::KeywordNone:
    case TokenKind::KeywordTrue:
    case TokenKind::KeywordFalse: {
      Constant value = singleton();
      return add_pattern(begin, MatchSingleton{std::move(value)});
    }
    case TokenKind::Name:
      return name_pattern();
    case TokenKind::LeftParenthesis:
    case TokenKind::LeftBracket:
      return sequence_pattern();
    case TokenKind::LeftBrace:
      return mapping_pattern();
    default:
      fail_here();
  }
}

Constant Parser::singleton() {
  TokenKind which = kind();
  advance();
  if (which == TokenKind::KeywordNone) return NoneConstant{};
  return which == TokenKind::KeywordTrue;
}

// A capture, `_`, a dotted value or a class. `_` is nothing but the wildcard, even before a dot or
// parenthesis.
PatternId Parser::name_pattern() {
  uint32_t begin = here();
  if (at_soft_keyword("_")) {
    advance();
    return add_pattern(begin, MatchAs{});
  }
  if (kind(1) == TokenKind::Dot || kind(1) == TokenKind::LeftParenthesis) {
    ExprId value = name_or_attribute();
    if (at(TokenKind::LeftParenthesis)) return class_pattern(begin, value);
    if (at(TokenKind::Equal)) fail_here();
    return add_pattern(begin, MatchValue{value});
  }
  Identifier name = capture_target();
  return add_pattern(begin, MatchAs{PatternId(), name});
}

// A name that a pattern binds; not one that goes on as an attribute, call or keyword.
Identifier Parser::capture_target() {
  if (at_soft_keyword("_")) fail_here();
  Identifier name = identifier();
  if (at(TokenKind::Dot) || at(TokenKind::LeftParenthesis) || at(TokenKind::Equal)) fail_here();
  return name;
}

ExprId Parser::name_or_attribute() {
  uint32_t begin = here();
  HeightScope height(builder_);
  if (!at(TokenKind::Name)) fail_here();
  builder_.height = 1;
  ExprId value = name_atom();
  while (accept(TokenKind::Dot)) {
    Identifier attribute = identifier();
    value = add_above(begin, Attribute{value, attribute, ExprContext::Load});
  }
  return value;
}

ExprId Parser::signed_number() {
  uint32_t begin = here();
  bool is_negative = accept(TokenKind::Minus);
  if (!at(TokenKind::Number)) fail_here();
  ExprId number = number_atom();
  return is_negative ? add(begin, UnaryOp{UnaryOperator::USub, number}) : number;
}

// -1, 2.5, or a complex literal such as 1 + 2j.
ExprId Parser::complex_or_number() {
  uint32_t begin = here();
  ExprId real = signed_number();
  if (!at(TokenKind::Plus) && !at(TokenKind::Minus)) return real;
  auto is_imaginary = [&](ExprId id) {
    if (auto* unary = std::get_if<UnaryOp>(&expr(id).data)) id = unary->operand;
    auto* constant = std::get_if<ConstantExpr>(&expr(id).data);
    return constant != nullptr && std::holds_alternative<ImaginaryConstant>(constant->value);
  };
  if (is_imaginary(real)) fail("real number required in complex literal", expr(real).span);
  Operator op = at(TokenKind::Plus) ? Operator::Add : Operator::Sub;
  advance();
  if (!at(TokenKind::Number)) fail_here();
  ExprId imaginary = number_atom();
  if (!is_imaginary(imaginary)) fail("imaginary number required in complex literal", expr(imaginary).span);
  return add(begin, BinOp{real, op, imaginary});
}

PatternId Parser::sequence_pattern() {
  uint32_t begin = here();
  bool is_list = at(TokenKind::LeftBracket);
  TokenKind close = is_list ? TokenKind::RightBracket : TokenKind::RightParenthesis;
  advance();
  std::vector<PatternId> elements;
  bool has_comma = false;
  bool starts_with_star = at(TokenKind::Star);
  while (!at(close)) {
    elements.push_back(maybe_star_pattern());
    if (!accept(TokenKind::Comma)) break;
    has_comma = true;
  }
  if (!at(close)) fail_here();
  if (!is_list && elements.size() == 1 && !has_comma) {
    if (starts_with_star) fail_here();
    advance();
    return elements[0];  // a group
  }
  advance();
  return add_pattern(begin, MatchSequence{std::move(elements)});
}

ExprId Parser::pattern_key() {
  uint32_t begin = here();
  switch (kind()) {
    case TokenKind::Number:
    case TokenKind::Minus:
      return complex_or_number();
    case TokenKind::String:
      return strings();
    case TokenKind::KeywordNone:
    case TokenKind::KeywordTrue:
    case TokenKind::KeywordFalse: {
      Constant value = singleton();
      return add(begin, ConstantExpr{std::move(value)});
    }
    default:
      break;
  }
  if (kind(1) != TokenKind::Dot) fail_here();
  return name_or_attribute();
}

PatternId Parser::mapping_pattern() {
  uint32_t begin = here();
  advance();
  MatchMapping node;
  while (!at(TokenKind::RightBrace)) {
    if (node.rest) fail_here();
    if (accept(TokenKind::DoubleStar)) {
      node.rest = capture_target();
    } else {
      node.keys.push_back(pattern_key());
      expect(TokenKind::Colon);
      node.patterns.push_back(as_pattern());
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (!accept(TokenKind::RightBrace)) fail_here();
  return add_pattern(begin, std::move(node));
}

PatternId Parser::class_pattern(uint32_t begin, ExprId cls) {
  advance();
  MatchClass node;
  node.cls = cls;
  while (!at(TokenKind::RightParenthesis)) {
    if (at(TokenKind::Name) && kind(1) == TokenKind::Equal) {
      node.keyword_attributes.push_back(identifier());
      advance();
      node.keyword_patterns.push_back(as_pattern());
    } else {
      PatternId pattern = as_pattern();
      if (!node.keyword_patterns.empty()) {
        fail("positional patterns follow keyword patterns", ast_[pattern].span);
      }
      node.patterns.push_back(pattern);
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (!accept(TokenKind::RightParenthesis)) fail_here();
  return add_pattern(begin, std::move(node));
}

}  // namespace tilewright::python
