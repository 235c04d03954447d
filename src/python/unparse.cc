// Statements and patterns to text.
#include "python/unparse.h"

#include <fmt/format.h>

#include "python/unparser.h"

namespace tilewright::python {
namespace {

class StatementWriter {
 public:
  StatementWriter(const Ast& ast, const UnparseOptions& options)
      : ast_(ast), options_(options), writer_(ast, options) {}

  std::string module() {
    append_statements(ast_.body, has_docstring(ast_.body));
    return std::move(out_);
  }
  std::string statement(StmtId id) {
    append_statement(id);
    return std::move(out_);
  }
  std::string expression(ExprId id, Binding needed) { return writer_.write(id, needed); }

 private:
  std::string test(ExprId id) { return writer_.write(id, Binding::Test); }
  // Where the grammar takes a tuple without parentheses, and where also a yield.
  std::string bare(ExprId id) { return writer_.write(id, Binding::Tuple); }
  std::string bare_or_yield(ExprId id) { return writer_.write(id, Binding::Yield); }

  void line(std::string_view text) {
    out_.append(static_cast<size_t>(depth_ * options_.indent), ' ');
    out_ += text;
    out_ += '\n';
  }

  bool has_docstring(const Body& body) const {
    if (body.empty()) return false;
    auto* expression = std::get_if<ExprStmt>(&ast_[body[0]].data);
    auto* constant = expression ? std::get_if<ConstantExpr>(&ast_[expression->value].data) : nullptr;
    auto* text = constant ? std::get_if<StringConstant>(&constant->value) : nullptr;
    return text != nullptr && !text->is_unicode_prefixed;
  }

  bool is_definition(StmtId id) const {
    return std::holds_alternative<FunctionDef>(ast_[id].data) ||
           std::holds_alternative<ClassDef>(ast_[id].data);
  }

  bool vanishes(StmtId id) const {
    auto* annotated = std::get_if<AnnAssign>(&ast_[id].data);
    return annotated != nullptr && !annotated->value && !options_.keep_annotations;
  }

  void append_statements(const Body& body, bool first_is_docstring) {
    bool is_first = true;
    for (size_t i = 0; i < body.size(); ++i) {
      if (vanishes(body[i])) continue;
      if (i == 0 && first_is_docstring) {
        if (!options_.keep_docstrings) continue;
        const auto& constant =
            std::get<ConstantExpr>(ast_[std::get<ExprStmt>(ast_[body[0]].data).value].data);
        line(quote_docstring(std::get<StringConstant>(constant.value).utf8));
        is_first = false;
        continue;
      }
      if (!is_first && is_definition(body[i])) out_ += '\n';
      is_first = false;
      append_statement(body[i]);
    }
    // What was left out may have been all there was.
    if (is_first && depth_ > 0) line("pass");
  }

  void block(std::string_view head, const Body& body, bool may_have_docstring = false) {
    line(fmt::format("{}:", head));
    ++depth_;
    append_statements(body, may_have_docstring && has_docstring(body));
    --depth_;
  }

  void append_statement(StmtId id) {
    std::visit([&](const auto& node) { write(node); }, ast_[id].data);
  }

  void decorators(const std::vector<ExprId>& list) {
    for (ExprId decorator : list) line("@" + test(decorator));
  }

  void write(const FunctionDef& node) {
    decorators(node.decorators);
    std::string head = fmt::format("{}def {}({})", node.is_async ? "async " : "", ast_.name(node.name),
                                   writer_.parameters(node.arguments));
    if (node.returns && options_.keep_annotations) head += " -> " + test(node.returns);
    block(head, node.body, true);
  }

  void write(const ClassDef& node) {
    decorators(node.decorators);
    std::string list;
    for (ExprId base : node.bases) list += (list.empty() ? "" : ", ") + test(base);
    for (const Keyword& keyword : node.keywords) {
      list += fmt::format("{}{}{}", list.empty() ? "" : ", ",
                          keyword.name ? ast_.name(*keyword.name) + "=" : "**", test(keyword.value));
    }
    std::string head = "class " + ast_.name(node.name);
    if (!list.empty()) head += "(" + list + ")";
    block(head, node.body, true);
  }

