// Statements and control flow of jit functions (code_generator.py visit_Assign, visit_If, visit_For...).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "kernels/triton/compiler.h"

namespace tilewright::kernels::triton {

using python::ExprId;
using python::StmtId;

void Compiler::statements(const python::Body& body) {
  for (StmtId id : body) {
    if (frame_->is_terminated) return;
    statement(id);
  }
}

void Compiler::statement(StmtId id) {
  const python::Stmt& node = (*frame_->ast)[id];
  if (++steps_ > 100000) {
    error(DiagnosticKind::KernelShape, "compiling the kernel visits more than 100000 statements; unroll less",
          node.span);
  }
  if (!frame_->call_span) furthest_ = std::max(furthest_, node.span.begin);
  interpreter_.spend(10);
  struct Visitor {
    Compiler& c;
    Span span;
    void syntax(std::string message) { c.error(DiagnosticKind::KernelSyntax, std::move(message), span); }
    void operator()(const python::Assign& n) {
      if (n.targets.size() != 1) syntax("simultaneous multiple assignment is not supported in kernels");
      c.assign(n.targets[0], c.assignable(c.expression(n.value), span), span);
    }
    void operator()(const python::AugAssign& n) {
      Fv left = c.expression(n.target), right = c.expression(n.value);
      c.assign(n.target, c.assignable(c.binary(n.op, left, right, span), span), span);
    }
    void operator()(const python::AnnAssign& n) {
      if (!n.value) return;
      const python::Expr& annotation = (*c.frame_->ast)[n.annotation];
      Span annotation_span = annotation.span;
      bool is_constexpr = c.interpreter_.sources().text(annotation_span).ends_with("constexpr");
      Fv value = c.expression(n.value);
      if (!is_constexpr) return c.assign(n.target, c.assignable(std::move(value), span), span);
      const auto* name = std::get_if<python::Name>(&(*c.frame_->ast)[n.target].data);
      if (!name) syntax("only a name can be declared tl.constexpr");
      if (c.frame_->scope.find(name->name)) {
        c.error(DiagnosticKind::KernelConstexpr,
                fmt::format("'{}' is already defined; a constexpr cannot be assigned again",
                            c.frame_->ast->name(name->name)),
                span);
      }
      // A run-time value declared constexpr stays one, as in the compiler.
      c.frame_->scope.set(name->name, std::move(value), span);
    }
    void operator()(const python::If& n) { c.if_statement(n, span); }
    void operator()(const python::For& n) { c.for_statement(n, span); }
    void operator()(const python::While& n) { c.while_statement(n, span); }
    void operator()(const python::Return& n) { c.return_statement(n, span); }
    void operator()(const python::ExprStmt& n) {
      if (const auto* constant = std::get_if<python::ConstantExpr>(&(*c.frame_->ast)[n.value].data)) {
        if (std::holds_alternative<python::StringConstant>(constant->value)) return;  // docstring
      }
      c.expression(n.value);
    }
    void operator()(const python::Pass&) {}
    void operator()(const python::Assert& n) {
      Fv test = c.expression(n.test);
      if (test.is_tensor()) return c.device_assert(test, nullptr, "", span);
      if (!c.is_true_constant(test, span))
        c.error(DiagnosticKind::StaticAssert, "assertion failed at compile time", span);
    }
    void operator()(const python::Break&) {
      c.error(DiagnosticKind::KernelSyntax, "break is not supported in kernels", span,
              {{"fold the condition into the loop bound or into masks, or use while", {}}});
    }
    void operator()(const python::Continue&) {
      c.error(DiagnosticKind::KernelSyntax, "continue is not supported in kernels", span,
              {{"use if around the rest", {}}});
    }
    void operator()(const python::FunctionDef&) {
      syntax("nested function definition is not supported in kernels");
    }
    void operator()(const python::ClassDef&) { syntax("class definition is not supported in kernels"); }
    void operator()(const python::Delete&) { syntax("del is not supported in kernels"); }
    void operator()(const python::With&) { syntax("with is not supported in kernels"); }
    void operator()(const python::Match&) { syntax("match is not supported in kernels"); }
    void operator()(const python::Raise&) { syntax("raise is not supported in kernels"); }
    void operator()(const python::Try&) { syntax("try is not supported in kernels"); }
    void operator()(const python::Import&) { syntax("import is not supported in kernels"); }
    void operator()(const python::ImportFrom&) { syntax("import is not supported in kernels"); }
    void operator()(const python::Global&) { syntax("global is not supported in kernels"); }
    void operator()(const python::Nonlocal&) { syntax("nonlocal is not supported in kernels"); }
  };
  std::visit(Visitor{*this, node.span}, node.data);
}

FrontValue Compiler::assignable(Fv value, Span span) {
  if (value.is_number()) return Fv::tensor(to_tensor(value, span));
  if (value.is_tuple()) {
    for (Fv& item : value.items) item = assignable(std::move(item), span);
  }
  bool is_kept = !value.is_constant() || value.is_none() || value.constant.as<DTypeObject>();
  if (!is_kept) {
    error(DiagnosticKind::KernelType, fmt::format("{} cannot be kept in a name of a kernel", describe_value(value)), span,
          {{"declare the name: `x: tl.constexpr = ...`", {}}});
  }
  return value;
}

void Compiler::assign(ExprId target, Fv value, Span span) {
  const python::Expr& node = (*frame_->ast)[target];
  if (const auto* name = std::get_if<python::Name>(&node.data)) {
    frame_->scope.set(name->name, std::move(value), span);
    return;
  }
  const std::vector<ExprId>* elements = nullptr;
  if (const auto* tuple = std::get_if<python::Tuple>(&node.data)) elements = &tuple->elements;
  if (elements) {
    if (!value.is_tuple()) type_error(fmt::format("cannot unpack {}", describe_value(value)), span);
    if (value.items.size() != elements->size()) {
      type_error(fmt::format("cannot unpack {} values into {} names", value.items.size(), elements->size()),
                 span);
    }
    for (size_t i = 0; i < elements->size(); ++i) {
      const python::Expr& element = (*frame_->ast)[(*elements)[i]];
      if (std::holds_alternative<python::Tuple>(element.data)) {
        error(DiagnosticKind::KernelSyntax, "a kernel cannot unpack a tuple inside of a tuple", element.span,
              {{"give it a name here, and unpack that in a statement of its own", {}}});
      }
      assign((*elements)[i], value.items[i], span);
    }
    return;
  }
  if (std::holds_alternative<python::Subscript>(node.data)) {
    error(DiagnosticKind::KernelSyntax, "assigning to elements of a block value is not supported", node.span,
          {{"build the new value with tl.where(index == i, new, old), or store to memory", {}}});
  }
  error(DiagnosticKind::KernelSyntax, "only names and tuples of names can be assigned in kernels", node.span);
}

// ---- if -------------------------------------------------------------------------------------
void Compiler::if_statement(const python::If& node, Span span) {
  Fv test = expression(node.test);
  Span test_span = (*frame_->ast)[node.test].span;
  if (!test.is_tensor()) return statements(decides(test, test_span) ? node.body : node.orelse);
  ValueId condition = scalar_condition(test, "if", test_span);
  runtime_if(
      condition, [&] { statements(node.body); }, [&] { statements(node.orelse); }, span);
}

void Compiler::runtime_if(ValueId condition, const std::function<void()>& then_body,
                          const std::function<void()>& else_body, Span span) {
  BlockId outer = block_;
  Scope before = frame_->scope;
  BlockId blocks[2] = {new_block(), new_block()};
  Scope after[2];
  bool is_terminated[2];
  ++frame_->runtime_depth;
  for (int side = 0; side < 2; ++side) {
    block_ = blocks[side];
    frame_->scope = before;
    (side == 0 ? then_body : else_body)();
    after[side] = std::move(frame_->scope);
    is_terminated[side] = std::exchange(frame_->is_terminated, false);
  }
  --frame_->runtime_depth;
  // Names whose values differ between the sides become results.
  std::vector<BlockType> result_types;
  struct Merged {
    python::NameId name;
    Fv shape;
    Span assigned;
  };
  std::vector<Merged> merged;
  std::vector<ValueId> yields[2];
  Scope scope;
  int representative = is_terminated[0] ? 1 : 0;
  if (!is_terminated[0] && !is_terminated[1]) {
    for (const Scope::Entry& entry : after[1].entries) {
      if (!after[0].find(entry.name))
        frame_->lost[entry.name.index] = {"it is set in one branch only, here; the other leaves it unset", entry.assigned};
    }
  }
  for (Scope::Entry& entry : after[representative].entries) {
    Scope::Entry* other = after[1 - representative].find(entry.name);
    Scope::Entry* old = before.find(entry.name);
    bool only_one_side = is_terminated[0] || is_terminated[1];
    if (!only_one_side && !other) {  // not visible afterwards
      frame_->lost[entry.name.index] = {"it is set in one branch only, here; the other leaves it unset", entry.assigned};
      continue;
    }
    const Fv& reference = only_one_side ? (old ? old->value : entry.value) : other->value;
    bool is_same = (old || !only_one_side) && same_structure(entry.value, reference);
    if (is_same) {
      std::vector<ValueId> a, b;
      flatten(entry.value, a, span);
      flatten(reference, b, span);
      is_same = a == b;
    }
    if (is_same) {
      scope.entries.push_back(entry);
      continue;
    }
    if (old && old->value.is_number()) {
      if (!entry.value.is_tensor() && (only_one_side || !other->value.is_tensor())) {  // by a loop that is unrolled
        scope.entries.push_back(*old);
        continue;
      }
      refuse_reassignment(entry.name, "an `if` that is decided when the kernel runs",
                          same_structure(old->value, entry.value) && other ? other->assigned : entry.assigned);
    }
    Fv left = assignable(entry.value, span), right = only_one_side ? left : assignable(other->value, span);
    Span assigned = entry.assigned;
    auto describe_types = [&] {
      return fmt::format("mismatched type for '{}' between then block ({}) and else block ({})",
                         frame_->ast->name(entry.name), describe_value(representative ? right : left),
                         describe_value(representative ? left : right));
    };
    if (!same_structure(left, right)) type_error(describe_types(), assigned);
    std::vector<ValueId> a, b;
    flatten(left, a, span);
    flatten(right, b, span);
    for (size_t i = 0; i < a.size(); ++i) {
      if (!(type(a[i]) == type(b[i]))) type_error(describe_types(), assigned);
      result_types.push_back(type(a[i]));
    }
    yields[representative].insert(yields[representative].end(), a.begin(), a.end());
    yields[1 - representative].insert(yields[1 - representative].end(), b.begin(), b.end());
    merged.push_back({entry.name, left, entry.assigned});
  }
  for (int side = 0; side < 2; ++side) {
    if (is_terminated[side]) continue;
    block_ = blocks[side];
    emit(Op::Yield, yields[side], {}, span);
  }
  block_ = outer;
  std::vector<ValueId> results;
  Operation& operation = emit(Op::If, {condition}, result_types, span);
  operation.blocks = {blocks[0], blocks[1]};
  for (size_t i = 0; i < result_types.size(); ++i)
    results.push_back(ValueId(size_t{operation.first_result.index} + i));
  size_t next = 0;
  for (Merged& m : merged) scope.set(m.name, unflatten(m.shape, results, next), m.assigned);
  frame_->scope = std::move(scope);
  frame_->is_terminated = is_terminated[0] && is_terminated[1];
}

void Compiler::refuse_reassignment(python::NameId name, std::string_view where, Span span) {
  error(DiagnosticKind::KernelConstexpr,
        fmt::format("'{}' is a constexpr and cannot be assigned in {}", frame_->ast->name(name), where), span,
        {{"use another name that is assigned before, without tl.constexpr", {}}});
}

// ---- loops ------------------------------------------------------------------------------------
void Compiler::collect_assigned(const python::Body& body, std::vector<python::NameId>& names) const {
  const python::Ast& ast = *frame_->ast;
  std::function<void(ExprId)> target = [&](ExprId id) {
    const python::Expr& node = ast[id];
    if (const auto* name = std::get_if<python::Name>(&node.data)) {
      names.push_back(name->name);
    } else if (const auto* tuple = std::get_if<python::Tuple>(&node.data)) {
      for (ExprId element : tuple->elements) target(element);
    } else if (const auto* list = std::get_if<python::List>(&node.data)) {
      for (ExprId element : list->elements) target(element);
    }
  };
  for (StmtId id : body) {
    const python::Stmt& node = ast[id];
    if (const auto* assign = std::get_if<python::Assign>(&node.data)) {
      for (ExprId t : assign->targets) target(t);
    } else if (const auto* aug = std::get_if<python::AugAssign>(&node.data)) {
      target(aug->target);
    } else if (const auto* ann = std::get_if<python::AnnAssign>(&node.data)) {
      target(ann->target);
    } else if (const auto* branch = std::get_if<python::If>(&node.data)) {
      collect_assigned(branch->body, names);
      collect_assigned(branch->orelse, names);
    } else if (const auto* loop = std::get_if<python::For>(&node.data)) {
      target(loop->target);
      collect_assigned(loop->body, names);
    } else if (const auto* loop = std::get_if<python::While>(&node.data)) {
      collect_assigned(loop->body, names);
    }
  }
}

std::vector<python::NameId> Compiler::carried_names(const python::Body& body) {
  std::vector<python::NameId> assigned, carried;
  collect_assigned(body, assigned);
  bool has_constant = false;
  for (python::NameId name : assigned) {
    Scope::Entry* entry = frame_->scope.find(name);
    if (!entry || std::find(carried.begin(), carried.end(), name) != carried.end()) continue;
    carried.push_back(name);
    has_constant = has_constant || !entry->value.is_tensor();
  }
  if (has_constant) erase_unchanged(body, carried);
  for (python::NameId name : carried) {
    const Scope::Entry* entry = frame_->scope.find(name);
    if (entry->value.is_number()) refuse_reassignment(name, "a loop", entry->assigned);
  }
  return carried;
}

// A constant that no statement of the body changes (its assignment may sit in a branch that constants rule
// out) stays one in the loop: the body is compiled once to see, and what that built is dropped.
void Compiler::erase_unchanged(const python::Body& body, std::vector<python::NameId>& names) {
  Scope before = frame_->scope;
  auto constants = constants_;
  size_t values = program_.values.size(), operations = program_.operations.size(),
         blocks = program_.blocks.size(), prologue = program_.blocks[prologue_.index].operations.size();
  BlockId outer = std::exchange(block_, new_block());
  ++frame_->runtime_depth;
  ++frame_->loop_depth;
  statements(body);
  --frame_->loop_depth;
  --frame_->runtime_depth;
  block_ = outer;
  Scope after = std::exchange(frame_->scope, std::move(before));
  std::erase_if(names, [&](python::NameId name) {
    const Fv& old = frame_->scope.find(name)->value;
    if (old.is_tensor()) return false;
    Scope::Entry* changed = after.find(name);
    if (old.is_number() && !changed->value.is_tensor()) return true;  // by a loop that is unrolled
    std::vector<ValueId> a, b;
    flatten(old, a, {});
    flatten(changed->value, b, {});
    return same_structure(old, changed->value) && a == b;
  });
  program_.values.resize(values);
  program_.operations.resize(operations);
  program_.blocks.resize(blocks);
  program_.blocks[prologue_.index].operations.resize(prologue);
  constants_ = std::move(constants);
}

void Compiler::check_carried(const std::vector<python::NameId>& names, const std::vector<Fv>& initial,
                             Span span) {
  for (size_t i = 0; i < names.size(); ++i) {
    Scope::Entry* entry = frame_->scope.find(names[i]);
    Fv current = assignable(entry->value, span);
    std::vector<ValueId> a, b;
    bool is_same = same_structure(initial[i], current);
    if (is_same) {
      flatten(initial[i], a, span);
      flatten(current, b, span);
      for (size_t j = 0; j < a.size(); ++j) is_same = is_same && type(a[j]) == type(b[j]);
    }
    if (is_same) continue;
    error(DiagnosticKind::LoopCarriedType,
          fmt::format("loop-carried variable '{}' has initial type {} but is re-assigned to {} in the loop",
                      frame_->ast->name(names[i]), describe_value(initial[i]), describe_value(current)),
          entry->assigned, {{"make the type and shape the same before the loop and in it", {}}});
  }
}

// Names that only the loop has set are gone after it.
void Compiler::leave_loop(const Scope& before) {
  for (const Scope::Entry& entry : frame_->scope.entries) {
    bool is_known = std::any_of(before.entries.begin(), before.entries.end(),
                                [&](const Scope::Entry& known) { return known.name == entry.name; });
    if (!is_known)
      frame_->lost[entry.name.index] = {"it is set in a loop only, here, which may not run once", entry.assigned};
  }
}

// Triton leaves out whatever keywords Python's range is given, so options may stand there; bounds that would be left out are
// refused.
void Compiler::check_range_keywords(Arguments& arguments, bool is_python) {
  constexpr std::string_view kKnown[] = {"arg1",       "arg2",    "step",          "num_stages", "loop_unroll_factor",
                                         "flatten",    "start",   "end",           "disallow_acc_multi_buffer",
                                         "disable_licm", "warp_specialize"};
  constexpr std::string_view kBounds[] = {"start", "stop", "end", "step", "arg1", "arg2"};
  for (const auto& [key, value] : arguments.keywords) {
    if (is_python && std::find(std::begin(kBounds), std::end(kBounds), key) == std::end(kBounds)) continue;
    if (is_python)
      type_error(fmt::format("Triton ignores '{}' here: range() takes no keyword arguments", key), arguments.span);
    if (std::find(std::begin(kKnown), std::end(kKnown), key) != std::end(kKnown)) continue;
    type_error(fmt::format("tl.range() got an unexpected keyword argument '{}'{}", key,
                           suggestion(key, std::vector<std::string_view>(std::begin(kKnown), std::end(kKnown)))),
               arguments.span);
  }
  if (is_python) arguments.keywords.clear();
}

void Compiler::for_statement(const python::For& node, Span span) {
  const python::Ast& ast = *frame_->ast;
  const auto* call_node = std::get_if<python::Call>(&ast[node.iterable].data);
  const auto* target = std::get_if<python::Name>(&ast[node.target].data);
  if (!node.orelse.empty())
    error(DiagnosticKind::KernelSyntax, "for ... else is not supported in kernels", span);
  if (!call_node || !target) {
    error(DiagnosticKind::KernelSyntax, "a kernel can loop only over range, tl.range and tl.static_range",
          ast[node.iterable].span);
  }
  Fv iterator = expression(call_node->function);
  std::string iterator_name;
  if (auto* builtin = iterator.constant.as<BuiltinObject>()) iterator_name = builtin->name;
  if (interpreter_.sources().text(ast[call_node->function].span) == "range") iterator_name = "range";
  Arguments arguments = evaluate_arguments(*call_node, ast[node.iterable].span);
  if (iterator_name == "static_range") return static_loop(node, arguments, span);
  if (iterator_name != "range") {
    error(DiagnosticKind::KernelSyntax, "a kernel can loop only over range, tl.range and tl.static_range",
          ast[node.iterable].span);
  }
  Fv bounds[3] = {Fv::of(0), Fv{}, Fv::of(1)};
  auto& positional = arguments.positional;
  check_range_keywords(arguments, interpreter_.sources().text(ast[call_node->function].span) == "range");
  int64_t stages = 0;
  bool is_special = false;
  for (auto& [key, value] : arguments.keywords) {
    bool is_set = value.is_constant() && (value.constant.is_int() || value.constant.is_bool());
    if (key == "num_stages" && is_set) stages = std::max<int64_t>(1, value.constant.integer());
    is_special |= key == "loop_unroll_factor" || key == "flatten" || key == "warp_specialize";
    if (key == "arg1" || key == "start")
      positional.insert(positional.begin(), value);
    else if (key == "arg2" || key == "end" || key == "step")
      positional.push_back(value);
  }
  if (positional.empty() || positional.size() > 3) type_error("range takes 1 to 3 arguments", arguments.span);
  if (positional.size() == 1) {
    bounds[1] = positional[0];
  } else {
    for (size_t i = 0; i < positional.size(); ++i) bounds[i] = positional[i];
  }
  ValueId ids[3];
  DType index_dtype = DType::Int32;
  for (int i = 0; i < 3; ++i) {
    ids[i] = to_tensor(bounds[i], arguments.span);
    if (!type(ids[i]).is_int()) {
      type_error(fmt::format("the bounds and step of a for loop must be integers, not {}",
                             describe(type(ids[i]).element())),
                 arguments.span);
    }
    if (!type(ids[i]).is_scalar()) {
      type_error(
          fmt::format("the bounds and step of a for loop must be scalars, not {}", describe(type(ids[i]))),
          arguments.span);
    }
    index_dtype = i == 0 ? type(ids[0]).dtype : integer_promotion(index_dtype, type(ids[i]).dtype);
  }
  if (bounds[2].is_tensor() == false && bounds[2].constant.is_int() && bounds[2].constant.integer() == 0) {
    error(DiagnosticKind::KernelConstexpr, "the step of a for loop must not be zero", arguments.span);
  }
  for (ValueId& id : ids) id = cast(id, index_dtype, arguments.span);

  Scope before = frame_->scope;
  std::vector<ValueId> operands(ids, ids + 3), parameters;
  parameters.push_back(new_value(BlockType{index_dtype, false, false, {}}));
  frame_->scope.set(target->name, Fv::tensor(parameters[0]), ast[node.target].span);
  std::vector<python::NameId> names = carried_names(node.body);
  std::erase(names, target->name);
  std::vector<Fv> initial;
  BlockId body = new_block();
  for (python::NameId name : names) {
    Fv value = assignable(frame_->scope.find(name)->value, span);
    std::vector<ValueId> flat, fresh;
    flatten(value, flat, span);
    for (ValueId id : flat) {
      BlockType t = type(id);
      fresh.push_back(new_value(t));
    }
    operands.insert(operands.end(), flat.begin(), flat.end());
    parameters.insert(parameters.end(), fresh.begin(), fresh.end());
    size_t next = 0;
    Span assigned = frame_->scope.find(name)->assigned;
    frame_->scope.set(name, unflatten(value, fresh, next), assigned);
    initial.push_back(std::move(value));
  }
  frame_->scope.set(target->name, Fv::tensor(parameters[0]), ast[node.target].span);
  program_.blocks[body.index].parameters = parameters;
  BlockId outer = std::exchange(block_, body);
  ++frame_->runtime_depth;
  ++frame_->loop_depth;
  statements(node.body);
  --frame_->loop_depth;
  --frame_->runtime_depth;
  check_carried(names, initial, span);
  std::vector<ValueId> yields;
  for (python::NameId name : names) flatten(assignable(frame_->scope.find(name)->value, span), yields, span);
  emit(Op::Yield, yields, {}, span);
  block_ = outer;
  std::vector<BlockType> result_types;
  for (ValueId id : yields) result_types.push_back(type(id));
  Operation& operation = emit(Op::For, operands, result_types, span);
  operation.blocks = {body};
  operation.integer = stages;
  operation.flag = is_special;
  std::vector<ValueId> results;
  for (size_t i = 0; i < result_types.size(); ++i)
    results.push_back(ValueId(size_t{operation.first_result.index} + i));
  leave_loop(before);
  frame_->scope = std::move(before);
  size_t next = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    Span assigned = frame_->scope.find(names[i])->assigned;
    frame_->scope.set(names[i], unflatten(initial[i], results, next), assigned);
  }
}

