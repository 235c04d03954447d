// triton.language: creation, shapes, casts, hints.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

namespace {

// shape arguments come as one sequence or one by one
std::vector<Fv> spread(const std::vector<Fv>& rest) {
  if (rest.size() == 1 && rest[0].is_tuple()) return rest[0].items;
  return rest;
}

}  // namespace

Fv Builtins::program_id(Compiler& c, BuiltinCall& call) {
  int64_t axis = c.constant_int(call[0], "axis of program_id", call.span);
  if (axis < 0 || axis > 2)
    c.type_error(fmt::format("program_id axis must be 0, 1 or 2, not {}", axis), call.span);
  Operation& operation = c.emit(Op::ProgramId, {}, {BlockType{}}, call.span);
  operation.integer = axis;
  return Fv::tensor(operation.first_result);
}

Fv Builtins::num_programs(Compiler& c, BuiltinCall& call) {
  int64_t axis = c.constant_int(call[0], "axis of num_programs", call.span);
  if (axis < 0 || axis > 2)
    c.type_error(fmt::format("num_programs axis must be 0, 1 or 2, not {}", axis), call.span);
  Operation& operation = c.emit(Op::NumPrograms, {}, {BlockType{}}, call.span);
  operation.integer = axis;
  return Fv::tensor(operation.first_result);
}

Fv Builtins::arange(Compiler& c, BuiltinCall& call) {
  int64_t start = c.constant_int(call[0], "start of tl.arange", call.span);
  int64_t end = c.constant_int(call[1], "end of tl.arange", call.span);
  if (start < 0 || end < 0 || end > INT32_MAX || start > INT32_MAX) {
    c.error(DiagnosticKind::KernelType, "the bounds of tl.arange must not be negative and must fit int32", call.span,
            {{"subtract afterwards: tl.arange(0, N) - offset", {}}});
  }
  if (end <= start)
    c.error(DiagnosticKind::KernelShape, "the end of tl.arange must be greater than its start", call.span);
  int64_t range = end - start;
  if (range & (range - 1)) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("the range of tl.arange must be a power of 2, not {}", range), call.span,
            {{"take the next power of 2 and mask the lanes beyond the size", {}}});
  }
  c.check_block_shape({range}, call.span);
  Operation& operation = c.emit(Op::Arange, {}, {BlockType{DType::Int32, false, false, {range}}}, call.span);
  operation.integer = start;
  return Fv::tensor(operation.first_result);
}

// The shape of a new block, which has to be a sequence.
Shape Builtins::new_shape(Compiler& c, const BuiltinCall& call) {
  if (call[0].is_number())
    c.error(DiagnosticKind::KernelType, fmt::format("the shape of tl.{} must be a tuple", call.name), call.span,
            {{"write (N,) with a comma", {}}});
  Shape shape = c.constant_shape(call[0], "shape", call.span);
  c.check_block_shape(shape, call.span);
  return shape;
}

Fv Builtins::zeros(Compiler& c, BuiltinCall& call) {
  Shape shape = new_shape(c, call);
  DType dtype = c.constant_dtype(call[1], "dtype", call.span);
  return Fv::tensor(c.broadcast(c.scalar_constant(script::Value(0), dtype, call.span), shape, call.span));
}

Fv Builtins::full(Compiler& c, BuiltinCall& call) {
  Shape shape = new_shape(c, call);
  DType dtype = c.constant_dtype(call[2], "dtype", call.span);
  ValueId value;
  if (call[1].is_number()) {
    if (call[1].constant.is_float() && !tilewright::is_float(dtype))
      c.type_error(fmt::format("tl.full of {} needs an int, not {}", describe(dtype), call[1].constant.floating()),
                   call.span);
    value = c.scalar_constant(call[1].constant, dtype, call.span);
  } else {
    value = c.to_tensor(call[1], call.span);
    if (c.type(value).numel() != 1)
      c.error(DiagnosticKind::KernelShape, "tl.full takes a scalar value", call.span);
    value = c.cast(c.reshape(value, {}, call.span), dtype, call.span);
  }
  return Fv::tensor(c.broadcast(value, shape, call.span));
}

