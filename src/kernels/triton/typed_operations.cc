// Typing of operators: semantic.py's promotion, broadcasting and casts.
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "kernels/triton/compiler.h"

namespace tilewright::kernels::triton {
namespace {

using python::Operator;

bool fits(DType dtype, int64_t value) {
  switch (dtype) {
    case DType::Bool:
      return value == 0 || value == 1;
    case DType::Int8:
      return value >= -128 && value <= 127;
    case DType::Int16:
      return value >= -32768 && value <= 32767;
    case DType::Int32:
      return value >= INT32_MIN && value <= INT32_MAX;
    case DType::UInt8:
      return value >= 0 && value <= 255;
    case DType::UInt16:
      return value >= 0 && value <= 65535;
    case DType::UInt32:
      return value >= 0 && value <= int64_t{UINT32_MAX};
    case DType::UInt64:
      return value >= 0;
    default:
      return true;
  }
}

// The type that a literal takes on its own.
DType literal_dtype(const script::Value& value) {
  if (value.is_bool()) return DType::Bool;
  if (value.is_int()) {
    int64_t v = value.integer();
    if (v >= INT32_MIN && v <= INT32_MAX) return DType::Int32;
    return v >= 0 && v <= int64_t{UINT32_MAX} ? DType::UInt32 : DType::Int64;
  }
  double magnitude = std::fabs(value.floating());
  bool is_float32 = std::isinf(magnitude) || magnitude == 0 || magnitude != magnitude ||
                    (magnitude >= 0x1p-126 && magnitude <= (2 - 0x1p-23) * 0x1p127);
  return is_float32 ? DType::Float32 : DType::Float64;
}

double as_double(const script::Value& value) {
  return value.is_float() ? value.floating() : static_cast<double>(value.integer());
}

}  // namespace

ValueId Compiler::new_value(BlockType type) {
  program_.values.push_back(std::move(type));
  return ValueId(program_.values.size() - 1);
}

BlockId Compiler::new_block() {
  program_.blocks.emplace_back();
  return BlockId(program_.blocks.size() - 1);
}

Operation& Compiler::emit(Op op, std::vector<ValueId> operands, std::vector<BlockType> results, Span span) {
  if (program_.operations.size() > 50000) {
    error(DiagnosticKind::KernelShape, "the kernel unrolls into more than 50000 operations", span);
  }
  Operation operation;
  operation.op = op;
  operation.span = span;
  operation.operands = std::move(operands);
  operation.result_count = static_cast<uint32_t>(results.size());
  operation.first_result = ValueId(program_.values.size());
  for (BlockType& result : results) new_value(std::move(result));
  program_.operations.push_back(std::move(operation));
  program_.blocks[block_.index].operations.push_back(OperationId(program_.operations.size() - 1));
  return program_.operations.back();
}

ValueId Compiler::emit_one(Op op, std::vector<ValueId> operands, BlockType result, Span span) {
  return emit(op, std::move(operands), {std::move(result)}, span).first_result;
}

ValueId Compiler::integer_constant(DType dtype, int64_t value, Span span) {
  auto key = std::make_pair(static_cast<int>(dtype), static_cast<uint64_t>(value));
  auto found = constants_.find(key);
  if (found != constants_.end()) return found->second;
  BlockId saved = std::exchange(block_, prologue_);
  Operation& operation = emit(Op::Constant, {}, {BlockType{dtype, false, false, {}}}, span);
  operation.integer = value;
  block_ = saved;
  return constants_[key] = operation.first_result;
}

ValueId Compiler::float_constant(DType dtype, double value, Span span) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  auto key = std::make_pair(static_cast<int>(dtype), bits);
  auto found = constants_.find(key);
  if (found != constants_.end()) return found->second;
  BlockId saved = std::exchange(block_, prologue_);
  Operation& operation = emit(Op::Constant, {}, {BlockType{dtype, false, false, {}}}, span);
  operation.number = value;
  block_ = saved;
  return constants_[key] = operation.first_result;
}

ValueId Compiler::scalar_constant(const script::Value& value, DType dtype, Span span) {
  if (tilewright::is_float(dtype)) return float_constant(dtype, as_double(value), span);
  int64_t integer = value.is_float() ? static_cast<int64_t>(value.floating()) : value.integer();
  if (dtype == DType::Bool) integer = value.is_float() ? value.floating() != 0 : integer != 0;
  return integer_constant(dtype, integer, span);
}

