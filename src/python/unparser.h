// The writer behind unparse.h: expressions with as few parentheses as their precedence needs, then
// patterns and statements on top.
#pragma once

#include <string>
#include <string_view>

#include "python/quoting.h"
#include "python/unparse.h"

namespace tilewright::python {

// How tightly an expression holds together; one that stands where more is asked for gets parentheses.
enum class Binding : uint8_t {
  Yield,  // bare only as a statement or on the right of an assignment
  Tuple,  // bare only where the grammar takes it so
  Test,   // lambda, conditional
  Or,
  And,
  Not,
  Comparison,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Term,
  Factor,
  Power,
  Await,
  Atom,
};
inline Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

class ExpressionWriter {
 public:
  explicit ExpressionWriter(const Ast& ast, const UnparseOptions& options) : ast_(ast), options_(options) {}

  // The text; has_failed() then tells whether the quote rules left a way to write it.
  std::string write(ExprId id, Binding needed, const QuoteRules& rules = {});
  bool has_failed() const { return has_failed_; }
  std::string parameters(const Arguments& arguments);

 private:
  void append(ExprId id, Binding needed);
  void append_list(const std::vector<ExprId>& elements, Binding needed = Binding::Test);
  void append_clauses(const std::vector<Comprehension>& clauses);
  void append_constant(const Constant& constant);
  void append_text(const std::optional<std::string>& text);
  void append_formatted(const JoinedStr& node);
  std::optional<std::string> formatted_body(const JoinedStr& node, std::string_view quotes,
                                            bool is_specification);
  std::optional<std::string> formatted_value(const FormattedValue& node, std::string_view quotes);
  std::optional<std::string> formatted_text(std::string_view text, std::string_view quotes,
                                            bool is_specification);

  // One for each kind of node.
  void write_node(const BoolOp&);
  void write_node(const NamedExpr&);
  void write_node(const BinOp&);
  void write_node(const UnaryOp&);
  void write_node(const Lambda&);
  void write_node(const IfExp&);
  void write_node(const Dict&);
  void write_node(const Set&);
  void write_node(const ListComp&);
  void write_node(const SetComp&);
  void write_node(const DictComp&);
  void write_node(const GeneratorExp&);
  void write_node(const Await&);
  void write_node(const Yield&);
  void write_node(const YieldFrom&);
  void write_node(const Compare&);
  void write_node(const Call&);
  void write_node(const FormattedValue&);
  void write_node(const JoinedStr&);
  void write_node(const ConstantExpr&);
  void write_node(const Attribute&);
  void write_node(const Subscript&);
  void write_node(const Starred&);
  void write_node(const Name&);
  void write_node(const List&);
  void write_node(const Tuple&);
  void write_node(const Slice&);

  const Ast& ast_;
  const UnparseOptions& options_;
  QuoteRules rules_;
  std::string out_;
  bool has_failed_ = false;
};

}  // namespace tilewright::python
