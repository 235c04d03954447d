// Compound statements: everything with a block but `match`.
#include "python/parser_implementation.h"

namespace tilewright::python {

// False: the next statement is a simple one.
bool Parser::compound_statement(Body& body) {
  uint32_t begin = here();
  builder_.height = 0;
  switch (kind()) {
    case TokenKind::KeywordIf:
      body.push_back(if_statement());
      return true;
    case TokenKind::KeywordWhile:
      body.push_back(while_statement());
      return true;
    case TokenKind::KeywordFor:
      body.push_back(for_statement(begin, false));
      return true;
    case TokenKind::KeywordWith:
      body.push_back(with_statement(begin, false));
      return true;
    case TokenKind::KeywordTry:
      body.push_back(try_statement());
      return true;
    case TokenKind::KeywordDef:
      body.push_back(function_definition(begin, false, {}));
      return true;
    case TokenKind::KeywordClass:
      body.push_back(class_definition({}));
      return true;
    case TokenKind::KeywordAsync:
      body.push_back(async_statement({}));
      return true;
    case TokenKind::At:
      body.push_back(decorated());
      return true;
    case TokenKind::Name:
      if (!at_match_statement()) return false;
      body.push_back(match_statement());
      return true;
    default:
      return false;
  }
}

// After the colon: statements on the same line, or an indented block. `what` and `opener` serve the
// message when the block is missing: "expected an indented block after <what> on line <opener's>".
Body Parser::block(std::string_view what, const Token& opener) {
  RecursionScope recursion(*this);
  Body body;
  if (!at(TokenKind::Newline)) {
    simple_statements(body);
    return body;
  }
  advance_layout();
  if (!at(TokenKind::Indent)) fail_missing_block(what, opener);
  advance_layout();
  while (!at(TokenKind::Dedent)) statement(body);
  advance_layout();
  return body;
}

// if and its elifs, read in a loop and nested from the last one: a long chain must not recurse.
StmtId Parser::if_statement() {
  struct Branch {
    uint32_t begin;
    ExprId test;
    Body body;
  };
  std::vector<Branch> branches;
  Body orelse;
  while (true) {
    const Token& opener = token();
    bool is_first = branches.empty();
    advance();
    ExprId test = named_expression();
    expect(TokenKind::Colon);
    Body body = block(is_first ? "'if' statement" : "'elif' statement", opener);
    branches.push_back({opener.begin, test, std::move(body)});
    if (static_cast<int>(branches.size()) > builder_.options.max_depth) fail_depth();
    if (!at(TokenKind::KeywordElif)) break;
  }
  if (at(TokenKind::KeywordElse)) orelse = else_block();
  while (true) {
    Branch& branch = branches.back();
    StmtId id = add_statement(branch.begin, If{branch.test, std::move(branch.body), std::move(orelse)});
    branches.pop_back();
    if (branches.empty()) return id;
    orelse = {id};
  }
}

Body Parser::else_block() {
  if (!at(TokenKind::KeywordElse)) return {};
  const Token& opener = token();
  advance();
  expect(TokenKind::Colon);
  return block("'else' statement", opener);
}

StmtId Parser::while_statement() {
  const Token& opener = token();
  advance();
  While node;
  node.test = named_expression();
  expect(TokenKind::Colon);
  node.body = block("'while' statement", opener);
  node.orelse = else_block();
  return add_statement(opener.begin, std::move(node));
}

StmtId Parser::for_statement(uint32_t begin, bool is_async) {
  const Token& opener = token();
  advance();
  For node;
  node.is_async = is_async;
  node.target = star_targets();
  if (!accept(TokenKind::KeywordIn)) fail_for_target(node.target);
  node.iterable = star_expressions();
  expect(TokenKind::Colon);
  node.body = block("'for' statement", opener);
  node.orelse = else_block();
  return add_statement(begin, std::move(node));
}

StmtId Parser::with_statement(uint32_t begin, bool is_async) {
  const Token& opener = token();
  advance();
  With node;
  node.is_async = is_async;
  if (!with_items_in_parentheses(node.items)) {
    do {
      node.items.push_back(with_item());
    } while (accept(TokenKind::Comma));
  }
  expect(TokenKind::Colon);
  node.body = block("'with' statement", opener);
  return add_statement(begin, std::move(node));
}

WithItem Parser::with_item() {
  WithItem item;
  item.context = expression();
  if (accept(TokenKind::KeywordAs)) {
    item.target = star_target();
    make_targets(item.target, TargetUse::Assign);
  }
  return item;
}

// `with (a as b, c):`. What stands between the parentheses can also be one expression (a walrus, a
// generator, a yield): then this takes nothing.
bool Parser::with_items_in_parentheses(std::vector<WithItem>& items) {
  if (!at(TokenKind::LeftParenthesis) || token().match == 0) return false;
  if (tokens_[token().match + 1].kind != TokenKind::Colon) return false;
  const size_t start = at_, expr_count = ast_.exprs.size();
  const uint32_t start_end = previous_end_;
  try {
    advance();
    do {
      if (!items.empty() && at(TokenKind::RightParenthesis)) break;
      items.push_back(with_item());
    } while (accept(TokenKind::Comma));
    if (accept(TokenKind::RightParenthesis)) return true;
  } catch (const SyntaxFailure&) {
    // A mistake in an item with a target is a mistake in the other reading, too, but less clear there.
    for (const WithItem& item : items) {
      if (item.target) throw;
    }
  }
  items.clear();
  at_ = start;
  previous_end_ = start_end;
  ast_.exprs.erase(ast_.exprs.begin() + static_cast<ptrdiff_t>(expr_count), ast_.exprs.end());
  return false;
}

StmtId Parser::try_statement() {
  const Token& opener = token();
  advance();
  expect(TokenKind::Colon);
  Try node;
  node.body = block("'try' statement", opener);
  while (at(TokenKind::KeywordExcept)) {
    bool is_star = kind(1) == TokenKind::Star;
    if (!node.handlers.empty() && is_star != node.is_star) {
      fail("cannot have both 'except' and 'except*' on the same 'try'", span(token()));
    }
    node.is_star = is_star;
    node.handlers.push_back(except_handler(is_star));
  }
  if (!node.handlers.empty()) node.orelse = else_block();
  if (at(TokenKind::KeywordFinally)) {
    const Token& finally = token();
    advance();
    expect(TokenKind::Colon);
    node.finalbody = block("'finally' statement", finally);
  } else if (node.handlers.empty()) {
    fail("expected 'except' or 'finally' block", span(token()));
  }
  return add_statement(opener.begin, std::move(node));
}

ExceptHandler Parser::except_handler(bool is_star) {
  const Token& opener = token();
  advance();
  if (is_star) advance();
  ExceptHandler handler;
  if (is_star && (at(TokenKind::Colon) || at(TokenKind::Newline))) {
    fail("expected one or more exception types", span(token()));
  }
  if (!at(TokenKind::Colon) && !at(TokenKind::Newline)) {
    uint32_t type_begin = here();
    handler.type = expression();
    if (at(TokenKind::Comma)) fail_bare_exception_types(type_begin);
    if (accept(TokenKind::KeywordAs)) handler.name = identifier();
  }
  expect(TokenKind::Colon);
  handler.body = block(is_star ? "'except*' statement" : "'except' statement", opener);
  handler.span = span(opener.begin, previous_end_);
  return handler;
}

StmtId Parser::decorated() {
  std::vector<ExprId> decorators;
  while (accept(TokenKind::At)) {
    decorators.push_back(named_expression());
    if (!at(TokenKind::Newline)) fail_here();
    advance_layout();
  }
  switch (kind()) {
    case TokenKind::KeywordDef:
      return function_definition(here(), false, std::move(decorators));
    case TokenKind::KeywordClass:
      return class_definition(std::move(decorators));
    case TokenKind::KeywordAsync:
      if (kind(1) == TokenKind::KeywordDef) return async_statement(std::move(decorators));
      fail_here();
    default:
      fail_here();
  }
}

StmtId Parser::async_statement(std::vector<ExprId> decorators) {
  uint32_t begin = here();
  advance();
  switch (kind()) {
    case TokenKind::KeywordDef:
      return function_definition(begin, true, std::move(decorators));
    case TokenKind::KeywordFor:
      return for_statement(begin, true);
    case TokenKind::KeywordWith:
      return with_statement(begin, true);
    default:
      fail_here();
  }
}

StmtId Parser::function_definition(uint32_t begin, bool is_async, std::vector<ExprId> decorators) {
  const Token& opener = token();
  advance();
  FunctionDef node;
  node.is_async = is_async;
  node.decorators = std::move(decorators);
  node.name = identifier();
  expect(TokenKind::LeftParenthesis);
  node.arguments = parameters(false);
  expect(TokenKind::RightParenthesis);
  if (accept(TokenKind::Arrow)) node.returns = expression();
  expect(TokenKind::Colon);
  node.body = block("function definition", opener);
  return add_statement(begin, std::move(node));
}

StmtId Parser::class_definition(std::vector<ExprId> decorators) {
  const Token& opener = token();
  advance();
  ClassDef node;
  node.decorators = std::move(decorators);
  node.name = identifier();
  uint32_t parenthesis = here();
  if (accept(TokenKind::LeftParenthesis) && !accept(TokenKind::RightParenthesis)) {
    call_arguments(node.bases, node.keywords, parenthesis, false);
  }
  expect(TokenKind::Colon);
  node.body = block("class definition", opener);
  return add_statement(opener.begin, std::move(node));
}

}  // namespace tilewright::python