ValueId Compiler::to_tensor(const Fv& value, Span span) {
  if (value.is_tensor()) return value.id;
  if (value.is_number()) return scalar_constant(value.constant, literal_dtype(value.constant), span);
  type_error(fmt::format("cannot use {} as a block value", describe_value(value)), span);
}

Shape Compiler::broadcast_shape(const Shape& left, const Shape& right, Span span) {
  size_t rank = std::max(left.size(), right.size());
  Shape result(rank);
  for (size_t i = 0; i < rank; ++i) {
    int64_t l = i < rank - left.size() ? 1 : left[i - (rank - left.size())];
    int64_t r = i < rank - right.size() ? 1 : right[i - (rank - right.size())];
    if (l != r && l != 1 && r != 1) {
      error(DiagnosticKind::KernelShape,
            fmt::format("cannot make shapes {} and {} compatible: index {} has extents {} and {}",
                        describe(left), describe(right), i, l, r),
            span);
    }
    result[i] = l == 1 ? r : l;
  }
  return result;
}

ValueId Compiler::broadcast(ValueId value, const Shape& shape, Span span) {
  BlockType from = type(value);
  if (from.shape == shape) return value;
  int64_t numel = 1;
  for (int64_t extent : shape) numel *= extent;
  if (numel > kMaxBlockElements) {
    error(DiagnosticKind::KernelShape,
          fmt::format("shape {} has {} elements; a block may have at most {}", describe(shape), numel,
                      kMaxBlockElements),
          span);
  }
  return emit_one(Op::Broadcast, {value}, from.with_shape(shape), span);
}

std::pair<ValueId, ValueId> Compiler::promote(const Fv& left, const Fv& right, bool allow_left_pointer,
                                              bool allow_right_pointer, bool arithmetic, bool div_or_mod,
                                              Span span) {
  bool left_is_literal = left.is_number(), right_is_literal = right.is_number();
  ValueId l = to_tensor(left, span), r = to_tensor(right, span);
  BlockType lt = type(l), rt = type(r);
  auto check_pointer = [&](const BlockType& a, const BlockType& b, bool is_allowed) {
    if (!a.is_pointer) return;
    if (!is_allowed || (b.is_pointer && a.dtype != b.dtype) || b.is_float()) {
      std::vector<Note> notes;
      if (is_allowed && arithmetic && !b.is_pointer)
        notes.push_back({"an offset is a whole number; / gives floats: divide by // where it comes from a division", {}});
      error(DiagnosticKind::KernelType,
            fmt::format("invalid operands of type {} and {}", describe(a.element()), describe(b.element())), span,
            std::move(notes));
    }
  };
  check_pointer(lt, rt, allow_left_pointer);
  check_pointer(rt, lt, allow_right_pointer);
  if (arithmetic && !lt.is_pointer && !rt.is_pointer) {
    DType result;
    std::string message;
    if (!computation_type(lt.dtype, left_is_literal, rt.dtype, right_is_literal, div_or_mod, result,
                          message)) {
      type_error(message, span);
    }
    for (const Fv* side : {&left, &right}) {
      if (!side->is_number() || tilewright::is_float(result) || side->constant.is_float()) continue;
      int64_t v = side->constant.integer();
      if (v < 0 && is_unsigned(result)) {
        type_error("cannot combine an unsigned tensor with a negative number; cast one of them", span);
      }
      if (!fits(result, v))
        type_error(fmt::format("number {} is out of range for type {}", v, describe(result)), span);
    }
    l = left_is_literal ? scalar_constant(left.constant, result, span) : cast(l, result, span);
    r = right_is_literal ? scalar_constant(right.constant, result, span) : cast(r, result, span);
  }
  Shape shape = broadcast_shape(type(l).shape, type(r).shape, span);
  return {broadcast(l, shape, span), broadcast(r, shape, span)};
}

ValueId Compiler::pointer_add(ValueId pointer, ValueId offset, Span span) {
  if (!type(offset).is_int()) {
    type_error(fmt::format("a pointer offset must be an integer, not {}", describe(type(offset).element())),
               span);
  }
  return emit_one(Op::PtrAdd, {pointer, cast(offset, DType::Int64, span)}, type(pointer), span);
}

