// The recorded graph of a task's forward, general in its sizes: recorded at two sizes and unified.
#include "tasks/task.h"

namespace tilewright::tasks {
namespace {

Result<graph::Graph> record_at(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                               const TaskOptions& options) {
  Result<LoadedTask> loaded = load(sources, task, sizes, options, 1);
  if (!loaded) return fail(loaded.error());
  Result<std::vector<script::Value>> inputs = loaded->make_inputs(1);
  if (!inputs) return fail(inputs.error());
  library::RecordingInputs named;
  for (size_t i = 0; i < inputs->size(); ++i) {
    std::string name =
        i < loaded->forward_names.size() ? loaded->forward_names[i] : "input" + std::to_string(i);
    named.inputs.emplace_back(std::move(name), (*inputs)[i]);
  }
  Result<script::Value> state = loaded->interpreter->guard([&] {
    named.state = library::state_dict(*loaded->interpreter, loaded->model);
    return script::Value();
  });
  if (!state) return fail(state.error());
  Result<graph::Graph> graph = library::record(*loaded->interpreter, named, [&] {
    return loaded->interpreter->call_value(loaded->model, {*inputs, {}, {}});
  });
  if (!graph) return graph;
  // The signature of a candidate's forward, whatever of it the graph reads.
  for (const auto& [name, value] : named.inputs) graph->argument_names.push_back(name);
  for (const library::StateEntry& entry : named.state) graph->state_names.push_back(entry.key);
  return graph;
}

}  // namespace

Result<graph::Graph> capture(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                             const TaskOptions& options) {
  Result<graph::Graph> first = record_at(sources, task, sizes, options);
  if (!first) return first;
  Result<Sizes> other_sizes = vary(sources, task, sizes, options, 1);
  if (!other_sizes || *other_sizes == sizes) return first;
  Result<graph::Graph> second = record_at(sources, task, *other_sizes, options);
  if (!second) return second;
  return graph::unify({*first, *second});
}

}  // namespace tilewright::tasks
