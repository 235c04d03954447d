// Capabilities::skips_failures: a module's statements run one after another, and those that fail are left
// out. Packages that are not there become placeholders, and asserts hold.
#include <algorithm>

#include "script/code.h"
#include "script/exceptions.h"
#include "script/implementation.h"

namespace tilewright::script {
namespace {

using python::Ast;
using python::Body;
using python::StmtId;

// Splits the body of a module at the statement that failed.
class Salvage {
 public:
  Salvage(Ast& ast, std::vector<Span> places) : ast_(ast), places_(std::move(places)) {}

  // The body from the statement to blame on.
  std::optional<Body> again(const Body& body) {
    auto blamed = std::find_if(body.begin(), body.end(), [&](StmtId id) { return is_to_blame(span_of(id)); });
    if (blamed == body.end()) return std::nullopt;
    return Body(blamed, body.end());
  }

  // What is left to run, or nothing if no statement of the body is to blame.
  std::optional<Body> rest(const Body& body) {
    for (size_t i = 0; i < body.size(); ++i) {
      if (!is_to_blame(span_of(body[i]))) continue;
      Body result = instead_of(body[i]);
      result.insert(result.end(), body.begin() + static_cast<long>(i) + 1, body.end());
      return result;
    }
    return std::nullopt;
  }

 private:
  bool is_to_blame(Span span) const {
    return std::any_of(places_.begin(), places_.end(), [&](Span place) {
      return place && place.source == span.source && place.begin >= span.begin && place.begin < span.end;
    });
  }

  Span span_of(StmtId id) const {
    Span span = ast_[id].span;
    const std::vector<python::ExprId>* decorators = nullptr;
    if (const auto* function = std::get_if<python::FunctionDef>(&ast_[id].data))
      decorators = &function->decorators;
    if (const auto* cls = std::get_if<python::ClassDef>(&ast_[id].data)) decorators = &cls->decorators;
    if (decorators && !decorators->empty())
      span.begin = std::min(span.begin, ast_[decorators->front()].span.begin);
    return span;
  }

  // What runs in place of a statement that failed: the rest of a block in it, a handler, single imports, the
  // definition without the decorator that raised; else nothing.
  Body instead_of(StmtId id) {
    const python::Stmt node = ast_[id];
    if (const auto* branch = std::get_if<python::If>(&node.data)) {
      if (auto inner = rest(branch->body)) return *inner;
      if (auto inner = rest(branch->orelse)) return *inner;
      return branch->orelse;
    }
    if (const auto* with = std::get_if<python::With>(&node.data)) return rest(with->body).value_or(Body{});
    if (const auto* guarded = std::get_if<python::Try>(&node.data)) {
      for (const python::ExceptHandler& handler : guarded->handlers) {
        if (auto inner = rest(handler.body)) return *inner;
      }
      if (auto inner = rest(guarded->orelse)) return *inner;
      return guarded->handlers.empty() ? rest(guarded->body).value_or(Body{}) : guarded->handlers[0].body;
    }
    if (const auto* import = std::get_if<python::ImportFrom>(&node.data)) {
      Body singles;
      for (const python::Alias& alias : import->names) {
        python::ImportFrom single{import->module, {alias}, import->level};
        if (import->names.size() > 1) singles.push_back(add(std::move(single), alias.span));
      }
      return singles;
    }
    if (const auto* function = std::get_if<python::FunctionDef>(&node.data)) {
      if (function->decorators.empty()) return {};
      python::FunctionDef plain = *function;
      auto raised = std::find_if(plain.decorators.begin(), plain.decorators.end(),
                                 [&](python::ExprId decorator) { return is_to_blame(ast_[decorator].span); });
      plain.decorators.erase(raised == plain.decorators.end() ? plain.decorators.begin() : raised);
      return {add(std::move(plain), node.span)};
    }
    return {};
  }

  template <class Node>
  StmtId add(Node node, Span span) {
    python::Stmt statement;
    statement.data = std::move(node);
    statement.span = span;
    ast_.stmts.push_back(std::move(statement));
    return StmtId(ast_.stmts.size() - 1);
  }

  Ast& ast_;
  std::vector<Span> places_;
};

}  // namespace

// A statement that failed because a package is not there runs again with a placeholder for it.
bool Interpreter::Implementation::note_absent_package(const PythonError& error) {
  auto* exception = as_exception(error.exception);
  if (exception == nullptr || exception->cls->name != "ModuleNotFoundError") return false;
  auto missing = exception->attributes->find("name");
  const std::string* name = missing ? as_string(*missing) : nullptr;
  if (name == nullptr) return false;
  std::string package = name->substr(0, name->find('.'));
  bool is_there = modules->find(package) || factories.contains(package);
  return !is_there && absent_packages.insert(package).second;
}

void Interpreter::Implementation::run_module_body(std::shared_ptr<const Ast> ast, const Ref<Module>& module) {
  for (;;) {
    auto unit = std::make_shared<CodeUnit>(ast);
    if (!unit->symbols.error.empty())
      owner.abort(DiagnosticKind::SyntaxError, unit->symbols.error, unit->symbols.error_span);
    if (!owner.capabilities_.skips_failures) {
      run_code(*unit->module_code(), unit, module, {}, nullptr);
      return;
    }
    std::vector<Span> places;
    int depth_before = depth;
    bool is_absent = false;
    try {
      run_code(*unit->module_code(), unit, module, {}, nullptr);
      return;
    } catch (PythonError& error) {
      places = error.traceback;
      is_absent = note_absent_package(error);
    } catch (AbortRun& run) {
      if (run.diagnostic.kind == DiagnosticKind::FuelExhausted ||
          run.diagnostic.kind == DiagnosticKind::MemoryBudget)
        throw;
      places.push_back(run.diagnostic.span);
      for (const Note& note : run.diagnostic.notes) places.push_back(note.span);
    }
    depth = depth_before;
    owner.spend(1000);
    auto next = std::make_shared<Ast>(*ast);
    Salvage salvage(*next, std::move(places));
    std::optional<Body> rest = is_absent ? salvage.again(ast->body) : salvage.rest(ast->body);
    if (!rest) return;
    next->body = std::move(*rest);
    ast = std::move(next);
  }
}

}  // namespace tilewright::script
