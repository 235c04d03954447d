// The part of rounding_noise.h that runs around each operation.
#pragma once

#include <cstdint>
#include <vector>

#include "library/call_operator.h"

namespace c10 {
struct IValue;
}

namespace tilewright::library {

void shake_operands(Context& context, const MatchedCall& call, std::vector<c10::IValue>& stack);
// `operand_elements`: of the largest operand.
void shake_results(Context& context, const MatchedCall& call, int64_t operand_elements,
                   std::vector<c10::IValue>& stack);
int64_t most_elements(const std::vector<c10::IValue>& stack);

}  // namespace tilewright::library
