// Tensor operations of a benchmark or a profiler's session (kernels/memory/measurement.h): matrix products that
// were computed before are not computed again, and what they give is known to hold no values.
#pragma once

#include <ATen/core/ivalue.h>

#include <optional>
#include <vector>

#include "library/call_operator.h"
#include "library/tensor_object.h"

namespace tilewright::library {

// What stands for the results of a call that is left out; empty: it is to be computed.
std::optional<std::vector<c10::IValue>> results_left_out(Context& context, const MatchedCall& call);
// After a call. `was_left_out`: its results hold no values.
void follow_values(Context& context, const MatchedCall& call, const script::Value& result, bool was_left_out);
// Aborts (unsupported) where `operation` would read a tensor without values outside of measurements, or needs
// them as numbers.
void need_values(script::Interpreter& interpreter, const TensorObject& tensor, std::string_view operation);
// Makes a new, unwritten tensor one without values if only estimates are wanted.
bool leave_unwritten(Context& context, TensorObject& tensor);

}  // namespace tilewright::library
