// triton.language: dot_scaled, products of microscaled blocks (OCP MX formats): values of 4 or 8 bits, one
// power of two for 32 of them along K. As the compiler's decomposition, operands become bfloat16 (float16
// where one is that).
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;
using python::Operator;

// Four bits each (sign, two of exponent, one of mantissa) as fp32.
ValueId Builtins::decode_e2m1(Compiler& c, ValueId nibbles, Span span) {
  auto binary = [&](Operator op, const Fv& x, int64_t y) {
    return c.binary(op, x, Fv::of(script::Value(y)), span);
  };
  Fv n = Fv::tensor(c.cast(nibbles, DType::Int32, span));
  Fv magnitude = binary(Operator::BitAnd, n, 7);
  Fv exponent =
      binary(Operator::LShift, binary(Operator::Add, binary(Operator::RShift, magnitude, 1), 126), 23);
  Fv mantissa = binary(Operator::LShift, binary(Operator::BitAnd, magnitude, 1), 22);
  Fv normal = c.binary(Operator::BitOr, exponent, mantissa, span);
  // 0 and 0.5 have no leading one.
  Fv half = c.where(c.compare(Op::Eq, magnitude, Fv::of(script::Value(1)), span),
                    Fv::of(script::Value(int64_t{0x3f000000})), Fv::of(script::Value(int64_t{0})), span);
  Fv bits = c.where(c.compare(Op::Lt, magnitude, Fv::of(script::Value(2)), span), half, normal, span);
  Fv sign = binary(Operator::LShift, binary(Operator::RShift, n, 3), 31);
  bits = c.binary(Operator::BitOr, bits, sign, span);
  return c.bitcast(bits.id, c.type(bits).with_dtype(DType::Float32), span);
}

// Bytes with two values each, the lower four bits first, spread along `axis`.
ValueId Builtins::unpack_e2m1(Compiler& c, ValueId bytes, size_t axis, Span span) {
  Fv x = Fv::tensor(c.cast(bytes, DType::Int32, span));
  Fv low = c.binary(Operator::BitAnd, x, Fv::of(script::Value(15)), span);
  Fv high = c.binary(Operator::BitAnd, c.binary(Operator::RShift, x, Fv::of(script::Value(4)), span),
                     Fv::of(script::Value(15)), span);
  BlockType t = c.type(x);
  size_t rank = t.shape.size();
  Shape shape = t.shape;
  shape[axis] *= 2;
  t.shape.push_back(2);
  ValueId joined = c.emit_one(Op::Join, {low.id, high.id}, t, span);
  std::vector<int64_t> order;
  for (size_t i = 0; i < rank; ++i) {
    order.push_back(static_cast<int64_t>(i));
    if (i == axis) order.push_back(static_cast<int64_t>(rank));
  }
  return decode_e2m1(c, c.reshape(c.permute(joined, order, span), std::move(shape), span), span);
}

// 2**(byte - 127), NaN for 255; or the fp8 scales of nvfp4.
ValueId Builtins::decode_scale(Compiler& c, ValueId scale, Span span) {
  BlockType t = c.type(scale);
  if (t.is_float() && size_of(t.dtype) == 1) return c.cast(scale, DType::Float32, span);
  if (!t.is_int() || size_of(t.dtype) != 1)
    c.type_error(fmt::format("scales of tl.dot_scaled must be uint8, not {}", describe(t.element())), span);
  Fv byte = Fv::tensor(c.cast(c.bitcast(scale, t.with_dtype(DType::UInt8), span), DType::Int32, span));
  Fv bits = c.binary(Operator::LShift, byte, Fv::of(script::Value(23)), span);
  auto number = [](int64_t value) { return Fv::of(script::Value(value)); };
  bits = c.where(c.compare(Op::Eq, byte, number(0), span), number(0x00400000), bits, span);
  bits = c.where(c.compare(Op::Eq, byte, number(255), span), number(0x7fc00000), bits, span);
  return c.bitcast(bits.id, c.type(bits).with_dtype(DType::Float32), span);
}

