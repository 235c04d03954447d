// The recursive-descent parser. Its functions are named after the rules of CPython's grammar
// (Grammar/python.gram of 3.11) and are spread over parse_*.cc by theme. Binary operators are
// read by precedence climbing; where CPython's PEG tries alternatives, a look at the tokens decides,
// except for `with (`, which is read twice when the first reading fails.
//
// A syntax error is thrown as SyntaxFailure and caught in parse().
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "python/lexer.h"
#include "python/tree_builder.h"

namespace tilewright::python {

struct SyntaxFailure {
  Diagnostic diagnostic;
};

enum class TargetUse : uint8_t { Assign, Delete, For };

// "function call", "literal" and so on, as CPython's messages say.
std::string_view describe_expression(const Ast& ast, ExprId id);
// The expression inside `id` that can be no target, or none.
ExprId find_invalid_target(const Ast& ast, ExprId id, TargetUse use);

class Parser {
 public:
  Parser(TreeBuilder& builder, const TokenStream& stream)
      : builder_(builder), ast_(builder.ast), stream_(stream), tokens_(stream.tokens) {}

  Body file();
  // The text between the braces of an f-string, all of it, as if in parentheses; errors say "f-string: ".
  ExprId formatted_expression(uint32_t brace_begin);

 private:
  // ---- tokens ----
  const Token& token(size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  TokenKind kind(size_t ahead = 0) const { return token(ahead).kind; }
  bool at(TokenKind wanted) const { return tokens_[at_].kind == wanted; }
  uint32_t here() const { return tokens_[at_].begin; }
  const Token& previous() const { return tokens_[at_ - 1]; }
  std::string_view text(const Token& token) const {
    return builder_.text.substr(token.begin, token.end - token.begin);
  }
  Span span(uint32_t begin, uint32_t end) const { return {ast_.source, begin, end}; }
  Span span(const Token& token) const { return span(token.begin, token.end); }
  void advance() { previous_end_ = tokens_[at_++].end; }
  // Past a newline, indent or dedent: these end no node.
  void advance_layout() { ++at_; }
  bool accept(TokenKind wanted) {
    if (!at(wanted)) return false;
    advance();
    return true;
  }
  void expect(TokenKind wanted);
  Identifier identifier();  // expects a name
  NameId intern(const Token& name);
  bool at_soft_keyword(std::string_view keyword) const;

  // ---- nodes ----
  template <class Node>
  ExprId add_at(Span place, Node&& node) {
    ast_.exprs.push_back(Expr{place, ExprData(std::forward<Node>(node))});
    return ExprId(ast_.exprs.size() - 1);
  }
  template <class Node>
  ExprId add(uint32_t begin, Node&& node) {
    return add_at(span(begin, previous_end_), std::forward<Node>(node));
  }
  // A node above others: one level more, up to the limit that keeps readers of the tree off deep recursion.
  template <class Node>
  ExprId add_above(uint32_t begin, Node&& node) {
    grow();
    return add(begin, std::forward<Node>(node));
  }
  void grow() {
    if (++builder_.height > builder_.options.max_depth) fail_depth();
  }
  template <class Node>
  StmtId add_statement(uint32_t begin, Node&& node) {
    ast_.stmts.push_back(Stmt{span(begin, previous_end_), StmtData(std::forward<Node>(node))});
    return StmtId(ast_.stmts.size() - 1);
  }
  template <class Node>
  PatternId add_pattern(uint32_t begin, Node&& node) {
    ast_.patterns.push_back(Pattern{span(begin, previous_end_), PatternData(std::forward<Node>(node))});
    return PatternId(ast_.patterns.size() - 1);
  }
  const Expr& expr(ExprId id) const { return ast_[id]; }

  // Measures one expression's height: begun before its parts are read, added to its siblings' at the end.
  class HeightScope {
   public:
    explicit HeightScope(TreeBuilder& builder) : builder_(builder), outer_(builder.height) {
      builder.height = 0;
    }
    ~HeightScope() { builder_.height = std::max(builder_.height, outer_); }
    HeightScope(const HeightScope&) = delete;

   private:
    TreeBuilder& builder_;
    int outer_;
  };
  class RecursionScope {
   public:
    explicit RecursionScope(Parser& parser, int weight = 1) : builder_(parser.builder_), weight_(weight) {
      builder_.recursion += weight;
      if (builder_.recursion > builder_.options.max_depth) {
        builder_.recursion -= weight;
        parser.fail_depth();
      }
    }
    ~RecursionScope() { builder_.recursion -= weight_; }
    RecursionScope(const RecursionScope&) = delete;

   private:
    TreeBuilder& builder_;
    int weight_;
  };

  // ---- errors (parse_errors.cc) ----
  [[noreturn]] void fail(std::string message, Span place, std::string note = {});
  [[noreturn]] void throw_failure(DiagnosticKind kind, std::string message, Span place, std::string note = {},
                                  Span note_place = {});
  void fail_prefer_lexer(Span place);
  [[noreturn]] void fail_here();  // "invalid syntax" at the token that cannot continue
  [[noreturn]] void fail_by_lexer();
  [[noreturn]] void fail_depth();
  [[noreturn]] void fail_expected(TokenKind wanted);
  [[noreturn]] void fail_in_brackets(uint32_t element_begin);
  [[noreturn]] void fail_statement_end(uint32_t statement_begin);
  [[noreturn]] void fail_missing_block(std::string_view what, const Token& opener);
  [[noreturn]] void fail_target(ExprId target, TargetUse use);
  [[noreturn]] void fail_for_target(ExprId target);
  [[noreturn]] void fail_assigned(ExprId target, ExprId invalid);
  [[noreturn]] void fail_annotated(ExprId target);
  [[noreturn]] void fail_walrus(ExprId target);
  [[noreturn]] void fail_missing_else(uint32_t begin);
  [[noreturn]] void fail_equal_sign(uint32_t begin, uint32_t end);
  [[noreturn]] void fail_keyword_name(ExprId name);
  [[noreturn]] void fail_positional_after_keyword(bool after_unpacking, uint32_t begin);
  [[noreturn]] void fail_parenthesised_parameter(bool is_lambda);
  [[noreturn]] void fail_bare_exception_types(uint32_t begin);
  [[noreturn]] void fail_unparenthesised_target(const std::vector<ExprId>& elements);
  [[noreturn]] void fail_dict_colon(ExprId key);
  [[noreturn]] void fail_pattern_target();
  void check_comprehension_element(ExprId element);
  bool starts_expression(const Token& token) const;
  bool has_newline_between(uint32_t begin, uint32_t end) const;
  // Reads an expression from here for the end of a message's span; nothing if there is none.
  std::optional<uint32_t> try_expression_end();

  // ---- statements (parse_statements.cc, parse_compound.cc) ----
  void statement(Body& body);
  void simple_statements(Body& body);
  StmtId simple_statement();
  StmtId expression_statement();
  StmtId annotated_assignment(uint32_t begin, ExprId target, bool is_plain_name);
  StmtId assignment(uint32_t begin, ExprId first_target);
  StmtId augmented_assignment(uint32_t begin, ExprId target);
  StmtId return_statement();
  StmtId raise_statement();
  StmtId delete_statement();
  StmtId assert_statement();
  StmtId global_statement();
  StmtId import_name();
  StmtId import_from();
  Alias import_alias(bool is_dotted);
  Identifier dotted_name();
  ExprId annotated_rhs();

  bool compound_statement(Body& body);
  Body block(std::string_view what, const Token& opener);
  StmtId if_statement();
  StmtId while_statement();
  StmtId for_statement(uint32_t begin, bool is_async);
  StmtId with_statement(uint32_t begin, bool is_async);
  bool with_items_in_parentheses(std::vector<WithItem>& items);
  WithItem with_item();
  StmtId try_statement();
  ExceptHandler except_handler(bool is_star);
  Body else_block();
  StmtId decorated();
  StmtId function_definition(uint32_t begin, bool is_async, std::vector<ExprId> decorators);
  StmtId class_definition(std::vector<ExprId> decorators);
  StmtId async_statement(std::vector<ExprId> decorators);

  // ---- match (parse_patterns.cc) ----
  bool at_match_statement() const;
  StmtId match_statement();
  MatchCase case_block();
  ExprId subject();
  PatternId patterns();
  PatternId as_pattern();
  PatternId or_pattern();
  PatternId closed_pattern();
  PatternId maybe_star_pattern();
  PatternId sequence_pattern();
  PatternId mapping_pattern();
  PatternId name_pattern();
  PatternId class_pattern(uint32_t begin, ExprId cls);
  PatternId number_pattern();
  ExprId signed_number();
  ExprId complex_or_number();
  ExprId pattern_key();
  ExprId name_or_attribute();
  Identifier capture_target();
  Constant singleton();

  // ---- parameters and calls (parse_arguments.cc) ----
  Arguments parameters(bool is_lambda);
  Argument parameter(bool is_lambda, bool may_star_annotation);
  void plain_parameter(Arguments& arguments, bool is_lambda, bool is_keyword_only);
  void call_arguments(std::vector<ExprId>& positional, std::vector<Keyword>& keywords, uint32_t parenthesis,
                      bool may_be_generator);
  ExprId call(uint32_t begin, ExprId function);

  // ---- expressions (parse_expressions.cc, parse_atoms.cc) ----
  ExprId star_expressions();
  ExprId star_expression();
  ExprId star_named_expression();
  ExprId named_expression();
  ExprId assignment_expression();
  ExprId expression();
  ExprId yield_expression();
  ExprId lambda();
  ExprId disjunction();
  ExprId conjunction();
  ExprId inversion();
  ExprId comparison();
  std::optional<CompareOperator> compare_operator();
  ExprId bitwise_or() { return binary(0); }
  ExprId binary(int above_precedence);
  ExprId factor();
  ExprId power();
  ExprId primary();
  ExprId slices();
  ExprId slice();
  ExprId atom();
  ExprId name_atom();
  ExprId number_atom();
  ExprId parenthesis_atom();
  ExprId parenthesised(uint32_t begin, TokenKind close);
  void rest_of_elements(std::vector<ExprId>& elements, TokenKind close);
  ExprId list_atom();
  ExprId brace_atom();
  ExprId dict_atom(uint32_t begin, ExprId first_key);
  ExprId dict_value();
  std::vector<Comprehension> comprehension_clauses();
  bool at_comprehension() const {
    return at(TokenKind::KeywordFor) || (at(TokenKind::KeywordAsync) && kind(1) == TokenKind::KeywordFor);
  }

  // ---- strings (parse_strings.cc) ----
  friend class StringReader;
  ExprId strings();
  ExprId bytes(size_t first, size_t last);

  // ---- targets (parse_targets.cc) ----
  ExprId star_targets();
  ExprId star_target();
  void set_context(ExprId id, ExprContext context);
  void make_targets(ExprId id, TargetUse use);

  TreeBuilder& builder_;
  Ast& ast_;
  const TokenStream& stream_;
  const std::vector<Token>& tokens_;
  size_t at_ = 0;
  uint32_t previous_end_ = 0;
  bool is_formatted_ = false;  // inside an f-string
};

}  // namespace tilewright::python
