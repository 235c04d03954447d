// What a compiler knows of blocks of integers, pointers and masks before the kernel runs, as Triton's axis
// analysis keeps it (lib/Analysis/AxisInfo.cpp), or less: how many neighbours along an axis count up by one,
// what divides the first of such a run, how many neighbours are alike. All are powers of two.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/triton/program.h"

namespace tilewright::kernels::triton {

struct AxisKnowledge {
  struct Axis {
    int64_t contiguous = 1, divisor = 1, constant = 1;
    bool operator==(const Axis&) const = default;
  };
  std::vector<Axis> axes;  // of a scalar: one, of extent 1
  std::optional<int64_t> value;
  bool operator==(const AxisKnowledge&) const = default;
};

// By value. `divisors`: by parameter; of a pointer in bytes.
std::vector<AxisKnowledge> know_axes(const BlockProgram& program, const std::vector<int64_t>& divisors);

}  // namespace tilewright::kernels::triton
