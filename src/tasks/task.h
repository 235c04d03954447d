// Task files in KernelBench's shape: Model, get_inputs, get_init_inputs, and the optional
// module-level names SHAPES, DISTRIBUTIONS, TOLERANCE, TARGETS. A loaded task is an interpreter
// run of the file at given sizes; the file itself is never edited.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "graph/graph.h"
#include "library/library.h"
#include "python/ast.h"
#include "script/interpreter.h"

namespace tilewright::tasks {

// Module-level integers by name ("batch_size"; "input_shape[0]" inside a tuple or list); a task's size.
using Sizes = std::map<std::string, int64_t>;

struct TaskOptions {
  int64_t max_elements = 65536;  // of the largest input or parameter; 0: sizes as written
  BudgetLimits limits;
  // The task is loaded for its shapes alone: random values are not drawn and forward is not run.
  bool shapes_only = false;
};

// Where the file writes one size: an integer, or an expression of integers ("128 * 4").
struct SizeSite {
  std::string name;
  int64_t value = 0;
  Span span;
  bool is_read_by_inputs = false;  // by get_inputs, also through other module-level names
  bool is_read_by_init = false;    // by get_init_inputs
};

// What can be known of a task without running it: its module-level integers, and whether it has the shape
// of a task. Errors carry places.
struct TaskSource {
  std::string name;    // file name without folder and .py
  SourceId source;
  Sizes written_sizes;
  std::vector<Sizes> shapes;  // SHAPES, if given
  std::vector<std::string> distributions;  // DISTRIBUTIONS, if given: names of docs/judging.md
  double tolerance = 0;       // TOLERANCE, if given: relative to the outputs' scale
  std::vector<SizeSite> sites;  // of written_sizes, in file order
  std::shared_ptr<const python::Ast> ast;
};
Result<TaskSource> read_task(SourceManager& sources, SourceId source, std::string name);

// A task at one size: its own interpreter, so that nothing leaks between sizes or candidates.
class LoadedTask {
 public:
  std::unique_ptr<Budget> budget;
  std::unique_ptr<library::LibrarySession> library;
  std::unique_ptr<script::Interpreter> interpreter;
  script::Ref<script::Module> module;
  script::Value model;                            // an instance of Model, made under seed
  std::vector<script::Value> init_inputs;
  Sizes sizes;                                    // in force
  std::vector<std::string> forward_names;         // forward's parameters without self
  // get_inputs() under a seed, fresh tensors.
  Result<std::vector<script::Value>> make_inputs(uint64_t seed);
  // Model's forward.
  Result<script::Value> run(const std::vector<script::Value>& inputs);
  // A second instance of Model under a seed (the first is `model`).
  Result<script::Value> make_model(uint64_t seed);
};

// Sizes at which every input and parameter has at most max_elements elements: the module-level integers
// that get_inputs and get_init_inputs read are divided, largest first, keeping divisibility. A task whose
// elements come from elsewhere (literal image sizes, layers with fixed widths) gets the smallest sizes at
// which it runs. Every size that is tried is a run of the task.
Result<Sizes> shrink(SourceManager& sources, const TaskSource& task, const TaskOptions& options);

// A second size that differs in every shrinkable integer and is no multiple of the first's (hidden shapes);
// integers that the task cannot take another value for stay.
Result<Sizes> vary(SourceManager& sources, const TaskSource& task, const Sizes& sizes, const TaskOptions& options,
                   uint64_t seed);

Result<LoadedTask> load(SourceManager& sources, const TaskSource& task, const Sizes& sizes, const TaskOptions& options,
                        uint64_t seed);

// The recorded graph of forward: recorded at `sizes` and one variation, unified.
Result<graph::Graph> capture(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                             const TaskOptions& options);

// The graph at the sizes that shrink() gives, with fewer runs of the task: recording is the trial run.
Result<graph::Graph> capture_shrunk(SourceManager& sources, const TaskSource& task, const TaskOptions& options);

}  // namespace tilewright::tasks
