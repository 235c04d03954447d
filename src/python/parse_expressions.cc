// Expressions above atoms: operators by precedence, lambda, conditional, walrus, tuples without parentheses.
#include "python/parser_implementation.h"

namespace tilewright::python {
namespace {

struct BinaryRow {
  int precedence = 0;  // 0: no binary operator; higher binds tighter
  Operator op = Operator::Add;
};

BinaryRow binary_row(TokenKind kind) {
  switch (kind) {
    case TokenKind::Pipe:
      return {1, Operator::BitOr};
    case TokenKind::Caret:
      return {2, Operator::BitXor};
    case TokenKind::Ampersand:
      return {3, Operator::BitAnd};
    case TokenKind::LeftShift:
      return {4, Operator::LShift};
    case TokenKind::RightShift:
      return {4, Operator::RShift};
    case TokenKind::Plus:
      return {5, Operator::Add};
    case TokenKind::Minus:
      return {5, Operator::Sub};
    case TokenKind::Star:
      return {6, Operator::Mult};
    case TokenKind::Slash:
      return {6, Operator::Div};
    case TokenKind::DoubleSlash:
      return {6, Operator::FloorDiv};
    case TokenKind::Percent:
      return {6, Operator::Mod};
    case TokenKind::At:
      return {6, Operator::MatMult};
    default:
      return {};
  }
}

}  // namespace

ExprId Parser::star_expressions() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId first = star_expression();
  if (!at(TokenKind::Comma)) return first;
  std::vector<ExprId> elements{first};
  while (accept(TokenKind::Comma)) {
    if (!starts_expression(token()) && !at(TokenKind::Star)) break;
    elements.push_back(star_expression());
  }
  return add_above(begin, Tuple{std::move(elements), ExprContext::Load});
}

ExprId Parser::star_expression() {
  if (!at(TokenKind::Star)) return expression();
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  ExprId value = bitwise_or();
  return add_above(begin, Starred{value, ExprContext::Load});
}

ExprId Parser::star_named_expression() {
  if (at(TokenKind::Star)) return star_expression();
  return named_expression();
}

ExprId Parser::named_expression() {
  if (at(TokenKind::Name) && kind(1) == TokenKind::ColonEqual) return assignment_expression();
  ExprId value = expression();
  if (at(TokenKind::ColonEqual)) fail_walrus(value);
  return value;
}

ExprId Parser::assignment_expression() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId target = name_atom();
  set_context(target, ExprContext::Store);
  advance();
  ExprId value = expression();
  return add_above(begin, NamedExpr{target, value});
}

ExprId Parser::expression() {
  RecursionScope recursion(*this);
  if (at(TokenKind::KeywordLambda)) return lambda();
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId body = disjunction();
  if (!at(TokenKind::KeywordIf)) return body;
  advance();
  ExprId test = disjunction();
  if (!at(TokenKind::KeywordElse)) fail_missing_else(begin);
  advance();
  ExprId orelse = expression();
  return add_above(begin, IfExp{test, body, orelse});
}

ExprId Parser::yield_expression() {
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  if (accept(TokenKind::KeywordFrom)) {
    ExprId value = expression();
    return add_above(begin, YieldFrom{value});
  }
  ExprId value;
  if (starts_expression(token()) || at(TokenKind::Star)) value = star_expressions();
  return add_above(begin, Yield{value});
}

ExprId Parser::lambda() {
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  Arguments arguments = parameters(true);
  expect(TokenKind::Colon);
  ExprId body = expression();
  return add_above(begin, Lambda{std::move(arguments), body});
}

ExprId Parser::disjunction() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId first = conjunction();
  if (!at(TokenKind::KeywordOr)) return first;
  std::vector<ExprId> values{first};
  while (accept(TokenKind::KeywordOr)) values.push_back(conjunction());
  return add_above(begin, BoolOp{BoolOperator::Or, std::move(values)});
}

ExprId Parser::conjunction() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId first = inversion();
  if (!at(TokenKind::KeywordAnd)) return first;
  std::vector<ExprId> values{first};
  while (accept(TokenKind::KeywordAnd)) values.push_back(inversion());
  return add_above(begin, BoolOp{BoolOperator::And, std::move(values)});
}

ExprId Parser::inversion() {
  if (!at(TokenKind::KeywordNot)) return comparison();
  RecursionScope recursion(*this);
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  ExprId operand = inversion();
  return add_above(begin, UnaryOp{UnaryOperator::Not, operand});
}

ExprId Parser::comparison() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId left = bitwise_or();
  auto op = compare_operator();
  if (!op) return left;
  std::vector<CompareOperator> ops;
  std::vector<ExprId> comparators;
  for (; op; op = compare_operator()) {
    ops.push_back(*op);
    comparators.push_back(bitwise_or());
  }
  return add_above(begin, Compare{left, std::move(ops), std::move(comparators)});
}