  void write(const Return& node) { line(node.value ? "return " + bare(node.value) : "return"); }

  void write(const Delete& node) {
    std::string list;
    for (ExprId target : node.targets) list += (list.empty() ? "" : ", ") + test(target);
    line("del " + list);
  }

  void write(const Assign& node) {
    std::string text;
    for (ExprId target : node.targets) text += bare(target) + " = ";
    line(text + bare_or_yield(node.value));
  }

  void write(const AugAssign& node) {
    line(fmt::format("{} {}= {}", test(node.target), operator_spelling(node.op), bare_or_yield(node.value)));
  }

  void write(const AnnAssign& node) {
    std::string target = test(node.target);
    if (!node.is_simple && std::holds_alternative<Name>(ast_[node.target].data)) target = "(" + target + ")";
    if (options_.keep_annotations) target += ": " + test(node.annotation);
    line(node.value ? target + " = " + bare_or_yield(node.value) : target);
  }

  void write(const For& node) {
    block(
        fmt::format("{}for {} in {}", node.is_async ? "async " : "", bare(node.target), bare(node.iterable)),
        node.body);
    orelse(node.orelse);
  }

  void orelse(const Body& body) {
    if (!body.empty()) block("else", body);
  }

  void write(const While& node) {
    block("while " + test(node.test), node.body);
    orelse(node.orelse);
  }

  void write(const If& first) {
    const If* node = &first;
    block("if " + test(node->test), node->body);
    while (node->orelse.size() == 1) {
      const If* next = std::get_if<If>(&ast_[node->orelse[0]].data);
      if (next == nullptr) break;
      node = next;
      block("elif " + test(node->test), node->body);
    }
    orelse(node->orelse);
  }

  void write(const With& node) {
    std::string list;
    for (const WithItem& item : node.items) {
      std::string context = test(item.context);
      // A tuple alone in parentheses would read as a list of items.
      bool is_lone_tuple =
          node.items.size() == 1 && !item.target && std::holds_alternative<Tuple>(ast_[item.context].data);
      if (is_lone_tuple) context = "(" + context + ")";
      if (item.target) context += " as " + test(item.target);
      list += (list.empty() ? "" : ", ") + context;
    }
    block(fmt::format("{}with {}", node.is_async ? "async " : "", list), node.body);
  }

  void write(const Match& node) {
    line(fmt::format("match {}:", bare(node.subject)));
    ++depth_;
    for (const MatchCase& choice : node.cases) {
      std::string head = "case " + pattern(choice.pattern, PatternPlace::Open);
      if (choice.guard) head += " if " + test(choice.guard);
      block(head, choice.body);
    }
    --depth_;
  }

  void write(const Raise& node) {
    std::string text = "raise";
    if (node.exception) text += " " + test(node.exception);
    if (node.cause) text += " from " + test(node.cause);
    line(text);
  }

  void write(const Try& node) {
    block("try", node.body);
    for (const ExceptHandler& handler : node.handlers) {
      std::string head = node.is_star ? "except*" : "except";
      if (handler.type) head += " " + test(handler.type);
      if (handler.name) head += " as " + ast_.name(*handler.name);
      block(head, handler.body);
    }
    orelse(node.orelse);
    if (!node.finalbody.empty()) block("finally", node.finalbody);
  }

  void write(const Assert& node) {
    line(node.message ? fmt::format("assert {}, {}", test(node.test), test(node.message))
                      : "assert " + test(node.test));
  }

  std::string aliases(const std::vector<Alias>& names) const {
    std::string list;
    for (const Alias& alias : names) {
      list += (list.empty() ? "" : ", ") + ast_.name(alias.name);
      if (alias.as_name) list += " as " + ast_.name(*alias.as_name);
    }
    return list;
  }
  void write(const Import& node) { line("import " + aliases(node.names)); }
  void write(const ImportFrom& node) {
    line(fmt::format("from {}{} import {}", std::string(static_cast<size_t>(node.level), '.'),
                     node.module ? ast_.name(*node.module) : "", aliases(node.names)));
  }

