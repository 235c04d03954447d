// triton.language: arithmetic and mathematics by element, tl.dot.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

Fv Builtins::arithmetic_operation(Compiler& c, BuiltinCall& call, Op op) {
  python::Operator as_operator = op == Op::Add   ? python::Operator::Add
                                 : op == Op::Sub ? python::Operator::Sub
                                                 : python::Operator::Mult;
  return c.binary(as_operator, call[0], call[1], call.span);
}

Fv Builtins::extreme_operation(Compiler& c, BuiltinCall& call, Op op, Op nan_op) {
  bool propagates = call.has(2) && call[2].is_constant() &&
                    c.interpreter_.str(call[2].constant).find("ALL") != std::string::npos;
  return c.minimum_maximum(propagates ? nan_op : op, call[0], call[1], call.span);
}

Fv Builtins::clamp(Compiler& c, BuiltinCall& call) {
  Fv x = Fv::tensor(c.to_tensor(call[0], call.span));
  if (!c.type(x).is_float()) {
    c.error(DiagnosticKind::KernelType, "tl.clamp needs a float block", call.span,
            {{"use tl.minimum(tl.maximum(x, low), high)", {}}});
  }
  return c.minimum_maximum(Op::Min, c.minimum_maximum(Op::Max, x, call[1], call.span), call[2], call.span);
}

Fv Builtins::where(Compiler& c, BuiltinCall& call) { return c.where(call[0], call[1], call[2], call.span); }

Fv Builtins::cdiv(Compiler& c, BuiltinCall& call) {
  using O = python::Operator;
  if (call[0].is_constant() && call[1].is_constant()) {
    int64_t x = c.constant_int(call[0], "x", call.span), div = c.constant_int(call[1], "div", call.span);
    if (div == 0) c.error(DiagnosticKind::KernelConstexpr, "tl.cdiv by zero", call.span);
    return Fv::tensor(c.to_tensor(Fv::of(script::Value((x + div - 1) / div)), call.span));  // what a jit function returns
  }
  Fv sum =
      c.binary(O::Sub, c.binary(O::Add, call[0], call[1], call.span), Fv::of(script::Value(1)), call.span);
  return c.binary(O::FloorDiv, sum, call[1], call.span);
}

Fv Builtins::sigmoid(Compiler& c, BuiltinCall& call) {
  Fv e = c.unary_float(Op::Exp, c.negate(Fv::tensor(c.to_tensor(call[0], call.span)), call.span), "sigmoid",
                       call.span);
  Fv sum = c.arithmetic(Op::Add, Fv::of(script::Value(1)), e, call.span);
  return c.arithmetic(Op::Div, Fv::of(script::Value(1)), sum, call.span);
}

Fv Builtins::softmax(Compiler& c, BuiltinCall& call) {
  ValueId x = c.to_tensor(call[0], call.span);
  Shape shape = c.type(x).shape;
  if (shape.empty()) c.error(DiagnosticKind::KernelShape, "tl.softmax needs a block", call.span);
  int64_t axis = call.has(1) ? c.axis_of(call[1], shape, call.span) : 0;
  Fv largest = finish_reduction(c, reduce_axis(c, ReduceKind::Max, x, axis, call.span), shape, axis, true,
                                true, call.span);
  Fv shifted = c.arithmetic(Op::Sub, Fv::tensor(x), largest, call.span);
  Fv numerator = c.unary_float(Op::Exp, shifted, "softmax", call.span);
  Fv total = finish_reduction(c, reduce_axis(c, ReduceKind::Sum, numerator.id, axis, call.span), shape, axis,
                              true, true, call.span);
  return c.arithmetic(Op::Div, numerator, total, call.span);
}

Fv Builtins::fma(Compiler& c, BuiltinCall& call) {
  auto [a, b] = c.promote(call[0], call[1], false, false, true, false, call.span);
  auto [d, e] = c.promote(Fv::tensor(a), call[2], false, false, true, false, call.span);
  Shape shape = c.broadcast_shape(c.type(b).shape, c.type(d).shape, call.span);
  DType dtype = c.type(d).dtype;
  auto fit = [&](ValueId id) { return c.broadcast(c.cast(id, dtype, call.span), shape, call.span); };
  a = fit(d);
  b = fit(b);
  e = fit(e);
  if (!c.type(a).is_float()) {
    return c.arithmetic(Op::Add, c.arithmetic(Op::Mul, Fv::tensor(a), Fv::tensor(b), call.span),
                        Fv::tensor(e), call.span);
  }
  return Fv::tensor(c.emit_one(Op::Fma, {a, b, e}, c.type(a), call.span));
}

