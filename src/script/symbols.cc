// Two passes: collect what each scope binds and uses, then decide from the outside in.
#include "script/symbols.h"

#include <fmt/format.h>

namespace tilewright::script {

using namespace python;

namespace {

bool is_private(std::string_view name) {
  return name.size() > 2 && name[0] == '_' && name[1] == '_' && !name.ends_with("__");
}

}  // namespace

class SymbolPass {
 public:
  SymbolPass(SymbolTable& table, const Ast& ast) : table_(table), ast_(ast) {}

  void run() {
    scope_ = &table_.scopes_.emplace_back(Scope{.kind = ScopeKind::Module});
    body(ast_.body);
    decide(table_.scopes_.front());
  }

 private:
  void mistake(std::string message, Span span) {
    if (!table_.error.empty()) return;
    table_.error = std::move(message);
    table_.error_span = span;
  }

  Symbol& touch(NameId name) { return touch(table_.symbol(*scope_, name), *scope_); }
  Symbol& touch(SymbolId id, Scope& scope) {
    auto [it, is_new] = scope.symbols.try_emplace(id);
    if (is_new) scope.order.push_back(id);
    return it->second;
  }
  void bind(NameId name) { touch(name).is_bound = true; }
  void use(NameId name) {
    touch(name).is_used = true;
    if (ast_.name(name) == "super" && scope_->kind != ScopeKind::Module && scope_->kind != ScopeKind::Class) {
      touch(table_.intern("__class__"), *scope_).is_used = true;
    }
  }

  template <class Walk>
  void nested(ScopeKind kind, const void* node, const Walk& walk, const std::string* class_name = nullptr) {
    Scope& inner = table_.scopes_.emplace_back(Scope{.kind = kind, .parent = scope_, .node = node});
    inner.class_name = class_name != nullptr ? *class_name : scope_->class_name;
    scope_->children.push_back(&inner);
    table_.by_node_[node] = &inner;
    Scope* outer = scope_;
    scope_ = &inner;
    walk();
    scope_ = outer;
  }

  void arguments_outside(const Arguments& arguments, bool with_annotations) {
    for (ExprId value : arguments.defaults) expr(value);
    for (ExprId value : arguments.keyword_defaults) expr(value);
    if (!with_annotations) return;
    auto annotation = [&](const Argument& argument) { expr(argument.annotation); };
    for (const Argument& argument : arguments.positional_only) annotation(argument);
    for (const Argument& argument : arguments.positional) annotation(argument);
    if (arguments.var_positional) annotation(*arguments.var_positional);
    for (const Argument& argument : arguments.keyword_only) annotation(argument);
    if (arguments.var_keyword) annotation(*arguments.var_keyword);
  }

  void parameter(const Argument& argument) {
    Symbol& symbol = touch(argument.name.name);
    if (symbol.is_parameter) {
      mistake(fmt::format("duplicate argument '{}' in function definition", ast_.name(argument.name)),
              argument.span);
    }
    symbol.is_bound = symbol.is_parameter = true;
  }

  void parameters(const Arguments& arguments) {
    for (const Argument& argument : arguments.positional_only) parameter(argument);
    for (const Argument& argument : arguments.positional) parameter(argument);
    for (const Argument& argument : arguments.keyword_only) parameter(argument);
    if (arguments.var_positional) parameter(*arguments.var_positional);
    if (arguments.var_keyword) parameter(*arguments.var_keyword);
  }

  void comprehension(const void* node, const std::vector<Comprehension>& generators, ExprId first, ExprId second,
                     const char* name) {
    expr(generators.front().iterable);
    nested(ScopeKind::Comprehension, node, [&] {
      scope_->comprehension_name = name;
      scope_->is_generator = std::string_view(name) == "<genexpr>";
      touch(table_.intern(".0"), *scope_).is_bound = true;
      for (size_t i = 0; i < generators.size(); ++i) {
        if (i != 0) expr(generators[i].iterable);
        expr(generators[i].target);
        for (ExprId condition : generators[i].conditions) expr(condition);
      }
      expr(first);
      expr(second);
    });
  }