  std::string names(const std::vector<Identifier>& identifiers) const {
    std::string list;
    for (const Identifier& identifier : identifiers)
      list += (list.empty() ? "" : ", ") + ast_.name(identifier);
    return list;
  }
  void write(const Global& node) { line("global " + names(node.names)); }
  void write(const Nonlocal& node) { line("nonlocal " + names(node.names)); }
  void write(const ExprStmt& node) { line(bare_or_yield(node.value)); }
  void write(const Pass&) { line("pass"); }
  void write(const Break&) { line("break"); }
  void write(const Continue&) { line("continue"); }

  static std::string_view operator_spelling(Operator op) {
    constexpr std::string_view kSpellings[] = {"+",  "-",  "*", "@", "/", "%", "**",
                                               "<<", ">>", "|", "^", "&", "//"};
    return kSpellings[static_cast<size_t>(op)];
  }

  // Open: `a as b` and `a | b` stand bare; Alternative: neither does.
  enum class PatternPlace { Open, Alternative };

  std::string pattern(PatternId id, PatternPlace place) {
    const PatternData& data = ast_[id].data;
    auto* as = std::get_if<MatchAs>(&data);
    bool is_compound = std::holds_alternative<MatchOr>(data) || (as != nullptr && as->pattern);
    std::string text = std::visit([&](const auto& node) { return spell(node); }, data);
    return is_compound && place == PatternPlace::Alternative ? "(" + text + ")" : text;
  }

  std::string spell(const MatchValue& node) { return test(node.value); }
  std::string spell(const MatchSingleton& node) {
    auto* value = std::get_if<bool>(&node.value);
    return value == nullptr ? "None" : *value ? "True" : "False";
  }
  std::string spell(const MatchSequence& node) {
    std::string list;
    for (PatternId element : node.patterns)
      list += (list.empty() ? "" : ", ") + pattern(element, PatternPlace::Open);
    return "[" + list + "]";
  }
  std::string spell(const MatchMapping& node) {
    std::string list;
    for (size_t i = 0; i < node.keys.size(); ++i) {
      list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", test(node.keys[i]),
                          pattern(node.patterns[i], PatternPlace::Open));
    }
    if (node.rest) list += fmt::format("{}**{}", list.empty() ? "" : ", ", ast_.name(*node.rest));
    return "{" + list + "}";
  }
  std::string spell(const MatchClass& node) {
    std::string list;
    for (PatternId element : node.patterns)
      list += (list.empty() ? "" : ", ") + pattern(element, PatternPlace::Open);
    for (size_t i = 0; i < node.keyword_attributes.size(); ++i) {
      list += fmt::format("{}{}={}", list.empty() ? "" : ", ", ast_.name(node.keyword_attributes[i]),
                          pattern(node.keyword_patterns[i], PatternPlace::Open));
    }
    return fmt::format("{}({})", writer_.write(node.cls, Binding::Atom), list);
  }
  std::string spell(const MatchStar& node) { return "*" + (node.name ? ast_.name(*node.name) : "_"); }
  std::string spell(const MatchAs& node) {
    std::string name = node.name ? ast_.name(*node.name) : "_";
    if (!node.pattern) return name;
    auto* inner = std::get_if<MatchAs>(&ast_[node.pattern].data);
    bool is_nested = inner != nullptr && inner->pattern;
    return pattern(node.pattern, is_nested ? PatternPlace::Alternative : PatternPlace::Open) + " as " + name;
  }
  std::string spell(const MatchOr& node) {
    std::string list;
    for (PatternId choice : node.patterns)
      list += (list.empty() ? "" : " | ") + pattern(choice, PatternPlace::Alternative);
    return list;
  }

  const Ast& ast_;
  const UnparseOptions& options_;
  ExpressionWriter writer_;
  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string unparse(const Ast& ast, const UnparseOptions& options) {
  return StatementWriter(ast, options).module();
}

std::string unparse(const Ast& ast, StmtId statement, const UnparseOptions& options) {
  return StatementWriter(ast, options).statement(statement);
}

std::string unparse(const Ast& ast, ExprId expression, const UnparseOptions& options) {
  return StatementWriter(ast, options).expression(expression, Binding::Test);
}

}  // namespace tilewright::python
