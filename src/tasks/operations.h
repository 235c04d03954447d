// The pointwise operations of generated tasks (operations.def): their spellings, and for each what it does to
// the range of values, so that no generated task takes the logarithm of a negative number or overflows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tilewright::tasks {

// Values that an expression can take: `low`..`high` under every input distribution of the judge,
// `usual_low`..`usual_high` under the task's own get_inputs.
struct Range {
  double low = 0, high = 0, usual_low = 0, usual_high = 0;
  double usual_width() const { return usual_high - usual_low; }
};

// Of inputs as given: the judge scales them (docs/judging.md).
inline constexpr Range kNormalInput{-60, 60, -2, 2};
inline constexpr Range kUniformInput{-60, 60, 0, 1};

enum class OperationGroup : uint8_t { Arithmetic, Smooth, Activation };

inline constexpr unsigned kChangesNegative = 1, kRawOnly = 2, kGrows = 4, kSaturates = 8;

// The constants drawn for one use of an operation, by placeholder.
struct OperationConstants {
  double c = 1, s = 0.1, t = 1, low = -1, high = 1;
};

struct Operation {
  std::string_view name;
  OperationGroup group;
  // The range of the result; empty when the operand's range is outside the operation's safe domain.
  std::optional<Range> (*apply)(const Range& operand, const OperationConstants& constants);
  unsigned flags;
  std::vector<std::string_view> spellings;
};

std::span<const Operation> operations();

}  // namespace tilewright::tasks
