// tilewright _compat-file FILE: one file's part of `compat`, in a process of its own. The result is one line
// of JSON on standard output; what the file prints is dropped.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/sandbox.h"
#include "chips/chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "kernels/cuda/room.h"
#include "kernels/triton/survey.h"
#include "kernels/triton/triton.h"
#include "library/inline_cuda.h"
#include "library/library.h"
#include "python/parser.h"
#include "script/interpreter.h"

namespace tilewright::cli {
namespace {

constexpr uint64_t kFuelOfDefinitions = 2'000'000'000;
constexpr int kNewestCapability[] = {10, 0};  // Blackwell: what scripts test before they use its instructions

struct FileOptions {
  uint64_t fuel = 20'000'000'000;
  uint64_t memory_bytes = uint64_t{4} << 30;
  std::string folder;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("fuel", fuel, "steps after which the file is stopped");
    visit("memory-bytes", memory_bytes, "bytes of live objects and tensors after which the file is stopped");
    visit("folder", folder, "the folder that is examined; imports look here last");
  }
};

nlohmann::json to_json(const Diagnostic& diagnostic, const SourceManager& sources) {
  ResolvedDiagnostic resolved = resolve(diagnostic, sources);
  return {{"kind", resolved.kind},
          {"message", resolved.message},
          {"file", resolved.file},
          {"line", resolved.line}};
}

// How a file is imported: a script from its folder, a file of a package from the folder that holds the
// outermost one.
struct Place {
  std::string module_name = "__main__";
  std::vector<std::filesystem::path> import_folders;
};

Place place_of(const std::filesystem::path& file) {
  std::filesystem::path folder = std::filesystem::absolute(file).lexically_normal().parent_path();
  if (!std::filesystem::exists(folder / "__init__.py")) return {"__main__", {folder}};
  std::string dotted = file.stem() == "__init__" ? "" : file.stem().string();
  std::filesystem::path root = folder;
  while (std::filesystem::exists(root / "__init__.py") && root.has_relative_path()) {
    dotted = root.filename().string() + (dotted.empty() ? "" : "." + dotted);
    root = root.parent_path();
  }
  return {dotted, {root, folder}};
}

// One run of a file and what it left.
struct Run {
  std::optional<Diagnostic> failure;
  size_t launches = 0;
  std::vector<kernels::triton::SurveyedKernel> kernels;
};

// For definitions alone the packages around the file are empty: what they import need not be there.
void add_empty_packages(script::Interpreter& interpreter, const Place& place) {
  const std::string& name = place.module_name;
  for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    std::string package = name.substr(0, dot);
    interpreter.add_module(package, [package](script::Interpreter&) {
      auto module = script::make<script::Module>(package);
      module->set("__path__", script::make_list({}));
      return module;
    });
  }
}

enum class Purpose : uint8_t {
  Run,
  // Statements that fail are left out, packages that are not there are stood for, launches end once they are
  // compiled.
  Definitions,
  DefinitionsForNewest,  // the same on the newest device, for files that end where theirs is not there
};

Run run(SourceManager& sources, SourceId source, const std::string& path, const std::string& folder,
        const BudgetLimits& limits, Purpose purpose, kernels::cuda::Room* cuda_room) {
  bool for_definitions = purpose != Purpose::Run;
  Budget budget(limits);
  library::LibrarySession library_session;
  if (cuda_room != nullptr) {
    library_session.cuda = std::make_shared<library::CudaSession>();
    library_session.cuda->room = [cuda_room]() -> Result<kernels::cuda::Room*> { return cuda_room; };
    library_session.cuda->keeps_results = true;
    library_session.cuda->settings.fuel *= kernels::cuda::kOwnProgramFactor;
  }
  library_session.options.computes_gradients = true;
  library_session.options.leaves_random_unset = for_definitions;
  if (purpose == Purpose::DefinitionsForNewest) {
    library_session.options.device.major = kNewestCapability[0];
    library_session.options.device.minor = kNewestCapability[1];
  }
  kernels::triton::TritonSession session;
  if (purpose == Purpose::DefinitionsForNewest) {
    auto chip = std::make_shared<chips::Chip>();
    chip->compute_capability = kNewestCapability[0];
    session.options.autotune_chip = std::move(chip);
  }
  session.options.only_compiles = for_definitions;
  session.options.masked_lanes_are_zero = true;  // as in `run`
  session.options.checks_barriers = false;
  session.options.lists_kernels = true;
  script::Capabilities capabilities;
  Place place = place_of(path);
  capabilities.import_folders = place.import_folders;
  if (!folder.empty()) capabilities.import_folders.push_back(std::filesystem::absolute(folder).lexically_normal());
  capabilities.arguments = {path};
  capabilities.may_start_threads = true;
  capabilities.may_write_files = true;  // in memory
  capabilities.skips_failures = for_definitions;
  script::Interpreter interpreter(sources, budget, std::move(capabilities));
  library::install(interpreter, library_session);
  kernels::triton::install(interpreter, session);
  if (for_definitions) add_empty_packages(interpreter, place);
  Run done;
  auto take = [&](const auto& result) {
    if (!result && !interpreter.exit_request()) done.failure = result.error();
  };
  if (place.module_name == "__main__") {
    take(interpreter.run_module(source, place.module_name));
  } else {  // imported, as the packages around it are before it
    take(interpreter.guard([&] { return script::Value(interpreter.import_module(place.module_name, {})); }));
  }
  done.launches = session.launches.size();
  if (library_session.cuda != nullptr) done.launches += library_session.cuda->launches.size();
  done.kernels = kernels::triton::survey_kernels(interpreter);
  return done;
}

