// The oracle of one task: inputs, parameters and expected outputs of every trial, computed once and kept
// outside any interpreter, where no candidate can see or reach them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "judge/host_value.h"
#include "judge/tolerance.h"
#include "judge/verdict.h"
#include "tasks/task.h"

namespace tilewright::judge {

// Largest input or parameter of the run that is timed.
inline constexpr int64_t kTimedElements = int64_t{1} << 24;

// One run: inputs under one distribution and what forward must return.
struct Trial {
  std::string distribution;
  std::vector<HostValue> inputs;
  std::vector<ExpectedOutput> outputs;
};

// The task at one size.
struct Variant {
  std::string name;  // "shrunk" or "written": the size that is timed; "hidden", "hidden 2": others
  tasks::Sizes sizes;
  std::vector<HostValue> init_inputs;
  std::vector<library::HostTensor> state;  // parameters and buffers in state_dict order, randomised
  std::vector<std::string> state_names;
  std::vector<Trial> trials;
};

struct Oracle {
  std::vector<Variant> variants;
  // The sizes that a time is estimated for: as written, or cut to kTimedElements. One trial whose inputs and
  // state have shapes but no values (HostValueOptions::shapes_only). Empty when the task cannot be loaded so.
  std::optional<Variant> timed;
  // forward returns one tensor, not a tuple or list.
  bool returns_single = true;
  int trials() const;
};

// The diagnostic is about the task: a mistake in its file, or something we cannot run (Unsupported). Places
// are in `sources`.
Result<Oracle> build_oracle(SourceManager& sources, const Request& request);

}  // namespace tilewright::judge