// An operand as fp32 with its scales multiplied in. `k_axis`: which of the last two axes K is.
ValueId Builtins::scaled_operand(Compiler& c, const Fv& given, const Fv& scale, const std::string& format,
                                 bool k_pack, bool is_left, Span span) {
  ValueId x = c.to_tensor(given, span);
  size_t rank = c.type(x).shape.size();
  if (rank != 2 && rank != 3)
    c.error(DiagnosticKind::KernelShape, "tl.dot_scaled needs 2 or 3 dimensions", span);
  size_t k_axis = is_left ? rank - 1 : rank - 2, other_axis = is_left ? rank - 2 : rank - 1;
  if (!k_pack && format != "e2m1")
    c.type_error("tl.dot_scaled: only e2m1 can be packed along another dimension than K", span);
  BlockType t = c.type(x);
  auto is_byte = [&] { return t.is_int() && size_of(t.dtype) == 1; };
  auto mismatch = [&] {
    c.type_error(
        fmt::format("tl.dot_scaled: a block of {} cannot have the format {}", describe(t.dtype), format),
        span);
  };
  if (format == "e2m1") {
    if (!is_byte()) mismatch();
    x = unpack_e2m1(c, c.bitcast(x, t.with_dtype(DType::UInt8), span), k_pack ? k_axis : other_axis, span);
  } else if (format == "e4m3" || format == "e5m2") {
    DType dtype = format == "e4m3" ? DType::Float8E4M3FN : DType::Float8E5M2;
    if (is_byte()) {
      x = c.bitcast(x, t.with_dtype(dtype), span);
    } else if (t.dtype != dtype) {
      mismatch();
    }
    x = c.cast(x, DType::Float32, span);
  } else if (format == "bf16" || format == "fp16") {
    if (t.dtype != (format == "bf16" ? DType::BFloat16 : DType::Float16) || t.is_pointer) mismatch();
    x = c.cast(x, DType::Float32, span);
  } else {
    c.type_error(fmt::format("tl.dot_scaled: format '{}' is not e2m1, e4m3, e5m2, bf16 or fp16", format),
                 span);
  }
  if (!scale.is_given()) return x;
  ValueId factors = decode_scale(c, c.to_tensor(scale, span), span);
  Shape wanted = c.type(x).shape, have = c.type(factors).shape;
  if (!is_left) std::swap(wanted[rank - 1], wanted[rank - 2]);  // scales are [.., N, K / 32]
  int64_t k = wanted[rank - 1], groups = have.empty() ? 0 : have.back();
  int64_t together = groups > 0 ? k / groups : 0;
  Shape expected = wanted;
  if (groups > 0) expected[rank - 1] = groups;
  if (have != expected || (together != 32 && together != 16)) {
    expected[rank - 1] = k / 32;
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.dot_scaled: the {} scales must have the shape {}, not {}",
                        is_left ? "left" : "right", describe(expected), describe(have)),
            span);
  }
  Shape spread = have, repeated = have;
  spread.push_back(1);
  repeated.push_back(together);
  factors = c.broadcast(c.reshape(factors, spread, span), repeated, span);
  factors = c.reshape(factors, wanted, span);
  if (!is_left) {
    std::vector<int64_t> order;
    for (size_t i = 0; i < rank; ++i) order.push_back(static_cast<int64_t>(i));
    std::swap(order[rank - 1], order[rank - 2]);
    factors = c.permute(factors, order, span);
  }
  return c.arithmetic(Op::Mul, Fv::tensor(x), Fv::tensor(factors), span).id;
}

Fv Builtins::dot_scaled(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  std::string left = c.constant_string(call[2], "lhs_format", span),
              right = c.constant_string(call[5], "rhs_format", span);
  bool left_k_pack = !call.has(8) || c.constant_bool(call[8], "lhs_k_pack", span);
  bool right_k_pack = !call.has(9) || c.constant_bool(call[9], "rhs_k_pack", span);
  DType compute = left == "fp16" || right == "fp16" ? DType::Float16 : DType::BFloat16;
  ValueId a = c.cast(scaled_operand(c, call[0], call[1], left, left_k_pack, true, span), compute, span);
  ValueId b = c.cast(scaled_operand(c, call[3], call[4], right, right_k_pack, false, span), compute, span);
  DType out = call.has(10) ? c.constant_dtype(call[10], "out_dtype", span) : DType::Float32;
  BuiltinCall product;
  product.span = span;
  product.name = "dot";
  product.arguments.resize(7);
  product.arguments[0] = Fv::tensor(a);
  product.arguments[1] = Fv::tensor(b);
  if (!call.has(6)) return Fv::tensor(c.cast(dot(c, product).id, out, span));
  ValueId accumulator = c.to_tensor(call[6], span);
  if (c.type(accumulator).dtype != out) {
    c.type_error(fmt::format("the accumulator of tl.dot_scaled is {} but out_dtype is {}",
                             describe(c.type(accumulator).dtype), describe(out)),
                 span);
  }
  product.arguments[2] = Fv::tensor(c.cast(accumulator, DType::Float32, span));
  return Fv::tensor(c.cast(dot(c, product).id, out, span));
}

}  // namespace tilewright::kernels::triton