Fv Builtins::zeros_like(Compiler& c, BuiltinCall& call) {
  BlockType t = c.type(c.to_tensor(call[0], call.span));
  return Fv::tensor(c.broadcast(c.scalar_constant(script::Value(0), t.dtype, call.span), t.shape, call.span));
}

Fv Builtins::broadcast(Compiler& c, BuiltinCall& call) {
  ValueId a = c.to_tensor(call[0], call.span), b = c.to_tensor(call[1], call.span);
  Shape shape = c.broadcast_shape(c.type(a).shape, c.type(b).shape, call.span);
  return Fv::tuple(
      {Fv::tensor(c.broadcast(a, shape, call.span)), Fv::tensor(c.broadcast(b, shape, call.span))});
}

Fv Builtins::broadcast_to(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  Shape shape = c.constant_shape(Fv::tuple(spread(call.rest)), "shape", call.span);
  Shape from = c.type(x).shape;
  c.check_block_shape(shape, call.span);
  if (from.empty()) return Fv::tensor(c.broadcast(x, shape, call.span));
  bool is_compatible = from.size() == shape.size();
  for (size_t i = 0; is_compatible && i < from.size(); ++i)
    is_compatible = from[i] == shape[i] || from[i] == 1;
  if (!is_compatible) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("cannot broadcast {} to {}", describe(from), describe(shape)), call.span);
  }
  return Fv::tensor(c.broadcast(x, shape, call.span));
}

Fv Builtins::expand_dims(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  std::vector<int64_t> axes;
  if (call[1].is_tuple()) {
    axes = c.constant_shape(call[1], "axis", call.span);
  } else {
    axes = {c.constant_int(call[1], "axis", call.span)};
  }
  int64_t rank = static_cast<int64_t>(c.type(x).shape.size() + axes.size());
  for (int64_t& axis : axes) axis = axis < 0 ? axis + rank : axis;
  std::sort(axes.begin(), axes.end());
  for (int64_t axis : axes) x = c.expand_dims(x, axis, call.span);
  return Fv::tensor(x);
}

Fv Builtins::squeeze(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  Shape shape = c.type(x).shape;
  int64_t axis = c.axis_of(call[1], shape, call.span);
  if (shape[static_cast<size_t>(axis)] != 1)
    c.error(DiagnosticKind::KernelShape, "squeeze needs an axis of extent 1", call.span);
  shape.erase(shape.begin() + axis);
  return Fv::tensor(c.reshape(x, std::move(shape), call.span));
}

Fv Builtins::reshape(Compiler& c, BuiltinCall& call) {
  Shape shape = c.constant_shape(Fv::tuple(spread(call.rest)), "shape", call.span);
  c.check_block_shape(shape, call.span);
  return Fv::tensor(c.reshape(c.to_tensor(call[0], call.span), std::move(shape), call.span));
}

Fv Builtins::ravel(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  return Fv::tensor(c.reshape(x, {c.type(x).numel()}, call.span));
}

Fv Builtins::trans(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  size_t rank = c.type(x).shape.size();
  std::vector<int64_t> order;
  for (const Fv& axis : spread(call.rest)) order.push_back(c.constant_int(axis, "an axis", call.span));
  if (order.empty()) {
    if (rank < 2) c.error(DiagnosticKind::KernelShape, "tl.trans needs at least 2 dimensions", call.span);
    for (size_t i = 0; i < rank; ++i) order.push_back(static_cast<int64_t>(i));
    std::swap(order[rank - 1], order[rank - 2]);
  }
  return Fv::tensor(c.permute(x, order, call.span));
}

