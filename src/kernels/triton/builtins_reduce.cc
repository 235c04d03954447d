// triton.language: reductions, scans, sorting.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

ValueId Builtins::reduce_axis(Compiler& c, ReduceKind kind, ValueId x, int64_t axis, Span span) {
  BlockType t = c.type(x);
  t.shape.erase(t.shape.begin() + axis);
  Operation& operation = c.emit(Op::Reduce, {x}, {t}, span);
  operation.kind = static_cast<uint8_t>(kind);
  operation.integer = axis;
  return operation.first_result;
}

Fv Builtins::finish_reduction(Compiler& c, ValueId result, const Shape& original, int64_t axis, bool has_axis,
                              bool keep_dims, Span span) {
  if (!keep_dims) return Fv::tensor(result);
  Shape shape = original;
  if (has_axis) {
    shape[static_cast<size_t>(axis)] = 1;
  } else {
    shape.assign(shape.size(), 1);
  }
  return Fv::tensor(c.reshape(result, std::move(shape), span));
}

namespace {

struct AxisChoice {
  ValueId x;
  Shape original;
  int64_t axis = 0;
  bool has_axis = false;
};

}  // namespace

// axis None: all elements, flattened.
#define TW_CHOOSE_AXIS(axis_argument)                                                             \
  AxisChoice choice;                                                                              \
  choice.x = c.to_tensor(call[0], call.span);                                                     \
  choice.original = c.type(choice.x).shape;                                                       \
  choice.has_axis = call.has(axis_argument);                                                      \
  if (choice.original.empty()) {                                                                  \
    c.error(DiagnosticKind::KernelShape, fmt::format("tl.{} of a scalar", call.name), call.span); \
  }                                                                                               \
  if (choice.has_axis) {                                                                          \
    choice.axis = c.axis_of(call[axis_argument], choice.original, call.span);                     \
  } else {                                                                                        \
    choice.x = c.reshape(choice.x, {c.type(choice.x).numel()}, call.span);                        \
  }

Fv Builtins::sum(Compiler& c, BuiltinCall& call) {
  TW_CHOOSE_AXIS(1)
  BlockType t = c.type(choice.x);
  if (t.is_pointer) c.type_error("tl.sum of pointers", call.span);
  DType dtype = t.dtype;
  if (call.has(3)) {
    dtype = c.constant_dtype(call[3], "dtype", call.span);
  } else if (t.is_int() && size_of(t.dtype) < 4) {
    dtype = is_unsigned(t.dtype) || t.is_bool() ? DType::UInt32 : DType::Int32;
  }
  ValueId x = c.cast(choice.x, dtype, call.span);
  ValueId result = reduce_axis(c, ReduceKind::Sum, x, choice.axis, call.span);
  bool keep = call.has(2) && c.constant_bool(call[2], "keep_dims", call.span);
  return finish_reduction(c, result, choice.original, choice.axis, choice.has_axis, keep, call.span);
}

Fv Builtins::extreme_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind) {
  bool wants_indices = call.has(2) && c.constant_bool(call[2], "return_indices", call.span);
  TW_CHOOSE_AXIS(1)
  BlockType t = c.type(choice.x);
  if (t.is_pointer) c.type_error(fmt::format("tl.{} of pointers", call.name), call.span);
  ValueId x = choice.x;
  // With indices only bfloat16 stays widened; the comparison itself is the same at any width.
  DType result_dtype = t.dtype;
  if (size_of(t.dtype) < 4) {
    DType wide = t.is_float() ? DType::Float32 : DType::Int32;
    x = c.cast(x, wide, call.span);
    if (!wants_indices || t.dtype == DType::BFloat16) result_dtype = wide;
  }
  bool keep = call.has(4) && c.constant_bool(call[4], "keep_dims", call.span);
  if (!wants_indices) {
    ValueId result = reduce_axis(c, kind, x, choice.axis, call.span);
    return finish_reduction(c, result, choice.original, choice.axis, choice.has_axis, keep, call.span);
  }
  BlockType value_type = c.type(x);
  value_type.shape.erase(value_type.shape.begin() + choice.axis);
  Operation& operation = c.emit(
      Op::ArgReduce, {x}, {value_type, BlockType{DType::Int32, false, false, value_type.shape}}, call.span);
  operation.kind = static_cast<uint8_t>(kind);
  operation.integer = choice.axis;
  ValueId first = operation.first_result, second(size_t{first.index} + 1);
  first = c.cast(first, result_dtype, call.span);
  return Fv::tuple(
      {finish_reduction(c, first, choice.original, choice.axis, choice.has_axis, keep, call.span),
       finish_reduction(c, second, choice.original, choice.axis, choice.has_axis, keep, call.span)});
}

