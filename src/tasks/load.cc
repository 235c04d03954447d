// Runs a task file at given sizes: the text with other integers at its size sites, in an interpreter of its
// own.
#include <fmt/format.h>

#include "tasks/task.h"
#include "tasks/task_runs.h"

namespace tilewright::tasks {
namespace {

// The file's text with the sizes in force written at their sites; places still lead to the file.
SourceId source_at(SourceManager& sources, const TaskSource& task, const Sizes& sizes) {
  std::string_view original = sources.file(task.source).text();
  std::string text;
  std::vector<SourcePiece> pieces;
  uint32_t copied = 0;
  auto copy_to = [&](uint32_t end) {
    pieces.push_back({static_cast<uint32_t>(text.size()), {task.source, copied, end}, true});
    text += original.substr(copied, end - copied);
    copied = end;
  };
  for (const SizeSite& site : task.sites) {
    auto size = sizes.find(site.name);
    if (size == sizes.end() || size->second == site.value) continue;
    copy_to(site.span.begin);
    pieces.push_back({static_cast<uint32_t>(text.size()), site.span, false});
    text += std::to_string(size->second);
    copied = site.span.end;
  }
  if (copied == 0) return task.source;
  copy_to(static_cast<uint32_t>(original.size()));
  return sources.add(sources.file(task.source).name(), std::move(text), std::move(pieces));
}

Diagnostic bad_return(LoadedTask& task, const script::Value& value, std::string_view function) {
  Diagnostic diagnostic{DiagnosticKind::BadTask,
                        fmt::format("`{}` returned {}; a list of forward's arguments is expected", function,
                                    task.interpreter->type_name(value)),
                        {},
                        {}};
  if (function == "get_init_inputs") {
    diagnostic.message =
        fmt::format("`get_init_inputs` returned {}; a list of the constructor's arguments is expected",
                    task.interpreter->type_name(value));
  }
  std::optional<script::Value> callable = task.module->globals->find(function);
  if (const auto* definition = callable ? callable->as<script::Function>() : nullptr)
    diagnostic.span = definition->span;
  return diagnostic;
}

Result<std::vector<script::Value>> call_for_list(LoadedTask& task, std::string_view function) {
  std::optional<script::Value> callable = task.module->globals->find(function);
  if (!callable) {
    if (function == "get_init_inputs") return std::vector<script::Value>{};
    return fail(DiagnosticKind::BadTask, fmt::format("the task defines no `{}` once it ran", function));
  }
  Result<script::Value> result = task.interpreter->call(*callable, {});
  if (!result) return fail(result.error());
  if (const auto* list = result->as<script::List>()) return list->items;
  if (const auto* tuple = result->as<script::Tuple>()) return tuple->items;
  return fail(bad_return(task, *result, function));
}

std::vector<std::string> forward_parameters(const script::Function& function) {
  std::vector<std::string> names;
  const python::Ast& ast = *function.ast;
  const python::Arguments& arguments = function.definition->arguments;
  for (const python::Argument& argument : arguments.positional_only) names.push_back(ast.name(argument.name));
  for (const python::Argument& argument : arguments.positional) names.push_back(ast.name(argument.name));
  if (!names.empty()) names.erase(names.begin());  // self
  return names;
}

Result<void> find_forward(LoadedTask& task) {
  std::optional<script::Value> found = task.module->globals->find("Model");
  auto* model_class = found ? found->as<script::Class>() : nullptr;
  if (model_class == nullptr) return fail(DiagnosticKind::BadTask, "`Model` is no class once the task ran");
  std::optional<script::Value> forward = model_class->lookup("forward");
  const auto* function = forward ? forward->as<script::Function>() : nullptr;
  if (function == nullptr || function->definition == nullptr) {
    return fail(DiagnosticKind::BadTask, "`Model.forward` is no function once the task ran");
  }
  task.forward_names = forward_parameters(*function);
  return {};
}

}  // namespace

Result<std::vector<script::Value>> LoadedTask::make_inputs(uint64_t seed) {
  Result<script::Value> seeded = interpreter->guard([&] {
    library::manual_seed(*interpreter, seed);
    return script::Value();
  });
  if (!seeded) return fail(seeded.error());
  return call_for_list(*this, "get_inputs");
}

Result<script::Value> LoadedTask::make_model(uint64_t seed) {
  std::optional<script::Value> model_class = module->globals->find("Model");
  return interpreter->guard([&] {
    library::manual_seed(*interpreter, seed);
    return interpreter->call_value(*model_class, {init_inputs, {}, {}});
  });
}

Result<script::Value> LoadedTask::run(const std::vector<script::Value>& inputs) {
  return interpreter->call(model, {inputs, {}, {}});
}

LoadedTask open_task(SourceManager& sources, const TaskOptions& options) {
  LoadedTask loaded;
  loaded.budget = std::make_unique<Budget>(options.limits);
  loaded.library = std::make_unique<library::LibrarySession>();
  loaded.library->options.record_host_operations = false;
  loaded.library->options.leaves_random_unset = options.shapes_only;
  loaded.interpreter = std::make_unique<script::Interpreter>(sources, *loaded.budget, script::Capabilities{});
  library::install(*loaded.interpreter, *loaded.library);
  return loaded;
}

Result<void> run_task(LoadedTask& loaded, SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                      std::string module_name, uint64_t seed) {
  loaded.sizes = task.written_sizes;
  for (const auto& [name, size] : sizes) loaded.sizes[name] = size;
  Result<script::Ref<script::Module>> module =
      loaded.interpreter->run_module(source_at(sources, task, loaded.sizes), std::move(module_name));
  if (!module) return fail(module.error());
  loaded.module = *module;
  if (Result<void> found = find_forward(loaded); !found) return found;
  Result<std::vector<script::Value>> init_inputs = call_for_list(loaded, "get_init_inputs");
  if (!init_inputs) return fail(init_inputs.error());
  loaded.init_inputs = std::move(*init_inputs);
  Result<script::Value> model = loaded.make_model(seed);
  if (!model) return fail(model.error());
  loaded.model = std::move(*model);
  return {};
}

Result<LoadedTask> load(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                        const TaskOptions& options, uint64_t seed) {
  LoadedTask loaded = open_task(sources, options);
  if (Result<void> ran = run_task(loaded, sources, task, sizes, task.name, seed); !ran)
    return fail(ran.error());
  return loaded;
}

}  // namespace tilewright::tasks
