// tilewright tasks --out FOLDER: writes generated tasks as files.
#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "tasks/generator.h"

namespace tilewright::cli {
namespace {

struct TasksOptions {
  std::string out;
  uint64_t count = 20, seed = 0, first = 0;
  bool held_out = false, force = false;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("out", out, "folder for the files; without one, the tasks are printed");
    visit("force", force, kForceHelp);
    visit("count", count, "how many tasks; families take turns");
    visit("first", first, "index of the first task");
    visit("seed", seed, "seed of the generator");
    visit("held-out", held_out,
          "draw constants and argument names from the vocabulary that training never sees");
  }
};

}  // namespace

int command_tasks(const Arguments& arguments) {
  TasksOptions options;
  ParsedCommand parsed =
      parse_command({.name = "tasks", .help = "write generated tasks"}, option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_ranges({{"count", double(options.count), 1}})) return *mistake;
  if (!options.out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error) {
      return report_mistake(
          {DiagnosticKind::FileUnwritable, fmt::format("{}: {}", options.out, error.message()), {}, {}});
    }
  }
  tasks::GeneratorOptions generator{.seed = options.seed, .use_held_out_vocabulary = options.held_out};
  for (uint64_t i = 0; i < options.count; ++i) {
    tasks::GeneratedTask task = tasks::generate(generator, options.first + i);
    if (options.out.empty()) {
      fmt::print("# {}\n{}\n", task.name, task.source);
      continue;
    }
    std::filesystem::path path = std::filesystem::path(options.out) / (task.name + ".py");
    Result<std::string> present = read_file(path);
    if (present && *present == task.source) continue;
    if (auto mistake = check_output({"out", path.string(), options.force})) return *mistake;
    if (Result<void> written = write_file_atomically(path, task.source); !written)
      return report_mistake(written.error());
  }
  if (!options.out.empty()) fmt::print("{} tasks in {}\n", options.count, options.out);
  return 0;
}

}  // namespace tilewright::cli
