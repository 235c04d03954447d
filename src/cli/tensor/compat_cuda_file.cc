// tilewright _compat-cuda FILE...: one CUDA program's part of `compat`, in a process of its own. The result is one line of
// JSON on standard output.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/data_files.h"
#include "base/json_reader.h"
#include "chips/chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "cli/tensor/cuda_program.h"

namespace tilewright::cli {
namespace {

struct CudaFileOptions {
  std::string include, folder;
  bool only_compile = false;
  int64_t milliseconds = 20000;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("include", include, "folders in which #include looks, with a colon between them");
    visit("folder", folder, "where the program runs");
    visit("only-compile", only_compile, "there is no main function");
    visit("milliseconds", milliseconds, "processor time after which the program is ended");
  }
};

nlohmann::json reason_of(const ResolvedDiagnostic& diagnostic) {
  return {{"kind", diagnostic.kind},
          {"message", diagnostic.message},
          {"file", diagnostic.file},
          {"line", diagnostic.line}};
}

// A part of the chip, so that grids which are made as large as it stay small.
constexpr int kProcessors = 8;

Result<kernels::cuda::CudaRun> run(const std::vector<std::string>& files, const CudaFileOptions& options) {
  Result<chips::Chip> chip = chips::load_chip("h100");
  if (!chip) return fail(chip.error());
  chip->multiprocessors = kProcessors;
  Result<kernels::cuda::CudaProgram> program = read_cuda_program(files, options.include);
  if (!program) return fail(program.error());
  program->only_compiles = options.only_compile;
  kernels::cuda::CudaOptions machine_options;
  machine_options.cache_folder = cache_folder() / "cuda";
  machine_options.fuel = ~uint64_t{0} >> 8;  // time is the limit
  machine_options.processor_milliseconds = static_cast<uint32_t>(options.milliseconds);
  machine_options.chip = *chip;
  auto machine = kernels::cuda::CudaMachine::create(machine_options);
  return machine ? machine->run(*program) : fail(machine.error());
}

// The program's .cu files, each by itself: nvcc takes those whose program needs what is not there (graphics, the driver's API).
bool each_compiles(const std::vector<std::string>& files, CudaFileOptions options) {
  options.only_compile = true;
  for (const std::string& file : files) {
    if (!file.ends_with(".cu")) continue;
    Result<kernels::cuda::CudaRun> alone = run({file}, options);
    if (!alone || !alone->is_compiled) return false;
  }
  return true;
}

}  // namespace

int command_compat_cuda_file(const Arguments& arguments) {
  CudaFileOptions options;
  ParsedCommand parsed =
      parse_command({.name = "_compat-cuda",
                     .help = "examine one CUDA program for `compat`",
                     .positionals = {{"FILE", "a CUDA file"}, {"FILES", "the others of its program", true, true}}},
                    option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  std::error_code ignored;
  if (!options.folder.empty()) std::filesystem::current_path(options.folder, ignored);
  Result<kernels::cuda::CudaRun> result = run(parsed.positionals, options);
  nlohmann::json answer;
  if (result) {
    answer = {{"compiled", result->is_compiled},
              {"launches", result->launch_count},
              {"exit_code", result->exit_code}};
    if (!result->faults.empty()) answer["reason"] = reason_of(result->faults.front());
    answer["compiled_alone"] =
        !result->is_compiled && parsed.positionals.size() > 1 && each_compiles(parsed.positionals, options);
  } else {
    answer = {{"compiled", false}, {"launches", 0}, {"exit_code", 0}};
    answer["reason"] = reason_of(resolve(result.error(), SourceManager()));
  }
  fmt::print("{}\n", dump_json(answer));
  return 0;
}

}  // namespace tilewright::cli
