// triton.language: tensor descriptors. All axes of their accesses are clipped to the tensor's shape.
#include <fmt/format.h>

#include "chips/chip.h"
#include "kernels/triton/builtins.h"
#include "kernels/triton/host_modules.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

namespace {

// Of the instructions that read and write rows by number (PTX: cp.async.bulk.tensor, modes tile::gather4 and
// tile::scatter4).
constexpr double kRowsCapability = 10.0;

std::vector<int64_t> all_axes(size_t rank) {
  std::vector<int64_t> axes;
  for (size_t i = 0; i < rank; ++i) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

}  // namespace

// Base, shape (int32) and strides (int64) as they come; what a host-made descriptor argument becomes too.
Fv Compiler::make_descriptor(const Fv& base, const std::vector<Fv>& shape, const std::vector<Fv>& strides,
                             const Shape& block, bool is_nan_padded, Span span) {
  size_t rank = block.size();
  check_block_shape(block, span);
  if (rank < 1 || rank > 5)
    error(DiagnosticKind::KernelShape, "a tensor descriptor has 1 to 5 dimensions", span);
  if (shape.size() != rank || strides.size() != rank)
    type_error("shape, strides and block_shape of a descriptor must have equal lengths", span);
  const Fv& last = strides.back();
  bool is_one = last.is_constant() && last.constant.is_int() && last.constant.integer() == 1;
  if (!is_one) {
    error(DiagnosticKind::KernelType, "the last stride of a tensor descriptor must be the constant 1", span,
          {{"an argument that is 1 at the launch is a constant, unless do_not_specialize names it", {}}});
  }
  int64_t last_bytes = block.back() * static_cast<int64_t>(size_of(type(base).dtype));
  if (last_bytes < 16) {
    error(DiagnosticKind::KernelShape,
          fmt::format("the last dimension of a descriptor's block must be at least 16 bytes, not {}",
                      last_bytes),
          span);
  }
  if (is_nan_padded && !tilewright::is_float(type(base).dtype))
    type_error("padding_option 'nan' needs a tensor of floats", span);
  Fv descriptor;
  descriptor.kind = Fv::Kind::Descriptor;
  descriptor.extents = block;
  descriptor.is_nan_padded = is_nan_padded;
  descriptor.items.push_back(base);
  for (const Fv& extent : shape) descriptor.items.push_back(Fv::tensor(to_tensor(extent, span)));
  std::vector<Fv> wide;
  for (const Fv& stride : strides)
    wide.push_back(Fv::tensor(cast(to_tensor(stride, span), DType::Int64, span)));
  Builtins::check_descriptor(*this, base, wide, span);
  descriptor.items.insert(descriptor.items.end(), wide.begin(), wide.end());
  ValueId zero = integer_constant(DType::Int64, 0, span);
  for (size_t i = 0; i < rank; ++i) descriptor.items.push_back(Fv::tensor(zero));
  return descriptor;
}

Fv Builtins::make_tensor_descriptor(Compiler& c, BuiltinCall& call) {
  if (!call[0].is_tensor() || !c.type(call[0]).is_pointer || !c.type(call[0]).is_scalar())
    c.type_error("tl.make_tensor_descriptor needs a scalar base pointer", call.span);
  std::string padding = call.has(4) ? c.constant_string(call[4], "padding_option", call.span) : "zero";
  if (padding != "zero" && padding != "nan")
    c.type_error(fmt::format("padding_option '{}' is not 'zero' or 'nan'", padding), call.span);
  c.program_.descriptors.push_back(call.span);
  return c.make_descriptor(call[0], c.sequence(call[1], call.span), c.sequence(call[2], call.span),
                           c.constant_shape(call[3], "block_shape", call.span), padding == "nan", call.span);
}

// The descriptor moved to `offsets`.
Fv Builtins::at_offsets(Compiler& c, const Fv& descriptor, const Fv& offsets, Span span) {
  if (descriptor.kind != Fv::Kind::Descriptor)
    c.type_error(fmt::format("a tensor descriptor is needed, not {}", c.describe_value(descriptor)), span);
  size_t rank = descriptor.extents.size();
  std::vector<Fv> items = c.sequence(offsets, span);
  if (items.size() != rank) c.type_error(fmt::format("the descriptor needs {} offsets", rank), span);
  Fv moved = descriptor;
  for (size_t i = 0; i < rank; ++i) {
    ValueId offset = c.to_tensor(items[i], span);
    if (c.type(offset).numel() != 1 || !c.type(offset).is_int())
      c.type_error(fmt::format("offset {} of a descriptor must be an integer scalar", i), span);
    offset = c.reshape(offset, {}, span);
    moved.items[1 + 2 * rank + i] = Fv::tensor(c.cast(offset, DType::Int64, span));
  }
  return moved;
}

Fv Builtins::descriptor_load(Compiler& c, BuiltinCall& call) {
  Fv moved = at_offsets(c, call[0], call[1], call.span);
  return load_block(c, moved, all_axes(moved.extents.size()), moved.is_nan_padded ? "nan" : "zero",
                    call.span);
}

Fv Builtins::descriptor_store(Compiler& c, BuiltinCall& call) {
  Fv moved = at_offsets(c, call[0], call[1], call.span);
  Fv value = Fv::tensor(c.cast(c.to_tensor(call[2], call.span), c.type(moved.items[0]).dtype, call.span));
  return store_block(c, moved, value, all_axes(moved.extents.size()), call.span);
}

Fv Builtins::descriptor_atomic_operation(Compiler& c, BuiltinCall& call, AtomicKind kind) {
  Fv moved = at_offsets(c, call[0], call[1], call.span);
  ValueId mask;
  ValueId address = block_pointers(c, moved, all_axes(moved.extents.size()), mask, call.span);
  BuiltinCall inner;
  inner.span = call.span;
  inner.name = call.name;
  inner.arguments = {Fv::tensor(address), call[2], Fv::tensor(mask), Fv::of(script::make_string("relaxed")),
                     Fv{}};
  atomic_operation(c, inner, kind);
  return Fv::of({});
}

// Rows of a 2-dimensional descriptor by a block of row numbers: addresses and what is inside the tensor.
ValueId Builtins::row_pointers(Compiler& c, BuiltinCall& call, const Fv& rows, const Fv& column,
                               ValueId& mask) {
  const Fv& descriptor = call[0];
  Span span = call.span;
  const chips::Chip& chip = chip_of(c.interpreter_);
  if (chip.compute_capability < kRowsCapability) {
    c.error(DiagnosticKind::KernelType,
            fmt::format("{} of a tensor descriptor needs a GPU of compute capability {:.1f}; {} has {:.1f}",
                        call.name.substr(call.name.find('_') + 1), kRowsCapability, chip.name,
                        chip.compute_capability),
            span, {{"use pointers: x_ptr + rows[:, None] * stride + columns[None, :]", {}}});
  }
  bool is_row_block =
      descriptor.kind == Fv::Kind::Descriptor && descriptor.extents.size() == 2 && descriptor.extents[0] == 1;
  if (!is_row_block)
    c.type_error("gather and scatter need a 2-dimensional descriptor with blocks of one row", span);
  ValueId x = c.to_tensor(rows, span);
  BlockType t = c.type(x);
  if (t.shape.size() != 1 || (t.dtype != DType::Int16 && t.dtype != DType::Int32) || t.is_pointer)
    c.type_error("the row offsets must be a 1-dimensional block of int16 or int32", span);
  int64_t minimum = 32 / static_cast<int64_t>(size_of(c.type(descriptor.items[0]).dtype));
  if (t.shape[0] < 8 || descriptor.extents[1] < minimum) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("gather and scatter need at least 8 rows of at least {} columns", minimum), span);
  }
  Shape shape{t.shape[0], descriptor.extents[1]};
  c.check_block_shape(shape, span);
  Fv row = Fv::tensor(c.reshape(c.cast(x, DType::Int64, span), {shape[0], 1}, span));
  ValueId range = c.emit_one(Op::Arange, {}, BlockType{DType::Int32, false, false, {shape[1]}}, span);
  range = c.reshape(c.cast(range, DType::Int64, span), {1, shape[1]}, span);
  ValueId first = c.cast(c.reshape(c.to_tensor(column, span), {}, span), DType::Int64, span);
  Fv col = c.arithmetic(Op::Add, Fv::tensor(range), Fv::tensor(first), span);
  Fv address = descriptor.items[0], inside;
  for (size_t axis = 0; axis < 2; ++axis) {
    const Fv& position = axis == 0 ? row : col;
    address = c.arithmetic(Op::Add, address,
                           c.arithmetic(Op::Mul, position, descriptor.items[3 + axis], span), span);
    Fv both = c.shift(Op::And, c.compare(Op::Ge, position, Fv::of(script::Value(int64_t{0})), span),
                      c.compare(Op::Lt, position, descriptor.items[1 + axis], span), span);
    inside = inside.is_missing() ? both : c.shift(Op::And, inside, both, span);
  }
  mask = c.broadcast(inside.id, shape, span);
  return c.broadcast(address.id, shape, span);
}