  // The target of := in a comprehension belongs to the function around it.
  void bind_walrus(const Name& name) {
    Scope* owner = scope_;
    while (owner->kind == ScopeKind::Comprehension) owner = owner->parent;
    if (owner == scope_) return bind(name.name);
    SymbolId id = table_.symbol(*scope_, name.name);
    Symbol& outer = touch(id, *owner);
    if (!outer.is_global && !outer.is_nonlocal) outer.is_bound = true;
    bool is_global = owner->kind == ScopeKind::Module || outer.is_global;
    for (Scope* scope = scope_; scope != owner; scope = scope->parent) {
      Symbol& symbol = touch(id, *scope);
      (is_global ? symbol.is_global : symbol.is_nonlocal) = true;
    }
  }

  void exprs(const std::vector<ExprId>& ids) {
    for (ExprId id : ids) expr(id);
  }
  void keywords(const std::vector<Keyword>& list) {
    for (const Keyword& keyword : list) expr(keyword.value);
  }

  void expr(ExprId id) {
    if (!id) return;
    const Expr& node = ast_[id];
    std::visit([&](const auto& data) { visit(node, data); }, node.data);
  }
  void visit(const Expr&, const BoolOp& e) { exprs(e.values); }
  void visit(const Expr&, const NamedExpr& e) {
    expr(e.value);
    if (const auto* name = std::get_if<Name>(&ast_[e.target].data)) bind_walrus(*name);
  }
  void visit(const Expr&, const BinOp& e) { expr(e.left), expr(e.right); }
  void visit(const Expr&, const UnaryOp& e) { expr(e.operand); }
  void visit(const Expr&, const Lambda& e) {
    arguments_outside(e.arguments, false);
    nested(ScopeKind::Lambda, &e, [&] {
      parameters(e.arguments);
      expr(e.body);
    });
  }
  void visit(const Expr&, const IfExp& e) { expr(e.test), expr(e.body), expr(e.orelse); }
  void visit(const Expr&, const python::Dict& e) { exprs(e.keys), exprs(e.values); }
  void visit(const Expr&, const python::Set& e) { exprs(e.elements); }
  void visit(const Expr&, const ListComp& e) { comprehension(&e, e.generators, e.element, {}, "<listcomp>"); }
  void visit(const Expr&, const SetComp& e) { comprehension(&e, e.generators, e.element, {}, "<setcomp>"); }
  void visit(const Expr&, const DictComp& e) { comprehension(&e, e.generators, e.key, e.value, "<dictcomp>"); }
  void visit(const Expr&, const GeneratorExp& e) { comprehension(&e, e.generators, e.element, {}, "<genexpr>"); }
  void visit(const Expr&, const Await& e) { expr(e.value); }
  void visit(const Expr& node, const Yield& e) { yields(node), expr(e.value); }
  void visit(const Expr& node, const YieldFrom& e) { yields(node), expr(e.value); }
  void visit(const Expr&, const Compare& e) { expr(e.left), exprs(e.comparators); }
  void visit(const Expr&, const Call& e) { expr(e.function), exprs(e.arguments), keywords(e.keywords); }
  void visit(const Expr&, const FormattedValue& e) { expr(e.value), expr(e.format_spec); }
  void visit(const Expr&, const JoinedStr& e) { exprs(e.values); }
  void visit(const Expr&, const ConstantExpr&) {}
  void visit(const Expr&, const Attribute& e) { expr(e.value); }
  void visit(const Expr&, const Subscript& e) { expr(e.value), expr(e.slice); }
  void visit(const Expr&, const Starred& e) { expr(e.value); }
  void visit(const Expr&, const Name& e) { e.context == ExprContext::Load ? use(e.name) : bind(e.name); }
  void visit(const Expr&, const python::List& e) { exprs(e.elements); }
  void visit(const Expr&, const python::Tuple& e) { exprs(e.elements); }
  void visit(const Expr&, const Slice& e) { expr(e.lower), expr(e.upper), expr(e.step); }

  void yields(const Expr& node) {
    if (scope_->kind == ScopeKind::Module || scope_->kind == ScopeKind::Class) {
      mistake("'yield' outside function", node.span);
    }
    if (scope_->kind == ScopeKind::Comprehension) mistake("'yield' inside comprehension", node.span);
    scope_->is_generator = true;
  }

  void pattern(PatternId id) {
    if (!id) return;
    std::visit([&](const auto& data) { visit(data); }, ast_[id].data);
  }
  void patterns(const std::vector<PatternId>& ids) {
    for (PatternId id : ids) pattern(id);
  }
  void capture(const std::optional<Identifier>& name) {
    if (name) bind(name->name);
  }
  void visit(const MatchValue& p) { expr(p.value); }
  void visit(const MatchSingleton&) {}
  void visit(const MatchSequence& p) { patterns(p.patterns); }
  void visit(const MatchMapping& p) { exprs(p.keys), patterns(p.patterns), capture(p.rest); }
  void visit(const MatchClass& p) { expr(p.cls), patterns(p.patterns), patterns(p.keyword_patterns); }
  void visit(const MatchStar& p) { capture(p.name); }
  void visit(const MatchAs& p) { pattern(p.pattern), capture(p.name); }
  void visit(const MatchOr& p) { patterns(p.patterns); }

