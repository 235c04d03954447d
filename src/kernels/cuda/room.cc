#include "kernels/cuda/room.h"

#include <fmt/format.h>

#include <list>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/data_files.h"
#include "base/diagnostic_json.h"
#include "base/json_reader.h"
#include "kernels/cuda/byte_stream.h"

namespace tilewright::kernels::cuda {
namespace {

enum class Operation : uint32_t { Compile, CompileWithZeros, Run };
// An answer begins with whether it is one or a diagnostic.
enum class Answer : uint32_t { Failed, Extension, Runs };

constexpr int kPatience = 300'000;  // milliseconds; compiling a large file on a busy machine
constexpr uint64_t kLargestMessage = uint64_t{8} << 30;
constexpr size_t kKeptExtensions = 8;
constexpr uint64_t kMost = 1 << 16;

void write_diagnostics(ByteWriter& out, const std::vector<ResolvedDiagnostic>& diagnostics) {
  out.number<uint64_t>(diagnostics.size());
  for (const ResolvedDiagnostic& diagnostic : diagnostics) out.text(dump_json(diagnostic_to_json(diagnostic)));
}
std::vector<ResolvedDiagnostic> read_diagnostics(ByteReader& in) {
  std::vector<ResolvedDiagnostic> diagnostics;
  uint64_t count = in.count(kMost);
  for (uint64_t i = 0; i < count && in.is_good(); ++i) {
    Result<nlohmann::json> value = parse_json(in.text(), "diagnostic");
    Result<ResolvedDiagnostic> diagnostic = value ? diagnostic_from_json(*value) : fail(value.error());
    if (diagnostic) diagnostics.push_back(std::move(*diagnostic));
  }
  return diagnostics;
}

bool write_message(int descriptor, const std::string& text) {
  uint64_t size = text.size();
  return write_all(descriptor, &size, sizeof size) && write_all(descriptor, text.data(), text.size());
}
std::optional<std::string> read_message(int descriptor, int milliseconds) {
  uint64_t size = 0;
  if (!read_all(descriptor, &size, sizeof size, milliseconds) || size > kLargestMessage) return std::nullopt;
  std::string text(size, '\0');
  if (!read_all(descriptor, text.data(), size, milliseconds)) return std::nullopt;
  return text;
}

void write_run(ByteWriter& out, const CallRun& run) {
  write_diagnostics(out, run.faults);
  out.number(run.fault_call);
  std::string results;
  for (const CallResult& result : run.results) results += encode(result);
  out.text(results);
  out.number<uint64_t>(run.launches.size());
  for (const LaunchRecord& launch : run.launches) out.number(launch);
  out.number<uint8_t>(run.has_suspicious_bytes);
  out.text(run.output);
}
void read_run(ByteReader& in, CallRun& run) {
  run.faults = read_diagnostics(in);
  run.fault_call = in.number<uint32_t>();
  if (!decode(in.text(), run.results)) in.fail(0);
  run.launches.resize(in.count(kMaxLaunches));
  for (LaunchRecord& launch : run.launches) launch = in.number<LaunchRecord>();
  run.has_suspicious_bytes = in.number<uint8_t>() != 0;
  run.output = in.text();
}

// The room's own side.
class Server {
 public:
  std::string answer(std::string_view message) {
    ByteReader in(message);
    auto operation = in.number<Operation>();
    if (!machine_) {
      CudaOptions options;
      options.cache_folder = cache_folder() / "cuda";
      machine_.emplace(ExtensionMachine::create(options));
    }
    if (!*machine_) return failed(machine_->error());
    if (operation == Operation::Compile) return compile(in);
    Extension* extension = find(in.number<uint64_t>());
    if (extension == nullptr) return failed({DiagnosticKind::WorkerCrash, "the extension is not kept any more", {}, {}});
    if (operation == Operation::CompileWithZeros) return keep((**machine_).compile_with_zeros(*extension));
    return run(in, *extension);
  }

 private:
  static std::string failed(const Diagnostic& diagnostic) {
    ByteWriter out;
    out.number(Answer::Failed);
    out.number<uint32_t>(static_cast<uint32_t>(diagnostic.kind));
    out.text(diagnostic.message);
    return out.take();
  }

  std::string compile(ByteReader& in) {
    ExtensionSource source;
    source.name = in.text();
    source.text = in.text();
    uint64_t functions = in.count(kMost);
    for (uint64_t i = 0; i < functions; ++i) source.functions.emplace_back(in.text());
    uint64_t folders = in.count(kMost);
    for (uint64_t i = 0; i < folders; ++i) source.include_folders.emplace_back(in.text());
    return keep((**machine_).compile(source));
  }

  std::string keep(Result<Extension> extension) {
    if (!extension) return failed(extension.error());
    extension->id = ++last_;
    ByteWriter out;
    out.number(Answer::Extension);
    out.number(extension->id);
    write_diagnostics(out, extension->refused);
    write_diagnostics(out, extension->local_warning.kind.empty() ? std::vector<ResolvedDiagnostic>()
                                                                 : std::vector{extension->local_warning});
    out.number(extension->times);
    kept_.push_front(std::move(*extension));
    if (kept_.size() > kKeptExtensions) kept_.pop_back();
    return out.take();
  }

