// triton.language: loads, stores, atomics and block pointers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

// What an access tells the cache, argument `index`: one of `known` or nothing.
void Builtins::check_hint(Compiler& c, const BuiltinCall& call, size_t index,
                          std::initializer_list<std::string_view> known, std::string_view what) {
  if (!call.has(index)) return;
  std::string text = c.constant_string(call[index], what, call.span);
  if (text.empty() || std::find(known.begin(), known.end(), text) != known.end()) return;
  c.type_error(fmt::format("{} '{}' of tl.{} is not one of {}", what, text, call.name, fmt::join(known, ", ")), call.span);
}

// A load or store has at most one of these: volatile, a cache modifier, an eviction policy. ptxas refuses more (tried
// with 12.8 for sm_90a), but loads in loops may become asynchronous copies, which leave some out.
void Builtins::check_modifiers(Compiler& c, const BuiltinCall& call, size_t first) {
  if (c.frame_->loop_depth > 0 || c.frame_->is_called_in_loop) return;
  std::vector<std::string> given;
  auto add = [&](size_t index, std::string_view keyword) {
    if (!call.has(index)) return;
    std::string text = c.constant_string(call[index], keyword, call.span);
    if (text.empty() || text == ".cv") return;  // .cv is left out of the instruction
    given.push_back(fmt::format("{}='{}'", keyword, text));
  };
  add(first, "cache_modifier");
  add(first + 1, "eviction_policy");
  if (call.name == "load" && call.has(first + 2) && c.constant_bool(call[first + 2], "volatile", call.span))
    given.push_back("volatile=True");
  if (given.size() < 2) return;
  c.error(DiagnosticKind::KernelType,
          fmt::format("ptxas refuses {} together in one {}", fmt::join(given, " and "), call.name), call.span,
          {{"keep one of them", {}}});
}

// The axes that a block pointer is checked on.
std::vector<int64_t> Builtins::checked_axes(Compiler& c, const BuiltinCall& call) {
  if (!call.has(3)) return {};
  std::vector<int64_t> axes = c.constant_shape(call[3], "boundary_check", call.span);
  int64_t rank = static_cast<int64_t>(call[0].extents.size());
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      c.type_error(fmt::format("boundary_check names axis {} of a block pointer with {} axes", axis, rank), call.span);
  }
  return axes;
}

Fv Builtins::load(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  check_modifiers(c, call, 5);
  if (call[0].kind == Fv::Kind::BlockPointer) {
    if (call.has(1) || call.has(2))
      c.type_error("mask and other cannot be given when loading a block pointer", span);
    std::vector<int64_t> checked = checked_axes(c, call);
    return load_block(c, call[0], checked,
                      call.has(4) ? c.constant_string(call[4], "padding_option", span) : "", span);
  }
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("tl.load needs a pointer, not {}", c.describe_value(call[0])), span,
            {{"pass the tensor itself as the kernel argument and add offsets to it: tl.load(x_ptr + offsets)",
              {}}});
  }
  if (call.has(3) && !(call[3].is_tuple() && call[3].items.empty()))
    c.type_error("boundary_check is only for block pointers", span);
  ValueId pointer = call[0].id;
  BlockType t = c.type(pointer);
  BlockType result = BlockType{t.dtype, false, false, t.shape};
  std::vector<ValueId> operands{pointer};
  bool has_mask = call.has(1), has_other = call.has(2);
  if (has_other && !has_mask) c.type_error("tl.load: other cannot be given without mask", span);
  check_hint(c, call, 5, {".ca", ".cg", ".cs", ".cv"}, "cache_modifier");
  check_hint(c, call, 6, {"evict_first", "evict_last"}, "eviction_policy");
  // Pointer and mask are broadcast against each other.
  if (has_mask && !t.is_scalar() && call[1].is_tensor()) {
    t.shape = c.broadcast_shape(c.type(call[1]).shape, t.shape, span);
    pointer = operands[0] = c.broadcast(pointer, t.shape, span);
    result.shape = t.shape;
  }
  auto fit = [&](const Fv& value, std::string_view what) {
    ValueId id = c.to_tensor(value, span);
    if (t.is_scalar() && !c.type(id).is_scalar()) {
      c.type_error(fmt::format("{} cannot be a block when the pointer is a scalar", what), span);
    }
    if (c.broadcast_shape(c.type(id).shape, t.shape, span) != t.shape) {
      c.error(DiagnosticKind::KernelShape,
              fmt::format("{} of shape {} does not broadcast to the pointer's shape {}", what,
                          describe(c.type(id).shape), describe(t.shape)),
              span);
    }
    return id;
  };
  if (has_mask) {
    if (call[1].is_number() && c.is_true_constant(call[1], span)) {
      has_mask = has_other = false;  // mask=True
    } else {
      ValueId mask = fit(call[1], "mask");
      if (!c.type(mask).is_bool())
        c.type_error(fmt::format("the mask must be int1, not {}", describe(c.type(mask).element())), span);
      operands.push_back(c.broadcast(mask, t.shape, span));
    }
  }
  if (has_other) {
    ValueId other = call[2].is_number() ? c.scalar_constant(call[2].constant, t.dtype, span)
                                        : c.cast(fit(call[2], "other"), t.dtype, span);
    operands.push_back(c.broadcast(other, t.shape, span));
  }
  Operation& operation = c.emit(Op::Load, operands, {result}, span);
  operation.has_mask = has_mask;
  operation.has_other = has_other;
  operation.flag = call.has(7) && c.constant_bool(call[7], "volatile", span);
  return Fv::tensor(operation.first_result);
}