Fv Builtins::index_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind) {
  BuiltinCall inner;
  inner.span = call.span;
  inner.name = call.name;
  inner.arguments = {call[0], call[1], Fv::of(true), Fv{}, call[3]};
  return extreme_reduction(c, inner, kind).items[1];
}

Fv Builtins::bitwise_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind) {
  TW_CHOOSE_AXIS(1)
  if (!c.type(choice.x).is_int()) c.type_error(fmt::format("tl.{} needs integers", call.name), call.span);
  ValueId result = reduce_axis(c, kind, choice.x, choice.axis, call.span);
  bool keep = call.has(2) && c.constant_bool(call[2], "keep_dims", call.span);
  return finish_reduction(c, result, choice.original, choice.axis, choice.has_axis, keep, call.span);
}

// The combine function is traced once a level of a tree over neighbours, on whole halves.
Fv Builtins::reduce(Compiler& c, BuiltinCall& call) {
  std::vector<Fv> values = call[0].is_tuple() ? call[0].items : std::vector<Fv>{call[0]};
  bool is_tuple = call[0].is_tuple();
  if (values.empty()) c.type_error("tl.reduce of nothing", call.span);
  for (Fv& value : values) value = Fv::tensor(c.to_tensor(value, call.span));
  Shape original = c.type(values[0]).shape;
  bool has_axis = call.has(1);
  if (original.empty()) c.error(DiagnosticKind::KernelShape, "tl.reduce of a scalar", call.span);
  int64_t axis = has_axis ? c.axis_of(call[1], original, call.span) : 0;
  for (Fv& value : values) {
    if (c.type(value).shape != original)
      c.error(DiagnosticKind::KernelShape, "the blocks of tl.reduce must have equal shapes", call.span);
    if (!has_axis) value = Fv::tensor(c.reshape(value.id, {c.type(value).numel()}, call.span));
  }
  std::vector<BlockType> types;
  for (const Fv& value : values) types.push_back(c.type(value).element());
  for (int64_t n = c.type(values[0]).shape[static_cast<size_t>(axis)]; n > 1; n /= 2) {
    std::vector<Fv> arguments;
    for (int64_t half = 0; half < 2; ++half) {
      for (const Fv& value : values)
        arguments.push_back(Fv::tensor(pick(c, value.id, axis, half, 2, call.span)));
    }
    values = c.call_combine(call[2], std::move(arguments), call.span);
    if (values.size() != types.size())
      c.type_error(fmt::format("the combine function returns {} values, not {}", values.size(), types.size()),
                   call.span);
    for (size_t i = 0; i < values.size(); ++i) {
      ValueId id = c.to_tensor(values[i], call.span);
      if (!(c.type(id).element() == types[i])) {
        c.type_error(fmt::format("the combine function turns {} into {}", describe(types[i]),
                                 describe(c.type(id).element())),
                     call.span);
      }
      values[i] = Fv::tensor(id);
    }
  }
  bool keep = call.has(3) && c.constant_bool(call[3], "keep_dims", call.span);
  for (Fv& value : values) {
    Shape shape = c.type(value).shape;
    shape.erase(shape.begin() + axis);
    ValueId id = c.reshape(value.id, std::move(shape), call.span);
    value = finish_reduction(c, id, original, axis, has_axis, keep, call.span);
  }
  return is_tuple ? Fv::tuple(std::move(values)) : values[0];
}

