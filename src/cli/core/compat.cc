// tilewright compat DIR: how much of a folder of Triton and CUDA files this program parses, lowers, compiles and
// runs, and why not the rest. Each file, each CUDA program of several, is examined in a process of its own
// (compat_file.cc, compat_cuda_file.cc), so that none can stop the others.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/data_files.h"
#include "base/file.h"
#include "base/json_reader.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/core/cuda_programs.h"
#include "cli/parse_options.h"
#include "kernels/triton/survey.h"
#include "python/parser.h"

namespace tilewright::cli {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr int kSchema = 1;
// A long examination that is stopped leaves what it knew this long before.
constexpr std::chrono::seconds kKeepingInterval(10);
// After a file ran into the time limit its kernels are looked at again with so little fuel that the run ends
// soon.
constexpr uint64_t kFuelOfSecondTry = 20'000'000;

struct CompatOptions {
  bool force = false;
  std::string json;
  int jobs = 0;
  double seconds = 60;
  uint64_t fuel = 20'000'000'000;
  uint64_t memory_bytes = uint64_t{4} << 30;
  std::string include;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("json", json, "write the results here as JSON");
    visit("force", force, kForceHelp);
    visit("jobs", jobs, "files examined at once; 0: one a processor");
    visit("seconds", seconds, "time after which a file is given up");
    visit("fuel", fuel, "steps after which a file is stopped");
    visit("memory-bytes", memory_bytes, "bytes of live objects and tensors after which a file is stopped");
    visit("include", include, "folders in which CUDA files' #include looks, with a colon between them");
  }
};

struct Reason {
  std::string kind, message;
  int line = 0;      // 0: no place
  std::string file;  // where the line is, if not in the file examined
};

struct KernelResult {
  std::string name;
  int line = 0;
  // launched: compiled for a launch; guessed: for arguments that its body makes plausible; unsupported: we
  // lack something; undecided: no guess fitted, or the file never came to define it.
  std::string state;
  std::optional<Reason> reason;
};

struct FileResult {
  std::string name;  // relative to the folder
  bool is_parsed = false;
  // ran; fault: a kernel is wrong, as far as we see; raised: a Python exception; unsupported, limit, crashed.
  // Of CUDA files also: compiled (no program to run), refused (by the compiler), failed (the exit code says so).
  std::string run;
  uint64_t launches = 0;
  std::optional<Reason> reason;
  std::vector<KernelResult> kernels;
  bool is_cuda = false, is_compiled = false;
};

Reason to_reason(const json& value) {
  return {value.value("kind", ""), value.value("message", ""), value.value("line", 0),
          value.value("file", "")};
}

std::string run_state(const Reason& reason) {
  if (reason.kind == "unsupported") return "unsupported";
  if (reason.kind == "fuel-exhausted" || reason.kind == "memory-budget") return "limit";
  if (reason.kind == "syntax-error" || reason.kind == "indentation-error") return "raised";
  if (reason.kind != "python-exception") return "fault";
  // A module that is neither in the folder nor built in is what the program lacks, whoever's it is.
  bool is_import =
      reason.message.starts_with("ModuleNotFoundError") || reason.message.starts_with("ImportError");
  return is_import ? "unsupported" : "raised";
}

void read_answer(const json& answer, FileResult& file) {
  file.is_parsed = answer.value("parsed", false);
  file.launches = answer.value("launches", uint64_t{0});
  if (answer.contains("reason")) file.reason = to_reason(answer["reason"]);
  file.run = file.reason ? run_state(*file.reason) : "ran";
  for (const json& kernel : answer.value("kernels", json::array())) {
    KernelResult result{kernel.value("name", ""), kernel.value("line", 0), "undecided", {}};
    if (kernel.contains("reason")) result.reason = to_reason(kernel["reason"]);
    if (kernel.value("lowered", false))
      result.state = kernel.value("guessed", false) ? "guessed" : "launched";
    else if (result.reason && result.reason->kind == "unsupported")
      result.state = "unsupported";
    if (kernel.value("undefined", false))
      result.reason = Reason{"undefined", "its definition could not be run", 0, {}};
    file.kernels.push_back(std::move(result));
  }
}