  void body(const Body& statements) {
    for (StmtId id : statements) std::visit([&](const auto& data) { visit(ast_[id], data); }, ast_[id].data);
  }
  void visit(const Stmt&, const FunctionDef& s) {
    exprs(s.decorators);
    arguments_outside(s.arguments, true);
    expr(s.returns);
    bind(s.name.name);
    nested(ScopeKind::Function, &s, [&] {
      parameters(s.arguments);
      body(s.body);
    });
  }
  void visit(const Stmt&, const ClassDef& s) {
    exprs(s.decorators);
    exprs(s.bases);
    keywords(s.keywords);
    bind(s.name.name);
    nested(ScopeKind::Class, &s, [&] { body(s.body); }, &ast_.name(s.name));
  }
  void visit(const Stmt&, const Return& s) { expr(s.value); }
  void visit(const Stmt&, const Delete& s) { exprs(s.targets); }
  void visit(const Stmt&, const Assign& s) { expr(s.value), exprs(s.targets); }
  void visit(const Stmt&, const AugAssign& s) {
    if (const auto* name = std::get_if<Name>(&ast_[s.target].data)) use(name->name);
    expr(s.target), expr(s.value);
  }
  void visit(const Stmt&, const AnnAssign& s) {
    if (s.is_simple || s.value) expr(s.target);
    else expr(s.target);
    expr(s.annotation), expr(s.value);
  }
  void visit(const Stmt&, const For& s) { expr(s.iterable), expr(s.target), body(s.body), body(s.orelse); }
  void visit(const Stmt&, const While& s) { expr(s.test), body(s.body), body(s.orelse); }
  void visit(const Stmt&, const If& s) { expr(s.test), body(s.body), body(s.orelse); }
  void visit(const Stmt&, const With& s) {
    for (const WithItem& item : s.items) expr(item.context), expr(item.target);
    body(s.body);
  }
  void visit(const Stmt&, const Match& s) {
    expr(s.subject);
    for (const MatchCase& item : s.cases) pattern(item.pattern), expr(item.guard), body(item.body);
  }
  void visit(const Stmt&, const Raise& s) { expr(s.exception), expr(s.cause); }
  void visit(const Stmt&, const Try& s) {
    body(s.body);
    for (const ExceptHandler& handler : s.handlers) {
      expr(handler.type);
      capture(handler.name);
      body(handler.body);
    }
    body(s.orelse), body(s.finalbody);
  }
  void visit(const Stmt&, const Assert& s) { expr(s.test), expr(s.message); }
  void visit(const Stmt&, const Import& s) {
    for (const Alias& alias : s.names) bind_alias(alias, true);
  }
  void visit(const Stmt& node, const ImportFrom& s) {
    for (const Alias& alias : s.names) {
      if (ast_.name(alias.name) == "*") {
        if (scope_->kind != ScopeKind::Module) mistake("import * only allowed at module level", node.span);
      } else {
        bind_alias(alias, false);
      }
    }
  }
  void bind_alias(const Alias& alias, bool is_dotted) {
    if (alias.as_name) return bind(alias.as_name->name);
    const std::string& text = ast_.name(alias.name);
    size_t dot = is_dotted ? text.find('.') : std::string::npos;
    if (dot == std::string::npos) return bind(alias.name.name);
    touch(table_.intern(text.substr(0, dot)), *scope_).is_bound = true;
  }
  void visit(const Stmt& node, const Global& s) {
    for (const Identifier& identifier : s.names) {
      Symbol& symbol = touch(identifier.name);
      declared_late(symbol, identifier, "global", node.span);
      symbol.is_global = true;
    }
  }
  void visit(const Stmt& node, const Nonlocal& s) {
    for (const Identifier& identifier : s.names) {
      if (scope_->kind == ScopeKind::Module) mistake("nonlocal declaration not allowed at module level", node.span);
      Symbol& symbol = touch(identifier.name);
      declared_late(symbol, identifier, "nonlocal", node.span);
      symbol.is_nonlocal = true;
    }
  }
  void declared_late(const Symbol& symbol, const Identifier& identifier, std::string_view word, Span span) {
    const std::string& name = ast_.name(identifier);
    if (symbol.is_parameter) mistake(fmt::format("name '{}' is parameter and {}", name, word), span);
    else if (symbol.is_bound) mistake(fmt::format("name '{}' is assigned to before {} declaration", name, word), span);
    else if (symbol.is_used) mistake(fmt::format("name '{}' is used prior to {} declaration", name, word), span);
  }
  void visit(const Stmt&, const ExprStmt& s) { expr(s.value); }
  void visit(const Stmt&, const Pass&) {}
  void visit(const Stmt&, const Break&) {}
  void visit(const Stmt&, const Continue&) {}