Fv Builtins::store(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  check_modifiers(c, call, 4);
  if (call[0].kind == Fv::Kind::BlockPointer) {
    if (call.has(2)) c.type_error("mask cannot be given when storing to a block pointer", span);
    std::vector<int64_t> checked = checked_axes(c, call);
    return store_block(c, call[0], call[1], checked, span);
  }
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer) {
    c.type_error(fmt::format("tl.store needs a pointer, not {}", c.describe_value(call[0])), span);
  }
  check_hint(c, call, 4, {".wb", ".cg", ".cs", ".wt"}, "cache_modifier");
  check_hint(c, call, 5, {"evict_first", "evict_last"}, "eviction_policy");
  ValueId pointer = call[0].id;
  BlockType t = c.type(pointer);
  if (t.is_const) c.type_error("cannot store to a constant pointer", span);
  auto fit = [&](ValueId id, std::string_view what) {
    BlockType vt = c.type(id);
    if (t.is_scalar() && !vt.is_scalar()) {
      c.error(DiagnosticKind::KernelShape,
              fmt::format("{} is a block of shape {} but the pointer is a scalar", what, describe(vt.shape)),
              span, {{"add offsets to the pointer: ptr + tl.arange(0, BLOCK)", {}}});
    }
    Shape shape = c.broadcast_shape(vt.shape, t.shape, span);
    if (shape != t.shape) {
      c.error(DiagnosticKind::KernelShape,
              fmt::format("{} of shape {} does not fit the pointer's shape {}", what, describe(vt.shape),
                          describe(t.shape)),
              span);
    }
    return c.broadcast(id, t.shape, span);
  };
  ValueId value =
      call[1].is_number() ? c.scalar_constant(call[1].constant, t.dtype, span) : c.to_tensor(call[1], span);
  value = fit(c.cast(value, t.dtype, span), "the value");
  std::vector<ValueId> operands{pointer, value};
  bool has_mask = call.has(2);
  if (has_mask && call[2].is_number() && c.is_true_constant(call[2], span)) has_mask = false;
  if (has_mask) {
    ValueId mask = c.to_tensor(call[2], span);
    if (!c.type(mask).is_bool())
      c.type_error(fmt::format("the mask must be int1, not {}", describe(c.type(mask).element())), span);
    operands.push_back(fit(mask, "mask"));
  }
  Operation& operation = c.emit(Op::Store, operands, {}, span);
  operation.has_mask = has_mask;
  return Fv::of({});
}

// Arguments 3 and 4 of an atomic. One of scope "cta" orders nothing between programs.
void Builtins::set_order(Compiler& c, Operation& operation, const BuiltinCall& call) {
  std::string order = call.has(3) ? c.constant_string(call[3], "sem", call.span) : "acq_rel";
  if (order != "acquire" && order != "release" && order != "acq_rel" && order != "relaxed") {
    c.type_error(fmt::format("memory semantic '{}' is not one of acquire, release, acq_rel, relaxed", order),
                 call.span);
  }
  std::string scope = call.has(4) ? c.constant_string(call[4], "scope", call.span) : "gpu";
  if (scope != "gpu" && scope != "cta" && scope != "sys")
    c.type_error(fmt::format("scope '{}' is not one of gpu, cta, sys", scope), call.span);
  operation.is_local = scope == "cta";
  operation.acquires = !operation.is_local && (order == "acquire" || order == "acq_rel");
  operation.releases = !operation.is_local && (order == "release" || order == "acq_rel");
}