void Compiler::static_loop(const python::For& node, const Arguments& arguments, Span span) {
  const auto& target = std::get<python::Name>((*frame_->ast)[node.target].data);
  int64_t bounds[3] = {0, 0, 1};
  size_t count = arguments.positional.size();
  if (count == 0 || count > 3) type_error("tl.static_range takes 1 to 3 arguments", arguments.span);
  for (size_t i = 0; i < count; ++i) {
    int64_t value = constant_int(arguments.positional[i], "an argument of tl.static_range", arguments.span);
    bounds[count == 1 ? 1 : i] = value;
  }
  for (auto& [key, value] : arguments.keywords) {
    if (key == "step") bounds[2] = constant_int(value, "step", arguments.span);
  }
  if (bounds[2] == 0)
    error(DiagnosticKind::KernelConstexpr, "the step of tl.static_range must not be zero", arguments.span);
  for (int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
    frame_->scope.set(target.name, Fv::of(script::Value(i)), span);
    statements(node.body);
    if (frame_->is_terminated) return;
    interpreter_.spend(10);
  }
}

void Compiler::while_statement(const python::While& node, Span span) {
  if (!node.orelse.empty())
    error(DiagnosticKind::KernelSyntax, "while ... else is not supported in kernels", span);
  std::vector<python::NameId> names = carried_names(node.body);
  Scope before = frame_->scope;
  std::vector<Fv> initial;
  std::vector<ValueId> operands;
  BlockId blocks[2] = {new_block(), new_block()};
  std::vector<ValueId> parameters[2];
  std::vector<BlockType> types;
  for (python::NameId name : names) {
    initial.push_back(assignable(frame_->scope.find(name)->value, span));
    flatten(initial.back(), operands, span);
  }
  for (ValueId id : operands) types.push_back(type(id));
  auto enter = [&](int side) {
    for (const BlockType& t : types) parameters[side].push_back(new_value(t));
    program_.blocks[blocks[side].index].parameters = parameters[side];
    size_t next = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      Span assigned = frame_->scope.find(names[i])->assigned;
      frame_->scope.set(names[i], unflatten(initial[i], parameters[side], next), assigned);
    }
    block_ = blocks[side];
  };
  BlockId outer = block_;
  enter(0);
  Span test_span = (*frame_->ast)[node.test].span;
  Fv test = expression(node.test);
  if (!test.is_tensor()) {
    error(DiagnosticKind::KernelConstexpr,
          fmt::format("the condition of while is {}; it must be a value that is computed when the kernel runs",
                      describe_value(test)),
          test_span, {{"break is not supported in kernels, so such a loop would never end", {}}});
  }
  needs_bool(type(test), "while", test_span);
  std::vector<ValueId> yields{scalar_condition(test, "while", test_span)};
  yields.insert(yields.end(), parameters[0].begin(), parameters[0].end());
  emit(Op::Yield, yields, {}, test_span);
  enter(1);
  ++frame_->runtime_depth;
  ++frame_->loop_depth;
  statements(node.body);
  --frame_->loop_depth;
  --frame_->runtime_depth;
  check_carried(names, initial, span);
  yields.clear();
  for (python::NameId name : names) flatten(assignable(frame_->scope.find(name)->value, span), yields, span);
  emit(Op::Yield, yields, {}, span);
  block_ = outer;
  Operation& operation = emit(Op::While, operands, types, span);
  operation.blocks = {blocks[0], blocks[1]};
  std::vector<ValueId> results;
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(ValueId(size_t{operation.first_result.index} + i));
  leave_loop(before);
  frame_->scope = std::move(before);
  size_t next = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    Span assigned = frame_->scope.find(names[i])->assigned;
    frame_->scope.set(names[i], unflatten(initial[i], results, next), assigned);
  }
}

