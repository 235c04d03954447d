// Which scope each name of a module belongs to (Python language reference 4.2.2), found in one pass
// over the syntax tree.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "python/ast.h"

namespace tilewright::script {

using SymbolId = uint32_t;

enum class ScopeKind : uint8_t { Module, Function, Lambda, Class, Comprehension };
enum class Binding : uint8_t { Local, Cell, Free, Global, ClassName };

struct Symbol {
  bool is_bound = false, is_parameter = false, is_used = false;
  bool is_global = false, is_nonlocal = false;
  bool is_shared = false;  // bound here, used by a function inside
  Binding binding = Binding::Global;
};

struct Scope {
  ScopeKind kind;
  Scope* parent = nullptr;
  const void* node = nullptr;  // FunctionDef, Lambda, ClassDef or the comprehension's Expr
  std::string class_name{};      // of the innermost class around, for private names
  const char* comprehension_name = nullptr;  // "<listcomp>" ...
  bool is_generator = false;
  bool needs_class_cell = false;  // of a class: a method uses __class__ or super()
  std::unordered_map<SymbolId, Symbol> symbols{};
  std::vector<SymbolId> order{};  // first appearance
  std::vector<Scope*> children{};
};

class SymbolTable {
 public:
  explicit SymbolTable(const python::Ast& ast);
  const Scope* module() const { return &scopes_.front(); }
  const Scope* scope_of(const void* node) const { return by_node_.at(node); }
  // The name as this scope spells it: __x in class C is _C__x.
  SymbolId symbol(const Scope& scope, python::NameId name) const;
  SymbolId find(std::string_view name) const;  // ~0u: not there
  const std::string& name(SymbolId symbol) const { return names_[symbol]; }
  // The first mistake in the use of names ("no binding for nonlocal 'x' found"); empty: none.
  std::string error;
  Span error_span;

 private:
  friend class SymbolPass;
  SymbolId intern(const std::string& name);
  std::deque<Scope> scopes_;
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, SymbolId> ids_;
  std::unordered_map<const void*, const Scope*> by_node_;
  std::vector<SymbolId> of_name_;  // by NameId
};

}  // namespace tilewright::script