  // ---- second pass ----
  static bool is_function(const Scope& scope) {
    return scope.kind != ScopeKind::Module && scope.kind != ScopeKind::Class;
  }

  // The scope around `scope` that binds the name for functions inside, marked as sharing it, with every
  // function between made to pass it on.
  bool capture_from_outside(Scope& scope, SymbolId id) {
    for (Scope* outer = scope.parent; outer != nullptr && outer->kind != ScopeKind::Module; outer = outer->parent) {
      if (outer->kind == ScopeKind::Class) {
        if (table_.name(id) != "__class__") continue;
        outer->needs_class_cell = true;
      } else {
        auto it = outer->symbols.find(id);
        if (it == outer->symbols.end() || !it->second.is_bound || it->second.is_nonlocal) {
          if (it != outer->symbols.end() && it->second.is_global) return false;
          continue;
        }
        if (it->second.is_global) return false;
        it->second.is_shared = true;
        it->second.binding = Binding::Cell;
      }
      for (Scope* between = scope.parent; between != outer; between = between->parent) {
        Symbol& symbol = touch(id, *between);
        // A class between may bind the name itself; it still passes the outer variable on.
        if (between->kind != ScopeKind::Class || !symbol.is_bound) symbol.binding = Binding::Free;
        symbol.is_shared = true;
      }
      return true;
    }
    return false;
  }

  void decide(Scope& scope) {
    for (size_t i = 0; i < scope.order.size(); ++i) {
      SymbolId id = scope.order[i];
      Symbol symbol = scope.symbols[id];
      Binding binding = Binding::Global;
      if (symbol.is_global) {
        binding = Binding::Global;
      } else if (scope.kind == ScopeKind::Module) {
        binding = Binding::Global;
      } else if (symbol.is_bound && !symbol.is_nonlocal) {
        binding = scope.kind == ScopeKind::Class ? Binding::ClassName
                  : symbol.is_shared             ? Binding::Cell
                                                 : Binding::Local;
      } else if (capture_from_outside(scope, id)) {
        binding = Binding::Free;
      } else if (symbol.is_nonlocal) {
        mistake(fmt::format("no binding for nonlocal '{}' found", table_.name(id)), {});
      } else if (scope.kind == ScopeKind::Class) {
        binding = Binding::ClassName;
      }
      scope.symbols[id].binding = binding;
    }
    for (Scope* child : scope.children) decide(*child);
  }

  SymbolTable& table_;
  const Ast& ast_;
  Scope* scope_ = nullptr;
};

SymbolTable::SymbolTable(const Ast& ast) {
  of_name_.reserve(ast.names.size());
  for (const std::string& name : ast.names) of_name_.push_back(intern(name));
  SymbolPass(*this, ast).run();
}

SymbolId SymbolTable::intern(const std::string& name) {
  auto it = ids_.find(name);
  if (it != ids_.end()) return it->second;
  names_.push_back(name);
  auto id = static_cast<SymbolId>(names_.size() - 1);
  ids_.emplace(names_.back(), id);
  return id;
}

SymbolId SymbolTable::symbol(const Scope& scope, NameId name) const {
  SymbolId plain = of_name_[name.index];
  if (scope.class_name.empty() || !is_private(names_[plain])) return plain;
  size_t start = scope.class_name.find_first_not_of('_');
  if (start == std::string::npos) return plain;
  std::string mangled = "_" + scope.class_name.substr(start) + names_[plain];
  return const_cast<SymbolTable*>(this)->intern(mangled);
}

SymbolId SymbolTable::find(std::string_view name) const {
  auto it = ids_.find(name);
  return it == ids_.end() ? ~SymbolId{0} : it->second;
}

}  // namespace tilewright::script