// Two blocks of one type, broadcast against each other.
std::pair<ValueId, ValueId> Builtins::alike(Compiler& c, const BuiltinCall& call) {
  ValueId a = c.to_tensor(call[0], call.span), b = c.to_tensor(call[1], call.span);
  if (!(c.type(a).element() == c.type(b).element())) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("tl.{} needs two blocks of one type, not {} and {}", call.name,
                        describe(c.type(a).element()), describe(c.type(b).element())),
            call.span, {{"convert one of them: x.to(dtype)", {}}});
  }
  Shape shape = c.broadcast_shape(c.type(a).shape, c.type(b).shape, call.span);
  return {c.broadcast(a, shape, call.span), c.broadcast(b, shape, call.span)};
}

Fv Builtins::join(Compiler& c, BuiltinCall& call) {
  auto [a, b] = alike(c, call);
  Shape shape = c.type(a).shape;
  shape.push_back(2);
  c.check_block_shape(shape, call.span);
  return Fv::tensor(c.emit_one(Op::Join, {a, b}, c.type(a).with_shape(shape), call.span));
}

ValueId Builtins::pick(Compiler& c, ValueId x, int64_t axis, int64_t start, int64_t step, Span span) {
  BlockType t = c.type(x);
  t.shape[static_cast<size_t>(axis)] /= step;
  Operation& operation = c.emit(Op::Pick, {x}, {t}, span);
  operation.integer = axis;
  operation.integer2 = start;
  operation.integer3 = step;
  return operation.first_result;
}

Fv Builtins::split(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  Shape shape = c.type(x).shape;
  if (shape.empty() || shape.back() != 2)
    c.error(DiagnosticKind::KernelShape, "tl.split needs a last axis of extent 2", call.span);
  int64_t axis = static_cast<int64_t>(shape.size()) - 1;
  shape.pop_back();
  std::vector<Fv> parts;
  for (int64_t i = 0; i < 2; ++i) {
    parts.push_back(Fv::tensor(c.reshape(pick(c, x, axis, i, 2, call.span), shape, call.span)));
  }
  return Fv::tuple(std::move(parts));
}

Fv Builtins::interleave(Compiler& c, BuiltinCall& call) {
  Fv joined = join(c, call);
  Shape shape = c.type(joined).shape;
  shape.pop_back();
  if (shape.empty()) return joined;
  shape.back() *= 2;
  return Fv::tensor(c.reshape(joined.id, std::move(shape), call.span));
}

Fv Builtins::cat(Compiler& c, BuiltinCall& call) {
  auto [a, b] = alike(c, call);
  BlockType t = c.type(a);
  if (t.shape.empty()) c.error(DiagnosticKind::KernelShape, "tl.cat needs blocks", call.span);
  t.shape[0] *= 2;
  c.check_block_shape(t.shape, call.span);
  return Fv::tensor(c.emit_one(Op::Cat, {a, b}, t, call.span));
}

Fv Builtins::flip(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (t.shape.empty()) c.error(DiagnosticKind::KernelShape, "tl.flip needs a block", call.span);
  int64_t axis =
      call.has(1) ? c.axis_of(call[1], t.shape, call.span) : static_cast<int64_t>(t.shape.size()) - 1;
  Operation& operation = c.emit(Op::Flip, {x}, {t}, call.span);
  operation.integer = axis;
  return Fv::tensor(operation.first_result);
}

Fv Builtins::item(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  if (c.type(x).numel() != 1)
    c.error(DiagnosticKind::KernelShape, "item() needs a block of one element", call.span);
  return Fv::tensor(c.reshape(x, {}, call.span));
}