Fv Builtins::descriptor_gather(Compiler& c, BuiltinCall& call) {
  ValueId mask;
  ValueId address = row_pointers(c, call, call[1], call[2], mask);
  BlockType t = c.type(address);
  script::Value fill = call[0].is_nan_padded ? script::Value(__builtin_nan("")) : script::Value(int64_t{0});
  ValueId other = c.broadcast(c.scalar_constant(fill, t.dtype, call.span), t.shape, call.span);
  Operation& operation =
      c.emit(Op::Load, {address, mask, other}, {BlockType{t.dtype, false, false, t.shape}}, call.span);
  operation.has_mask = operation.has_other = true;
  return Fv::tensor(operation.first_result);
}

Fv Builtins::descriptor_scatter(Compiler& c, BuiltinCall& call) {
  ValueId mask;
  ValueId address = row_pointers(c, call, call[2], call[3], mask);
  BlockType t = c.type(address);
  ValueId value = c.cast(c.to_tensor(call[1], call.span), t.dtype, call.span);
  if (c.type(value).shape != t.shape) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("a value of shape {} does not fit the rows of shape {}",
                        describe(c.type(value).shape), describe(t.shape)),
            call.span);
  }
  Operation& operation = c.emit(Op::Store, {address, value, mask}, {}, call.span);
  operation.has_mask = true;
  return Fv::of({});
}

}  // namespace tilewright::kernels::triton