// The states of a CUDA program's run by the kind of what ended it.
std::string cuda_run_state(const Reason& reason) {
  if (reason.kind == "unsupported") return "unsupported";
  if (reason.kind == "fuel-exhausted" || reason.kind == "memory-budget" || reason.kind == "output-limit") return "limit";
  if (reason.kind == "compile-error" || reason.kind == "kernel-syntax") return "refused";
  if (reason.kind == "worker-crash" || reason.kind == "file-not-found") return "crashed";
  return "fault";
}

// Test suites of CUDA programs say so where the machine lacks what a program is about (a second GPU, another architecture).
constexpr int kWaived = 2;

void read_cuda_answer(const json& answer, bool has_main, FileResult& file) {
  file.is_cuda = true;
  file.is_compiled = file.is_parsed = answer.value("compiled", false);
  file.launches = answer.value("launches", uint64_t{0});
  int exit_code = answer.value("exit_code", 0);
  if (answer.contains("reason")) {
    file.reason = to_reason(answer["reason"]);
    file.run = cuda_run_state(*file.reason);
    // Its kernels compile; the files beside it need what is not there.
    if (answer.value("compiled_alone", false)) {
      file.is_compiled = file.is_parsed = true;
      file.run = "compiled";
    }
  } else if (!has_main) {
    file.run = "compiled";
  } else if (exit_code == kWaived) {
    file.run = "waived";
    file.reason = Reason{"exit-code", "ended with exit code 2: it does not run on such a machine", 0, {}};
  } else if (exit_code != 0) {
    file.run = "failed";
    file.reason = Reason{"exit-code", fmt::format("ended with exit code {}", exit_code), 0, {}};
  } else {
    file.run = "ran";
  }
}

// Each of the folders with a colon between them.
std::string absolute_folders(const std::string& folders) {
  std::string result;
  for (const std::string& folder : split(folders, ':')) {
    if (!folder.empty()) result += std::filesystem::absolute(folder).string() + ":";
  }
  return result;
}

struct Examination {
  size_t file = 0;
  bool is_second = false;
  std::optional<Subprocess> process;
  std::string output;
  Clock::time_point since;
  const CudaProgramFiles* program = nullptr;  // null: a Python file
};

class Examiner {
 public:
  Examiner(std::filesystem::path folder, const CompatOptions& options, std::vector<FileResult>& files)
      : folder_(std::move(folder)), options_(options), files_(files) {
    std::vector<std::string> cuda_files;
    for (const FileResult& file : files_) {
      if (file.is_cuda) cuda_files.push_back(file.name);
    }
    programs_ = find_cuda_programs(folder_, cuda_files);
  }

  // `keep` is called now and then with what is known so far.
  void run(const std::function<void()>& keep) {
    Clock::time_point kept = Clock::now();
    int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    size_t most = static_cast<size_t>(options_.jobs > 0 ? options_.jobs : processors);
    size_t next = 0, next_program = 0;
    while (next < files_.size() || next_program < programs_.size() || !running_.empty()) {
      while (running_.size() < most && next < files_.size()) {
        if (!files_[next].is_cuda) start(next, false);
        ++next;
      }
      while (running_.size() < most && next_program < programs_.size()) start_program(programs_[next_program++]);
      wait();
      if (Clock::now() - kept < kKeepingInterval) continue;
      keep();
      kept = Clock::now();
    }
    for (FileResult& file : files_) {
      if (!file.is_cuda || !file.run.empty()) continue;
      file.run = "compiled";  // another file of the corpus includes it, from elsewhere
      file.reason = Reason{"included", "part of a file in another folder", 0, {}};
    }
  }

