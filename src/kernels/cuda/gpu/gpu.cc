#include "kernels/cuda/gpu/gpu.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/data_files.h"
#include "base/file.h"
#include "base/json_reader.h"
#include "kernels/cuda/command.h"
#include "kernels/cuda/gpu/host_build.h"
#include "kernels/cuda/gpu/nvcc.h"
#include "kernels/cuda/gpu/sanitizer.h"
#include "kernels/cuda/lexer.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

namespace fs = std::filesystem;

constexpr int kProbeMilliseconds = 60000;  // the first context on a cold driver takes seconds
// Before a candidate's own text.
constexpr const char* kExtensionPrelude = "#include <tilewright/gpu_memory_pool.h>\n#include <torch/extension.h>\n";
constexpr const char* kNoSanitizer = "compute-sanitizer, which comes with the CUDA toolkit, is not installed";
// Under compute-sanitizer a program is tens of times slower.
constexpr int kSanitizeFactor = 4;

Result<Device> read_device(const std::string& text) {
  Result<nlohmann::json> value = parse_json(text, "the GPU worker's answer");
  if (!value) return fail(value.error());
  if (value->is_object() && value->contains("error"))
    return fail(DiagnosticKind::Unsupported, value->value("error", ""));
  Device device;
  JsonReader reader(*value, "device");
  reader.read("name", device.name, true);
  reader.read("driver", device.driver, true);
  reader.read("major", device.major, true);
  reader.read("minor", device.minor, true);
  reader.read("multiprocessors", device.multiprocessors, true);
  reader.read("l2_bytes", device.l2_bytes, true);
  reader.read("memory_bytes", device.memory_bytes, true);
  reader.read("clock_megahertz", device.clock_megahertz);
  if (auto read = reader.result(); !read) return fail(read.error());
  return device;
}

// Instructions of one architecture alone (wgmma, TMA) exist from Hopper on, under a letter.
std::string architecture_of(const Device& device) {
  return fmt::format("sm_{}{}{}", device.major, device.minor, device.major >= 9 ? "a" : "");
}

// The program's file and what it includes by #include "...", which decide what is built.
SourceTexts texts_of(const CudaProgram& program) {
  SourceTexts texts = {{program.name, program.text}};
  std::vector<std::string> waiting = {program.text};
  while (!waiting.empty()) {
    std::string text = std::move(waiting.back());
    waiting.pop_back();
    for (const std::vector<Token>& directive : lex(text).directives) {
      if (directive.size() < 2 || directive[1].kind != TokenKind::String) continue;
      std::string name = text.substr(directive[1].begin + 1, directive[1].end - directive[1].begin - 2);
      for (const fs::path& folder : program.include_folders) {
        std::string path = (folder / name).string();
        Result<std::string> included = texts.contains(path) ? std::string() : read_file(path);
        if (!included || included->empty()) continue;
        texts[path] = *included;
        waiting.push_back(std::move(*included));
        break;
      }
    }
  }
  return texts;
}

void add_ending(const std::string& name, const CommandResult& ran, GpuRun& run) {
  constexpr std::string_view kExit = "exit code ";
  constexpr std::string_view kUnsupported = "tilewright: unsupported: ";
  size_t lack = ran.error.find(kUnsupported), symbol = ran.error.find("undefined symbol: ");
  if (lack != std::string::npos || symbol != std::string::npos) {
    // The worker's word, or the loader's about a function of the runtime that the worker does not have.
    std::string text = lack != std::string::npos ? ran.error.substr(lack + kUnsupported.size())
                                                 : ran.error.substr(symbol + 18) + " without nvcc";
    run.faults.push_back(
        at_line(spelling(DiagnosticKind::Unsupported), text.substr(0, text.find('\n')), {}, 0, {}));
  } else if (ran.was_killed) {
    run.timed_out = true;
    run.exit_code = 124;
    run.faults.push_back(at_line(spelling(DiagnosticKind::FuelExhausted),
                                 fmt::format("{} did not end on the GPU in time and was killed", name), {}, 0, {}));
  } else if (ran.ending.starts_with(kExit)) {
    run.exit_code = std::atoi(ran.ending.c_str() + kExit.size());
  } else {
    run.exit_code = 128;
    run.faults.push_back(at_line(spelling(DiagnosticKind::HostCrash),
                                 fmt::format("the program was ended by {}", ran.ending), {}, 0, {}));
  }
}

}  // namespace