Fv Builtins::cumulative_operation(Compiler& c, BuiltinCall& call, ReduceKind kind) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (t.shape.empty())
    c.error(DiagnosticKind::KernelShape, fmt::format("tl.{} of a scalar", call.name), call.span);
  int64_t axis = call.has(1) ? c.axis_of(call[1], t.shape, call.span) : 0;
  if (t.is_float() && t.dtype == DType::BFloat16) x = c.cast(x, DType::Float32, call.span);
  // Sums of narrow integers are widened as those of tl.sum (int1 counts as unsigned), products are not.
  if (kind == ReduceKind::Sum && t.is_int() && size_of(t.dtype) < 4)
    x = c.cast(x, is_unsigned(t.dtype) || t.is_bool() ? DType::UInt32 : DType::Int32, call.span);
  if (call.arguments.size() > 3 && call.has(3))
    x = c.cast(x, c.constant_dtype(call[3], "dtype", call.span), call.span);
  Operation& operation = c.emit(Op::Scan, {x}, {c.type(x)}, call.span);
  operation.kind = static_cast<uint8_t>(kind);
  operation.integer = axis;
  if (call.has(2)) operation.flag = c.constant_bool(call[2], "reverse", call.span);
  return Fv::tensor(operation.first_result);
}

// Inclusive scan in log2(n) rounds (Hillis and Steele): round d combines each element with the one d before
// it.
Fv Builtins::associative_scan(Compiler& c, BuiltinCall& call) {
  bool is_tuple = call[0].is_tuple();
  std::vector<Fv> values = is_tuple ? call[0].items : std::vector<Fv>{call[0]};
  if (values.empty()) c.type_error("tl.associative_scan of nothing", call.span);
  for (Fv& value : values) value = Fv::tensor(c.to_tensor(value, call.span));
  Shape shape = c.type(values[0]).shape;
  if (shape.empty()) c.error(DiagnosticKind::KernelShape, "tl.associative_scan of a scalar", call.span);
  for (const Fv& value : values) {
    if (c.type(value).shape != shape)
      c.error(DiagnosticKind::KernelShape, "the blocks of tl.associative_scan must have equal shapes",
              call.span);
  }
  int64_t axis = c.axis_of(call[1], shape, call.span);
  bool is_reverse = call.has(3) && c.constant_bool(call[3], "reverse", call.span);
  int64_t n = shape[static_cast<size_t>(axis)];
  auto flipped = [&](const Fv& value) {
    Operation& operation = c.emit(Op::Flip, {value.id}, {c.type(value)}, call.span);
    operation.integer = axis;
    return Fv::tensor(operation.first_result);
  };
  if (is_reverse) {
    for (Fv& value : values) value = flipped(value);
  }
  Shape index_shape(shape.size(), 1);
  index_shape[static_cast<size_t>(axis)] = n;
  ValueId index = c.reshape(c.emit_one(Op::Arange, {}, BlockType{DType::Int32, false, false, {n}}, call.span),
                            index_shape, call.span);
  for (int64_t distance = 1; distance < n; distance *= 2) {
    std::vector<Fv> arguments;
    for (const Fv& value : values) {
      Operation& operation = c.emit(Op::Shift, {value.id}, {c.type(value)}, call.span);
      operation.integer = axis;
      operation.integer2 = distance;
      arguments.push_back(Fv::tensor(operation.first_result));
    }
    arguments.insert(arguments.end(), values.begin(), values.end());
    std::vector<Fv> combined = c.call_combine(call[2], std::move(arguments), call.span);
    if (combined.size() != values.size())
      c.type_error("the combine function returns another number of values than it takes", call.span);
    Fv has_partner = c.compare(Op::Ge, Fv::tensor(index), Fv::of(script::Value(distance)), call.span);
    for (size_t i = 0; i < values.size(); ++i) {
      Fv chosen = c.where(has_partner, combined[i], values[i], call.span);
      if (!(c.type(chosen) == c.type(values[i]))) {
        c.type_error(fmt::format("the combine function turns {} into {}",
                                 describe(c.type(values[i]).element()), describe(c.type(chosen).element())),
                     call.span);
      }
      values[i] = chosen;
    }
  }
  if (is_reverse) {
    for (Fv& value : values) value = flipped(value);
  }
  return is_tuple ? Fv::tuple(std::move(values)) : values[0];
}