 private:
  void start_program(const CudaProgramFiles& program) {
    SubprocessOptions child;
    child.arguments = {executable_path().string(), "_compat-cuda"};
    std::filesystem::path root = std::filesystem::absolute(folder_).lexically_normal();
    child.arguments.push_back(fmt::format("--milliseconds={}", static_cast<int64_t>(options_.seconds * 1000)));
    std::string include = absolute_folders(options_.include);
    std::filesystem::path own = (root / program.sources[0]).parent_path();
    for (const char* name : {"inc", "include", "../inc", "../include"}) {
      std::error_code error;
      if (std::filesystem::is_directory(own / name, error)) include += ":" + (own / name).string();
    }
    child.arguments.push_back("--include=" + include);
    child.arguments.push_back("--folder=" + own.string());
    if (!program.has_main) child.arguments.push_back("--only-compile");
    for (const std::string& source : program.sources) child.arguments.push_back((root / source).string());
    Result<Subprocess> process = Subprocess::start(child);
    if (!process) return give_up(program, Reason{"worker-crash", process.error().message, 0, {}}, "crashed");
    process->close_input();
    running_.push_back({0, false, std::move(*process), {}, Clock::now(), &program});
  }

  // What became of a program counts for each of its .cu files; where a file is in several, the best.
  void set_result(const CudaProgramFiles& program, const FileResult& result) {
    for (FileResult& file : files_) {
      bool is_covered =
          std::find(program.covered.begin(), program.covered.end(), file.name) != program.covered.end();
      if (!is_covered || file.run == "ran") continue;
      std::string name = file.name;
      file = result;
      file.name = name;
    }
  }

  void give_up(const CudaProgramFiles& program, Reason reason, const std::string& state) {
    FileResult result;
    result.is_cuda = true;
    result.run = state;
    result.reason = std::move(reason);
    set_result(program, result);
  }

  void finish_program(Examination& ended, bool has_ended) {
    std::string how;
    if (has_ended)
      how = ended.process->wait();
    else
      ended.process->kill();
    Result<json> answer = parse_json(ended.output, "the answer about a program");
    if (!has_ended)
      return give_up(*ended.program, Reason{"time", fmt::format("not done after {} s", options_.seconds * 5), 0, {}},
                     "limit");
    if (!answer || !answer->is_object())
      return give_up(*ended.program, Reason{"worker-crash", "the process ended by " + how, 0, {}}, "crashed");
    FileResult result;
    result.name = ended.program->sources[0];
    read_cuda_answer(*answer, ended.program->has_main, result);
    shorten_places(result);
    set_result(*ended.program, result);
  }

  void start(size_t file, bool is_second) {
    SubprocessOptions child;
    uint64_t fuel = is_second ? std::min(kFuelOfSecondTry, options_.fuel) : options_.fuel;
    child.arguments = {executable_path().string(), "_compat-file", (folder_ / files_[file].name).string(),
                       fmt::format("--fuel={}", fuel),
                       fmt::format("--memory-bytes={}", options_.memory_bytes),
                       fmt::format("--folder={}", folder_.string())};
    child.environment = {{"OMP_NUM_THREADS", "1"}, {"MKL_NUM_THREADS", "1"}};
    Result<Subprocess> process = Subprocess::start(child);
    if (!process) {
      files_[file].run = "crashed";
      files_[file].reason = Reason{"worker-crash", process.error().message, 0, {}};
      return;
    }
    process->close_input();
    running_.push_back({file, is_second, std::move(*process), {}, Clock::now(), nullptr});
  }

  void wait() {
    std::vector<pollfd> pipes;
    for (Examination& one : running_) {
      pipes.push_back({one.process->output(), POLLIN, 0});
      pipes.push_back({one.process->error(), POLLIN, 0});
    }
    ::poll(pipes.data(), pipes.size(), 200);
    for (size_t i = 0; i < running_.size();) {
      Examination& one = running_[i];
      bool has_ended = read(one);
      // CUDA programs are given their time as processor time, which they end by themselves, and are compiled before.
      double most = one.program != nullptr ? 5 * options_.seconds + 60 : options_.seconds;
      bool is_late = std::chrono::duration<double>(Clock::now() - one.since).count() > most;
      if (!has_ended && !is_late) {
        ++i;
        continue;
      }
      Examination ended = std::move(one);
      running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
      if (ended.program != nullptr)
        finish_program(ended, has_ended);
      else
        finish(ended, has_ended);
    }
  }