Fv Builtins::atomic_operation(Compiler& c, BuiltinCall& call, AtomicKind kind) {
  Span span = call.span;
  std::string name = fmt::format("atomic_{}", spelling(kind));
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer)
    c.type_error(fmt::format("tl.{} needs a pointer", name), span);
  ValueId pointer = call[0].id;
  BlockType t = c.type(pointer);
  bool is_float_type = tilewright::is_float(t.dtype);
  size_t width = size_of(t.dtype);
  if (t.is_const) c.type_error("cannot change constant memory", span);
  bool is_narrow_float = t.dtype == DType::Float16 || t.dtype == DType::BFloat16;
  if (is_narrow_float && kind != AtomicKind::Add)
    c.type_error(fmt::format("tl.{} does not support {}", name, describe(t.dtype)), span);
  if ((width < 4 && !is_narrow_float) ||
      (is_float_type && (kind == AtomicKind::And || kind == AtomicKind::Or || kind == AtomicKind::Xor))) {
    c.type_error(fmt::format("tl.{} does not support {}", name, describe(t.dtype)), span);
  }
  auto fit = [&](ValueId id, std::string_view what) {
    Shape shape = c.broadcast_shape(c.type(id).shape, t.shape, span);
    if (shape != t.shape) {
      c.error(DiagnosticKind::KernelShape,
              fmt::format("{} of shape {} does not fit the pointer's shape {}", what,
                          describe(c.type(id).shape), describe(t.shape)),
              span);
    }
    return c.broadcast(id, t.shape, span);
  };
  ValueId value = call[1].is_number() ? c.scalar_constant(call[1].constant, t.dtype, span)
                                      : c.cast(c.to_tensor(call[1], span), t.dtype, span);
  std::vector<ValueId> operands{pointer, fit(value, "the value")};
  bool has_mask = call.has(2);
  if (has_mask && call[2].is_number() && c.is_true_constant(call[2], span)) has_mask = false;
  if (has_mask) operands.push_back(fit(c.cast(c.to_tensor(call[2], span), DType::Bool, span), "mask"));
  Operation& operation = c.emit(Op::Atomic, operands, {BlockType{t.dtype, false, false, t.shape}}, span);
  operation.kind = static_cast<uint8_t>(kind);
  operation.has_mask = has_mask;
  set_order(c, operation, call);
  return Fv::tensor(operation.first_result);
}

Fv Builtins::atomic_cas(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer)
    c.type_error("tl.atomic_cas needs a pointer", span);
  ValueId pointer = call[0].id;
  BlockType t = c.type(pointer);
  if (size_of(t.dtype) < 2)
    c.type_error(fmt::format("tl.atomic_cas does not support {}", describe(t.dtype)), span);
  auto fit = [&](const Fv& value) {
    ValueId id = value.is_number() ? c.scalar_constant(value.constant, t.dtype, span)
                                   : c.cast(c.to_tensor(value, span), t.dtype, span);
    return c.broadcast(id, t.shape, span);
  };
  ValueId compare = fit(call[1]), value = fit(call[2]);
  Operation& operation =
      c.emit(Op::Atomic, {pointer, value, compare}, {BlockType{t.dtype, false, false, t.shape}}, span);
  operation.kind = static_cast<uint8_t>(AtomicKind::CompareAndSwap);
  set_order(c, operation, call);
  return Fv::tensor(operation.first_result);
}

// ---- block pointers: base + sum of (offset + index) * stride, built where they are used ------------
Fv Builtins::make_block_ptr(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer || !c.type(call[0]).is_scalar()) {
    c.type_error("tl.make_block_ptr needs a scalar base pointer", span);
  }
  Fv pointer;
  pointer.kind = Fv::Kind::BlockPointer;
  pointer.extents = c.constant_shape(call[4], "block_shape", span);
  c.check_block_shape(pointer.extents, span);
  size_t rank = pointer.extents.size();
  pointer.items.push_back(call[0]);
  for (size_t part = 1; part <= 3; ++part) {
    std::vector<Fv> items = c.sequence(call[part], span);
    if (items.size() != rank)
      c.type_error("shape, strides, offsets and block_shape of tl.make_block_ptr must have equal lengths",
                   span);
    for (const Fv& item : items)
      pointer.items.push_back(Fv::tensor(c.cast(c.to_tensor(item, span), DType::Int64, span)));
  }
  Shape order = c.constant_shape(call[5], "order", span);
  std::sort(order.begin(), order.end());
  bool is_permutation = order.size() == rank;
  for (size_t i = 0; is_permutation && i < rank; ++i) is_permutation = order[i] == static_cast<int64_t>(i);
  if (!is_permutation) c.type_error("order must be a permutation of the axes", span);
  return pointer;
}