Result<GpuMachine> GpuMachine::create(GpuOptions options) {
  GpuMachine machine;
  machine.toolkit_ = find_toolkit(options.toolkit_roots);
  if (options.worker.empty()) {
    std::optional<fs::path> found = find_data_file("tilewright_cuda_gpu");
    if (!found)
      return fail(DiagnosticKind::FileNotFound, "tilewright_cuda_gpu, which belongs beside the program, is missing");
    options.worker = *found;
  }
  // In a process of its own: a driver may hang or crash, and leaves threads behind.
  Result<CommandResult> probed = run_command({options.worker.string(), "probe"}, kProbeMilliseconds);
  if (!probed) return fail(probed.error());
  if (!probed->is_good())
    return fail(DiagnosticKind::Unsupported, fmt::format("the GPU's driver does not start: {}", probed->ending));
  Result<Device> device = read_device(probed->output);
  if (!device) return fail(device.error());
  machine.device_ = std::move(*device);
  machine.options_ = std::move(options);
  return machine;
}

std::string GpuMachine::builder() const {
  bool uses_nvcc = options_.builder == Builder::Nvcc ||
                   (options_.builder == Builder::Automatic && !toolkit_.nvcc.empty());
  return uses_nvcc ? "nvcc" : "nvrtc";
}

Result<GpuProgram> GpuMachine::build(const CudaProgram& program, bool is_extension) const {
  if (!program.others.empty() || program.only_compiles)
    return fail(DiagnosticKind::Unsupported, "programs of several files, or without a main, on a GPU");
  std::vector<fs::path> include_folders = program.include_folders;
  if (is_extension) {
    std::optional<fs::path> extension = find_data_file("cuda/extension");
    if (!extension)
      return fail(DiagnosticKind::FileNotFound, "the folder cuda/extension that the program comes with is missing");
    include_folders.push_back(*extension);
  }
  if (builder() == "nvrtc") {
    if (is_extension)
      return fail(DiagnosticKind::Unsupported, "candidates with torch::Tensor where there is no nvcc");
    Result<HostBuild> made = build_for_driver({.name = program.name,
                                               .text = program.text,
                                               .cache_folder = options_.cache_folder,
                                               .include_folder = {},
                                               .architecture = architecture_of(device_)},
                                              toolkit_);
    if (!made) return fail(made.error());
    return GpuProgram{made->image, made->device_code, made->names, made->refused, made->was_cached, made->milliseconds};
  }
  if (toolkit_.nvcc.empty())
    return fail(DiagnosticKind::Unsupported, "no nvcc is installed to compile for the GPU with");
  std::string key;
  for (const auto& [name, text] : texts_of(program)) key += name + '\0' + text + '\0';
  Result<GpuBuild> made = Nvcc(toolkit_.nvcc, options_.cache_folder, architecture_of(device_))
                              .build({.name = program.name,
                                      .text = program.text,
                                      .prelude = is_extension ? kExtensionPrelude : "",
                                      .key = key,
                                      .include_folders = include_folders,
                                      .flags = {},
                                      .is_image = is_extension});
  if (!made) return fail(made.error());
  return GpuProgram{made->file, {}, {}, made->refused, made->was_cached, made->milliseconds};
}

std::vector<std::string> GpuMachine::command_of(const GpuProgram& built, const CudaProgram& program) const {
  std::vector<std::string> command = {built.file.string()};
  if (!built.device_code.empty())
    command = {options_.worker.string(), "run", built.file.string(), built.device_code.string(), built.names.string()};
  command.insert(command.end(), program.arguments.begin(), program.arguments.end());
  return command;
}