  static bool read(Examination& one) {
    char buffer[65536];
    while (::read(one.process->error(), buffer, sizeof buffer) > 0) {
    }
    ssize_t count;
    while ((count = ::read(one.process->output(), buffer, sizeof buffer)) > 0)
      one.output.append(buffer, static_cast<size_t>(count));
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }

  void finish(Examination& ended, bool has_ended) {
    FileResult& file = files_[ended.file];
    std::string how;
    if (has_ended) {
      how = ended.process->wait();
    } else {
      ended.process->kill();
    }
    Result<json> answer = parse_json(ended.output, "the answer about a file");
    if (has_ended && answer && answer->is_object()) {
      FileResult result;
      result.name = file.name;
      read_answer(*answer, result);
      shorten_places(result);
      if (!ended.is_second) {
        file = std::move(result);
      } else {
        file.is_parsed = result.is_parsed;
        file.kernels = std::move(result.kernels);
      }
      return;
    }
    if (ended.is_second) return list_kernels(file);
    file.run = has_ended ? "crashed" : "limit";
    file.reason = has_ended ? Reason{"worker-crash", "the process ended by " + how, 0, {}}
                            : Reason{"time", fmt::format("not done after {} s", options_.seconds), 0, {}};
    start(ended.file, true);
  }

  // Files are named as seen from the folder; the examined one is not named.
  void shorten_places(FileResult& result) const {
    auto shorten = [&](std::optional<Reason>& reason) {
      if (!reason || reason->file.empty()) return;
      bool is_absolute = std::filesystem::path(reason->file).is_absolute();
      std::filesystem::path near = std::filesystem::path(reason->file)
                                       .lexically_relative(is_absolute ? std::filesystem::absolute(folder_) : folder_);
      bool is_inside = !near.empty() && *near.begin() != "..";
      if (is_inside) reason->file = near.string();
      if (reason->file == result.name) reason->file.clear();
    };
    shorten(result.reason);
    for (KernelResult& kernel : result.kernels) shorten(kernel.reason);
  }

  // Of a file whose processes gave no answer: what its text says.
  void list_kernels(FileResult& file) const {
    Result<std::string> text = read_file(folder_ / file.name);
    if (!text) return;
    SourceManager sources;
    SourceId source = sources.add(file.name, std::move(*text));
    auto ast = python::parse(sources, source);
    if (!ast) return;
    file.is_parsed = true;
    for (const python::Stmt* definition : kernels::triton::find_jit_functions(**ast)) {
      const auto& function = std::get<python::FunctionDef>(definition->data);
      int line = static_cast<int>(sources.file(source).line_column(definition->span.begin).line);
      file.kernels.push_back({(*ast)->name(function.name), line, "undecided", file.reason});
    }
  }

  std::filesystem::path folder_;
  const CompatOptions& options_;
  std::vector<FileResult>& files_;
  std::vector<CudaProgramFiles> programs_;
  std::vector<Examination> running_;
};

struct Totals {
  size_t parsed = 0, ran = 0, ran_with_launches = 0, kernels = 0;
  size_t cuda_files = 0, cuda_compiled = 0;
  uint64_t launches = 0;
  std::map<std::string, size_t> runs, states;
  std::vector<std::pair<std::string, std::vector<std::string>>>
      reasons;  // most frequent first; where each occurs
  size_t lowered() const { return at(states, "launched") + at(states, "guessed"); }
  static size_t at(const std::map<std::string, size_t>& counts, const std::string& key) {
    auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }
};