Fv Builtins::advance(Compiler& c, BuiltinCall& call) {
  Fv pointer = call[0];
  if (pointer.kind != Fv::Kind::BlockPointer) c.type_error("tl.advance needs a block pointer", call.span);
  std::vector<Fv> steps = c.sequence(call[1], call.span);
  size_t rank = pointer.extents.size();
  if (steps.size() != rank) c.type_error(fmt::format("tl.advance needs {} offsets", rank), call.span);
  for (size_t i = 0; i < rank; ++i) {
    if (steps[i].is_constant() && steps[i].constant.is_int() && steps[i].constant.integer() == 0) continue;
    Fv& offset = pointer.items[1 + 2 * rank + i];
    Fv step = Fv::tensor(c.cast(c.to_tensor(steps[i], call.span), DType::Int64, call.span));
    offset = c.arithmetic(Op::Add, offset, step, call.span);
  }
  return pointer;
}

ValueId Builtins::block_pointers(Compiler& c, const Fv& pointer, const std::vector<int64_t>& checked,
                                 ValueId& mask, Span span) {
  size_t rank = pointer.extents.size();
  Fv address = pointer.items[0];
  Fv inside;
  for (size_t i = 0; i < rank; ++i) {
    Operation& range =
        c.emit(Op::Arange, {}, {BlockType{DType::Int32, false, false, {pointer.extents[i]}}}, span);
    ValueId index = c.cast(range.first_result, DType::Int64, span);
    Shape shape(rank, 1);
    shape[i] = pointer.extents[i];
    index = c.reshape(index, shape, span);
    Fv position = c.arithmetic(Op::Add, Fv::tensor(index), pointer.items[1 + 2 * rank + i], span);
    address = c.arithmetic(Op::Add, address,
                           c.arithmetic(Op::Mul, position, pointer.items[1 + rank + i], span), span);
    if (std::find(checked.begin(), checked.end(), static_cast<int64_t>(i)) == checked.end()) continue;
    Fv low = c.compare(Op::Ge, position, Fv::of(script::Value(0)), span);
    Fv high = c.compare(Op::Lt, position, pointer.items[1 + i], span);
    Fv both = c.shift(Op::And, low, high, span);
    inside = inside.is_missing() ? both : c.shift(Op::And, inside, both, span);
  }
  if (!inside.is_missing()) mask = c.broadcast(inside.id, pointer.extents, span);
  return c.broadcast(address.id, pointer.extents, span);
}

Fv Builtins::load_block(Compiler& c, const Fv& pointer, const std::vector<int64_t>& checked,
                        const std::string& padding, Span span) {
  ValueId mask;
  ValueId address = block_pointers(c, pointer, checked, mask, span);
  DType dtype = c.type(address).dtype;
  std::vector<ValueId> operands{address};
  bool has_other = mask && !padding.empty();
  if (mask) operands.push_back(mask);
  if (has_other) {
    if (padding != "zero" && padding != "nan")
      c.type_error(fmt::format("padding_option '{}' is not 'zero' or 'nan'", padding), span);
    script::Value fill = padding == "nan" ? script::Value(__builtin_nan("")) : script::Value(0);
    operands.push_back(c.broadcast(c.scalar_constant(fill, dtype, span), pointer.extents, span));
  }
  Operation& operation = c.emit(Op::Load, operands, {BlockType{dtype, false, false, pointer.extents}}, span);
  operation.has_mask = static_cast<bool>(mask);
  operation.has_other = has_other;
  operation.is_descriptor = pointer.kind == Fv::Kind::Descriptor;
  return Fv::tensor(operation.first_result);
}

Fv Builtins::store_block(Compiler& c, const Fv& pointer, const Fv& value, const std::vector<int64_t>& checked,
                         Span span) {
  ValueId mask;
  ValueId address = block_pointers(c, pointer, checked, mask, span);
  DType dtype = c.type(address).dtype;
  ValueId id = c.to_tensor(value, span);
  if (c.type(id).is_pointer || c.type(id).dtype != dtype) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("a block pointer to {} cannot take {}", describe(dtype), describe(c.type(id).element())), span,
            {{fmt::format("stores by block pointers convert nothing: value.to(tl.{})", triton_name(dtype)), {}}});
  }
  Shape shape = c.type(id).shape;
  if (!shape.empty() && c.broadcast_shape(shape, pointer.extents, span) != pointer.extents) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("a value of shape {} does not fit the block pointer's shape {}", describe(shape),
                        describe(pointer.extents)),
            span);
  }
  std::vector<ValueId> operands{address, c.broadcast(id, pointer.extents, span)};
  if (mask) operands.push_back(mask);
  Operation& operation = c.emit(Op::Store, operands, {}, span);
  operation.has_mask = static_cast<bool>(mask);
  return Fv::of({});
}

}  // namespace tilewright::kernels::triton