Fv Builtins::fdiv(Compiler& c, BuiltinCall& call) {
  for (size_t i = 0; i < 2; ++i) {
    if (!c.type(c.to_tensor(call[i], call.span)).is_float())
      c.type_error(fmt::format("both operands of tl.{} must be floats", call.name), call.span);
  }
  ValueId x = c.to_tensor(call[0], call.span), y = c.to_tensor(call[1], call.span);
  if (call.name != "fdiv") return c.arithmetic(Op::Div, call[0], call[1], call.span);
  if (c.type(x).dtype != c.type(y).dtype) {  // the one operator that promotes nothing
    c.type_error(fmt::format("both operands of tl.fdiv must have one type, not {} and {}",
                             describe(c.type(x).element()), describe(c.type(y).element())),
                 call.span);
  }
  Shape shape = c.broadcast_shape(c.type(x).shape, c.type(y).shape, call.span);
  return Fv::tensor(c.emit_one(Op::Div, {c.broadcast(x, shape, call.span), c.broadcast(y, shape, call.span)},
                               c.type(x).with_shape(shape), call.span));
}

Fv Builtins::reciprocal(Compiler& c, BuiltinCall& call) {
  return c.arithmetic(Op::Div, Fv::of(script::Value(1.0)), Fv::tensor(c.to_tensor(call[0], call.span)),
                      call.span);
}

Fv Builtins::umulhi(Compiler& c, BuiltinCall& call) {
  auto [a, b] = c.promote(call[0], call[1], false, false, true, false, call.span);
  BlockType t = c.type(a);
  if (!t.is_int() || size_of(t.dtype) < 4) c.type_error("tl.umulhi needs 32- or 64-bit integers", call.span);
  return Fv::tensor(c.emit_one(Op::MulHigh, {a, b}, t, call.span));
}

Fv Builtins::abs(Compiler& c, BuiltinCall& call) {
  if (call[0].is_constant()) {
    return c.host_call(
        [&] {
          const script::Value& v = call[0].constant;
          return v.is_float() ? script::Value(v.floating() < 0 ? -v.floating() : v.floating())
                              : script::Value(v.integer() < 0 ? -v.integer() : v.integer());
        },
        call.span);
  }
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (t.is_pointer) c.type_error("tl.abs of a pointer", call.span);
  if (t.is_int() && is_unsigned(t.dtype)) return Fv::tensor(x);
  return Fv::tensor(c.emit_one(Op::Abs, {x}, t, call.span));
}

Fv Builtins::float_test_operation(Compiler& c, BuiltinCall& call, Op op) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (!t.is_float())
    c.type_error(fmt::format("libdevice.{} needs a float, not {}", call.name, describe(t.element())),
                 call.span);
  // libdevice gives an int32 (0 or 1); triton declares int1 results from 3.3 on.
  return Fv::tensor(c.emit_one(op, {x}, BlockType{DType::Bool, false, false, t.shape}, call.span));
}

Fv Builtins::integer_operation(Compiler& c, BuiltinCall& call, Op op) {
  ValueId x = c.to_tensor(call[0], call.span);
  BlockType t = c.type(x);
  if (!t.is_int() || size_of(t.dtype) < 4)
    c.type_error(fmt::format("libdevice.{} needs 32- or 64-bit integers", call.name), call.span);
  ValueId result = c.emit_one(op, {x}, t, call.span);
  return Fv::tensor(c.cast(result, DType::Int32, call.span));
}

Fv Builtins::float_binary_operation(Compiler& c, BuiltinCall& call, Op op) {
  auto [a, b] = c.promote(call[0], call[1], false, false, true, false, call.span);
  BlockType t = c.type(a);
  if (t.is_int()) {
    a = c.cast(a, DType::Float32, call.span);
    b = c.cast(b, DType::Float32, call.span);
    t = c.type(a);
  }
  return Fv::tensor(c.emit_one(op, {a, b}, t, call.span));
}

