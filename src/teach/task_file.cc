#include "teach/task_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/random.h"
#include "stack/stack.h"
#include "tasks/task.h"
#include "teach/one_line.h"
#include "teach/prompt.h"

namespace tilewright::teach {
namespace {

// Of a generated task without its places, so that equal reasons can be counted; a file's with the place.
std::string reason_of(std::string_view stage, const Diagnostic& diagnostic, const SourceManager& sources,
                      const TaskRecord& task) {
  return fmt::format("{}: {}", stage,
                     task.family == "file" ? one_line(diagnostic, sources) : diagnostic.message);
}

Result<std::pair<TaskRecord, tasks::TaskSource>> open_task_file(SourceManager& sources,
                                                                const std::filesystem::path& path) {
  auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  TaskRecord record;
  record.name = path.stem().string();
  record.family = "file";
  record.source = *text;
  SourceId id = sources.add(path.string(), *text);
  auto task = tasks::read_task(sources, id, record.name);
  if (!task) return tl::unexpected(task.error());
  return std::pair(std::move(record), std::move(*task));
}

}  // namespace

Result<std::vector<std::filesystem::path>> task_files(const std::filesystem::path& folder,
                                                      std::string_view prefix) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  if (error) {
    return fail(DiagnosticKind::FileNotFound,
                fmt::format("{}cannot read folder '{}': {}", prefix, folder.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<TaskRecord> read_task_file(SourceManager& sources, const std::filesystem::path& path) {
  auto read = open_task_file(sources, path);
  if (!read) return tl::unexpected(read.error());
  return std::move(read->first);
}

Result<TaskRecord> record_task_file(SourceManager& sources, const std::filesystem::path& path,
                                    int64_t max_elements, const Language& language) {
  auto read = open_task_file(sources, path);
  if (!read) return tl::unexpected(read.error());
  auto& [record, task] = *read;
  tasks::TaskOptions options;
  options.max_elements = max_elements;
  auto graph = tasks::capture_shrunk(sources, task, options);
  if (!graph) return tl::unexpected(graph.error());
  record.prompt = make_prompt(*graph, language);
  record.composition = graph::composition_hash(*graph);
  return std::move(record);
}

Result<WorkedTask> work_task(TaskRecord record, const WorkOptions& options) {
  SourceManager sources;
  SourceId id = sources.add(record.name + ".py", record.source);
  auto task = tasks::read_task(sources, id, record.name);
  if (!task) return fail(task.error().kind, reason_of("not read", task.error(), sources, record));
  tasks::TaskOptions task_options;
  task_options.max_elements = options.max_elements;
  auto graph = tasks::capture_shrunk(sources, *task, task_options);
  if (!graph) return fail(graph.error().kind, reason_of("not captured", graph.error(), sources, record));

  WorkedTask worked;
  record.composition = graph::composition_hash(*graph);
  record.prompt = make_prompt(*graph, language_of(options.target));
  std::vector<stack::Style> styles = stack::styles_for(*graph, options.target);
  if (styles.empty()) {
    // Compiling says what stands in the way.
    auto layers = stack::compile(*graph, {}, options.target);
    return fail(DiagnosticKind::Unsupported,
                "not compiled: " + (layers ? std::string("no style fits") : layers.error().message));
  }
  Random random({.seed = options.seed, .step = 0x7374796c65, .task = hash64(record.name)});
  auto shuffle = [&](size_t begin, size_t end) {
    for (size_t i = end; i > begin + 1; --i)
      std::swap(styles[i - 1], styles[begin + random.below(i - begin)]);
  };
  size_t pool = std::min(styles.size(), static_cast<size_t>(options.pool));
  shuffle(0, pool);
  shuffle(pool, styles.size());
  std::set<std::string> known;
  std::string reason = "no style fits";
  for (const stack::Style& style : styles) {
    auto layers = stack::compile(*graph, style, options.target);
    if (!layers) {
      reason = layers.error().message;
      continue;
    }
    if (!known.insert(layers->candidate.source).second) continue;
    worked.examples.push_back(
        {record.name, record.prompt, layers->candidate.source, layers->candidate.description, 0});
  }
  if (worked.examples.empty()) return fail(DiagnosticKind::Unsupported, "not compiled: " + reason);
  worked.chosen = static_cast<size_t>(options.styles);
  worked.record = std::move(record);
  return worked;
}

}  // namespace tilewright::teach
