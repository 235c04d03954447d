// triton.language: map_elementwise and atomic_poll, which become loops.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

// A loop over groups of `pack` elements: each is taken out, the scalar function runs (with its branches), and
// what it returns is put into the results.
Fv Builtins::map_elementwise(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  int64_t pack = call.has(2) ? c.constant_int(call[2], "pack", span) : 1;
  Shape shape;
  for (const Fv& argument : call.rest)
    shape = c.broadcast_shape(shape, c.type(c.to_tensor(argument, span)).shape, span);
  if (call.rest.empty()) c.type_error("tl.map_elementwise needs blocks", span);
  int64_t numel = BlockType{DType::Int32, false, false, shape}.numel();
  if (pack < 1 || numel % pack != 0)
    c.error(DiagnosticKind::KernelShape,
            fmt::format("a block of {} elements cannot be packed by {}", numel, pack), span);
  std::vector<ValueId> blocks;
  for (const Fv& argument : call.rest)
    blocks.push_back(c.reshape(c.broadcast(c.to_tensor(argument, span), shape, span), {numel}, span));
  ValueId place = c.emit_one(Op::Arange, {}, BlockType{DType::Int32, false, false, {numel}}, span);

  // The function's types are known once its body has been compiled.
  BlockId body = c.new_block(), outer = c.block_;
  ValueId index = c.new_value(BlockType{});
  c.block_ = body;
  ++c.frame_->runtime_depth;
  ++c.frame_->loop_depth;
  auto element = [&](ValueId block, int64_t k) {
    Fv at = c.arithmetic(Op::Add, Fv::tensor(index), Fv::of(script::Value(k)), span);
    ValueId wide = c.reshape(c.cast(at.id, DType::Int64, span), {1}, span);
    Operation& operation = c.emit(Op::Gather, {block, wide}, {c.type(block).with_shape({1})}, span);
    operation.integer = 0;
    return Fv::tensor(c.reshape(operation.first_result, {}, span));
  };
  std::vector<Fv> scalars;
  for (ValueId block : blocks) {
    for (int64_t k = 0; k < pack; ++k) scalars.push_back(element(block, k));
  }
  bool is_single = true;
  std::vector<Fv> made = c.call_combine(call[0], std::move(scalars), span, &is_single);
  std::vector<BlockType> types;  // of the results, `pack` values of the function each
  std::vector<ValueId> parameters{index}, operands, yields;
  if (made.empty() || made.size() % static_cast<size_t>(pack) != 0)
    c.type_error("the function of tl.map_elementwise must return `pack` values a result", span);
  for (size_t first = 0; first < made.size(); first += static_cast<size_t>(pack)) {
    BlockType t = c.type(c.to_tensor(made[first], span));
    types.push_back(t.with_shape({numel}));
    parameters.push_back(c.new_value(types.back()));
    ValueId result = parameters.back();
    for (int64_t k = 0; k < pack; ++k) {
      ValueId value = c.to_tensor(made[first + static_cast<size_t>(k)], span);
      if (!(c.type(value) == t))
        c.type_error("the function of tl.map_elementwise mixes types in one result", span);
      Fv at = c.arithmetic(Op::Add, Fv::tensor(index), Fv::of(script::Value(k)), span);
      Fv is_here = c.compare(Op::Eq, Fv::tensor(place), at, span);
      result = c.where(is_here, Fv::tensor(value), Fv::tensor(result), span).id;
    }
    yields.push_back(result);
  }
  c.emit(Op::Yield, yields, {}, span);
  --c.frame_->loop_depth;
  --c.frame_->runtime_depth;
  c.block_ = outer;
  c.program_.blocks[body.index].parameters = parameters;
  for (int64_t bound : {int64_t{0}, numel, pack})
    operands.push_back(c.integer_constant(DType::Int32, bound, span));
  for (const BlockType& t : types) {
    ValueId zero = c.scalar_constant(script::Value(int64_t{0}), t.dtype, span);
    operands.push_back(c.broadcast(zero, t.shape, span));
  }
  Operation& loop = c.emit(Op::For, operands, types, span);
  loop.blocks = {body};
  size_t first_result = loop.first_result.index;
  std::vector<Fv> results;
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(Fv::tensor(c.reshape(ValueId(first_result + i), shape, span)));
  return is_single ? results[0] : Fv::tuple(std::move(results));
}

// Waits until the integer in memory is `expected`. Programs take turns, so a timeout never comes: true.
Fv Builtins::atomic_poll(Compiler& c, BuiltinCall& call) {
  Span span = call.span;
  BlockType t = call[0].is_tensor() ? c.type(call[0]) : BlockType{};
  if (!t.is_pointer || !t.is_scalar() || tilewright::is_float(t.dtype) || size_of(t.dtype) < 4)
    c.type_error("tl.atomic_poll needs a scalar pointer to integers of 32 or 64 bits", span);
  std::string order = call.has(2) ? c.constant_string(call[2], "sem", span) : "acquire";
  if (order != "acquire" && order != "relaxed")
    c.type_error("tl.atomic_poll supports acquire and relaxed only", span);
  ValueId expected = c.cast(c.to_tensor(call[1], span), t.dtype, span);
  if (!c.type(expected).is_scalar())
    c.type_error("the value that tl.atomic_poll expects must be a scalar", span);
  BlockId outer = c.block_, test = c.new_block(), body = c.new_block();
  c.block_ = test;
  ValueId zero = c.integer_constant(t.dtype, 0, span);
  Operation& look = c.emit(Op::Atomic, {call[0].id, zero}, {BlockType{t.dtype, false, false, {}}}, span);
  look.kind = static_cast<uint8_t>(AtomicKind::Or);
  look.is_local = call.has(3) && c.constant_string(call[3], "scope", span) == "cta";
  look.acquires = order == "acquire" && !look.is_local;
  ValueId seen = look.first_result;
  Fv waits = c.compare(Op::Ne, Fv::tensor(seen), Fv::tensor(expected), span);
  c.emit(Op::Yield, {waits.id}, {}, span);
  c.block_ = body;
  c.emit(Op::Yield, {}, {}, span);
  c.block_ = outer;
  c.emit(Op::While, {}, {}, span).blocks = {test, body};
  return Fv::tensor(c.integer_constant(DType::Bool, 1, span));
}

// num_warps, and num_threads, which is 32 times as many: constants of the launch.
template <int factor>
Fv Builtins::of_launch(Compiler& c, BuiltinCall&) {
  c.program_.depends_on_warps = true;
  return Fv::of(script::Value(factor * c.num_warps_));
}
template Fv Builtins::of_launch<1>(Compiler&, BuiltinCall&);
template Fv Builtins::of_launch<32>(Compiler&, BuiltinCall&);

// Clocks and the numbers of processors.
Fv Builtins::of_hardware(Compiler& c, BuiltinCall& call) {
  c.unsupported(fmt::format("tl.extra.cuda.{}, which only hardware can tell", call.name), call.span);
}

Fv Builtins::to_tensor(Compiler& c, BuiltinCall& call) { return Fv::tensor(c.to_tensor(call[0], call.span)); }

}  // namespace tilewright::kernels::triton
