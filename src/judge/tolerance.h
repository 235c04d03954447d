// When is a value right? The expected value comes from the reference in double precision; how far a candidate
// may be off follows from what single precision does to the reference itself (docs/judging.md derives the
// numbers).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "library/library.h"

namespace tilewright::judge {

// Relative error, and absolute error as a share of the output's scale (root mean square), that any float32
// kernel is allowed: about 170 and 85 units in the last place. bfloat16 inside a kernel errs by 4e-3, float16
// and tf32 by 5e-4.
inline constexpr double kRelativeFloor = 1e-5;
inline constexpr double kScaleFloor = 5e-6;
// How much worse than the reference in float32 a candidate may be: it may sum in another order.
inline constexpr double kReferenceErrors = 8;

// One output of one trial: what is expected, and how near.
struct ExpectedOutput {
  DType dtype = DType::Float32;
  std::vector<int64_t> shape;
  std::vector<double> values;         // floats; row-major
  std::vector<int64_t> integers;      // integers and booleans: compared exactly
  double relative = 0, absolute = 0;  // tolerance of element i: relative * |values[i]| + absolute
  double at_zero = 0;                 // and this more, where values[i] is 0
  // Elements at which single precision may go either way (a jump, a near tie): empty, or 1 where not
  // compared.
  std::vector<uint8_t> ignored;
  bool has_special = false;  // infinities or NaNs are expected somewhere
  // The reference in single precision is itself too far off for a comparison to mean anything.
  bool is_ill_conditioned = false;

  uint64_t elements() const { return is_float(dtype) ? values.size() : integers.size(); }
};

// From the reference in its own precision and in double precision. `precise` may have the dtype of `plain`
// when the reference cannot run in double precision; `task_tolerance`: TOLERANCE of the task, 0 if none.
ExpectedOutput expected_output(const library::HostTensor& plain, const library::HostTensor& precise,
                               double task_tolerance);

// Is an element exactly 0 in both precisions, so that nothing says how near a candidate must come? Zero may be what was left of
// larger values.
bool has_exact_zeros(const ExpectedOutput& expected, const library::HostTensor& plain);
// `shaken`: the reference in double precision with rounding noise (library/rounding_noise.h).
void widen_at_zeros(ExpectedOutput& expected, const library::HostTensor& shaken);

struct OutputComparison {
  uint64_t wrong_elements = 0;
  double error_in_tolerances = 0;  // largest over all elements; infinite for a wrong infinity, NaN or integer
  size_t worst = 0;                // its flat index
};

// `actual` has the expected shape and dtype.
OutputComparison compare(const ExpectedOutput& expected, const library::HostTensor& actual);

// Element as text for messages, and as double.
double element(const library::HostTensor& tensor, size_t index);
std::vector<int64_t> unravel(size_t index, const std::vector<int64_t>& shape);

}  // namespace tilewright::judge