Fv Builtins::swizzle2d(Compiler& c, BuiltinCall& call) {
  using O = python::Operator;
  auto binary = [&](O op, const Fv& a, const Fv& b) { return c.binary(op, a, b, call.span); };
  Fv i = call[0], j = call[1], size_i = call[2], size_j = call[3], size_g = call[4];
  Fv ij = binary(O::Add, binary(O::Mult, i, size_j), j);
  Fv size_gj = binary(O::Mult, size_g, size_j);
  Fv group = binary(O::FloorDiv, ij, size_gj);
  Fv off_i = binary(O::Mult, group, size_g);
  Fv rest = binary(O::Sub, size_i, off_i);
  Fv actual = rest.is_constant() && size_g.is_constant()
                  ? (c.interpreter_.truthy(
                         c.interpreter_.compare(script::Comparison::Lt, rest.constant, size_g.constant))
                         ? rest
                         : size_g)
                  : c.minimum_maximum(Op::Min, rest, size_g, call.span);
  Fv inner = binary(O::Mod, ij, size_gj);
  Fv new_i = binary(O::Add, off_i, binary(O::Mod, inner, actual));
  Fv new_j = binary(O::FloorDiv, inner, actual);
  return Fv::tuple({new_i, new_j});
}

Fv Builtins::cast(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType to = c.type(x);
  auto* object = call[1].is_constant() ? call[1].constant.as<DTypeObject>() : nullptr;
  to.is_pointer = object && object->is_pointer;
  to.is_const = object && object->is_const;
  to.dtype = object ? object->dtype : c.constant_dtype(call[1], "dtype", call.span);
  if (call.has(3) && c.constant_bool(call[3], "bitcast", call.span))
    return Fv::tensor(c.bitcast(x, to, call.span));
  bool toward_zero = false;
  if (call.has(2)) {
    std::string rounding = c.constant_string(call[2], "fp_downcast_rounding", call.span);
    if (rounding != "rtne" && rounding != "rtz")
      c.type_error("fp_downcast_rounding must be 'rtne' or 'rtz'", call.span);
    bool is_downcast = c.type(x).is_float() && !to.is_pointer && tilewright::is_float(to.dtype) &&
                       size_of(to.dtype) < size_of(c.type(x).dtype);
    bool is_same = !to.is_pointer && !c.type(x).is_pointer && to.dtype == c.type(x).dtype;  // nothing is rounded then
    if (!is_downcast && !is_same) c.type_error("fp_downcast_rounding is only for casts to a narrower float", call.span);
    toward_zero = is_downcast && rounding == "rtz";
  }
  return Fv::tensor(c.cast(x, to, call.span, toward_zero));
}

// ---- hints and debugging -------------------------------------------------------------------------
Fv Builtins::range_outside_for(Compiler& c, BuiltinCall& call) {
  c.error(DiagnosticKind::KernelSyntax,
          fmt::format("tl.{} can only be the iterator of a for loop", call.name), call.span);
}

Fv Builtins::first_argument(Compiler&, BuiltinCall& call) { return call[0]; }
Fv Builtins::nothing(Compiler&, BuiltinCall&) { return Fv::of({}); }

// As the compiler prints values: what constants are, what blocks are of.
std::string Builtins::printed(const Compiler& c, const Fv& value, bool is_item) {
  if (value.is_constant()) {
    if (auto* dtype = value.constant.as<DTypeObject>()) {
      std::string text = dtype->is_pointer ? fmt::format("pointer<{}>", describe(dtype->dtype)) : describe(dtype->dtype);
      if (dtype->shape.empty()) return text;
      std::string extents;
      for (int64_t extent : dtype->shape) extents += (extents.empty() ? "'" : ", '") + std::to_string(extent) + "'";
      return fmt::format("<[{}], {}>", extents, text);
    }
    return is_item ? fmt::format("'{}'", c.interpreter_.str(value.constant)) : c.interpreter_.str(value.constant);
  }
  if (value.is_tuple()) {
    std::string text;
    for (const Fv& item : value.items) {
      std::string one = printed(c, item, true);
      text += (text.empty() ? "" : ", ") + (one.starts_with('\'') ? one : "'" + one + "'");
    }
    return "[" + text + "]";
  }
  if (!value.is_tensor()) return c.describe_value(value);
  BlockType t = c.type(value);
  std::string extents;
  for (int64_t extent : t.shape) extents += fmt::format("{}constexpr[{}]", extents.empty() ? "" : ", ", extent);
  std::string element = t.is_pointer ? fmt::format("pointer<{}>", describe(t.dtype)) : describe(t.dtype);
  return fmt::format("{}[{}]", element, extents);
}