// Whether a value can be returned: all that becomes block values.
bool Compiler::is_returnable(const Fv& value) const {
  if (value.is_constant()) return value.is_number();
  return std::all_of(value.items.begin(), value.items.end(), [&](const Fv& item) { return is_returnable(item); });
}

// ---- return ---------------------------------------------------------------------------------------
void Compiler::return_statement(const python::Return& node, Span span) {
  if (frame_->loop_depth > 0)
    error(DiagnosticKind::KernelSyntax, "return inside a loop is not supported in kernels", span);
  Fv value = node.value ? expression(node.value) : Fv::of({});
  if (frame_->is_kernel) {
    if (node.value && !drops_result_)
      error(DiagnosticKind::KernelSyntax, "a kernel cannot return a value", span, {{"write a plain `return`", {}}});
    emit(Op::Return, {}, {}, span);
    frame_->is_terminated = true;
    return;
  }
  if (node.value && !is_returnable(value)) {
    error(DiagnosticKind::KernelType, fmt::format("a jit function cannot return {}", describe_value(value)), span,
          {{"return block values, numbers and tuples of them, or nothing by a plain `return`", {}}});
  }
  value = assignable(std::move(value), span);
  emit(Op::Return, {}, {}, span);
  frame_->returns.push_back({std::move(value), OperationId(program_.operations.size() - 1), span});
  if (frame_->runtime_depth > 0) frame_->returned_inside = true;
  frame_->is_terminated = true;
}

// All returns give nothing, or block values of one type: numbers become such.
FrontValue Compiler::common_return(const Fv& left, const Fv& right, Span span) {
  bool is_same = same_structure(left, right);
  std::vector<ValueId> a, b;
  flatten(left, a, span);
  flatten(right, b, span);
  for (size_t i = 0; is_same && i < a.size(); ++i) is_same = type(a[i]) == type(b[i]);
  if (!is_same) {
    type_error(fmt::format("inconsistent return types: {} and {}", describe_value(left), describe_value(right)), span);
  }
  return left;
}

void Compiler::match_returns(Frame& frame, Fv& result) {
  if (frame.returns.empty()) return;
  result = frame.returns[0].value;
  for (const Frame::Return& one : frame.returns) result = common_return(result, one.value, one.span);
  for (const Frame::Return& one : frame.returns) {
    std::vector<ValueId> ids;
    flatten(one.value, ids, one.span);
    program_.operations[one.operation.index].operands = std::move(ids);
  }
}

}  // namespace tilewright::kernels::triton
