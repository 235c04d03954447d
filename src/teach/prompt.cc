#include "teach/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "python/unparse.h"

namespace tilewright::teach {
namespace {

using python::Ast;
using python::ExprId;
using python::StmtId;

const std::string* name_of(const Ast& ast, ExprId id) {
  const auto* name = std::get_if<python::Name>(&ast[id].data);
  return name == nullptr ? nullptr : &ast.name(name->name);
}

bool is_inside(const Span& inner, const Span& outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

// `super(Model, self).__init__()` in any spelling.
bool is_super_init(const Ast& ast, StmtId statement) {
  const auto* expression = std::get_if<python::ExprStmt>(&ast[statement].data);
  if (expression == nullptr) return false;
  const auto* call = std::get_if<python::Call>(&ast[expression->value].data);
  if (call == nullptr) return false;
  const auto* attribute = std::get_if<python::Attribute>(&ast[call->function].data);
  if (attribute == nullptr || ast.name(attribute->attribute) != "__init__") return false;
  const auto* inner = std::get_if<python::Call>(&ast[attribute->value].data);
  if (inner == nullptr) return false;
  const std::string* function = name_of(ast, inner->function);
  return function != nullptr && *function == "super";
}

class PromptBuilder {
 public:
  explicit PromptBuilder(const Ast& ast) : ast_(ast) { read_module(); }

  std::string build() {
    if (!model_) return "";
    collect_bound_names(ast_[model_].span);
    shorten_model();
    std::string helpers = helpers_text();
    inline_constants(ast_[model_].span);
    std::string text = python::unparse(ast_, model_, kOptions);
    return helpers + text + construction_text();
  }

 private:
  static constexpr python::UnparseOptions kOptions{.keep_docstrings = false, .keep_annotations = false};

  void read_module() {
    for (StmtId id : ast_.body) {
      if (const auto* definition = std::get_if<python::ClassDef>(&ast_[id].data)) {
        if (ast_.name(definition->name) == "Model") {
          model_ = id;
        } else {
          definitions_[ast_.name(definition->name)] = id;
        }
      } else if (const auto* function = std::get_if<python::FunctionDef>(&ast_[id].data)) {
        if (ast_.name(function->name) == "get_init_inputs") {
          init_inputs_ = id;
        } else if (ast_.name(function->name) != "get_inputs") {
          definitions_[ast_.name(function->name)] = id;
        }
      } else if (const auto* assign = std::get_if<python::Assign>(&ast_[id].data)) {
        if (assign->targets.size() != 1) continue;
        if (const std::string* name = name_of(ast_, assign->targets[0])) constants_[*name] = assign->value;
      }
    }
  }

  // Parameters and variables of the class hide module-level names.
  void collect_bound_names(const Span& span) {
    for (const python::Expr& expr : ast_.exprs) {
      const auto* name = std::get_if<python::Name>(&expr.data);
      if (name != nullptr && name->context != python::ExprContext::Load && is_inside(expr.span, span)) {
        bound_.insert(ast_.name(name->name));
      }
    }
    for (const python::Stmt& statement : ast_.stmts) {
      const auto* function = std::get_if<python::FunctionDef>(&statement.data);
      if (function == nullptr || !is_inside(statement.span, span)) continue;
      for (const python::Argument& argument : function->arguments.positional)
        bound_.insert(ast_.name(argument.name));
      for (const python::Argument& argument : function->arguments.keyword_only) {
        bound_.insert(ast_.name(argument.name));
      }
    }
  }

  // Without super().__init__(), and without an __init__ that then does nothing.
  void shorten_model() {
    python::Body& body = std::get<python::ClassDef>(ast_.stmts[model_.index].data).body;
    for (StmtId id : body) {
      auto* function = std::get_if<python::FunctionDef>(&ast_.stmts[id.index].data);
      if (function == nullptr || ast_.name(function->name) != "__init__") continue;
      std::erase_if(function->body, [&](StmtId statement) { return is_super_init(ast_, statement); });
      takes_arguments_ =
          function->arguments.positional.size() > 1 || function->arguments.var_positional.has_value();
    }
    std::erase_if(body, [&](StmtId id) {
      const auto* function = std::get_if<python::FunctionDef>(&ast_[id].data);
      if (function == nullptr || ast_.name(function->name) != "__init__" || takes_arguments_) return false;
      return std::all_of(function->body.begin(), function->body.end(), [&](StmtId statement) {
        const auto* expression = std::get_if<python::ExprStmt>(&ast_[statement].data);
        bool is_docstring = expression != nullptr &&
                            std::holds_alternative<python::ConstantExpr>(ast_[expression->value].data);
        return is_docstring || std::holds_alternative<python::Pass>(ast_[statement].data);
      });
    });
  }

  // Module-level functions and classes that the class refers to, and what these refer to, in file order.
  std::string helpers_text() {
    std::set<std::string> wanted;
    std::vector<Span> open{ast_[model_].span};
    while (!open.empty()) {
      Span span = open.back();
      open.pop_back();
      for (const python::Expr& expr : ast_.exprs) {
        const auto* name = std::get_if<python::Name>(&expr.data);
        if (name == nullptr || !is_inside(expr.span, span)) continue;
        auto found = definitions_.find(ast_.name(name->name));
        if (found == definitions_.end() || !wanted.insert(found->first).second) continue;
        open.push_back(ast_[found->second].span);
      }
    }
    std::map<uint32_t, StmtId> in_order;
    for (const std::string& name : wanted)
      in_order.emplace(ast_[definitions_[name]].span.begin, definitions_[name]);
    std::string text;
    for (auto [begin, id] : in_order) {
      inline_constants(ast_[id].span);
      text += python::unparse(ast_, id, kOptions);
    }
    return text;
  }

  // Names of module-level numbers become the numbers.
  void inline_constants(const Span& span) {
    for (python::Expr& expr : ast_.exprs) {
      const auto* name = std::get_if<python::Name>(&expr.data);
      if (name == nullptr || name->context != python::ExprContext::Load || !is_inside(expr.span, span))
        continue;
      const std::string& text = ast_.name(name->name);
      auto found = constants_.find(text);
      if (found == constants_.end() || bound_.contains(text)) continue;
      const auto* constant = std::get_if<python::ConstantExpr>(&ast_[found->second].data);
      if (constant == nullptr) continue;
      python::ConstantExpr copy = *constant;
      expr.data = std::move(copy);
    }
  }

  // "Model(64, eps)" with the values that get_init_inputs returns.
  std::string construction_text() {
    if (!takes_arguments_ || !init_inputs_) return "";
    bound_.clear();
    collect_bound_names(ast_[init_inputs_].span);
    inline_constants(ast_[init_inputs_].span);
    const auto& function = std::get<python::FunctionDef>(ast_[init_inputs_].data);
    const auto* result = std::get_if<python::Return>(&ast_[function.body.back()].data);
    if (result == nullptr || !result->value) return "";
    const auto* list = std::get_if<python::List>(&ast_[result->value].data);
    if (list == nullptr || list->elements.empty()) return "";
    std::string text;
    for (ExprId element : list->elements)
      text += (text.empty() ? "" : ", ") + python::unparse(ast_, element, kOptions);
    return fmt::format("Model({})\n", text);
  }

  Ast ast_;  // a copy that is cut down
  StmtId model_, init_inputs_;
  bool takes_arguments_ = false;
  std::map<std::string, StmtId> definitions_;
  std::map<std::string, ExprId> constants_;
  std::set<std::string> bound_;
};

}  // namespace

std::string make_prompt(const Ast& ast) { return PromptBuilder(ast).build(); }

}  // namespace tilewright::teach
