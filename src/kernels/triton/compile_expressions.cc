// Expressions of jit functions: names, operators, subscripts, attributes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "kernels/triton/builtins.h"
#include "kernels/triton/compiler.h"
#include "kernels/triton/hints.h"

namespace tilewright::kernels::triton {

using python::ExprId;

FrontValue Compiler::expression(ExprId id) {
  const python::Expr& node = (*frame_->ast)[id];
  struct Visitor {
    Compiler& c;
    Span span;
    ExprId id;
    [[noreturn]] void syntax(std::string what) {
      c.error(DiagnosticKind::KernelSyntax, std::move(what) + " is not supported in kernels", span);
    }
    Fv operator()(const python::BoolOp& n) { return c.boolean(n, span); }
    Fv operator()(const python::NamedExpr& n) {
      Fv value = c.assignable(c.expression(n.value), span);
      c.assign(n.target, value, span);
      return value;
    }
    Fv operator()(const python::BinOp& n) {
      Fv left = c.expression(n.left), right = c.expression(n.right);
      return c.binary(n.op, left, right, span);
    }
    Fv operator()(const python::UnaryOp& n) {
      if (n.op == python::UnaryOperator::USub && c.is_least_integer((*c.frame_->ast)[n.operand]))
        return Fv::of(script::Value(std::numeric_limits<int64_t>::min()));
      Fv value = c.expression(n.operand);
      if (value.is_constant()) {
        if (n.op == python::UnaryOperator::Not) return Fv::of(!c.is_true_constant(value, span));
        return c.host_call([&] { return c.unary_constant(n.op, value.constant, span); }, span);
      }
      if (!value.is_tensor()) c.type_error("wrong operand of a unary operator", span);
      switch (n.op) {
        case python::UnaryOperator::Not:
          return c.logical_not(value, span);
        case python::UnaryOperator::USub:
          return c.negate(value, span);
        case python::UnaryOperator::UAdd:
          c.error(DiagnosticKind::KernelSyntax, "unary plus does not exist for block values", span);
        case python::UnaryOperator::Invert:
          return c.invert(value, span);
      }
      return value;
    }
    Fv operator()(const python::IfExp& n) { return c.conditional(n, span); }
    Fv operator()(const python::Compare& n) { return c.comparison(n, span); }
    Fv operator()(const python::Call& n) { return c.call(n, span); }
    Fv operator()(const python::JoinedStr& n) { return c.formatted(n, span); }
    Fv operator()(const python::ConstantExpr& n) {
      if (std::holds_alternative<python::NoneConstant>(n.value)) return Fv::of({});
      if (const auto* b = std::get_if<bool>(&n.value)) return Fv::of(script::Value(*b));
      if (const auto* i = std::get_if<int64_t>(&n.value)) return Fv::of(script::Value(*i));
      if (const auto* f = std::get_if<double>(&n.value)) return Fv::of(script::Value(*f));
      if (const auto* s = std::get_if<python::StringConstant>(&n.value))
        return Fv::of(script::make_string(s->utf8));
      if (const auto* big = std::get_if<python::BigInteger>(&n.value)) {
        return c.large_integer(big->decimal, span);
      }
      syntax("this constant");
    }
    Fv operator()(const python::Attribute& n) {
      return c.attribute(c.expression(n.value), c.frame_->ast->name(n.attribute), span, n.value);
    }
    Fv operator()(const python::Subscript& n) { return c.subscript(n, span); }
    Fv operator()(const python::Name& n) { return c.name(n.name, span); }
    Fv operator()(const python::List& n) { return elements(n.elements); }
    Fv operator()(const python::Tuple& n) { return elements(n.elements); }
    Fv operator()(const python::ListComp& n) { return c.comprehension(n, span); }
    Fv elements(const std::vector<ExprId>& ids) {
      std::vector<Fv> items;
      for (ExprId element : ids) {
        items.push_back(c.expression(element));
      }
      return Fv::tuple(std::move(items));
    }
    Fv operator()(const python::Lambda&) { syntax("lambda"); }
    Fv operator()(const python::Dict&) { syntax("a dict"); }
    Fv operator()(const python::Set&) { syntax("a set"); }
    Fv operator()(const python::SetComp&) { syntax("a set comprehension"); }
    Fv operator()(const python::DictComp&) { syntax("a dict comprehension"); }
    Fv operator()(const python::GeneratorExp&) { syntax("a generator expression"); }
    Fv operator()(const python::Await&) { syntax("await"); }
    Fv operator()(const python::Yield&) { syntax("yield"); }
    Fv operator()(const python::YieldFrom&) { syntax("yield"); }
    Fv operator()(const python::FormattedValue&) { syntax("this formatted value"); }
    Fv operator()(const python::Starred&) { syntax("a starred expression here"); }
    Fv operator()(const python::Slice&) { syntax("a slice here"); }
  };
  return std::visit(Visitor{*this, node.span, id}, node.data);
}

script::Value Compiler::unary_constant(python::UnaryOperator op, const script::Value& value, Span span) {
  if (op == python::UnaryOperator::USub) {
    if (value.is_float()) return script::Value(-value.floating());
    if (value.is_int() || value.is_bool())
      return interpreter_.binary(script::Binary::Sub, script::Value(0), value);
  } else if (op == python::UnaryOperator::UAdd && value.kind() != script::Value::Kind::Object) {
    return value;
  } else if (op == python::UnaryOperator::Invert && (value.is_int() || value.is_bool())) {
    return script::Value(~value.integer());
  }
  type_error("wrong operand of a unary operator", span);
}

// 9223372036854775808, which fits int64 with a minus only.
bool Compiler::is_least_integer(const python::Expr& node) {
  const auto* constant = std::get_if<python::ConstantExpr>(&node.data);
  const auto* big = constant ? std::get_if<python::BigInteger>(&constant->value) : nullptr;
  return big && big->decimal == "9223372036854775808";
}

// A number from 2^63 to 2^64 - 1 is a uint64.
FrontValue Compiler::large_integer(const std::string& decimal, Span span) {
  uint64_t value = 0;
  auto [end, failure] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (failure != std::errc() || end != decimal.data() + decimal.size()) {
    error(DiagnosticKind::KernelConstexpr, fmt::format("the number {} does not fit 64 bits", decimal), span);
  }
  return Fv::tensor(integer_constant(DType::UInt64, static_cast<int64_t>(value), span));
}

// ---- names -------------------------------------------------------------------------------------
namespace {

// Whether a name that nothing of the file defines is one of Python's built-ins that Triton does not know.
bool is_hidden_builtin(const script::Function& function, const script::Value& found, std::string_view name) {
  if (is_python_builtin(name) || function.module->globals->find(name)) return false;
  auto* native = found.as<script::NativeFunction>();
  auto* cls = found.as<script::Class>();
  return (native && native->name == name) || (cls && cls->is_native && cls->name == name);
}

}  // namespace

FrontValue Compiler::name(python::NameId id, Span span) {
  if (Scope::Entry* entry = frame_->scope.find(id)) return entry->value;
  const std::string& text = frame_->ast->name(id);
  std::optional<script::Value> found = frame_->function->function->resolve(interpreter_, text);
  if (!found) {
    std::vector<std::string_view> names;
    for (const Scope::Entry& entry : frame_->scope.entries) names.push_back(frame_->ast->name(entry.name));
    auto lost = frame_->lost.find(id.index);
    if (lost != frame_->lost.end()) {
      error(DiagnosticKind::UnknownName, fmt::format("'{}' may have no value here", text), span,
            {{lost->second.how, lost->second.set},
             {fmt::format("give '{}' a value of the same type before", text), {}}});
    }
    error(DiagnosticKind::UnknownName,
          fmt::format("name '{}' is not defined{}", text, suggestion(text, names)), span);
  }
  if (is_hidden_builtin(*frame_->function->function, *found, text)) {
    std::vector<Note> notes{{"of Python's built-ins Triton knows print, len, min, max, float, int, list, range, "
                             "isinstance, hasattr and getattr",
                             {}}};
    for (Note& hint : hint_for_name(text)) notes.insert(notes.begin(), std::move(hint));
    error(DiagnosticKind::UnknownName, fmt::format("name '{}' is not defined", text), span, std::move(notes));
  }
  bool is_plain = !found->is_object() || script::as_string(*found) || found->as<script::Tuple>() ||
                  found->as<script::List>() || found->as<script::Dict>() ||
                  interpreter_.repr(*found).starts_with("torch.");
  if (is_plain) {
    error(DiagnosticKind::KernelConstexpr,
          fmt::format("global variable '{}' cannot be read from a @triton.jit function", text), span,
          {{fmt::format("write `{} = tl.constexpr(...)` or pass it as a tl.constexpr parameter", text), {}}});
  }
  if (found->as<script::Function>()) {
    error(DiagnosticKind::KernelSyntax,
          fmt::format("'{}' is a plain Python function; a kernel can call only @triton.jit functions", text), span,
          {{"decorate it with @triton.jit, or with @triton.constexpr_function if it computes constants", {}}});
  }
  return from_host(*found, span);
}

FrontValue Compiler::from_host(const script::Value& value, Span span) {
  size_t left = 1 << 16;  // values: lists may share their items, or hold themselves
  return from_host_at(value, span, 0, left);
}

FrontValue Compiler::from_host_at(const script::Value& value, Span span, int depth, size_t& left) {
  constexpr int kDeepest = 200;
  if (depth > kDeepest || left-- == 0) {
    error(DiagnosticKind::KernelConstexpr,
          depth > kDeepest ? "maximum recursion depth exceeded: a tuple or list is nested too deeply for a kernel"
                           : "a tuple or list has too many items for a kernel",
          span);
  }
  script::Value plain = unwrap_constexpr(value);
  const std::vector<script::Value>* items = nullptr;
  if (auto* tuple = plain.as<script::Tuple>()) items = &tuple->items;
  if (auto* list = plain.as<script::List>()) items = &list->items;
  if (!items) return Fv::of(std::move(plain));
  std::vector<Fv> converted;
  for (const script::Value& item : *items) converted.push_back(from_host_at(item, span, depth + 1, left));
  Fv result = Fv::tuple(std::move(converted));
  result.fields = field_names(interpreter_, plain);
  return result;
}

FrontValue Compiler::host_call(const std::function<script::Value()>& body, Span span) {
  try {
    return from_host(body(), span);
  } catch (const script::PythonError& failure) {
    Diagnostic diagnostic = interpreter_.describe(failure);
    error(DiagnosticKind::KernelConstexpr, diagnostic.message, span);
  }
}

FrontValue Compiler::attribute(const Fv& object, const std::string& name, Span span,
                               ExprId object_expression) {
  if (object.is_tensor()) {
    BlockType t = type(object);
    if (name == "dtype" || name == "type") {
      return Fv::of(script::make<DTypeObject>(t.dtype, t.is_pointer, t.is_const,
                                              name == "type" ? t.shape : Shape{}));
    }
    if (name == "shape") {
      std::vector<Fv> extents;
      for (int64_t extent : t.shape) extents.push_back(Fv::of(script::Value(extent)));
      return Fv::tuple(std::move(extents));
    }
    if (name == "numel") return Fv::of(script::Value(t.numel()));
    if (name == "T") {
      if (t.shape.size() != 2) error(DiagnosticKind::KernelShape, "only 2-dimensional blocks have .T", span);
      return Fv::tensor(permute(object.id, {1, 0}, span));
    }
    error(DiagnosticKind::UnknownName, fmt::format("a block value has no attribute '{}'", name), span,
          hint_for_method(name));
  }
  if (object.is_tuple()) {
    auto field = std::find(object.fields.begin(), object.fields.end(), name);
    if (field != object.fields.end()) return object.items[static_cast<size_t>(field - object.fields.begin())];
    if (name == "value") return object;
  }
  if (object.kind == Fv::Kind::Descriptor || object.kind == Fv::Kind::BlockPointer) {
    if (name == "dtype" || name == "type")
      return Fv::of(script::make<DTypeObject>(type(object.items[0]).dtype));
    if (name == "block_shape") {
      std::vector<Fv> extents;
      for (int64_t extent : object.extents) extents.push_back(Fv::of(script::Value(extent)));
      return Fv::tuple(std::move(extents));
    }
    size_t rank = object.extents.size();
    if (name == "shape" || name == "strides") {
      auto first = object.items.begin() + 1 + static_cast<long>(name == "shape" ? 0 : rank);
      return Fv::tuple(std::vector<Fv>(first, first + static_cast<long>(rank)));
    }
  }
  if (object.is_constant()) {
    std::optional<script::Value> found;
    try {
      found = interpreter_.find_attribute(object.constant, name);
    } catch (const script::PythonError&) {
      found = std::nullopt;
    }
    if (found) {
      // A plain number of a module (math.pi) is a constant; module globals of user code are refused.
      return from_host(*found, span);
    }
    if (name == "value") return object;  // constexpr.value
    std::string owner(interpreter_.sources().text((*frame_->ast)[object_expression].span));
    if (auto* module = object.constant.as<script::Module>()) {
      std::vector<std::string_view> known;
      std::vector<std::string> storage;
      for (auto& [key, value] : module->globals->entries()) {
        if (const std::string* text = script::as_string(key)) storage.push_back(*text);
      }
      for (const std::string& text : storage) known.push_back(text);
      std::vector<Note> notes = hint_for_name(name);
      std::string near = notes.empty() ? suggestion(name, known) : "";
      error(DiagnosticKind::UnknownName, fmt::format("{} has no attribute '{}'{}", owner, name, near), span,
            std::move(notes));
    }
    error(DiagnosticKind::UnknownName, fmt::format("{} has no attribute '{}'", owner, name), span);
  }
  error(DiagnosticKind::UnknownName, fmt::format("{} has no attribute '{}'", describe_value(object), name),
        span);
}

// ---- subscripts ------------------------------------------------------------------------------------
FrontValue Compiler::subscript(const python::Subscript& node, Span span) {
  Fv object = expression(node.value);
  if (object.is_tensor()) return index_tensor(object, node.slice, span);
  const python::Expr& slice_node = (*frame_->ast)[node.slice];
  if (object.is_tuple()) {
    if (const auto* slice = std::get_if<python::Slice>(&slice_node.data)) {
      auto part = [&](ExprId id, int64_t missing) {
        return id ? constant_int(expression(id), "a slice bound", slice_node.span) : missing;
      };
      int64_t size = static_cast<int64_t>(object.items.size());
      int64_t lower = part(slice->lower, 0), upper = part(slice->upper, size), step = part(slice->step, 1);
      if (step <= 0)
        error(DiagnosticKind::KernelSyntax, "a tuple slice needs a positive step", slice_node.span);
      if (lower < 0) lower += size;
      if (upper < 0) upper += size;
      std::vector<Fv> items;
      for (int64_t i = std::max<int64_t>(lower, 0); i < std::min(upper, size); i += step)
        items.push_back(object.items[static_cast<size_t>(i)]);
      return Fv::tuple(std::move(items));
    }
    int64_t index = constant_int(expression(node.slice), "a tuple index", slice_node.span);
    int64_t size = static_cast<int64_t>(object.items.size());
    if (index < -size || index >= size)
      type_error(fmt::format("tuple index {} is out of range for {} items", index, size), span);
    return object.items[static_cast<size_t>(index < 0 ? index + size : index)];
  }
  if (object.is_constant() && object.constant.is_object()) {
    // kernel[grid] inside a kernel, or a dict of constants.
    if (object.constant.as<JitFunction>()) {
      error(DiagnosticKind::KernelSyntax, "a kernel cannot launch another kernel; call it without [grid]",
            span);
    }
    Fv key = expression(node.slice);
    if (key.is_constant())
      return host_call([&] { return interpreter_.get_item(object.constant, key.constant); }, span);
  }
  type_error(fmt::format("cannot index {}", describe_value(object)), span);
}

FrontValue Compiler::index_tensor(const Fv& tensor, ExprId slice, Span span) {
  const python::Expr& node = (*frame_->ast)[slice];
  std::vector<ExprId> parts;
  if (const auto* tuple = std::get_if<python::Tuple>(&node.data)) {
    parts = tuple->elements;
  } else {
    parts = {slice};
  }
  Shape old = type(tensor).shape, shape;
  size_t axis = 0;
  for (ExprId part : parts) {
    const python::Expr& item = (*frame_->ast)[part];
    if (const auto* range = std::get_if<python::Slice>(&item.data)) {
      if (range->lower || range->upper || range->step) {
        error(DiagnosticKind::KernelSyntax, "a block value can be indexed only with None and full slices `:`",
              item.span);
      }
      if (axis < old.size()) shape.push_back(old[axis++]);  // the compiler counts no slices
      continue;
    }
    Fv value = expression(part);
    if (!value.is_none()) {
      error(DiagnosticKind::KernelSyntax, "a block value can be indexed only with None and full slices `:`",
            item.span,
            {{"to take one element use tl.sum(tl.where(index == i, x, 0)), or load it from memory", {}}});
    }
    shape.push_back(1);
  }
  while (axis < old.size()) shape.push_back(old[axis++]);
  return Fv::tensor(reshape(tensor.id, std::move(shape), span));
}

// ---- conditions ---------------------------------------------------------------------------------------
bool Compiler::is_true(const script::Value& value, Span span) {
  try {
    return interpreter_.truthy(value);
  } catch (const script::PythonError& failure) {
    error(DiagnosticKind::KernelConstexpr, interpreter_.describe(failure).message, span);
  }
}

// The condition of an `if` that the compiler takes at compile time.
bool Compiler::decides(const Fv& value, Span span) {
  bool is_taken = value.is_constant() && (value.is_none() || value.constant.is_int() || value.constant.is_bool());
  if (!is_taken) {
    type_error(fmt::format("a condition that is known at compile time must be a bool, an int or None, not {}",
                           describe_value(value)),
               span);
  }
  return is_true(value.constant, span);
}

bool Compiler::is_true_constant(const Fv& value, Span span) {
  if (value.is_constant()) return is_true(value.constant, span);
  if (value.is_tuple()) return !value.items.empty();
  return true;
}

ValueId Compiler::scalar_condition(const Fv& value, std::string_view what, Span span) {
  BlockType t = type(value);
  ValueId id = value.id;
  if (t.numel() != 1) {
    error(DiagnosticKind::KernelShape,
          fmt::format("the condition of {} is a block of shape {}; it must be a scalar", what,
                      describe(t.shape)),
          span,
          {{"use tl.where(condition, x, y) for a choice by element, or reduce the condition first", {}}});
  }
  if (!t.is_scalar()) id = reshape(id, {}, span);
  return cast(id, DType::Bool, span);
}

FrontValue Compiler::conditional(const python::IfExp& node, Span span) {
  Fv test = expression(node.test);
  Span test_span = (*frame_->ast)[node.test].span;
  if (!test.is_tensor()) return expression(decides(test, test_span) ? node.body : node.orelse);
  ValueId condition = scalar_condition(test, "a conditional expression", test_span);
  BlockId outer = block_;
  BlockId blocks[2] = {new_block(), new_block()};
  Fv values[2];
  for (int side = 0; side < 2; ++side) {
    block_ = blocks[side];
    ExprId branch = side == 0 ? node.body : node.orelse;
    values[side] = Fv::tensor(to_tensor(expression(branch), (*frame_->ast)[branch].span));
    std::vector<ValueId> ids;
    flatten(values[side], ids, span);
    emit(Op::Yield, ids, {}, span);
  }
  block_ = outer;
  std::vector<ValueId> a, b;
  bool is_same = same_structure(values[0], values[1]);
  if (is_same) {
    flatten(values[0], a, span);
    flatten(values[1], b, span);
    for (size_t i = 0; i < a.size(); ++i) is_same = is_same && type(a[i]) == type(b[i]);
  }
  if (!is_same) {
    type_error(fmt::format("a conditional expression has inconsistent types {} and {}",
                           describe_value(values[0]), describe_value(values[1])),
               span);
  }
  std::vector<BlockType> types;
  for (ValueId id : a) types.push_back(type(id));
  Operation& operation = emit(Op::If, {condition}, types, span);
  operation.blocks = {blocks[0], blocks[1]};
  std::vector<ValueId> results;
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(ValueId(size_t{operation.first_result.index} + i));
  size_t next = 0;
  return unflatten(values[0], results, next);
}

// Constants decide or drop out; what is left is combined from the right (code_generator.py visit_BoolOp).
FrontValue Compiler::boolean(const python::BoolOp& node, Span span) {
  bool is_and = node.op == python::BoolOperator::And;
  std::vector<Fv> left;
  Fv value;
  for (ExprId id : node.values) {
    value = expression(id);
    if (value.is_tensor()) {
      left.push_back(value);
    } else if (is_true_constant(value, span) != is_and) {
      return value;
    }
  }
  if (left.empty()) return value;
  while (left.size() > 1) {
    Fv right = std::move(left.back());
    left.pop_back();
    left.back() = logical(is_and ? Op::And : Op::Or, left.back(), right, span);
  }
  return left[0];
}

FrontValue Compiler::comparison(const python::Compare& node, Span span) {
  if (node.ops.size() != 1) {
    error(DiagnosticKind::KernelSyntax, "chained comparison is not supported in kernels", span,
          {{"write (a < b) & (b < c)", {}}});
  }
  using C = python::CompareOperator;
  C op = node.ops[0];
  Fv left = expression(node.left), right = expression(node.comparators[0]);
  if (op == C::Is || op == C::IsNot) {
    bool is_same = left.is_constant() && right.is_constant() &&
                   (left.constant.is_identical(right.constant) ||
                    (!left.constant.is_none() && !right.constant.is_none() &&
                     interpreter_.equals(left.constant, right.constant)));
    return Fv::of(is_same == (op == C::Is));
  }
  if (op == C::In || op == C::NotIn) {
    error(DiagnosticKind::KernelSyntax, "`in` is not supported in kernels", span,
          {{"write a comparison with each, joined by `or`", {}}});
  }
  if (left.is_constant() && right.is_constant()) {
    return host_call(
        [&] {
          return interpreter_.compare(static_cast<script::Comparison>(op), left.constant, right.constant);
        },
        span);
  }
  if (left.is_tuple() && right.is_tuple() && (op == C::Eq || op == C::NotEq)) {
    bool is_equal = left.items.size() == right.items.size();
    for (size_t i = 0; is_equal && i < left.items.size(); ++i) {
      const Fv &a = left.items[i], &b = right.items[i];
      is_equal = a.is_constant() && b.is_constant() && interpreter_.equals(a.constant, b.constant);
    }
    return Fv::of(is_equal == (op == C::Eq));
  }
  if (left.is_none() || right.is_none()) {
    error(DiagnosticKind::KernelType, "a block value cannot be compared with None by == or !=", span,
          {{"write `is None` or `is not None`", {}}});
  }
  constexpr Op kOps[] = {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge};
  return compare(kOps[static_cast<size_t>(op)], left, right, span);
}

FrontValue Compiler::comprehension(const python::ListComp& node, Span span) {
  if (node.generators.size() != 1)
    error(DiagnosticKind::KernelSyntax, "nested comprehensions are not supported in kernels", span);
  const python::Comprehension& generator = node.generators[0];
  const python::Expr& iterable = (*frame_->ast)[generator.iterable];
  if (!std::holds_alternative<python::Name>((*frame_->ast)[generator.target].data))
    error(DiagnosticKind::KernelSyntax, "a comprehension in a kernel can only set one name", span);
  Fv items = expression(generator.iterable);
  // range() and list() give Python objects there, and a constant that holds a tuple is none either.
  bool is_constant = false;
  if (const auto* named = std::get_if<python::Name>(&iterable.data); named && frame_->is_kernel) {
    for (const auto& parameter : frame_->function->parameters)
      is_constant |= parameter.is_constexpr && parameter.name == frame_->ast->name(named->name);
  }
  if (!items.is_tuple() || is_constant || std::holds_alternative<python::Call>(iterable.data)) {
    error(DiagnosticKind::KernelSyntax, "a comprehension in a kernel can only go over a tuple", iterable.span,
          {{"write the tuple out, or use a loop over tl.static_range", {}}});
  }
  std::vector<Fv> result;
  Scope saved = frame_->scope;
  for (Fv& item : items.items) {
    assign(generator.target, item, span);
    bool is_kept = true;
    for (ExprId condition : generator.conditions)
      is_kept = is_kept && is_true_constant(expression(condition), span);
    if (is_kept) result.push_back(expression(node.element));
  }
  frame_->scope = std::move(saved);
  return Fv::tuple(std::move(result));
}

FrontValue Compiler::formatted(const python::JoinedStr& node, Span span) {
  std::string text;
  for (ExprId id : node.values) {
    const python::Expr& part = (*frame_->ast)[id];
    if (const auto* constant = std::get_if<python::ConstantExpr>(&part.data)) {
      if (const auto* s = std::get_if<python::StringConstant>(&constant->value)) text += s->utf8;
      continue;
    }
    const auto& value_node = std::get<python::FormattedValue>(part.data);
    Fv value = expression(value_node.value);
    if (value.is_tensor()) {
      error(DiagnosticKind::KernelConstexpr, "an f-string in a kernel can only show constants", part.span);
    }
    text += value.is_constant() ? interpreter_.str(value.constant) : describe_value(value);
  }
  (void)span;
  return Fv::of(script::make_string(std::move(text)));
}

}  // namespace tilewright::kernels::triton
