// Launches of a benchmark or a profiler's session (kernels/memory/measurement.h).
#pragma once

#include "kernels/memory/measurement.h"
#include "kernels/triton/code.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

// Programs that run of a launch which counts for an estimate alone.
constexpr uint64_t kMeasuredPrograms = 3;

// Of all that a launch's counters depend on but values in memory. `work` holds its warps and stages.
uint64_t launch_key(const Code& code, const Launch& launch, const WorkCounters& work);
// What the launch stores holds no values.
void leave_out_stores(memory::Measurement& measurement, const WorkCounters& work, const Launch& launch);
// After a launch: what it wrote holds values if it ran whole and what it read held values. Throws CompileError
// (Unsupported) where values are needed that were left out.
void follow_values(memory::Measurement& measurement, const WorkCounters& work, const Launch& launch,
                   bool is_sampled, Span span);
// A target without values; null: there is none.
const PointerTarget* left_out(const memory::Measurement& measurement, const Launch& launch);
Diagnostic values_left_out(const PointerTarget& target, Span span);

}  // namespace tilewright::kernels::triton