// Takes the operator if there is one.
std::optional<CompareOperator> Parser::compare_operator() {
  auto take = [&](CompareOperator op, int tokens) {
    for (int i = 0; i < tokens; ++i) advance();
    return op;
  };
  switch (kind()) {
    case TokenKind::EqualEqual:
      return take(CompareOperator::Eq, 1);
    case TokenKind::NotEqual:
      return take(CompareOperator::NotEq, 1);
    case TokenKind::Less:
      return take(CompareOperator::Lt, 1);
    case TokenKind::LessEqual:
      return take(CompareOperator::LtE, 1);
    case TokenKind::Greater:
      return take(CompareOperator::Gt, 1);
    case TokenKind::GreaterEqual:
      return take(CompareOperator::GtE, 1);
    case TokenKind::KeywordIn:
      return take(CompareOperator::In, 1);
    case TokenKind::KeywordIs:
      return kind(1) == TokenKind::KeywordNot ? take(CompareOperator::IsNot, 2)
                                              : take(CompareOperator::Is, 1);
    case TokenKind::KeywordNot:
      if (kind(1) == TokenKind::KeywordIn) return take(CompareOperator::NotIn, 2);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

ExprId Parser::binary(int above_precedence) {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId left = factor();
  for (BinaryRow row = binary_row(kind()); row.precedence > above_precedence; row = binary_row(kind())) {
    advance();
    ExprId right = binary(row.precedence);
    left = add_above(begin, BinOp{left, row.op, right});
  }
  return left;
}

ExprId Parser::factor() {
  UnaryOperator op = UnaryOperator::UAdd;
  switch (kind()) {
    case TokenKind::Plus:
      op = UnaryOperator::UAdd;
      break;
    case TokenKind::Minus:
      op = UnaryOperator::USub;
      break;
    case TokenKind::Tilde:
      op = UnaryOperator::Invert;
      break;
    default:
      return power();
  }
  RecursionScope recursion(*this);
  uint32_t begin = here();
  HeightScope height(builder_);
  advance();
  ExprId operand = factor();
  return add_above(begin, UnaryOp{op, operand});
}

ExprId Parser::power() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId base;
  if (accept(TokenKind::KeywordAwait)) {
    ExprId value = primary();
    base = add_above(begin, Await{value});
  } else {
    base = primary();
  }
  if (!at(TokenKind::DoubleStar)) return base;
  RecursionScope recursion(*this);
  advance();
  ExprId exponent = factor();
  return add_above(begin, BinOp{base, Operator::Pow, exponent});
}

ExprId Parser::primary() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId value = atom();
  while (true) {
    switch (kind()) {
      case TokenKind::Dot: {
        advance();
        Identifier attribute = identifier();
        value = add_above(begin, Attribute{value, attribute, ExprContext::Load});
        break;
      }
      case TokenKind::LeftParenthesis:
        value = call(begin, value);
        break;
      case TokenKind::LeftBracket: {
        RecursionScope recursion(*this, 3);
        advance();
        ExprId slice = slices();
        value = add_above(begin, Subscript{value, slice, ExprContext::Load});
        break;
      }
      default:
        return value;
    }
  }
}

// The text between the brackets and the closing one.
ExprId Parser::slices() {
  uint32_t begin = here();
  HeightScope height(builder_);
  auto element = [&] {
    if (!at(TokenKind::Star)) return slice();
    HeightScope element_height(builder_);
    uint32_t star = here();
    advance();
    ExprId value = expression();
    return add_above(star, Starred{value, ExprContext::Load});
  };
  bool is_tuple = at(TokenKind::Star);
  ExprId first = element();
  std::vector<ExprId> elements{first};
  uint32_t last_begin = begin;
  while (accept(TokenKind::Comma)) {
    is_tuple = true;
    if (at(TokenKind::RightBracket)) break;
    last_begin = here();
    elements.push_back(element());
  }
  if (is_tuple) first = add_above(begin, Tuple{std::move(elements), ExprContext::Load});
  if (!accept(TokenKind::RightBracket)) fail_in_brackets(last_begin);
  return first;
}

ExprId Parser::slice() {
  uint32_t begin = here();
  HeightScope height(builder_);
  ExprId lower;
  if (!at(TokenKind::Colon)) {
    bool is_walrus = at(TokenKind::Name) && kind(1) == TokenKind::ColonEqual;
    lower = named_expression();
    if (!at(TokenKind::Colon) || is_walrus) return lower;
  }
  advance();
  auto part = [&] {
    return at(TokenKind::Colon) || at(TokenKind::Comma) || at(TokenKind::RightBracket) ? ExprId()
                                                                                       : expression();
  };
  ExprId upper = part();
  ExprId step;
  if (accept(TokenKind::Colon)) step = part();
  return add_above(begin, Slice{lower, upper, step});
}

}  // namespace tilewright::python
