// Emission: instructions, jumps, stack depth, variables; and the code objects of a module.
#include "script/compiler.h"

#include <algorithm>

#include "base/check.h"

namespace tilewright::script {

using namespace python;

namespace {

// How an instruction changes the height of the stack when it does not jump.
int stack_effect(Opcode op, uint32_t a, uint32_t b) {
  auto n = static_cast<int>(a);
  switch (op) {
    case Opcode::LoadConstant: case Opcode::LoadFast: case Opcode::LoadCell: case Opcode::LoadClassCell:
    case Opcode::LoadName: case Opcode::LoadGlobal: case Opcode::Copy: case Opcode::ForNext:
    case Opcode::LoadMethod: case Opcode::PushHandled: case Opcode::EnterContext: case Opcode::ExitContextRaised:
    case Opcode::ImportFrom: case Opcode::LoadAssertionError: case Opcode::MatchSequence:
    case Opcode::MatchLength: case Opcode::MatchMapping: case Opcode::MatchKeys:
      return 1;
    case Opcode::StoreFast: case Opcode::StoreCell: case Opcode::StoreName: case Opcode::StoreGlobal:
    case Opcode::Pop: case Opcode::Binary: case Opcode::InPlace: case Opcode::Compare: case Opcode::Is:
    case Opcode::Contains: case Opcode::JumpIfFalse: case Opcode::JumpIfTrue: case Opcode::JumpIfFalseOrPop:
    case Opcode::JumpIfTrueOrPop: case Opcode::JumpIfNotNone: case Opcode::DeleteAttribute: case Opcode::LoadItem:
    case Opcode::ListAppend: case Opcode::SetAdd: case Opcode::ListExtend: case Opcode::SetUpdate:
    case Opcode::DictUpdate: case Opcode::DictMerge: case Opcode::BuildClass: case Opcode::Return:
    case Opcode::YieldFrom: case Opcode::PopHandled: case Opcode::ExitContext: case Opcode::ImportStar:
    case Opcode::Annotate:
      return -1;
    case Opcode::StoreAttribute: case Opcode::DeleteItem: case Opcode::DictAdd: case Opcode::Reraise:
      return -2;
    case Opcode::StoreItem: return -3;
    case Opcode::BuildSlice: return -2;
    case Opcode::BuildTuple: case Opcode::BuildList: case Opcode::BuildSet: case Opcode::BuildString: return 1 - n;
    case Opcode::BuildDict: return 1 - 2 * n;
    case Opcode::UnpackSequence: return n - 1;
    case Opcode::UnpackStarred: return n + static_cast<int>(b);
    case Opcode::Call: return -n;
    case Opcode::CallMethod: return -n - 1;
    case Opcode::CallSpread: return b != 0 ? -2 : -1;
    case Opcode::MakeFunction: return 1 - static_cast<int>((b & 1) + (b >> 1 & 1) + (b >> 2 & 1));
    case Opcode::Raise: return -n;
    case Opcode::FormatValue: return b != 0 ? -1 : 0;
    case Opcode::MatchClass: return -1;
    default: return 0;
  }
}

bool ends_flow(Opcode op) {
  return op == Opcode::Jump || op == Opcode::Return || op == Opcode::Raise || op == Opcode::Reraise;
}

}  // namespace

Compiler::Compiler(CodeUnit& unit, Code& code) : unit_(unit), ast_(*unit.ast), code_(code) {
  for (uint32_t i = 0; i < code.slot_names.size(); ++i) slots_[unit.symbols.find(code.slot_names[i])] = i;
}

void Compiler::emit(Opcode op, uint32_t a, uint32_t b) {
  code_.instructions.push_back({op, b, a});
  code_.places.push_back(place_);
  adjust(stack_effect(op, a, b));
  if (ends_flow(op)) is_reachable_ = false;
}

void Compiler::adjust(int effect) {
  depth_ += effect;
  if (depth_ < 0) depth_ = 0;  // only in code that is never reached
  code_.stack_size = std::max(code_.stack_size, static_cast<uint32_t>(depth_) + 1);
}

void Compiler::jump(Opcode op, Label& label) {
  label.jumps.push_back(here());
  emit(op);
  int depth = depth_;
  if (op == Opcode::JumpIfFalseOrPop || op == Opcode::JumpIfTrueOrPop) depth += 1;
  if (op == Opcode::ForNext) depth -= 2;
  if (label.depth < 0) label.depth = depth;
  if (label.position != Label::kUnset) code_.instructions.back().a = label.position;
}

void Compiler::bind(Label& label) {
  label.position = here();
  if (!is_reachable_ && label.depth >= 0) depth_ = label.depth;
  if (label.depth < 0) label.depth = depth_;
  is_reachable_ = true;
  for (uint32_t at : label.jumps) code_.instructions[at].a = label.position;
  for (size_t range : label.ranges) code_.ranges[range].handler = label.position;
  adjust(0);
}

uint32_t Compiler::constant(Value value) {
  code_.constants.push_back(std::move(value));
  return static_cast<uint32_t>(code_.constants.size() - 1);
}

uint32_t Compiler::name_index(std::string_view name) {
  auto [it, is_new] = name_indices_.try_emplace(std::string(name), static_cast<uint32_t>(code_.names.size()));
  if (is_new) code_.names.push_back(unit_.intern(name));
  return it->second;
}

uint32_t Compiler::child(const void* node) {
  code_.children.push_back(unit_.code_of(unit_.symbols.scope_of(node)));
  return static_cast<uint32_t>(code_.children.size() - 1);
}

void Compiler::unsupported(std::string_view what) {
  emit(Opcode::Unsupported, constant(make_string(std::string(what))));
}

uint32_t Compiler::slot(SymbolId symbol) const {
  auto it = slots_.find(symbol);
  TW_CHECK(it != slots_.end(), "no slot for {}", unit_.symbols.name(symbol));
  return it->second;
}

void Compiler::variable(Access access, SymbolId symbol) {
  static constexpr Opcode kOps[][3] = {
      {Opcode::LoadFast, Opcode::StoreFast, Opcode::DeleteFast},
      {Opcode::LoadCell, Opcode::StoreCell, Opcode::DeleteCell},
      {Opcode::LoadName, Opcode::StoreName, Opcode::DeleteName},
      {Opcode::LoadGlobal, Opcode::StoreGlobal, Opcode::DeleteGlobal},
  };
  auto which = static_cast<size_t>(access);
  auto it = code_.scope->symbols.find(symbol);
  Binding binding = it == code_.scope->symbols.end() ? Binding::Global : it->second.binding;
  switch (binding) {
    case Binding::Local: return emit(kOps[0][which], slot(symbol));
    case Binding::Cell: return emit(kOps[1][which], slot(symbol));
    case Binding::Free:
      if (code_.scope->kind == ScopeKind::Class && access == Access::Load) {
        return emit(Opcode::LoadClassCell, slot(symbol), name_index(unit_.symbols.name(symbol)));
      }
      return emit(kOps[1][which], slot(symbol));
    case Binding::ClassName: return emit(kOps[2][which], name_index(unit_.symbols.name(symbol)));
    case Binding::Global: return emit(kOps[3][which], name_index(unit_.symbols.name(symbol)));
  }
}

void Compiler::variable_by_text(Access access, std::string_view name) {
  SymbolId symbol = unit_.symbols.find(name);
  TW_CHECK(symbol != ~SymbolId{0});
  variable(access, symbol);
}

std::string Compiler::attribute_name(const Identifier& identifier) const {
  return unit_.symbols.name(unit_.symbols.symbol(*code_.scope, identifier.name));
}

void Compiler::run() {
  const Scope& scope = *code_.scope;
  switch (scope.kind) {
    case ScopeKind::Module: body(ast_.body); break;
    case ScopeKind::Class: body(static_cast<const ClassDef*>(scope.node)->body); break;
    case ScopeKind::Function: {
      const auto& definition = *static_cast<const FunctionDef*>(scope.node);
      if (definition.is_async) unsupported("async def");
      else body(definition.body);
      break;
    }
    case ScopeKind::Lambda:
      expr(static_cast<const Lambda*>(scope.node)->body);
      emit(Opcode::Return);
      break;
    case ScopeKind::Comprehension: {
      if (code_.name == "<listcomp>") {
        const auto& e = *static_cast<const ListComp*>(scope.node);
        comprehension_body(e.generators, e.element, {}, Opcode::ListAppend, Opcode::BuildList);
      } else if (code_.name == "<setcomp>") {
        const auto& e = *static_cast<const SetComp*>(scope.node);
        comprehension_body(e.generators, e.element, {}, Opcode::SetAdd, Opcode::BuildSet);
      } else if (code_.name == "<dictcomp>") {
        const auto& e = *static_cast<const DictComp*>(scope.node);
        comprehension_body(e.generators, e.key, e.value, Opcode::DictAdd, Opcode::BuildDict);
      } else {
        const auto& e = *static_cast<const GeneratorExp*>(scope.node);
        comprehension_body(e.generators, e.element, {}, Opcode::Yield, Opcode::BuildList);
      }
      break;
    }
  }
  load_constant({});
  emit(Opcode::Return);
  code_.stack_size += 2;
}

CodeUnit::CodeUnit(std::shared_ptr<const Ast> tree) : ast(std::move(tree)), symbols(*ast) {
  for (StmtId id : ast->body) {
    const auto* import = std::get_if<ImportFrom>(&(*ast)[id].data);
    if (import == nullptr || !import->module || ast->name(*import->module) != "__future__") continue;
    for (const Alias& alias : import->names) has_lazy_annotations |= ast->name(alias.name) == "annotations";
  }
}

Ref<String> CodeUnit::intern(std::string_view text) {
  auto it = strings_.find(text);
  if (it != strings_.end()) return it->second;
  Ref<String> string = make<String>(std::string(text));
  strings_.emplace(string->text, string);
  return string;
}

namespace {

void set_parameters(Code& code, const Arguments& arguments) {
  code.positional_only = static_cast<uint32_t>(arguments.positional_only.size());
  code.positional = code.positional_only + static_cast<uint32_t>(arguments.positional.size());
  code.keyword_only = static_cast<uint32_t>(arguments.keyword_only.size());
  code.has_var_positional = arguments.var_positional.has_value();
  code.has_var_keyword = arguments.var_keyword.has_value();
}

std::string scope_name(const Ast& ast, const Scope& scope) {
  switch (scope.kind) {
    case ScopeKind::Module: return "<module>";
    case ScopeKind::Function: return ast.name(static_cast<const FunctionDef*>(scope.node)->name);
    case ScopeKind::Class: return ast.name(static_cast<const ClassDef*>(scope.node)->name);
    case ScopeKind::Lambda: return "<lambda>";
    case ScopeKind::Comprehension: return scope.comprehension_name;
  }
  return {};
}

}  // namespace

Code* CodeUnit::code_of(const Scope* scope) {
  auto [it, is_new] = codes_.try_emplace(scope);
  if (!is_new) return it->second.get();
  it->second = std::make_unique<Code>();
  Code& code = *it->second;
  code.scope = scope;
  code.name = scope_name(*ast, *scope);
  code.is_generator = scope->is_generator;
  Code* parent = scope->parent == nullptr ? nullptr : code_of(scope->parent);
  code.qualified_name = code.name;
  if (parent != nullptr && scope->parent->kind != ScopeKind::Module) {
    bool is_class = scope->parent->kind == ScopeKind::Class;
    auto it_global = scope->parent->symbols.find(symbols.find(code.name));
    bool is_declared_global = it_global != scope->parent->symbols.end() && it_global->second.is_global;
    if (!is_declared_global) code.qualified_name = parent->qualified_name + (is_class ? "." : ".<locals>.") + code.name;
  }
  if (scope->kind == ScopeKind::Function) set_parameters(code, static_cast<const FunctionDef*>(scope->node)->arguments);
  if (scope->kind == ScopeKind::Lambda) set_parameters(code, static_cast<const Lambda*>(scope->node)->arguments);
  if (scope->kind == ScopeKind::Comprehension) code.positional = 1;
  auto add_slot = [&](SymbolId id, Binding binding) {
    auto slot = static_cast<uint32_t>(code.slot_names.size());
    code.slot_names.push_back(symbols.name(id));
    if (binding == Binding::Cell) code.cell_slots.push_back(slot);
    if (symbols.name(id) == "__class__") code.class_cell_slot = static_cast<int>(slot);
    if (binding != Binding::Free) return;
    uint32_t parent_slot = 0;
    while (parent->slot_names[parent_slot] != symbols.name(id)) ++parent_slot;
    code.free_variables.push_back({slot, parent_slot});
  };
  if (scope->needs_class_cell) add_slot(symbols.find("__class__"), Binding::Cell);
  for (SymbolId id : scope->order) {
    const Symbol& symbol = scope->symbols.at(id);
    if (symbol.is_parameter || symbols.name(id) == ".0") add_slot(id, symbol.binding);
  }
  for (SymbolId id : scope->order) {
    const Symbol& symbol = scope->symbols.at(id);
    if (symbol.is_parameter || symbols.name(id) == ".0") continue;
    bool is_passed_on = scope->kind == ScopeKind::Class && symbol.binding == Binding::ClassName && symbol.is_shared;
    if (is_passed_on) add_slot(id, Binding::Free);
    else if (symbol.binding == Binding::Local || symbol.binding == Binding::Cell || symbol.binding == Binding::Free)
      add_slot(id, symbol.binding);
  }
  return &code;
}

void compile(CodeUnit& unit, Code& code) {
  if (code.is_compiled) return;
  code.is_compiled = true;
  Compiler(unit, code).run();
}

}  // namespace tilewright::script
