// What is wrong, said where it is decided: the messages of CPython, and notes where more can be said.
#include <fmt/format.h>

#include "python/parser_implementation.h"

namespace tilewright::python {

void Parser::fail(std::string message, Span place, std::string note) {
  fail_prefer_lexer(place);
  throw_failure(DiagnosticKind::SyntaxError, std::move(message), place, std::move(note));
}

// A fault of the text further on weighs more, as in CPython: an open quote or bracket explains the rest.
void Parser::fail_prefer_lexer(Span place) {
  const auto& error = stream_.error;
  if (!error) return;
  bool is_earlier_line = error->begin < place.begin && has_newline_between(error->begin, place.begin);
  if (error->overrides_parser || (error->is_unclosed_bracket && is_earlier_line)) fail_by_lexer();
}

void Parser::throw_failure(DiagnosticKind kind, std::string message, Span place, std::string note,
                           Span note_place) {
  if (is_formatted_ && !message.starts_with("f-string")) message = "f-string: " + message;
  Diagnostic diagnostic{kind, std::move(message), place, {}};
  if (!note.empty()) diagnostic.notes.push_back({std::move(note), note_place});
  throw SyntaxFailure{std::move(diagnostic)};
}

void Parser::fail_by_lexer() {
  const LexError& error = *stream_.error;
  Span note_place = error.note.empty() ? Span{} : span(error.note_begin, error.note_end);
  throw_failure(error.kind, error.message, span(error.begin, error.end), error.note, note_place);
}

void Parser::fail_here() {
  const Token& place = token();
  switch (place.kind) {
    case TokenKind::Error:
      fail_by_lexer();
    case TokenKind::Indent:
      throw_failure(DiagnosticKind::IndentationError, "unexpected indent", span(place));
    case TokenKind::Dedent:
      throw_failure(DiagnosticKind::IndentationError, "unexpected unindent", span(place));
    default:
      fail("invalid syntax", span(place));
  }
}

void Parser::fail_depth() { fail("the code is nested too deeply", span(token())); }

void Parser::expect(TokenKind wanted) {
  if (!at(wanted)) fail_expected(wanted);
  advance();
}

void Parser::fail_expected(TokenKind wanted) {
  if (at(TokenKind::Error) || at(TokenKind::Indent) || at(TokenKind::Dedent)) fail_here();
  if (wanted == TokenKind::Colon && at(TokenKind::Equal)) {
    fail("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", span(token()));
  }
  if (wanted == TokenKind::Colon || wanted == TokenKind::LeftParenthesis) {
    fail(fmt::format("expected '{}'", spelling(wanted)), span(token()));
  }
  fail_here();
}

Identifier Parser::identifier() {
  const Token& name = token();
  if (is_keyword(name.kind)) {
    fail("invalid syntax", span(name), fmt::format("'{}' is a keyword and names nothing else", text(name)));
  }
  if (name.kind != TokenKind::Name) fail_here();
  NameId id = intern(name);
  advance();
  return {id, span(name)};
}

bool Parser::starts_expression(const Token& token) const {
  switch (token.kind) {
    case TokenKind::Name:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::LeftParenthesis:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Tilde:
    case TokenKind::Ellipsis:
    case TokenKind::KeywordNot:
    case TokenKind::KeywordLambda:
    case TokenKind::KeywordAwait:
    case TokenKind::KeywordNone:
    case TokenKind::KeywordTrue:
    case TokenKind::KeywordFalse:
      return true;
    default:
      return false;
  }
}

bool Parser::has_newline_between(uint32_t begin, uint32_t end) const {
  return builder_.text.substr(begin, end - begin).find_first_of("\r\n") != std::string_view::npos;
}

std::optional<uint32_t> Parser::try_expression_end() {
  try {
    expression();
    return previous_end_;
  } catch (const SyntaxFailure&) {
    return std::nullopt;
  }
}

// In a list of elements, after one that began at `element_begin`, where neither a comma nor the closing
// bracket stands.
void Parser::fail_in_brackets(uint32_t element_begin) {
  const Token& place = token();
  if (place.kind == TokenKind::Error) fail_by_lexer();
  if (place.kind == TokenKind::Equal) {
    fail("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", span(element_begin, place.end));
  }
  bool may_be_prefix = previous().kind == TokenKind::Name && place.kind == TokenKind::String;
  if (starts_expression(place) && !may_be_prefix) {
    size_t start = at_;
    auto end = try_expression_end();
    at_ = start;
    if (end) fail("invalid syntax. Perhaps you forgot a comma?", span(element_begin, *end));
  }
  fail("invalid syntax", span(place));
}

void Parser::fail_statement_end(uint32_t statement_begin) {
  const Token& place = token();
  std::string_view first = text(previous());
  bool is_legacy = previous().begin == statement_begin && (first == "print" || first == "exec");
  if (is_legacy && starts_expression(place)) {
    auto end = try_expression_end();
    fail(fmt::format("Missing parentheses in call to '{0}'. Did you mean {0}(...)?", first),
         span(statement_begin, end.value_or(place.end)));
  }
  fail_here();
}

void Parser::fail_missing_block(std::string_view what, const Token& opener) {
  uint32_t line = 1;
  for (uint32_t i = 0; i < opener.begin; ++i) {
    char c = builder_.text[i];
    line += c == '\n' || (c == '\r' && builder_.text[i + 1] != '\n');
  }
  if (at(TokenKind::Error)) fail_by_lexer();
  fail_prefer_lexer(span(token()));
  throw_failure(DiagnosticKind::IndentationError,
                fmt::format("expected an indented block after {} on line {}", what, line), span(token()));
}

void Parser::fail_target(ExprId target, TargetUse use) {
  fail(fmt::format("cannot {} {}", use == TargetUse::Delete ? "delete" : "assign to",
                   describe_expression(ast_, target)),
       expr(target).span);
}

// Where `in` should follow.
void Parser::fail_for_target(ExprId target) {
  if (token().bracket_depth > 0) fail_in_brackets(expr(target).span.begin);
  fail_here();
}

void Parser::fail_assigned(ExprId target, ExprId invalid) {
  const ExprData& data = expr(invalid).data;
  if (std::holds_alternative<Yield>(data) || std::holds_alternative<YieldFrom>(data)) {
    fail("assignment to yield expression not possible", expr(invalid).span);
  }
  std::string_view what = describe_expression(ast_, invalid);
  bool is_singleton = what == "True" || what == "False" || what == "None";
  if (target == invalid && !is_singleton && what != "generator expression") {
    fail(fmt::format("cannot assign to {} here. Maybe you meant '==' instead of '='?", what),
         expr(invalid).span);
  }
  fail(fmt::format("cannot assign to {}", what), expr(invalid).span);
}

void Parser::fail_annotated(ExprId target) {
  if (!starts_expression(token(1))) fail_here();
  const ExprData& data = expr(target).data;
  if (std::holds_alternative<List>(data) || std::holds_alternative<Tuple>(data)) {
    fail(fmt::format("only single target (not {}) can be annotated", describe_expression(ast_, target)),
         expr(target).span);
  }
  fail("illegal target for annotation", expr(target).span);
}

void Parser::fail_walrus(ExprId target) {
  fail(fmt::format("cannot use assignment expressions with {}", describe_expression(ast_, target)),
       expr(target).span);
}

void Parser::fail_missing_else(uint32_t begin) {
  if (at(TokenKind::Colon) || at(TokenKind::Error)) fail_here();
  fail("expected 'else' after 'if' expression", span(begin, previous_end_));
}

void Parser::fail_equal_sign(uint32_t begin, uint32_t end) {
  fail("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", span(begin, end));
}

void Parser::fail_keyword_name(ExprId name) {
  std::string_view what = describe_expression(ast_, name);
  Span place = span(expr(name).span.begin, token().end);
  if (what == "True" || what == "False" || what == "None")
    fail(fmt::format("cannot assign to {}", what), place);
  fail("expression cannot contain assignment, perhaps you meant \"==\"?", place);
}

void Parser::fail_positional_after_keyword(bool after_unpacking, uint32_t begin) {
  fail(after_unpacking ? "positional argument follows keyword argument unpacking"
                       : "positional argument follows keyword argument",
       span(begin, previous_end_));
}

void Parser::fail_parenthesised_parameter(bool is_lambda) {
  fail(is_lambda ? "Lambda expression parameters cannot be parenthesized"
                 : "Function parameters cannot be parenthesized",
       span(token()));
}

void Parser::fail_bare_exception_types(uint32_t begin) {
  fail("multiple exception types must be parenthesized", span(begin, token().end));
}

void Parser::fail_unparenthesised_target(const std::vector<ExprId>& elements) {
  fail("did you forget parentheses around the comprehension target?",
       span(expr(elements.front()).span.begin, expr(elements.back()).span.end));
}

void Parser::fail_dict_colon(ExprId key) {
  if (at(TokenKind::Error)) fail_by_lexer();
  fail("':' expected after dictionary key", span(expr(key).span.begin, previous_end_));
}

void Parser::fail_pattern_target() {
  size_t start = at_;
  uint32_t begin = here();
  auto end = try_expression_end();
  at_ = start;
  if (!end) fail_here();
  fail("invalid pattern target", span(begin, *end));
}

void Parser::check_comprehension_element(ExprId element) {
  if (!std::holds_alternative<Starred>(expr(element).data)) return;
  fail("iterable unpacking cannot be used in comprehension", expr(element).span);
}

}  // namespace tilewright::python