bool holds(const std::vector<kernels::triton::SurveyedKernel>& kernels, const python::Stmt& definition,
           bool lowered) {
  return std::any_of(kernels.begin(), kernels.end(), [&](const auto& kernel) {
    return (kernel.is_lowered || !lowered) && kernel.span.begin >= definition.span.begin &&
           kernel.span.end <= definition.span.end;
  });
}

// Where extensions are compiled and run: outside of the sandbox that the file is shut in. Null: the file makes none.
std::unique_ptr<kernels::cuda::Room> cuda_room_for(const std::string& path) {
  Result<std::string> text = read_file(path);
  if (!text || text->find("cpp_extension") == std::string::npos) return nullptr;
  auto room = kernels::cuda::Room::start();
  return room ? std::move(*room) : nullptr;
}

nlohmann::json examine(const std::string& path, const FileOptions& options, kernels::cuda::Room* cuda_room) {
  nlohmann::json answer = {
      {"parsed", false}, {"ran", false}, {"launches", 0}, {"kernels", nlohmann::json::array()}};
  Result<std::string> read = read_file(path);
  SourceManager sources;
  if (!read) {
    answer["reason"] = to_json(read.error(), sources);
    return answer;
  }
  std::string text = std::move(*read);
  SourceId source = sources.add(path, text);
  auto ast = python::parse(sources, source);
  if (!ast) {
    answer["reason"] = to_json(ast.error(), sources);
    return answer;
  }
  answer["parsed"] = true;
  Run first = run(sources, source, path, options.folder, {.fuel = options.fuel, .memory_bytes = options.memory_bytes},
                  Purpose::Run, cuda_room);
  answer["ran"] = !first.failure;
  answer["launches"] = first.launches;
  if (first.failure) answer["reason"] = to_json(*first.failure, sources);

  // Kernels that the run did not come to: again, without the statements that fail.
  std::vector<const python::Stmt*> definitions = kernels::triton::find_jit_functions(**ast);
  auto own = [&](std::vector<kernels::triton::SurveyedKernel> kernels) {
    std::erase_if(kernels, [&](const auto& kernel) {
      std::error_code error;
      return !std::filesystem::equivalent(sources.file(kernel.span.source).name(), path, error);
    });
    return kernels;
  };
  std::vector<kernels::triton::SurveyedKernel> surveyed = own(first.kernels);
  bool is_complete = std::all_of(definitions.begin(), definitions.end(),
                                 [&](const auto* one) { return holds(surveyed, *one, true); });
  if (!is_complete) {
    Run again = run(sources, source, path, options.folder,
                    {.fuel = std::min(kFuelOfDefinitions, options.fuel), .memory_bytes = options.memory_bytes},
                    first.failure ? Purpose::Definitions : Purpose::DefinitionsForNewest, cuda_room);
    for (auto& kernel : own(std::move(again.kernels))) {
      kernel.is_guessed = true;  // such launches count for nothing
      surveyed.push_back(std::move(kernel));
    }
  }

  for (const python::Stmt* definition : definitions) {
    const auto& function = std::get<python::FunctionDef>(definition->data);
    nlohmann::json kernel = {{"name", (*ast)->name(function.name)},
                             {"line", sources.file(source).line_column(definition->span.begin).line},
                             {"lowered", false},
                             {"guessed", true}};
    if (!holds(surveyed, *definition, false)) kernel["undefined"] = true;
    for (const auto& found : surveyed) {
      bool is_same = found.span.begin >= definition->span.begin && found.span.end <= definition->span.end &&
                     found.name == (*ast)->name(function.name);
      if (!is_same || kernel["lowered"]) continue;
      kernel["lowered"] = found.is_lowered;
      kernel["guessed"] = found.is_guessed;
      if (found.reason) kernel["reason"] = to_json(*found.reason, sources);
      if (found.is_lowered) kernel.erase("reason");
    }
    answer["kernels"].push_back(std::move(kernel));
  }
  return answer;
}

}  // namespace

int command_compat_file(const Arguments& arguments) {
  FileOptions options;
  ParsedCommand parsed = parse_command({.name = "_compat-file",
                                        .help = "examine one file for `compat`",
                                        .positionals = {{"FILE", "a Python file"}}},
                                       option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  int answers = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  std::unique_ptr<kernels::cuda::Room> cuda_room = cuda_room_for(parsed.positionals[0]);
  enter_sandbox();
  std::string line = dump_json(examine(parsed.positionals[0], options, cuda_room.get())) + "\n";
  for (size_t done = 0; done < line.size();) {
    ssize_t count = ::write(answers, line.data() + done, line.size() - done);
    if (count <= 0) return 1;
    done += static_cast<size_t>(count);
  }
  return 0;
}

}  // namespace tilewright::cli