Result<GpuRun> GpuMachine::run(const CudaProgram& program) {
  Result<GpuProgram> built = build(program, false);
  if (!built) return fail(built.error());
  GpuRun run;
  run.compile_milliseconds = built->milliseconds;
  run.was_cached = built->was_cached;
  run.faults = built->refused;
  if (built->file.empty()) return run;
  auto begin = std::chrono::steady_clock::now();
  Result<CommandResult> ran = run_command(command_of(*built, program), options_.milliseconds);
  if (!ran) return fail(ran.error());
  run.run_milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  run.output = ran->output + ran->error;
  add_ending(program.name, *ran, run);
  return run;
}

Result<GpuProgram> GpuMachine::build_extension(const CudaProgram& program) {
  CudaProgram whole = program;
  if (program.text.find("PYBIND11_MODULE") == std::string::npos &&
      program.text.find("TORCH_LIBRARY") == std::string::npos)
    whole.text += "\nstatic ::tilewright::RegisterFunction tilewright_registers_forward(\"forward\", &forward);\n";
  return build(whole, true);
}

Result<GpuCandidate> GpuMachine::start(const GpuProgram& extension) const {
  return GpuCandidate::start({options_.worker.string()}, extension.file.string(), options_.milliseconds);
}

Result<std::vector<SanitizeRun>> GpuMachine::sanitize(const CudaProgram& program, const GpuProgram& extension,
                                                      const std::string& function,
                                                      const std::vector<GpuValue>& arguments) const {
  if (toolkit_.sanitizer.empty()) return fail(DiagnosticKind::Unsupported, kNoSanitizer);
  std::vector<SanitizeRun> runs;
  for (std::string_view tool : kSanitizerTools) {
    // The worker's output is for messages: the report goes to a file.
    fs::path log = options_.cache_folder / fmt::format("sanitizer.{}.log", ::getpid());
    std::vector<std::string> worker = {toolkit_.sanitizer.string(), "--tool", std::string(tool), "--log-file", log.string(),
                                       options_.worker.string()};
    Result<GpuCandidate> candidate =
        GpuCandidate::start(worker, extension.file.string(), options_.milliseconds * kSanitizeFactor);
    std::string failure;
    if (candidate) {
      Result<GpuValue> result = candidate->call(function, arguments);
      if (!result && result.error().kind == DiagnosticKind::FuelExhausted) failure = result.error().message;
      candidate->finish();
    } else {
      failure = candidate.error().message;
    }
    Result<std::string> text = read_file(log);
    SanitizerReport report = read_sanitizer_report(tool, text.value_or(""), texts_of(program));
    if (!failure.empty()) report.failure = failure;
    runs.push_back({std::string(tool), std::move(report.findings), report.count, std::move(report.failure)});
    std::error_code error;
    fs::remove(log, error);
  }
  return runs;
}

Result<std::vector<SanitizeRun>> GpuMachine::sanitize(const CudaProgram& program) {
  if (toolkit_.sanitizer.empty())
    return fail(DiagnosticKind::Unsupported, kNoSanitizer);
  Result<GpuProgram> built = build(program, false);
  if (!built) return fail(built.error());
  std::vector<SanitizeRun> runs;
  if (built->file.empty()) return runs;
  for (std::string_view tool : kSanitizerTools) {
    std::vector<std::string> command = {toolkit_.sanitizer.string(), "--tool", std::string(tool)};
    if (tool == "memcheck") command.insert(command.end(), {"--leak-check", "full"});
    for (std::string& word : command_of(*built, program)) command.push_back(std::move(word));
    Result<CommandResult> ran = run_command(command, options_.milliseconds * kSanitizeFactor);
    if (!ran) return fail(ran.error());
    SanitizerReport report = read_sanitizer_report(tool, ran->output + ran->error, texts_of(program));
    if (ran->was_killed) report.failure = "the program did not end in time";
    runs.push_back({std::string(tool), std::move(report.findings), report.count, std::move(report.failure)});
  }
  return runs;
}

}  // namespace tilewright::kernels::cuda::gpu