Totals count(const std::vector<FileResult>& files) {
  Totals totals;
  std::map<std::string, std::vector<std::string>> reasons;
  auto add = [&](std::string_view what, const Reason& reason, const std::string& place, int line) {
    std::string message = reason.message.substr(0, reason.message.find('\n'));
    reasons[fmt::format("{}: {} [{}]", what, message, reason.kind)].push_back(
        line == 0             ? place
        : reason.file.empty() ? fmt::format("{}:{}", place, line)
                              : fmt::format("{} ({}:{})", place, reason.file, line));
  };
  for (const FileResult& file : files) {
    totals.parsed += file.is_parsed;
    totals.cuda_files += file.is_cuda;
    totals.cuda_compiled += file.is_cuda && file.is_compiled;
    totals.launches += file.launches;
    totals.ran_with_launches += file.run == "ran" && file.launches > 0;
    ++totals.runs[file.run];
    if (file.reason) add(file.run, *file.reason, file.name, file.reason->line);
    for (const KernelResult& kernel : file.kernels) {
      ++totals.kernels;
      ++totals.states[kernel.state];
      if (kernel.reason) add("kernel " + kernel.state, *kernel.reason, file.name, kernel.reason->line);
    }
  }
  totals.ran = Totals::at(totals.runs, "ran");
  totals.reasons.assign(reasons.begin(), reasons.end());
  std::stable_sort(totals.reasons.begin(), totals.reasons.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  return totals;
}

std::string share(size_t part, size_t whole) {
  return fmt::format("{:6} of {:5}{:8.1f} %", part, whole,
                     whole == 0 ? 0.0 : 100.0 * double(part) / double(whole));
}

void print_table(const std::vector<FileResult>& files, const Totals& totals) {
  bool has_python = totals.cuda_files < files.size(), has_cuda = totals.cuda_files > 0;
  if (has_python) {
    fmt::print("{:<26}{}\n", "files parsed", share(totals.parsed, files.size()));
    fmt::print("{:<26}{}\n", "kernels lowered", share(totals.lowered(), totals.kernels));
    for (const char* state : {"launched", "guessed", "unsupported", "undecided"})
      fmt::print("  {:<24}{}\n", state, share(Totals::at(totals.states, state), totals.kernels));
  }
  if (has_cuda) fmt::print("{:<26}{}\n", "CUDA files compiled", share(totals.cuda_compiled, totals.cuda_files));
  fmt::print("{:<26}{}\n", "files ran", share(totals.ran, files.size()));
  fmt::print("  {:<24}{}\n", "with launches", share(totals.ran_with_launches, files.size()));
  for (const char* run : {"compiled", "fault", "raised", "failed", "waived", "refused", "unsupported", "limit", "crashed"}) {
    bool is_cuda_only = run == std::string_view("compiled") || run == std::string_view("failed") ||
                        run == std::string_view("waived") ||
                        run == std::string_view("refused");
    if (is_cuda_only ? has_cuda : has_python || run != std::string_view("raised"))
      fmt::print("  {:<24}{}\n", run, share(Totals::at(totals.runs, run), files.size()));
  }
  if (!totals.reasons.empty()) fmt::print("\nreasons\n");
  for (const auto& [reason, places] : totals.reasons)
    fmt::print("{:6}  {}\n          {}{}\n", places.size(), reason, places.front(),
               places.size() > 1 ? fmt::format(" and {} more", places.size() - 1) : "");
  fmt::print("\n{:<50} {:>8} {:>8} {:>9}  run\n", "files", "kernels", "lowered", "launches");
  for (const FileResult& file : files) {
    size_t lowered = static_cast<size_t>(std::count_if(
        file.kernels.begin(), file.kernels.end(),
        [](const KernelResult& kernel) { return kernel.state == "launched" || kernel.state == "guessed"; }));
    fmt::print("{:<50} {:>8} {:>8} {:>9}  {}\n", file.name, file.kernels.size(), lowered, file.launches,
               file.run);
  }
}

json to_json(const std::optional<Reason>& reason) {
  if (!reason) return nullptr;
  return {
      {"kind", reason->kind}, {"message", reason->message}, {"line", reason->line}, {"file", reason->file}};
}

json to_json(const std::string& folder, const std::vector<FileResult>& files, const Totals& totals) {
  json result = {{"schema", kSchema}, {"folder", folder}};
  result["totals"] = {{"files", files.size()},
                      {"parsed", totals.parsed},
                      {"kernels", totals.kernels},
                      {"lowered", totals.lowered()},
                      {"kernel_states", totals.states},
                      {"ran", totals.ran},
                      {"ran_with_launches", totals.ran_with_launches},
                      {"run_states", totals.runs},
                      {"launches", totals.launches},
                      {"cuda_files", totals.cuda_files},
                      {"cuda_compiled", totals.cuda_compiled}};
  result["reasons"] = json::array();
  for (const auto& [reason, places] : totals.reasons)
    result["reasons"].push_back({{"reason", reason}, {"count", places.size()}, {"places", places}});
  result["files"] = json::array();
  for (const FileResult& file : files) {
    json kernels = json::array();
    for (const KernelResult& kernel : file.kernels)
      kernels.push_back({{"name", kernel.name},
                         {"line", kernel.line},
                         {"state", kernel.state},
                         {"reason", to_json(kernel.reason)}});
    result["files"].push_back({{"file", file.name},
                               {"language", file.is_cuda ? "cuda" : "python"},
                               {"parsed", file.is_parsed},
                               {"compiled", file.is_compiled},
                               {"run", file.run},
                               {"launches", file.launches},
                               {"reason", to_json(file.reason)},
                               {"kernels", kernels}});
  }
  return result;
}

std::vector<FileResult> find_files(const std::filesystem::path& folder, std::error_code& mistake) {
  std::vector<FileResult> files;
  std::filesystem::recursive_directory_iterator entries(
      folder, std::filesystem::directory_options::skip_permission_denied, mistake);
  for (; !mistake && entries != std::filesystem::recursive_directory_iterator(); entries.increment(mistake)) {
    std::error_code ignored;
    if (!entries->is_regular_file(ignored)) continue;
    bool is_cuda = entries->path().extension() == ".cu";
    if (!is_cuda && entries->path().extension() != ".py") continue;
    FileResult file;
    file.name = entries->path().lexically_relative(folder).string();
    file.is_cuda = is_cuda;
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(),
            [](const FileResult& a, const FileResult& b) { return a.name < b.name; });
  return files;
}

// As of `check`: 3 where something is unsupported, 1 where a file failed by itself or at a limit.
int exit_code(const Totals& totals) {
  if (Totals::at(totals.runs, "unsupported") + Totals::at(totals.states, "unsupported") > 0) return 3;
  bool is_clean = Totals::at(totals.runs, "ran") == [&] {
    size_t all = 0;
    for (const auto& [run, files] : totals.runs) all += files;
    return all;
  }();
  return is_clean ? 0 : 1;
}

}  // namespace