Fv Builtins::sort(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (t.shape.empty()) c.error(DiagnosticKind::KernelShape, "tl.sort of a scalar", call.span);
  int64_t last = static_cast<int64_t>(t.shape.size()) - 1;
  if (call.has(1) && c.axis_of(call[1], t.shape, call.span) != last)
    c.error(DiagnosticKind::KernelShape, "only the last axis can be sorted", call.span);
  Operation& operation = c.emit(Op::Sort, {x}, {t}, call.span);
  operation.integer = last;
  if (call.has(2)) operation.flag = c.constant_bool(call[2], "descending", call.span);
  return Fv::tensor(operation.first_result);
}

Fv Builtins::topk(Compiler& c, BuiltinCall& call) {
  int64_t k = c.constant_int(call[1], "k", call.span);
  BuiltinCall inner;
  inner.span = call.span;
  inner.name = call.name;
  inner.arguments = {call[0], call[2], call.has(3) ? call[3] : Fv::of(true)};
  Fv sorted = sort(c, inner);
  BlockType t = c.type(sorted);
  int64_t n = t.shape.back();
  if (k <= 0 || (k & (k - 1)) || k > n)
    c.error(DiagnosticKind::KernelShape, "k of tl.topk must be a power of 2 and at most the extent",
            call.span);
  if (k == n) return sorted;
  // The first k of n: split the axis into (n / k, k) and keep index 0.
  Shape split(t.shape.begin(), t.shape.end() - 1);
  split.push_back(n / k);
  split.push_back(k);
  ValueId parts = c.reshape(sorted.id, split, call.span);
  ValueId first = pick(c, parts, static_cast<int64_t>(split.size()) - 2, 0, n / k, call.span);
  Shape result = t.shape;
  result.back() = k;
  return Fv::tensor(c.reshape(first, std::move(result), call.span));
}

Fv Builtins::histogram(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  int64_t bins = c.constant_int(call[1], "num_bins", call.span);
  c.check_block_shape({bins}, call.span);
  if (t.shape.size() != 1 || !t.is_int() || size_of(t.dtype) != 4)
    c.type_error("tl.histogram needs a 1-dimensional block of 32-bit integers", call.span);
  std::vector<ValueId> operands{x};
  if (call.has(2))
    operands.push_back(
        c.broadcast(c.cast(c.to_tensor(call[2], call.span), DType::Bool, call.span), t.shape, call.span));
  return Fv::tensor(
      c.emit_one(Op::Histogram, operands, BlockType{DType::Int32, false, false, {bins}}, call.span));
}

Fv Builtins::gather(Compiler& c, BuiltinCall& call) {
  ValueId source = c.to_tensor(call[0], call.span), index = c.to_tensor(call[1], call.span);
  BlockType st = c.type(source), it = c.type(index);
  int64_t axis = c.axis_of(call[2], st.shape, call.span);
  if (!it.is_int()) c.type_error("the index of tl.gather must be an integer block", call.span);
  bool is_compatible = st.shape.size() == it.shape.size();
  for (size_t i = 0; is_compatible && i < st.shape.size(); ++i)
    is_compatible = static_cast<int64_t>(i) == axis || st.shape[i] == it.shape[i];
  if (!is_compatible)
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.gather: shapes {} and {} may differ only along the axis", describe(st.shape),
                        describe(it.shape)),
            call.span);
  index = c.cast(index, DType::Int64, call.span);
  Operation& operation = c.emit(Op::Gather, {source, index}, {st.with_shape(it.shape)}, call.span);
  operation.integer = axis;
  return Fv::tensor(operation.first_result);
}

}  // namespace tilewright::kernels::triton
