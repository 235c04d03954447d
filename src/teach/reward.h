// What a verdict is worth in training: graded steps up to correct, then the estimated speed.
#pragma once

#include <string_view>

#include "judge/verdict.h"
#include "tune/rl_sample.h"

namespace tilewright::teach {

inline constexpr double kResolution = 1.05;  // speed-ups below it count as none

struct RewardOptions {
  double speed_weight = 0.5;  // of a kernel twice as fast as the median worked example
  double speed_range = 2;     // speed-ups are clipped to [1 / range, range]
};

// The steps: 0 no Python; 0.05 it parses; 0.1 it compiles and runs; 0.15 its result has the right shape and
// type; 1 correct, plus speed_weight * log(speed-up) / log(range), both logarithms less that of kResolution:
// the estimate does not tell apart kernels that are closer, and neither should a group's deviation. The last
// step is by far the largest: a policy that climbs the small ones and stays there gains little. No value for
// `unsupported`.
// `compiled`: the text of a candidate whose language is compiled as a whole. Nearly all that a young policy writes fails there, at
// the same step, so that a group of samples would teach nothing: such a candidate gets the part of 0.05 that stands before the line
// of its first error.
// `median_microseconds`: estimated time of the task's median worked example; 0: unknown, no speed part.
tune::Reward reward_of(const judge::Verdict& verdict, double median_microseconds,
                       const RewardOptions& options, std::string_view compiled = {});

}  // namespace tilewright::teach