FrontValue Compiler::arithmetic(Op op, const Fv& left, const Fv& right, Span span) {
  bool is_add = op == Op::Add, is_sub = op == Op::Sub;
  bool div_or_mod = op == Op::Div || op == Op::Mod;
  auto [l, r] = promote(left, right, is_add || is_sub, is_add, true, div_or_mod, span);
  BlockType lt = type(l), rt = type(r);
  if (lt.is_pointer || rt.is_pointer) {
    if (lt.is_pointer && rt.is_pointer)
      type_error(fmt::format("cannot {} pointers", is_add ? "add" : "subtract"), span);
    if (rt.is_pointer) return Fv::tensor(pointer_add(r, l, span));
    if (is_sub) {
      ValueId wide = cast(r, DType::Int64, span);
      r = emit_one(Op::Neg, {wide}, type(wide), span);
    }
    return Fv::tensor(pointer_add(l, r, span));
  }
  if (op == Op::Div && lt.is_int()) {  // int / int is fp32
    l = cast(l, DType::Float32, span);
    r = cast(r, DType::Float32, span);
  }
  return Fv::tensor(emit_one(op, {l, r}, type(l), span));
}

FrontValue Compiler::shift(Op op, const Fv& left, const Fv& right, Span span) {
  auto [l, r] = promote(left, right, false, false, true, false, span);
  if (!type(l).is_int()) {
    type_error(fmt::format("bit operators need integers, not {} and {}", describe(type(l).element()),
                           describe(type(r).element())),
               span);
  }
  return Fv::tensor(emit_one(op, {l, r}, type(l), span));
}

FrontValue Compiler::binary(Operator op, const Fv& left, const Fv& right, Span span) {
  constexpr int64_t kMostRepeats = 4096;  // of a tuple
  if (left.is_constant() && right.is_constant()) {
    return host_call(
        [&] { return interpreter_.binary(static_cast<script::Binary>(op), left.constant, right.constant); },
        span);
  }
  if (left.is_tuple() && op == Operator::Mult && right.is_constant() && right.constant.is_int()) {
    std::vector<Fv> items;
    for (int64_t i = 0; i < std::min<int64_t>(right.constant.integer(), kMostRepeats); ++i)
      items.insert(items.end(), left.items.begin(), left.items.end());
    return Fv::tuple(std::move(items));
  }
  if (left.is_tuple() && right.is_tuple() && op == Operator::Add) {
    std::vector<Fv> items = left.items;
    items.insert(items.end(), right.items.begin(), right.items.end());
    return Fv::tuple(std::move(items));
  }
  switch (op) {
    case Operator::Add:
      return arithmetic(Op::Add, left, right, span);
    case Operator::Sub:
      return arithmetic(Op::Sub, left, right, span);
    case Operator::Mult:
      return arithmetic(Op::Mul, left, right, span);
    case Operator::Div:
      return arithmetic(Op::Div, left, right, span);
    case Operator::Mod:
      return arithmetic(Op::Mod, left, right, span);
    case Operator::FloorDiv: {
      auto [l, r] = promote(left, right, false, false, true, true, span);
      if (!type(l).is_int()) {
        type_error(fmt::format("// needs integers, not {}; use tl.floor(x / y)", describe(type(l).element())),
                   span);
      }
      return Fv::tensor(emit_one(Op::Div, {l, r}, type(l), span));
    }
    case Operator::LShift:
      return shift(Op::Shl, left, right, span);
    case Operator::RShift:
      return shift(Op::Shr, left, right, span);
    case Operator::BitAnd:
      return shift(Op::And, left, right, span);
    case Operator::BitOr:
      return shift(Op::Or, left, right, span);
    case Operator::BitXor:
      return shift(Op::Xor, left, right, span);
    case Operator::Pow:
      error(DiagnosticKind::KernelSyntax, "** does not exist for block values", span,
            {{"write x * x for a square; tl.extra.libdevice.pow(x, y) or tl.exp2(y * tl.log2(x)) otherwise",
              {}}});
    case Operator::MatMult:
      error(DiagnosticKind::KernelSyntax, "@ does not exist in kernels", span, {{"use tl.dot(a, b)", {}}});
  }
  type_error("unknown operator", span);
}