int command_compat(const Arguments& arguments) {
  CompatOptions options;
  ParsedCommand parsed = parse_command(
      {.name = "compat",
       .help =
           "report how many files of a folder parse and compile, how many of their kernels do, and which files run",
       .positionals = {{"DIR", "a folder; its .py and .cu files are taken, also those of folders below"}}},
      option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_ranges({{"jobs", double(options.jobs), 0, kMostWorkers}, {"seconds", options.seconds, 0.1},
                                   {"fuel", double(options.fuel), 1}, {"memory-bytes", double(options.memory_bytes), 1}}))
    return *mistake;
  if (auto mistake = check_output({"json", options.json, options.force})) return *mistake;
  std::filesystem::path folder = parsed.positionals[0];
  std::error_code mistake;
  std::vector<FileResult> files = find_files(folder, mistake);
  if (mistake)
    return report_mistake(
        {DiagnosticKind::FileNotFound, fmt::format("{}: {}", folder.string(), mistake.message()), {}, {}});
  if (files.empty())
    return report_mistake(
        {DiagnosticKind::FileNotFound, fmt::format("{} has no .py or .cu files", folder.string()), {}, {}});
  auto write = [&](const std::vector<FileResult>& known, const Totals& totals) -> Result<void> {
    if (options.json.empty()) return {};
    return write_file_atomically(options.json, dump_json(to_json(folder.string(), known, totals)) + "\n");
  };
  Examiner(folder, options, files).run([&] {
    std::vector<FileResult> known;
    std::copy_if(files.begin(), files.end(), std::back_inserter(known),
                 [](const FileResult& file) { return !file.run.empty(); });
    // What cannot be written now is said at the end.
    (void)write(known, count(known));
  });
  Totals totals = count(files);
  print_table(files, totals);
  if (auto written = write(files, totals); !written) return report_mistake(written.error());
  return exit_code(totals);
}

}  // namespace tilewright::cli