Fv Builtins::static_print(Compiler& c, BuiltinCall& call) {
  const auto& write = c.interpreter_.capabilities().standard_output;
  if (!write || !c.options_.prints) return Fv::of({});
  auto text_of = [&](size_t i, std::string otherwise) {
    return call.has(i) ? c.constant_string(call[i], "sep and end of tl.static_print", call.span) : otherwise;
  };
  std::string text, separator = text_of(1, " ");
  for (size_t i = 0; i < call.rest.size(); ++i) text += (i ? separator : "") + printed(c, call.rest[i], false);
  write(text + text_of(2, "\n"));
  return Fv::of({});
}

Fv Builtins::debug_barrier(Compiler& c, BuiltinCall& call) {
  c.emit(Op::Barrier, {}, {}, call.span);
  return Fv::of({});
}

Fv Builtins::static_assert_(Compiler& c, BuiltinCall& call) {
  if (call[0].is_tensor()) {
    c.error(DiagnosticKind::KernelConstexpr, "tl.static_assert needs a condition known at compile time",
            call.span);
  }
  if (!call[0].is_constant() || !call[0].constant.is_bool()) {
    c.error(DiagnosticKind::KernelConstexpr,
            fmt::format("the condition of tl.static_assert must be a bool, not {}", c.describe_value(call[0])), call.span);
  }
  if (!c.is_true_constant(call[0], call.span)) {
    std::string message = call.has(1) ? c.constant_string(call[1], "msg", call.span) : "";
    c.error(DiagnosticKind::StaticAssert, "static assertion failed" + (message.empty() ? "" : ": " + message),
            call.span);
  }
  return Fv::of({});
}

// Checked always: Triton's debug mode is what this machine is for.
void Compiler::device_assert(const Fv& condition, const Fv* mask, std::string message, Span span) {
  std::vector<ValueId> operands{cast(to_tensor(condition, span), DType::Bool, span)};
  if (mask)
    operands.push_back(
        broadcast(cast(to_tensor(*mask, span), DType::Bool, span), type(operands[0]).shape, span));
  Operation& operation = emit(Op::Assert, operands, {}, span);
  operation.has_mask = mask != nullptr;
  operation.text = std::move(message);
}

Fv Builtins::device_assert(Compiler& c, BuiltinCall& call) {
  std::string message = call.has(1) ? c.constant_string(call[1], "msg", call.span) : "";
  c.device_assert(call[0], call.has(2) ? &call[2] : nullptr, std::move(message), call.span);
  return Fv::of({});
}

Fv Builtins::device_print(Compiler& c, BuiltinCall& call) {
  bool has_prefix = call.has(0) && call[0].is_constant() && script::as_string(call[0].constant);
  if (!has_prefix) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("tl.device_print begins with a text that says what is printed, not {}",
                        call.has(0) ? c.describe_value(call[0]) : "nothing"),
            call.span, {{"write tl.device_print(\"x\", x)", {}}});
  }
  std::string prefix;
  std::vector<ValueId> ids;
  std::vector<Fv> values = call.rest;
  if (call.has(0)) values.insert(values.begin(), call[0]);
  for (const Fv& value : values) {
    if (value.is_tensor()) {
      ids.push_back(value.id);
    } else {
      prefix += (prefix.empty() ? "" : " ") +
                (value.is_constant() ? c.interpreter_.str(value.constant) : c.describe_value(value));
    }
  }
  Operation& operation = c.emit(Op::Print, ids, {}, call.span);
  operation.text = std::move(prefix);
  return Fv::of({});
}

}  // namespace tilewright::kernels::triton