FrontValue Compiler::compare(Op op, const Fv& left, const Fv& right, Span span) {
  Fv l = Fv::tensor(to_tensor(left, span)), r = Fv::tensor(to_tensor(right, span));
  if (type(l).is_pointer || type(r).is_pointer) {
    error(DiagnosticKind::KernelType, "pointers cannot be compared", span,
          {{"compare their offsets, or convert them: ptr.to(tl.int64)", {}}});
  }
  auto [a, b] = promote(l, r, true, true, true, false, span);
  return Fv::tensor(emit_one(op, {a, b}, BlockType{DType::Bool, false, false, type(a).shape}, span));
}

// `and`, `or` and `not` take bits as they are (semantic.py: a bitcast to int1).
void Compiler::needs_bool(const BlockType& type, std::string_view what, Span span) {
  if (!type.is_pointer && bit_width(type.dtype) == 1) return;
  error(DiagnosticKind::KernelType, fmt::format("`{}` needs int1, not {}", what, describe(type.element())), span,
        {{"compare first: x != 0", {}}});
}

FrontValue Compiler::logical(Op op, const Fv& left, const Fv& right, Span span) {
  for (const Fv* side : {&left, &right}) needs_bool(type(*side), op == Op::And ? "and" : "or", span);
  return shift(op, left, right, span);
}

FrontValue Compiler::negate(const Fv& value, Span span) {
  BlockType t = type(value);
  if (t.is_pointer)
    type_error(fmt::format("wrong type argument to unary minus ({})", describe(t.element())), span);
  if (t.is_bool()) return value;  // modulo 2
  return Fv::tensor(emit_one(Op::Neg, {value.id}, t, span));
}

FrontValue Compiler::invert(const Fv& value, Span span) {
  BlockType t = type(value);
  if (!t.is_int())
    type_error(fmt::format("wrong type argument to unary invert ({})", describe(t.element())), span);
  ValueId ones = integer_constant(t.dtype, t.is_bool() ? 1 : -1, span);
  return Fv::tensor(emit_one(Op::Xor, {value.id, broadcast(ones, t.shape, span)}, t, span));
}

FrontValue Compiler::logical_not(const Fv& value, Span span) {
  needs_bool(type(value), "not", span);
  return invert(value, span);
}

FrontValue Compiler::unary_float(Op op, const Fv& value, std::string_view name, Span span) {
  ValueId x = to_tensor(value, span);
  BlockType t = type(x);
  if (!t.is_float() || (t.dtype != DType::Float32 && t.dtype != DType::Float64)) {
    error(DiagnosticKind::KernelType,
          fmt::format("tl.{} expects fp32 or fp64 but got {}", name, describe(t.element())), span,
          {{"convert first: x.to(tl.float32)", {}}});
  }
  return Fv::tensor(emit_one(op, {x}, t, span));
}

FrontValue Compiler::where(const Fv& condition, const Fv& x, const Fv& y, Span span) {
  ValueId c = cast(to_tensor(condition, span), DType::Bool, span);
  auto [a, b] = promote(x, y, true, true, true, false, span);
  if (type(a).is_pointer != type(b).is_pointer) type_error("tl.where cannot mix pointers and numbers", span);
  Shape shape = broadcast_shape(type(c).shape, type(a).shape, span);
  c = broadcast(c, shape, span);
  a = broadcast(a, shape, span);
  b = broadcast(b, shape, span);
  return Fv::tensor(emit_one(Op::Where, {c, a, b}, type(a), span));
}

FrontValue Compiler::minimum_maximum(Op op, const Fv& x, const Fv& y, Span span) {
  Fv left = Fv::tensor(to_tensor(x, span)), right = Fv::tensor(to_tensor(y, span));
  // bf16 is computed in fp32 and comes back as fp32 (core.py _promote_bfloat16_to_float32).
  for (Fv* side : {&left, &right}) {
    if (type(*side).is_float() && type(*side).dtype == DType::BFloat16)
      side->id = cast(side->id, DType::Float32, span);
  }
  auto [a, b] = promote(left, right, false, false, true, false, span);
  if (!type(a).is_float()) op = op == Op::MinNan ? Op::Min : op == Op::MaxNan ? Op::Max : op;
  return Fv::tensor(emit_one(op, {a, b}, type(a), span));
}

