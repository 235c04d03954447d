// The recorded graph of a task's forward, general in its sizes: recorded at two sizes and unified.
#include "tasks/task_runs.h"

namespace tilewright::tasks {
namespace {

Result<graph::Graph> record(LoadedTask& loaded) {
  Result<std::vector<script::Value>> inputs = loaded.make_inputs(1);
  if (!inputs) return fail(inputs.error());
  library::RecordingInputs named;
  for (size_t i = 0; i < inputs->size(); ++i) {
    std::string name =
        i < loaded.forward_names.size() ? loaded.forward_names[i] : "input" + std::to_string(i);
    named.inputs.emplace_back(std::move(name), (*inputs)[i]);
  }
  Result<script::Value> state = loaded.interpreter->guard([&] {
    named.state = library::state_dict(*loaded.interpreter, loaded.model);
    return script::Value();
  });
  if (!state) return fail(state.error());
  Result<graph::Graph> graph = library::record(*loaded.interpreter, named, [&] {
    return loaded.interpreter->call_value(loaded.model, {*inputs, {}, {}});
  });
  if (!graph) return graph;
  // The signature of a candidate's forward, whatever of it the graph reads.
  for (const auto& [name, value] : named.inputs) graph->argument_names.push_back(name);
  for (const library::StateEntry& entry : named.state) graph->state_names.push_back(entry.key);
  return graph;
}

Result<graph::Graph> record_at(TaskRuns& runs, const Sizes& sizes) {
  Result<graph::Graph> graph = fail(DiagnosticKind::Unsupported, "");
  Result<void> ran = runs.at(sizes, {}, [&](LoadedTask& loaded) -> Result<void> {
    graph = record(loaded);
    return graph ? Result<void>() : Result<void>(fail(graph.error()));
  });
  if (!ran) return fail(ran.error());
  return graph;
}

}  // namespace

Result<graph::Graph> capture(TaskRuns& runs, const Sizes& sizes, const TaskOptions& options) {
  Result<graph::Graph> first = record_at(runs, sizes);
  if (!first) return first;
  // The recording itself is the trial run of a second size; only if it fails, one that runs is looked for.
  TaskOptions untried = options;
  untried.shapes_only = true;
  Result<Sizes> other_sizes = vary(runs, sizes, untried, 1);
  if (!other_sizes || *other_sizes == sizes) return first;
  Result<graph::Graph> second = record_at(runs, *other_sizes);
  if (!second) {
    other_sizes = vary(runs, sizes, options, 1);
    if (!other_sizes || *other_sizes == sizes) return first;
    second = record_at(runs, *other_sizes);
  }
  if (!second) return second;
  return graph::unify({*first, *second});
}

Result<graph::Graph> capture_shrunk(SourceManager& sources, const TaskSource& task,
                                    const TaskOptions& options) {
  TaskRuns runs(sources, task, options.limits);
  TaskOptions untried = options;
  untried.shapes_only = true;
  if (Result<Sizes> sizes = shrink(runs, untried)) {
    Result<graph::Graph> graph = capture(runs, *sizes, options);
    if (graph) return graph;
  }
  Result<Sizes> sizes = shrink(runs, options);
  if (!sizes) return fail(sizes.error());
  return capture(runs, *sizes, options);
}

Result<graph::Graph> capture(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                             const TaskOptions& options) {
  TaskRuns runs(sources, task, options.limits);
  return capture(runs, sizes, options);
}

}  // namespace tilewright::tasks
