#include "tasks/task_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace tilewright::tasks {
namespace {

void measure(const script::Value& value, TaskRuns::Extent& extent) {
  if (library::is_tensor(value)) {
    std::vector<int64_t> shape = library::tensor_view(value).shape;
    int64_t elements = 1;
    for (int64_t size : shape) elements *= size;
    extent.shapes = hash64({reinterpret_cast<const char*>(shape.data()), shape.size() * sizeof(int64_t)},
                           extent.shapes + shape.size());
    extent.elements = std::max(extent.elements, elements);
    extent.rank = std::max(extent.rank, static_cast<int>(shape.size()));
    return;
  }
  const std::vector<script::Value>* items = nullptr;
  if (const auto* list = value.as<script::List>()) items = &list->items;
  if (const auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
  if (items == nullptr) return;
  for (const script::Value& item : *items) measure(item, extent);
}

}  // namespace

TaskRuns::TaskRuns(SourceManager& sources, const TaskSource& task, const BudgetLimits& limits)
    : sources_(sources), task_(task) {
  options_.limits = limits;
}

const Result<TaskRuns::Extent>& TaskRuns::extent(const Sizes& sizes) {
  auto known = extents_.find(sizes);
  if (known != extents_.end()) return known->second;
  Extent extent;
  auto measure_all = [&](LoadedTask& loaded) -> Result<void> {
    extent = {};
    Result<std::vector<script::Value>> inputs = loaded.make_inputs(1);
    if (!inputs) return fail(inputs.error());
    Result<script::Value> measured = loaded.interpreter->guard([&] {
      for (const script::Value& input : *inputs) measure(input, extent);
      for (const library::StateEntry& entry : library::state_dict(*loaded.interpreter, loaded.model))
        measure(entry.tensor, extent);
      return script::Value();
    });
    if (!measured) return fail(measured.error());
    return {};
  };
  Result<void> run = at(sizes, {.shapes_only = true}, measure_all);
  Result<Extent> answer = run ? Result<Extent>(extent) : Result<Extent>(fail(run.error()));
  return extents_.emplace(sizes, std::move(answer)).first->second;
}

Result<void> TaskRuns::at(const Sizes& sizes, const RunOptions& options,
                          const std::function<Result<void>(LoadedTask&)>& body) {
  bool is_fresh = !loaded_;
  Result<void> result = run(sizes, options, body);
  if (!result && !is_fresh) {
    loaded_.reset();
    result = run(sizes, options, body);
  }
  // A run that failed leaves nothing that the next one could meet.
  if (!result) loaded_.reset();
  return result;
}

Result<void> TaskRuns::run(const Sizes& sizes, const RunOptions& options,
                           const std::function<Result<void>(LoadedTask&)>& body) {
  if (!loaded_) {
    loaded_ = open_task(sources_, options_);
    runs_ = 0;
  }
  loaded_->library->options.leaves_random_unset = options.shapes_only;
  std::string name = runs_ == 0 ? task_.name : fmt::format("{}#{}", task_.name, runs_);
  ++runs_;
  Result<void> ran = run_task(*loaded_, sources_, task_, sizes, std::move(name), options.seed);
  if (ran) ran = body(*loaded_);
  // The tensors of this size go now; what is left of the module is small.
  loaded_->model = {};
  loaded_->init_inputs.clear();
  return ran;
}

}  // namespace tilewright::tasks