// input_precision or the older allow_tf32; "tf32" where neither is given, as in the compiler.
DotPrecision Builtins::dot_precision(Compiler& c, BuiltinCall& call) {
  if (call.has(3) && call.has(4))
    c.type_error("tl.dot: give input_precision or allow_tf32, not both", call.span);
  if (call.has(4)) {
    if (call[4].is_tensor()) c.type_error("tl.dot: allow_tf32 must be known at compile time", call.span);
    return c.is_true_constant(call[4], call.span) ? DotPrecision::Tf32 : DotPrecision::Ieee;
  }
  if (!call.has(3)) return c.options_.dot_precision;
  std::string name = c.constant_string(call[3], "input_precision", call.span);
  if (std::optional<DotPrecision> known = dot_precision_from_spelling(name)) return *known;
  c.type_error(
      fmt::format("tl.dot: input_precision must be tf32, tf32x3, ieee, bf16x3 or bf16x6, not '{}'", name),
      call.span);
}

Fv Builtins::dot(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  ValueId a = c.to_tensor(call[0], span), b = c.to_tensor(call[1], span);
  BlockType at = c.type(a), bt = c.type(b);
  size_t rank = at.shape.size();
  auto shapes = [&] { return fmt::format("{} and {}", describe(at.shape), describe(bt.shape)); };
  if (rank != bt.shape.size() || (rank != 2 && rank != 3)) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.dot needs two blocks of 2 or 3 dimensions, not {}", shapes()), span);
  }
  if (at.is_pointer || bt.is_pointer) c.type_error("tl.dot of pointers; load the blocks first", span);
  bool are_float8 = at.is_float() && bt.is_float() && size_of(at.dtype) == 1 && size_of(bt.dtype) == 1;
  if (at.dtype != bt.dtype && !are_float8) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("both operands of tl.dot must have the same dtype, not {} and {}", describe(at.dtype),
                        describe(bt.dtype)),
            span, {{"cast one of them: a.to(b.dtype)", {}}});
  }
  if (at.is_int() && at.dtype != DType::Int8)
    c.type_error(fmt::format("tl.dot supports only int8 integers, not {}", describe(at.dtype)), span);
  size_t m_axis = rank - 2, k_axis = rank - 1;
  if (at.shape[k_axis] != bt.shape[m_axis]) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.dot: first block is {} and second {}: the second index of the first ({}) must "
                        "equal the first index of the second ({})",
                        describe(at.shape), describe(bt.shape), at.shape[k_axis], bt.shape[m_axis]),
            span);
  }
  if (rank == 3 && at.shape[0] != bt.shape[0])
    c.error(DiagnosticKind::KernelShape, fmt::format("batch extents of tl.dot differ: {}", shapes()), span);
  // The limit of releases before 3.2, which most kernels respect, is 16 on every side; current ones need only
  // K.
  int64_t min_k = at.dtype == DType::Float64 ? 4
                  : size_of(at.dtype) == 4   ? 8
                  : size_of(at.dtype) == 2   ? 16
                                             : 32;
  if (at.shape[k_axis] < min_k) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.dot needs a K of at least {} for {}, not {}", min_k, describe(at.dtype),
                        at.shape[k_axis]),
            span);
  }
  DotPrecision precision = dot_precision(c, call);
  DType out = at.is_int() ? DType::Int32 : at.dtype == DType::Float64 ? DType::Float64 : DType::Float32;
  if (call.has(6)) {
    DType wanted = c.constant_dtype(call[6], "out_dtype", span);
    if (wanted == DType::BFloat16)
      c.type_error("tl.dot: out_dtype bfloat16 is unsupported; use float32 and cast", span);
    if (at.dtype == DType::Float16 || are_float8) out = wanted;
  }
  Shape shape = at.shape;
  shape[k_axis] = bt.shape[k_axis];
  std::vector<ValueId> operands{a, b};
  bool has_accumulator = call.has(2);
  if (has_accumulator) {
    ValueId accumulator = c.to_tensor(call[2], span);
    BlockType ct = c.type(accumulator);
    if ((at.dtype == DType::Float16 || are_float8) && !call.has(6))
      out = ct.dtype == DType::Float16 ? DType::Float16 : out;
    if (ct.shape != shape || ct.dtype != out || ct.is_pointer) {
      c.type_error(fmt::format("the accumulator of tl.dot is {} but the product is {}", describe(ct),
                               describe(BlockType{out, false, false, shape})),
                   span);
    }
    operands.push_back(accumulator);
  }
  Operation& operation = c.emit(Op::Dot, operands, {BlockType{out, false, false, shape}}, span);
  operation.flag = has_accumulator;
  if (at.dtype == DType::Float32) operation.kind = static_cast<uint8_t>(precision);
  return Fv::tensor(operation.first_result);
}

}  // namespace tilewright::kernels::triton