  Extension* find(uint64_t id) {
    for (Extension& extension : kept_) {
      if (extension.id == id) return &extension;
    }
    return nullptr;
  }

  std::string run(ByteReader& in, const Extension& extension) {
    auto settings = in.number<RunSettings>();
    std::vector<RunPlan> plans(in.count(kMaxRuns));
    for (RunPlan& plan : plans) plan = in.number<RunPlan>();
    std::vector<Call> calls;
    if (!decode(in.text(), calls)) return failed({DiagnosticKind::WorkerCrash, "the calls cannot be read", {}, {}});
    Result<std::vector<CallRun>> runs = (**machine_).run(extension, calls, plans, settings);
    if (!runs) return failed(runs.error());
    ByteWriter out;
    out.number(Answer::Runs);
    out.number<uint64_t>(runs->size());
    for (const CallRun& run : *runs) write_run(out, run);
    return out.take();
  }

  std::optional<Result<ExtensionMachine>> machine_;
  std::list<Extension> kept_;  // newest first
  uint64_t last_ = 0;
};

}  // namespace

Result<std::unique_ptr<Room>> Room::start(const std::filesystem::path& executable) {
  std::filesystem::path program = executable;
  if (program.empty()) {
    std::optional<std::filesystem::path> found = find_data_file("tilewright");
    if (!found) return fail(DiagnosticKind::FileNotFound, "the program tilewright is not beside this one");
    program = *found;
  }
  Result<Subprocess> process = Subprocess::start({.arguments = {program.string(), "_cuda-room"}, .environment = {}});
  if (!process) return fail(process.error());
  return std::unique_ptr<Room>(new Room(std::move(*process)));
}

Result<std::string> Room::ask(const std::string& message) {
  if (write_message(process_.input(), message)) {
    if (std::optional<std::string> answer = read_message(process_.output(), kPatience)) {
      ByteReader in(*answer);
      if (in.number<Answer>() != Answer::Failed) return std::move(*answer);
      auto kind = static_cast<DiagnosticKind>(in.number<uint32_t>());
      return fail(kind, std::string(in.text()));
    }
  }
  return fail(DiagnosticKind::WorkerCrash, "the process that compiles and runs CUDA extensions does not answer");
}

Result<Extension> Room::take_extension(const Result<std::string>& answer, SourceTexts texts) {
  if (!answer) return fail(answer.error());
  ByteReader in(*answer);
  (void)in.number<Answer>();
  Extension extension;
  extension.id = in.number<uint64_t>();
  extension.refused = read_diagnostics(in);
  std::vector<ResolvedDiagnostic> warnings = read_diagnostics(in);
  if (!warnings.empty()) extension.local_warning = warnings[0];
  extension.times = in.number<CudaTimes>();
  extension.texts = std::move(texts);
  return extension;
}

Result<Extension> Room::compile(const ExtensionSource& source) {
  ByteWriter out;
  out.number(Operation::Compile);
  out.text(source.name);
  out.text(source.text);
  out.number<uint64_t>(source.functions.size());
  for (const std::string& function : source.functions) out.text(function);
  out.number<uint64_t>(source.include_folders.size());
  for (const std::filesystem::path& folder : source.include_folders) out.text(folder.string());
  return take_extension(ask(out.take()), {{source.name, source.text}});
}

Result<Extension> Room::compile_with_zeros(const Extension& extension) {
  ByteWriter out;
  out.number(Operation::CompileWithZeros);
  out.number(extension.id);
  return take_extension(ask(out.take()), extension.texts);
}

Result<std::vector<CallRun>> Room::run(const Extension& extension, const std::vector<Call>& calls,
                                       const std::vector<RunPlan>& plans, const RunSettings& settings) {
  ByteWriter out;
  out.number(Operation::Run);
  out.number(extension.id);
  out.number(settings);
  out.number<uint64_t>(plans.size());
  for (const RunPlan& plan : plans) out.number(plan);
  out.text(encode(calls));
  Result<std::string> answer = ask(out.take());
  if (!answer) return fail(answer.error());
  ByteReader in(*answer);
  (void)in.number<Answer>();
  std::vector<CallRun> runs(in.count(kMaxRuns));
  for (CallRun& run : runs) read_run(in, run);
  if (!in.is_good() || runs.size() != plans.size())
    return fail(DiagnosticKind::WorkerCrash, "the answer of the process that runs CUDA extensions cannot be read");
  return runs;
}

int serve_room(int input, int output) {
  Server server;
  // No end of patience while nothing is asked.
  while (std::optional<std::string> message = read_message(input, -1)) {
    if (!write_message(output, server.answer(*message))) return 1;
  }
  return 0;
}

}  // namespace tilewright::kernels::cuda