ValueId Compiler::cast(ValueId value, BlockType to, Span span, bool toward_zero) {
  BlockType from = type(value);
  to.shape = from.shape;
  if (from == to) return value;
  if (from.is_pointer || to.is_pointer) {
    if (from.is_pointer && to.is_pointer) return bitcast(value, to, span);
    if (from.is_pointer && to.is_bool()) return emit_one(Op::Cast, {value}, to, span);
    return convert_address(value, to, span);
  }
  // Each pointer that is made of the same offsets widens them: once is enough.
  constexpr size_t kRecent = 32;
  const std::vector<OperationId>& before = program_.blocks[block_.index].operations;
  for (size_t i = before.size(); i > 0 && before.size() - i < kRecent; --i) {
    const Operation& known = program_[before[i - 1]];
    if (known.op == Op::Cast && known.operands[0] == value && known.flag == toward_zero && type(known.first_result) == to)
      return known.first_result;
  }
  Operation& operation = emit(Op::Cast, {value}, {to}, span);
  operation.flag = toward_zero;
  return operation.first_result;
}

// An integer of 64 bits as a pointer, or the other way round.
ValueId Compiler::convert_address(ValueId value, BlockType to, Span span) {
  BlockType from = type(value);
  const BlockType& number = from.is_pointer ? to : from;
  bool is_possible = number.is_int() && bit_width(number.dtype) == 64;
  if (!is_possible)
    type_error(fmt::format("cannot cast {} to {}", describe(from.element()), describe(to.element())), span);
  if (from.is_pointer) {
    ValueId address = emit_one(Op::AddressOf, {value}, BlockType{DType::Int64, false, false, from.shape}, span);
    return bitcast(address, to, span);
  }
  return emit_one(Op::MakePointer, {cast(value, DType::Int64, span)}, to, span);
}

ValueId Compiler::bitcast(ValueId value, BlockType to, Span span) {
  BlockType from = type(value);
  to.shape = from.shape;
  if (from == to) return value;
  if (from.is_pointer || to.is_pointer) {
    if (from.is_pointer && to.is_pointer) return emit_one(Op::Bitcast, {value}, to, span);
    return convert_address(value, to, span);
  }
  if (bit_width(from.dtype) != bit_width(to.dtype)) {
    type_error(fmt::format("cannot bitcast data of {} bits to data of {} bits", bit_width(from.dtype),
                           bit_width(to.dtype)),
               span);
  }
  return emit_one(Op::Bitcast, {value}, to, span);
}

ValueId Compiler::reshape(ValueId value, Shape shape, Span span) {
  BlockType from = type(value);
  int64_t numel = 1;
  for (int64_t extent : shape) numel *= extent;
  if (numel != from.numel()) {
    error(DiagnosticKind::KernelShape,
          fmt::format("reshape cannot change the number of elements: {} to {}", describe(from.shape),
                      describe(shape)),
          span);
  }
  if (from.shape == shape) return value;
  return emit_one(Op::Reshape, {value}, from.with_shape(std::move(shape)), span);
}

ValueId Compiler::expand_dims(ValueId value, int64_t axis, Span span) {
  Shape shape = type(value).shape;
  int64_t rank = static_cast<int64_t>(shape.size()) + 1;
  if (axis < -rank || axis >= rank) {
    error(DiagnosticKind::KernelShape, fmt::format("axis {} is out of range for {} dimensions", axis, rank),
          span);
  }
  if (axis < 0) axis += rank;
  shape.insert(shape.begin() + axis, 1);
  return reshape(value, std::move(shape), span);
}

ValueId Compiler::permute(ValueId value, const std::vector<int64_t>& order, Span span) {
  BlockType from = type(value);
  std::vector<bool> seen(order.size());
  Shape shape;
  int64_t packed = 0;
  if (order.size() != from.shape.size() || order.size() > 15) {
    error(DiagnosticKind::KernelShape, fmt::format("permute needs {} axes", from.shape.size()), span);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    int64_t axis = order[i] < 0 ? order[i] + static_cast<int64_t>(order.size()) : order[i];
    if (axis < 0 || axis >= static_cast<int64_t>(order.size()) || seen[static_cast<size_t>(axis)]) {
      error(DiagnosticKind::KernelShape, "the axes of permute must be a permutation", span);
    }
    seen[static_cast<size_t>(axis)] = true;
    shape.push_back(from.shape[static_cast<size_t>(axis)]);
    packed |= axis << (4 * i);
  }
  Operation& operation = emit(Op::Permute, {value}, {from.with_shape(std::move(shape))}, span);
  operation.integer = packed;
  return operation.first_result;
}

}  // namespace tilewright::kernels::triton
