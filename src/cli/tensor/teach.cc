// tilewright teach: the main job. Here: options, the pool of judges, the terminal and Ctrl-C.
#include "teach/teach.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "cli/parse_options.h"
#include "judge/judge.h"
#include "teach/task_file.h"

namespace tilewright::cli {
namespace {

struct TeachCommandOptions {
  std::string run = "runs/teach";
  int workers = 0;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("run", run, "the run's folder; a run that was interrupted goes on");
    visit("workers", workers, "judge processes; 0: one a core");
  }
};

volatile std::sig_atomic_t stop_requested = 0;

// The first Ctrl-C asks for a clean end; the next one ends at once, as a kill would.
void request_stop(int signal) {
  stop_requested = 1;
  std::signal(signal, SIG_DFL);
}

teach::ProgressOptions terminal_progress() {
  teach::ProgressOptions options;
  options.write = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  options.is_terminal = ::isatty(STDOUT_FILENO) != 0;
  winsize size{};
  if (options.is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
    options.columns = size.ws_col;
  return options;
}

// Files of --tasks that are no tasks are mistakes, all named before any work; false: there is one.
bool check_task_files(const std::string& folder) {
  auto files = teach::task_files(folder);
  if (!files) return true;  // teach() says what is wrong with the folder
  bool is_good = true;
  for (const auto& file : *files) {
    SourceManager sources;
    if (auto task = teach::read_task_file(sources, file); !task) {
      report_mistake(task.error(), sources);
      is_good = false;
    }
  }
  return is_good;
}

}  // namespace

int command_teach(const Arguments& arguments) {
  TeachCommandOptions command;
  teach::TeachOptions options;
  auto parse = [&] {
    std::vector<OptionField> fields = option_fields(command);
    for (OptionField& field : option_fields(options)) fields.push_back(field);
    return parse_command({.name = "teach",
                          .help = "teaches a small model to write kernels, to a report",
                          .positionals = {},
                          .takes_recipe = true},
                         fields, arguments);
  };
  ParsedCommand parsed = parse();
  if (parsed.exit_code) return *parsed.exit_code;
  // The language chooses the other options' defaults; what was given replaces them.
  auto defaults = teach::default_options(options.lang);
  if (!defaults) return report_mistake(defaults.error());
  options = *defaults;
  parsed = parse();
  if (parsed.exit_code) return *parsed.exit_code;

  if (auto mistake = check_ranges({{"workers", double(command.workers), 0, kMostWorkers}})) return *mistake;
  if (!options.tasks.empty() && !check_task_files(options.tasks)) return kUserMistake;

  judge::JudgePool pool({.workers = command.workers, .executable = {}});
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  teach::TeachEnvironment environment;
  environment.folder = command.run;
  environment.judge = [&](const std::vector<judge::Request>& requests,
                          const std::function<void(size_t)>& progress) {
    return pool.judge(requests, progress);
  };
  environment.services = teach::services_of(pool);
  environment.progress = terminal_progress();
  environment.should_stop = [] { return stop_requested != 0; };
  environment.version = TILEWRIGHT_VERSION;
  auto outcome = teach::teach(options, environment);
  if (!outcome) {
    if (environment.progress.is_terminal) fmt::print("\n");
    return report_mistake(outcome.error());
  }
  if (outcome->is_stopped) {
    fmt::print("\nstopped; nothing is lost: the same command goes on from here\n");
    return 130;  // as a shell reports SIGINT
  }
  fmt::print("{}", outcome->summary);
  return 0;
}

}  // namespace tilewright::cli
