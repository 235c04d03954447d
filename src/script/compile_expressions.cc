// Expressions, assignment targets and comprehensions.
#include <algorithm>

#include "script/big_integer.h"
#include "script/bytes.h"
#include "script/compiler.h"

namespace tilewright::script {

using namespace python;

namespace {
constexpr size_t kWideLiteral = 32;  // longer literals are appended piece by piece to keep the stack small
}

void Compiler::expr(ExprId id) {
  const Expr& node = ast_[id];
  PlaceScope place(*this, node.span);
  std::visit([&](const auto& data) { visit(node, data); }, node.data);
}

std::optional<Value> Compiler::constant_value(const Constant& constant) {
  if (std::holds_alternative<NoneConstant>(constant)) return Value();
  if (const auto* value = std::get_if<bool>(&constant)) return Value(*value);
  if (const auto* value = std::get_if<int64_t>(&constant)) return Value(*value);
  if (const auto* value = std::get_if<double>(&constant)) return Value(*value);
  if (const auto* value = std::get_if<python::BigInteger>(&constant)) {
    return make_integer(BigInt::from_digits(value->decimal, 10));
  }
  if (const auto* value = std::get_if<StringConstant>(&constant)) return Value(unit_.intern(value->utf8));
  if (const auto* value = std::get_if<BytesConstant>(&constant)) return Value(make<Bytes>(value->bytes));
  if (std::holds_alternative<EllipsisConstant>(constant)) return ellipsis();
  return std::nullopt;
}

std::optional<Value> Compiler::constant_of(ExprId id) {
  const Expr& node = ast_[id];
  if (const auto* literal = std::get_if<ConstantExpr>(&node.data)) return constant_value(literal->value);
  if (const auto* unary = std::get_if<UnaryOp>(&node.data)) {
    if (unary->op != UnaryOperator::USub) return std::nullopt;
    std::optional<Value> value = constant_of(unary->operand);
    if (!value) return std::nullopt;
    if (value->is_int() && value->integer() != INT64_MIN) return Value(-value->integer());
    if (value->is_float()) return Value(-value->floating());
  }
  return std::nullopt;
}

void Compiler::visit(const Expr&, const ConstantExpr& e) {
  if (std::optional<Value> value = constant_value(e.value)) return load_constant(*value);
  unsupported("complex numbers");
  load_constant({});
}

void Compiler::jump_if(ExprId test, bool condition, Label& label) {
  const Expr& node = ast_[test];
  if (const auto* unary = std::get_if<UnaryOp>(&node.data); unary != nullptr && unary->op == UnaryOperator::Not) {
    return jump_if(unary->operand, !condition, label);
  }
  if (const auto* boolean = std::get_if<BoolOp>(&node.data)) {
    bool jumps_on_any = (boolean->op == BoolOperator::Or) == condition;
    Label fall_through;
    for (size_t i = 0; i + 1 < boolean->values.size(); ++i) {
      if (jumps_on_any) jump_if(boolean->values[i], condition, label);
      else jump_if(boolean->values[i], !condition, fall_through);
    }
    jump_if(boolean->values.back(), condition, label);
    bind(fall_through);
    return;
  }
  expr(test);
  PlaceScope place(*this, node.span);
  jump(condition ? Opcode::JumpIfTrue : Opcode::JumpIfFalse, label);
}

void Compiler::visit(const Expr&, const BoolOp& e) {
  Label end;
  for (size_t i = 0; i < e.values.size(); ++i) {
    expr(e.values[i]);
    if (i + 1 == e.values.size()) break;
    jump(e.op == BoolOperator::And ? Opcode::JumpIfFalseOrPop : Opcode::JumpIfTrueOrPop, end);
  }
  bind(end);
}

void Compiler::visit(const Expr&, const NamedExpr& e) {
  expr(e.value);
  emit(Opcode::Copy, 1);
  store(e.target);
}

void Compiler::visit(const Expr&, const BinOp& e) {
  expr(e.left);
  expr(e.right);
  emit(Opcode::Binary, static_cast<uint32_t>(e.op));
}

void Compiler::visit(const Expr& node, const UnaryOp& e) {
  (void)node;
  if (e.op == UnaryOperator::USub) {
    if (std::optional<Value> value = constant_of(e.operand)) {
      if (value->is_int() && value->integer() != INT64_MIN) return load_constant(Value(-value->integer()));
      if (value->is_float()) return load_constant(Value(-value->floating()));
    }
  }
  expr(e.operand);
  switch (e.op) {
    case UnaryOperator::Not: return emit(Opcode::Not);
    case UnaryOperator::Invert: return emit(Opcode::Unary, static_cast<uint32_t>(Unary::Invert));
    case UnaryOperator::UAdd: return emit(Opcode::Unary, static_cast<uint32_t>(Unary::UAdd));
    case UnaryOperator::USub: return emit(Opcode::Unary, static_cast<uint32_t>(Unary::USub));
  }
}

void Compiler::visit(const Expr&, const Lambda& e) {
  uint32_t flags = function_extras(e.arguments, nullptr);
  emit(Opcode::MakeFunction, child(&e), flags);
}

void Compiler::visit(const Expr&, const IfExp& e) {
  Label otherwise, end;
  jump_if(e.test, false, otherwise);
  int depth = depth_;
  expr(e.body);
  jump(Opcode::Jump, end);
  otherwise.depth = depth;
  bind(otherwise);
  expr(e.orelse);
  bind(end);
}

void Compiler::visit(const Expr&, const python::Dict& e) {
  bool is_plain = e.keys.size() <= kWideLiteral &&
                  std::all_of(e.keys.begin(), e.keys.end(), [](ExprId key) { return static_cast<bool>(key); });
  if (is_plain) {
    for (size_t i = 0; i < e.keys.size(); ++i) {
      expr(e.keys[i]);
      expr(e.values[i]);
    }
    return emit(Opcode::BuildDict, static_cast<uint32_t>(e.keys.size()));
  }
  emit(Opcode::BuildDict, 0);
  for (size_t i = 0; i < e.keys.size(); ++i) {
    if (!e.keys[i]) {
      expr(e.values[i]);
      emit(Opcode::DictUpdate);
      continue;
    }
    expr(e.keys[i]);
    expr(e.values[i]);
    emit(Opcode::DictAdd, 1);
  }
}

void Compiler::list_of(const std::vector<ExprId>& elements, bool is_for_call) {
  bool is_plain = elements.size() <= kWideLiteral &&
                  std::none_of(elements.begin(), elements.end(),
                               [&](ExprId id) { return std::holds_alternative<Starred>(ast_[id].data); });
  if (is_plain) {
    for (ExprId id : elements) expr(id);
    return emit(Opcode::BuildList, static_cast<uint32_t>(elements.size()));
  }
  emit(Opcode::BuildList, 0);
  for (ExprId id : elements) {
    if (const auto* starred = std::get_if<Starred>(&ast_[id].data)) {
      expr(starred->value);
      PlaceScope place(*this, ast_[id].span);
      emit(Opcode::ListExtend, 0, is_for_call);
    } else {
      expr(id);
      emit(Opcode::ListAppend, 1);
    }
  }
}

void Compiler::visit(const Expr&, const python::List& e) { list_of(e.elements); }

void Compiler::visit(const Expr&, const python::Tuple& e) {
  std::vector<Value> constants;
  for (ExprId id : e.elements) {
    std::optional<Value> value = constant_of(id);
    if (!value) break;
    constants.push_back(*value);
  }
  if (constants.size() == e.elements.size()) return load_constant(make_tuple(std::move(constants)));
  bool is_plain = e.elements.size() <= kWideLiteral &&
                  std::none_of(e.elements.begin(), e.elements.end(),
                               [&](ExprId id) { return std::holds_alternative<Starred>(ast_[id].data); });
  if (!is_plain) {
    list_of(e.elements);
    return emit(Opcode::ListToTuple);
  }
  for (ExprId id : e.elements) expr(id);
  emit(Opcode::BuildTuple, static_cast<uint32_t>(e.elements.size()));
}

void Compiler::visit(const Expr&, const python::Set& e) {
  // Three or more constants: CPython makes a frozenset of them and rebuilds it when it merges constants,
  // which shows in the order of iteration.
  bool is_constant = e.elements.size() >= 3 && std::all_of(e.elements.begin(), e.elements.end(),
                                                           [&](ExprId id) { return constant_of(id).has_value(); });
  emit(Opcode::BuildSet, 0);
  if (is_constant) {
    emit(Opcode::BuildSet, 0);
    emit(Opcode::BuildSet, 0);
  }
  for (ExprId id : e.elements) {
    if (const auto* starred = std::get_if<Starred>(&ast_[id].data)) {
      expr(starred->value);
      emit(Opcode::SetUpdate);
    } else {
      expr(id);
      emit(Opcode::SetAdd, 1);
    }
  }
  if (is_constant) {
    emit(Opcode::SetUpdate, 0, 1);  // item by item
    emit(Opcode::SetUpdate);
  }
}

void Compiler::run_comprehension(const void* node, const std::vector<Comprehension>& generators) {
  if (generators.front().is_async) {
    unsupported("asynchronous comprehensions");
    return load_constant({});
  }
  expr(generators.front().iterable);
  {
    PlaceScope place(*this, ast_[generators.front().iterable].span);
    emit(Opcode::GetIterator);
  }
  emit(Opcode::RunComprehension, child(node));
}

void Compiler::visit(const Expr&, const ListComp& e) { run_comprehension(&e, e.generators); }
void Compiler::visit(const Expr&, const SetComp& e) { run_comprehension(&e, e.generators); }
void Compiler::visit(const Expr&, const DictComp& e) { run_comprehension(&e, e.generators); }
void Compiler::visit(const Expr&, const GeneratorExp& e) { run_comprehension(&e, e.generators); }

void Compiler::comprehension_body(const std::vector<Comprehension>& generators, ExprId first, ExprId second,
                                  Opcode add, Opcode build) {
  if (add != Opcode::Yield) emit(build, 0);
  emit(Opcode::LoadFast, 0);
  comprehension_loop(generators, 0, first, second, add);
  if (add != Opcode::Yield) emit(Opcode::Return);
}

void Compiler::comprehension_loop(const std::vector<Comprehension>& generators, size_t index, ExprId first,
                                  ExprId second, Opcode add) {
  int depth = depth_ - 1;  // without the iterator
  Label start, finished;
  bind(start);
  {
    PlaceScope place(*this, ast_[generators[index].iterable].span);
    jump(Opcode::ForNext, finished);
  }
  store(generators[index].target);
  for (ExprId condition : generators[index].conditions) jump_if(condition, false, start);
  if (index + 1 < generators.size()) {
    const Comprehension& inner = generators[index + 1];
    if (inner.is_async) unsupported("asynchronous comprehensions");
    expr(inner.iterable);
    {
      PlaceScope place(*this, ast_[inner.iterable].span);
      emit(Opcode::GetIterator);
    }
    comprehension_loop(generators, index + 1, first, second, add);
  } else {
    expr(first);
    if (second) expr(second);
    if (add == Opcode::Yield) {
      emit(Opcode::Yield);
      emit(Opcode::Pop);
    } else {
      emit(add, static_cast<uint32_t>(generators.size()) + 1);
    }
  }
  jump(Opcode::Jump, start);
  finished.depth = depth;
  bind(finished);
}

void Compiler::visit(const Expr&, const Await&) {
  unsupported("await");
  load_constant({});
}

void Compiler::visit(const Expr&, const Yield& e) {
  if (e.value) expr(e.value);
  else load_constant({});
  emit(Opcode::Yield);
}

void Compiler::visit(const Expr&, const YieldFrom& e) {
  expr(e.value);
  emit(Opcode::GetIterator, 1);
  load_constant({});
  emit(Opcode::YieldFrom);
}

void Compiler::visit(const Expr&, const Compare& e) {
  auto emit_operator = [&](CompareOperator op) {
    switch (op) {
      case CompareOperator::Is: return emit(Opcode::Is, 0);
      case CompareOperator::IsNot: return emit(Opcode::Is, 1);
      case CompareOperator::In: return emit(Opcode::Contains, 0);
      case CompareOperator::NotIn: return emit(Opcode::Contains, 1);
      default: return emit(Opcode::Compare, static_cast<uint32_t>(op));
    }
  };
  expr(e.left);
  if (e.ops.size() == 1) {
    expr(e.comparators[0]);
    return emit_operator(e.ops[0]);
  }
  Label cleanup, end;
  for (size_t i = 0; i + 1 < e.ops.size(); ++i) {
    expr(e.comparators[i]);
    emit(Opcode::Swap, 2);
    emit(Opcode::Copy, 2);
    emit_operator(e.ops[i]);
    jump(Opcode::JumpIfFalseOrPop, cleanup);
  }
  expr(e.comparators.back());
  emit_operator(e.ops.back());
  int depth = depth_;
  jump(Opcode::Jump, end);
  bind(cleanup);
  emit(Opcode::Swap, 2);
  emit(Opcode::Pop);
  end.depth = depth;
  bind(end);
}

void Compiler::keyword_dict(const std::vector<Keyword>& keywords, bool is_for_call) {
  emit(Opcode::BuildDict, 0);
  for (const Keyword& keyword : keywords) {
    if (keyword.name) {
      load_constant(unit_.intern(ast_.name(*keyword.name)));
      expr(keyword.value);
      emit(Opcode::BuildDict, 1);
    } else {
      expr(keyword.value);
    }
    PlaceScope place(*this, keyword.span);
    emit(Opcode::DictMerge, 0, is_for_call);
  }
}

void Compiler::visit(const Expr&, const Call& e) {
  bool has_spread = std::any_of(e.arguments.begin(), e.arguments.end(),
                                [&](ExprId id) { return std::holds_alternative<Starred>(ast_[id].data); }) ||
                    std::any_of(e.keywords.begin(), e.keywords.end(), [](const Keyword& k) { return !k.name; });
  if (has_spread) {
    expr(e.function);
    list_of(e.arguments, true);
    if (!e.keywords.empty()) keyword_dict(e.keywords, true);
    return emit(Opcode::CallSpread, 0, !e.keywords.empty());
  }
  const auto* attribute = std::get_if<Attribute>(&ast_[e.function].data);
  if (attribute != nullptr) {
    expr(attribute->value);
    PlaceScope place(*this, ast_[e.function].span);
    emit(Opcode::LoadMethod, name_index(attribute_name(attribute->attribute)));
  } else {
    expr(e.function);
  }
  for (ExprId id : e.arguments) expr(id);
  uint32_t names = 0;
  if (!e.keywords.empty()) {
    std::vector<Value> keyword_names;
    for (const Keyword& keyword : e.keywords) {
      keyword_names.push_back(unit_.intern(ast_.name(*keyword.name)));
      expr(keyword.value);
    }
    names = constant(make_tuple(std::move(keyword_names))) + 1;
  }
  auto count = static_cast<uint32_t>(e.arguments.size() + e.keywords.size());
  emit(attribute != nullptr ? Opcode::CallMethod : Opcode::Call, count, names);
}

void Compiler::visit(const Expr&, const FormattedValue& e) {
  expr(e.value);
  if (e.format_spec) expr(e.format_spec);
  emit(Opcode::FormatValue, static_cast<uint32_t>(e.conversion + 1), static_cast<bool>(e.format_spec));
}

void Compiler::visit(const Expr&, const JoinedStr& e) {
  if (e.values.empty()) return load_constant(unit_.intern(""));
  uint32_t parts = 0;
  for (ExprId id : e.values) {
    expr(id);
    if (++parts == kWideLiteral) {
      emit(Opcode::BuildString, parts);
      parts = 1;
    }
  }
  emit(Opcode::BuildString, parts);
}

void Compiler::visit(const Expr&, const Attribute& e) {
  expr(e.value);
  emit(Opcode::LoadAttribute, name_index(attribute_name(e.attribute)));
}

void Compiler::visit(const Expr&, const Subscript& e) {
  expr(e.value);
  expr(e.slice);
  emit(Opcode::LoadItem);
}

void Compiler::visit(const Expr& node, const Starred&) {
  PlaceScope place(*this, node.span);
  unsupported("can't use starred expression here");
  load_constant({});
}

void Compiler::visit(const Expr&, const Name& e) { variable(Access::Load, e.name); }

void Compiler::visit(const Expr&, const Slice& e) {
  for (ExprId part : {e.lower, e.upper, e.step}) {
    if (part) expr(part);
    else load_constant({});
  }
  emit(Opcode::BuildSlice);
}

void Compiler::store_sequence(const std::vector<ExprId>& elements) {
  auto star = std::find_if(elements.begin(), elements.end(),
                           [&](ExprId id) { return std::holds_alternative<Starred>(ast_[id].data); });
  if (star == elements.end()) {
    emit(Opcode::UnpackSequence, static_cast<uint32_t>(elements.size()));
  } else {
    emit(Opcode::UnpackStarred, static_cast<uint32_t>(star - elements.begin()),
         static_cast<uint32_t>(elements.end() - star - 1));
  }
  for (ExprId id : elements) {
    const auto* starred = std::get_if<Starred>(&ast_[id].data);
    store(starred != nullptr ? starred->value : id);
  }
}

void Compiler::store(ExprId target) {
  const Expr& node = ast_[target];
  PlaceScope place(*this, node.span);
  if (const auto* name = std::get_if<Name>(&node.data)) {
    variable(Access::Store, name->name);
  } else if (const auto* attribute = std::get_if<Attribute>(&node.data)) {
    expr(attribute->value);
    emit(Opcode::StoreAttribute, name_index(attribute_name(attribute->attribute)));
  } else if (const auto* subscript = std::get_if<Subscript>(&node.data)) {
    expr(subscript->value);
    expr(subscript->slice);
    emit(Opcode::StoreItem);
  } else if (const auto* tuple = std::get_if<python::Tuple>(&node.data)) {
    store_sequence(tuple->elements);
  } else if (const auto* list = std::get_if<python::List>(&node.data)) {
    store_sequence(list->elements);
  } else if (std::holds_alternative<Starred>(node.data)) {
    unsupported("starred assignment target must be in a list or tuple");
    emit(Opcode::Pop);
  }
}

void Compiler::erase(ExprId target) {
  const Expr& node = ast_[target];
  PlaceScope place(*this, node.span);
  if (const auto* name = std::get_if<Name>(&node.data)) {
    variable(Access::Delete, name->name);
  } else if (const auto* attribute = std::get_if<Attribute>(&node.data)) {
    expr(attribute->value);
    emit(Opcode::DeleteAttribute, name_index(attribute_name(attribute->attribute)));
  } else if (const auto* subscript = std::get_if<Subscript>(&node.data)) {
    expr(subscript->value);
    expr(subscript->slice);
    emit(Opcode::DeleteItem);
  } else if (const auto* tuple = std::get_if<python::Tuple>(&node.data)) {
    for (ExprId id : tuple->elements) erase(id);
  } else if (const auto* list = std::get_if<python::List>(&node.data)) {
    for (ExprId id : list->elements) erase(id);
  }
}

}  // namespace tilewright::script
