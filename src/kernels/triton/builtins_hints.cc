// triton.language: what a kernel tells its compiler, checked by value when it runs.
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;

Fv Builtins::hint_operation(Compiler& c, BuiltinCall& call, HintKind kind) {
  std::vector<int64_t> values;
  std::string what = fmt::format("values of tl.{}", call.name);
  if (call[1].is_tuple()) {
    values = c.constant_shape(call[1], what, call.span);
  } else {
    values = {c.constant_int(call[1], what, call.span)};
  }
  if (!call[0].is_tensor()) return call[0];
  Fv result = call[0];
  const Shape shape = c.type(call[0]).shape;
  if (values.size() != std::max<size_t>(1, shape.size())) {
    c.error(DiagnosticKind::KernelShape,
            fmt::format("tl.{} takes one value an axis: {} for shape {}, not {}", call.name,
                        std::max<size_t>(1, shape.size()), describe(shape), values.size()),
            call.span);
  }
  for (size_t axis = 0; axis < values.size(); ++axis) {
    if (!shape.empty() && shape[axis] == 1 && values.size() > 1) continue;
    Operation& operation = c.emit(Op::Hint, {result.id}, {c.type(call[0])}, call.span);
    operation.kind = static_cast<uint8_t>(kind);
    operation.integer = static_cast<int64_t>(axis);
    operation.integer2 = values[axis];
    result = Fv::tensor(operation.first_result);
  }
  return result;
}

Fv Builtins::assume(Compiler& c, BuiltinCall& call) {
  if (!call[0].is_tensor()) {
    if (!c.is_true_constant(call[0], call.span))
      c.error(DiagnosticKind::StaticAssert, "the assumption does not hold", call.span);
    return Fv::of({});
  }
  Operation& operation =
      c.emit(Op::Assert, {c.cast(c.to_tensor(call[0], call.span), DType::Bool, call.span)}, {}, call.span);
  operation.flag = true;
  return Fv::of({});
}

void Builtins::check_descriptor(Compiler& c, const Fv& base, const std::vector<Fv>& strides, Span span) {
  c.emit(Op::Hint, {base.id}, {}, span).kind = static_cast<uint8_t>(HintKind::DescriptorBase);
  for (size_t axis = 0; axis + 1 < strides.size(); ++axis) {
    Operation& operation = c.emit(Op::Hint, {strides[axis].id}, {}, span);
    operation.kind = static_cast<uint8_t>(HintKind::DescriptorStride);
    operation.integer = static_cast<int64_t>(axis);
    operation.integer2 = static_cast<int64_t>(size_of(c.type(base).dtype));
  }
}

}  // namespace tilewright::kernels::triton
