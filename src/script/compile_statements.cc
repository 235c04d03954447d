// Statements other than try, with and match.
#include <algorithm>

#include "python/unparse.h"
#include "script/compiler.h"

namespace tilewright::script {

using namespace python;

void Compiler::body(const Body& statements) {
  for (StmtId id : statements) {
    const Stmt& node = ast_[id];
    PlaceScope place(*this, node.span);
    std::visit([&](const auto& data) { visit(node, data); }, node.data);
  }
}

void Compiler::annotation_value(ExprId id) {
  if (!unit_.has_lazy_annotations) return expr(id);
  load_constant(make_string(python::unparse(ast_, id)));
}

void Compiler::annotation(std::string_view name, ExprId id) {
  load_constant(unit_.intern(name));
  annotation_value(id);
}

// Pushes defaults, keyword defaults and annotations where there are any; returns MakeFunction's flags.
uint32_t Compiler::function_extras(const Arguments& arguments, const FunctionDef* definition) {
  uint32_t flags = 0;
  if (!arguments.defaults.empty()) {
    for (ExprId value : arguments.defaults) expr(value);
    emit(Opcode::BuildTuple, static_cast<uint32_t>(arguments.defaults.size()));
    flags |= 1;
  }
  uint32_t keyword_defaults = 0;
  for (size_t i = 0; i < arguments.keyword_only.size(); ++i) {
    if (!arguments.keyword_defaults[i]) continue;
    load_constant(unit_.intern(attribute_name(arguments.keyword_only[i].name)));
    expr(arguments.keyword_defaults[i]);
    ++keyword_defaults;
  }
  if (keyword_defaults != 0) {
    emit(Opcode::BuildDict, keyword_defaults);
    flags |= 2;
  }
  if (definition == nullptr) return flags;
  uint32_t annotations = 0;
  auto add = [&](const Argument& argument) {
    if (!argument.annotation) return;
    annotation(attribute_name(argument.name), argument.annotation);
    ++annotations;
  };
  for (const Argument& argument : arguments.positional_only) add(argument);
  for (const Argument& argument : arguments.positional) add(argument);
  if (arguments.var_positional) add(*arguments.var_positional);
  for (const Argument& argument : arguments.keyword_only) add(argument);
  if (arguments.var_keyword) add(*arguments.var_keyword);
  if (definition->returns) {
    annotation("return", definition->returns);
    ++annotations;
  }
  if (annotations != 0) {
    emit(Opcode::BuildDict, annotations);
    flags |= 4;
  }
  return flags;
}

void Compiler::visit(const Stmt& node, const FunctionDef& s) {
  for (ExprId decorator : s.decorators) expr(decorator);
  PlaceScope place(*this, node.span);
  uint32_t flags = function_extras(s.arguments, &s);
  emit(Opcode::MakeFunction, child(&s), flags);
  for (size_t i = s.decorators.size(); i-- > 0;) {
    PlaceScope decorator(*this, ast_[s.decorators[i]].span);
    emit(Opcode::Call, 1);
  }
  variable(Access::Store, s.name.name);
}

void Compiler::visit(const Stmt&, const ClassDef& s) {
  for (ExprId decorator : s.decorators) expr(decorator);
  list_of(s.bases);
  emit(Opcode::ListToTuple);
  keyword_dict(s.keywords, false);
  emit(Opcode::BuildClass, child(&s));
  for (size_t i = s.decorators.size(); i-- > 0;) {
    PlaceScope decorator(*this, ast_[s.decorators[i]].span);
    emit(Opcode::Call, 1);
  }
  variable(Access::Store, s.name.name);
}

void Compiler::visit(const Stmt&, const Delete& s) {
  for (ExprId target : s.targets) erase(target);
}

void Compiler::visit(const Stmt&, const Assign& s) {
  expr(s.value);
  for (size_t i = 0; i < s.targets.size(); ++i) {
    if (i + 1 < s.targets.size()) emit(Opcode::Copy, 1);
    store(s.targets[i]);
  }
}

void Compiler::visit(const Stmt& node, const AugAssign& s) {
  const Expr& target = ast_[s.target];
  auto op = static_cast<uint32_t>(s.op);
  auto apply = [&] {
    expr(s.value);
    PlaceScope place(*this, node.span);
    emit(Opcode::InPlace, op);
  };
  if (const auto* name = std::get_if<Name>(&target.data)) {
    PlaceScope place(*this, target.span);
    variable(Access::Load, name->name);
    apply();
    variable(Access::Store, name->name);
  } else if (const auto* attribute = std::get_if<Attribute>(&target.data)) {
    uint32_t index = name_index(attribute_name(attribute->attribute));
    expr(attribute->value);
    emit(Opcode::Copy, 1);
    emit(Opcode::LoadAttribute, index);
    apply();
    emit(Opcode::Swap, 2);
    emit(Opcode::StoreAttribute, index);
  } else if (const auto* subscript = std::get_if<Subscript>(&target.data)) {
    expr(subscript->value);
    expr(subscript->slice);
    emit(Opcode::Copy, 2);
    emit(Opcode::Copy, 2);
    emit(Opcode::LoadItem);
    apply();
    emit(Opcode::RotateThree);
    emit(Opcode::StoreItem);
  }
}

void Compiler::visit(const Stmt&, const AnnAssign& s) {
  if (s.value) {
    expr(s.value);
    store(s.target);
  }
  bool keeps_annotations = code_.scope->kind == ScopeKind::Module || code_.scope->kind == ScopeKind::Class;
  const auto* name = std::get_if<Name>(&ast_[s.target].data);
  if (!keeps_annotations || !s.is_simple || name == nullptr) return;
  annotation_value(s.annotation);
  emit(Opcode::Annotate, name_index(unit_.symbols.name(unit_.symbols.symbol(*code_.scope, name->name))));
}

void Compiler::visit(const Stmt& node, const For& s) {
  if (s.is_async) return unsupported("async for");
  int depth = depth_;
  Label start, finished, end;
  expr(s.iterable);
  {
    PlaceScope place(*this, ast_[s.iterable].span);
    emit(Opcode::GetIterator);
  }
  bind(start);
  {
    PlaceScope place(*this, ast_[s.iterable].span);
    jump(Opcode::ForNext, finished);
  }
  blocks_.push_back({.kind = Block::Kind::ForLoop, .loop_start = &start, .loop_end = &end});
  store(s.target);
  body(s.body);
  blocks_.pop_back();
  PlaceScope place(*this, node.span);
  jump(Opcode::Jump, start);
  finished.depth = depth;
  bind(finished);
  body(s.orelse);
  end.depth = depth;
  bind(end);
}

void Compiler::visit(const Stmt&, const While& s) {
  Label start, finished, end;
  bind(start);
  jump_if(s.test, false, finished);
  blocks_.push_back({.kind = Block::Kind::WhileLoop, .loop_start = &start, .loop_end = &end});
  body(s.body);
  blocks_.pop_back();
  jump(Opcode::Jump, start);
  bind(finished);
  body(s.orelse);
  bind(end);
}

void Compiler::visit(const Stmt&, const If& s) {
  Label otherwise, end;
  jump_if(s.test, false, otherwise);
  body(s.body);
  if (s.orelse.empty()) {
    bind(otherwise);
    return;
  }
  jump(Opcode::Jump, end);
  bind(otherwise);
  body(s.orelse);
  bind(end);
}

void Compiler::visit(const Stmt& node, const Raise& s) {
  if (s.exception) expr(s.exception);
  if (s.cause) expr(s.cause);
  PlaceScope place(*this, node.span);
  emit(Opcode::Raise, (s.exception ? 1 : 0) + (s.cause ? 1 : 0));
}

void Compiler::visit(const Stmt& node, const Assert& s) {
  Label passed;
  jump_if(s.test, true, passed);
  emit(Opcode::LoadAssertionError);
  if (s.message) {
    expr(s.message);
    emit(Opcode::Call, 1);
  }
  PlaceScope place(*this, node.span);
  emit(Opcode::Raise, 1);
  bind(passed);
}

void Compiler::visit(const Stmt& node, const Import& s) {
  for (const Alias& alias : s.names) {
    PlaceScope place(*this, node.span);
    const std::string& text = ast_.name(alias.name);
    size_t dot = text.find('.');
    // b: whether the last module of the path is wanted (import a.b as c) or the first.
    adjust(1);
    emit(Opcode::Import, name_index(text), alias.as_name.has_value());
    if (alias.as_name) variable(Access::Store, alias.as_name->name);
    else if (dot == std::string::npos) variable(Access::Store, alias.name.name);
    else variable_by_text(Access::Store, std::string_view(text).substr(0, dot));
  }
}

void Compiler::visit(const Stmt& node, const ImportFrom& s) {
  std::string path(static_cast<size_t>(s.level), '.');
  if (s.module) path += ast_.name(*s.module);
  adjust(1);
  emit(Opcode::Import, name_index(path), 1);
  for (const Alias& alias : s.names) {
    PlaceScope place(*this, alias.span ? alias.span : node.span);
    if (ast_.name(alias.name) == "*") {
      emit(Opcode::ImportStar);
      return;
    }
    emit(Opcode::ImportFrom, name_index(ast_.name(alias.name)));
    variable(Access::Store, alias.as_name ? alias.as_name->name : alias.name.name);
  }
  emit(Opcode::Pop);
}

void Compiler::visit(const Stmt&, const ExprStmt& s) {
  if (std::holds_alternative<ConstantExpr>(ast_[s.value].data)) return;
  expr(s.value);
  emit(Opcode::Pop);
}

}  // namespace tilewright::script
