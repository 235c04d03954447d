// Parameters of functions and lambdas; arguments of calls and classes.
#include "python/parser_implementation.h"

namespace tilewright::python {

Argument Parser::parameter(bool is_lambda, bool may_star_annotation) {
  Argument argument;
  uint32_t begin = here();
  argument.name = identifier();
  if (!is_lambda && accept(TokenKind::Colon)) {
    argument.annotation = may_star_annotation ? star_expression() : expression();
  }
  argument.span = span(begin, previous_end_);
  return argument;
}

// Up to the closing parenthesis, or the colon of a lambda, which stays.
Arguments Parser::parameters(bool is_lambda) {
  const TokenKind close = is_lambda ? TokenKind::Colon : TokenKind::RightParenthesis;
  Arguments arguments;
  bool has_slash = false, has_star = false;
  while (!at(close)) {
    const Token& first = token();
    if (arguments.var_keyword) {
      if (at(TokenKind::Name) || at(TokenKind::Star) || at(TokenKind::DoubleStar) || at(TokenKind::Slash)) {
        fail("arguments cannot follow var-keyword argument", span(first));
      }
      fail_here();
    }
    if (accept(TokenKind::Slash)) {
      if (has_slash) fail("/ may appear only once", span(first));
      if (has_star) fail("/ must be ahead of *", span(first));
      if (arguments.positional.empty()) fail("at least one argument must precede /", span(first));
      has_slash = true;
      arguments.positional_only = std::move(arguments.positional);
      arguments.positional.clear();
      if (at(TokenKind::Star)) fail("expected comma between / and *", span(token()));
    } else if (accept(TokenKind::Star)) {
      if (has_star) fail("* argument may appear only once", span(first));
      has_star = true;
      if (at(TokenKind::Name)) {
        arguments.var_positional = parameter(is_lambda, true);
        if (at(TokenKind::Equal)) fail("var-positional argument cannot have default value", span(token()));
      } else {
        if (at(close)) fail("named arguments must follow bare *", span(first));
        expect(TokenKind::Comma);
        if (at(close) || at(TokenKind::DoubleStar)) fail("named arguments must follow bare *", span(first));
        continue;
      }
    } else if (accept(TokenKind::DoubleStar)) {
      arguments.var_keyword = parameter(is_lambda, false);
      if (at(TokenKind::Equal)) fail("var-keyword argument cannot have default value", span(token()));
    } else {
      if (at(TokenKind::LeftParenthesis)) fail_parenthesised_parameter(is_lambda);
      plain_parameter(arguments, is_lambda, has_star);
    }
    if (at(close)) break;
    if (!at(TokenKind::Comma)) fail_expected(close);
    advance();
  }
  return arguments;
}

void Parser::plain_parameter(Arguments& arguments, bool is_lambda, bool is_keyword_only) {
  Argument argument = parameter(is_lambda, false);
  ExprId default_value;
  if (at(TokenKind::Equal)) {
    const Token& equal = token();
    advance();
    if (at(TokenKind::Comma) || at(is_lambda ? TokenKind::Colon : TokenKind::RightParenthesis)) {
      fail("expected default value expression", span(equal));
    }
    default_value = expression();
  }
  if (is_keyword_only) {
    arguments.keyword_only.push_back(argument);
    arguments.keyword_defaults.push_back(default_value);
    return;
  }
  if (!default_value && !arguments.defaults.empty()) {
    fail("non-default argument follows default argument", argument.span);
  }
  arguments.positional.push_back(argument);
  if (default_value) arguments.defaults.push_back(default_value);
}

// At the opening parenthesis of a call.
ExprId Parser::call(uint32_t begin, ExprId function) {
  RecursionScope recursion(*this, 3);
  uint32_t parenthesis = here();
  advance();
  Call node;
  node.function = function;
  if (!accept(TokenKind::RightParenthesis)) {
    call_arguments(node.arguments, node.keywords, parenthesis, true);
  }
  return add_above(begin, std::move(node));
}

// After the opening parenthesis; takes the closing one. A single generator needs no parentheses of its
// own in a call: its node then has those of the call.
void Parser::call_arguments(std::vector<ExprId>& positional, std::vector<Keyword>& keywords,
                            uint32_t parenthesis, bool may_be_generator) {
  bool has_keyword = false, has_double_star = false;
  uint32_t argument_begin = here();
  while (true) {
    const Token& first = token();
    argument_begin = first.begin;
    HeightScope height(builder_);
    if (at(TokenKind::Star)) {
      advance();
      ExprId value = expression();
      if (has_double_star) {
        fail("iterable argument unpacking follows keyword argument unpacking",
             span(first.begin, previous_end_));
      }
      positional.push_back(add_above(first.begin, Starred{value, ExprContext::Load}));
      if (at_comprehension()) {
        fail("iterable unpacking cannot be used in comprehension", span(first.begin, previous_end_));
      }
    } else if (at(TokenKind::DoubleStar)) {
      advance();
      ExprId value = expression();
      keywords.push_back(Keyword{std::nullopt, value, span(first.begin, previous_end_)});
      has_keyword = has_double_star = true;
    } else if (at(TokenKind::Name) && kind(1) == TokenKind::Equal) {
      Identifier name = identifier();
      advance();
      if (at(TokenKind::Comma) || at(TokenKind::RightParenthesis)) {
        fail("expected argument value expression", span(first.begin, previous_end_));
      }
      ExprId value = expression();
      if (at_comprehension()) fail_equal_sign(first.begin, previous_end_);
      keywords.push_back(Keyword{name, value, span(first.begin, previous_end_)});
      has_keyword = true;
    } else {
      ExprId value = named_expression();
      if (at(TokenKind::Equal)) fail_keyword_name(value);
      if (at_comprehension()) {
        bool is_only = positional.empty() && keywords.empty();
        auto generators = comprehension_clauses();
        if (!is_only || !may_be_generator || !at(TokenKind::RightParenthesis)) {
          fail("Generator expression must be parenthesized", span(first.begin, previous_end_));
        }
        advance();
        positional.push_back(add_above(parenthesis, GeneratorExp{value, std::move(generators)}));
        return;
      }
      if (has_keyword) fail_positional_after_keyword(has_double_star, first.begin);
      positional.push_back(value);
    }
    if (!accept(TokenKind::Comma)) break;
    if (at(TokenKind::RightParenthesis)) break;
  }
  if (!accept(TokenKind::RightParenthesis)) fail_in_brackets(argument_begin);
}

}  // namespace tilewright::python
