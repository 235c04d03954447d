// triton.language: inline_asm_elementwise. Elements are packed into registers as the compiler does it: `pack`
// consecutive ones a run of the text, narrow ones together in words of 32 bits.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"
#include "kernels/triton/inline_ptx.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

namespace {

int64_t elements_a_register(DType dtype, int64_t pack) {
  int64_t width = bit_width(dtype);
  return width < 32 ? std::min(pack, 32 / width) : 1;
}

}  // namespace

// Element `index` of every `pack`, as unsigned bits.
ValueId Builtins::packed_element(Compiler& c, ValueId x, int64_t index, int64_t pack, Span span) {
  int64_t groups = c.type(x).numel() / pack;
  ValueId column = pick(c, c.reshape(x, {groups, pack}, span), 1, index, pack, span);
  column = c.reshape(column, {groups}, span);
  constexpr DType kWords[] = {DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64};
  BlockType t = c.type(column);
  if (t.is_bool()) return c.cast(column, DType::UInt32, span);
  size_t size = size_of(t.dtype);
  return c.bitcast(column, t.with_dtype(kWords[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3]), span);
}

// Columns side by side: element j of group i comes from columns[j][i].
ValueId Builtins::interleaved(Compiler& c, const std::vector<ValueId>& columns, Span span) {
  if (columns.size() == 1) return columns[0];
  std::vector<ValueId> even, odd;
  for (size_t i = 0; i < columns.size(); ++i) (i % 2 == 0 ? even : odd).push_back(columns[i]);
  ValueId left = interleaved(c, even, span), right = interleaved(c, odd, span);
  BlockType t = c.type(left);
  t.shape.push_back(2);
  ValueId joined = c.emit_one(Op::Join, {left, right}, t, span);
  return c.reshape(joined, {t.numel()}, span);
}

Fv Builtins::inline_assembly(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  std::string text = c.constant_string(call[0], "asm", span);
  std::vector<Fv> arguments = c.sequence(call[2], span);
  bool is_tuple = call[3].is_tuple();
  std::vector<DType> dtypes;
  for (const Fv& dtype : is_tuple ? call[3].items : std::vector<Fv>{call[3]})
    dtypes.push_back(c.constant_dtype(dtype, "dtype", span));
  int64_t pack = c.constant_int(call[5], "pack", span);
  if (pack < 1 || pack > 16 || (pack & (pack - 1)))
    c.error(DiagnosticKind::KernelShape, "pack must be 1, 2, 4, 8 or 16", span);
  Shape shape;
  std::vector<ValueId> blocks;
  for (const Fv& argument : arguments) {
    blocks.push_back(c.to_tensor(argument, span));
    if (c.type(blocks.back()).is_pointer) c.unsupported("tl.inline_asm_elementwise on pointers", span);
    shape = c.broadcast_shape(shape, c.type(blocks.back()).shape, span);
  }
  int64_t numel = BlockType{DType::Int32, false, false, shape}.numel();
  if (numel % pack != 0) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("a block of {} elements cannot be packed by {}", numel, pack), span);
  }
  std::vector<ValueId> registers;
  for (DType dtype : dtypes)
    registers.resize(registers.size() + static_cast<size_t>(pack / elements_a_register(dtype, pack)));
  Shape groups{numel / pack};
  for (ValueId block : blocks) {
    block = c.broadcast(block, shape, span);
    DType dtype = c.type(block).dtype;
    int64_t together = elements_a_register(dtype, pack);
    for (int64_t first = 0; first < pack; first += together) {
      ValueId word = packed_element(c, block, first, pack, span);
      if (size_of(dtype) < 8) word = c.cast(word, DType::UInt32, span);
      for (int64_t k = 1; k < together; ++k) {
        Fv next = Fv::tensor(c.cast(packed_element(c, block, first + k, pack, span), DType::UInt32, span));
        next = c.binary(python::Operator::LShift, next, Fv::of(script::Value(k * bit_width(dtype))), span);
        word = c.binary(python::Operator::BitOr, Fv::tensor(word), next, span).id;
      }
      registers.push_back(word);
    }
  }
  registers = PtxTranslator(c, text, span).run(std::move(registers), groups);
  std::vector<Fv> results;
  size_t at = 0;
  for (DType dtype : dtypes) {
    int64_t together = elements_a_register(dtype, pack);
    std::vector<ValueId> columns;
    for (int64_t first = 0; first < pack; first += together, ++at) {
      ValueId word = registers[at];
      if (!word) word = c.broadcast(c.integer_constant(DType::UInt32, 0, span), groups, span);
      for (int64_t k = 0; k < together; ++k) {
        ValueId element = word;
        if (k > 0) {
          element = c.binary(python::Operator::RShift, Fv::tensor(word),
                             Fv::of(script::Value(k * bit_width(dtype))), span)
                        .id;
        }
        constexpr DType kWords[] = {DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64};
        size_t size = size_of(dtype);
        element = c.cast(element, kWords[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3], span);
        columns.push_back(dtype == DType::Bool ? c.cast(element, DType::Bool, span)
                                               : c.bitcast(element, c.type(element).with_dtype(dtype), span));
      }
    }
    results.push_back(Fv::tensor(c.reshape(interleaved(c, columns, span), shape, span)));
  }
  return is_tuple ? Fv::tuple(std::move(results)) : results[0];
}

}  // namespace tilewright::kernels::triton
