#include "kernels/cuda/cuda.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <tuple>

#include "base/file.h"
#include "kernels/cuda/outcomes.h"
#include "kernels/cuda/printed_output.h"
#include "kernels/cuda/registers.h"

namespace tilewright::kernels::cuda {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

Limits limits_of(const chips::Chip& chip) {
  Limits limits;
  std::snprintf(limits.name, sizeof limits.name, "%s", chip.name.c_str());
  if (chip.multiprocessors > 0) limits.processors = static_cast<uint32_t>(chip.multiprocessors);
  if (chip.max_threads_per_multiprocessor > 0)
    limits.max_threads_per_processor = static_cast<uint32_t>(chip.max_threads_per_multiprocessor);
  if (chip.max_blocks_per_multiprocessor > 0)
    limits.max_blocks_per_processor = static_cast<uint32_t>(chip.max_blocks_per_multiprocessor);
  if (chip.shared_bytes_per_multiprocessor > 0) {
    limits.shared_per_processor = static_cast<uint64_t>(chip.shared_bytes_per_multiprocessor);
    limits.shared_per_block = limits.shared_per_processor - 1024;
  }
  limits.max_threads_per_block = static_cast<uint32_t>(chip.max_threads_per_block);
  limits.max_grid[0] = static_cast<uint32_t>(chip.max_grid_x);
  limits.max_grid[1] = static_cast<uint32_t>(chip.max_grid_y);
  limits.max_grid[2] = static_cast<uint32_t>(chip.max_grid_z);
  return limits;
}

SourceTexts texts_of(const RewrittenProgram& program) {
  SourceTexts texts;
  for (const auto& [name, file] : program.files) texts[name] = file.original;
  return texts;
}

namespace {

// The word in quotes after `before` in a message of clang's; empty: it is another message.
std::string_view quoted_after(std::string_view text, std::string_view before) {
  size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find('\''));
}

// What our headers lack rather than what the program got wrong: libraries, names of CUDA's, PTX instructions.
bool is_our_lack(const CompilerMessage& message, std::string_view line) {
  std::string_view text = message.text;
  if (text.ends_with("file not found") || text.find("tilewright::ptx") != std::string_view::npos ||
      line.find("asm") != std::string_view::npos)
    return true;
  // Our headers say so themselves, by static_assert or #error.
  if (text.find("not supported") != std::string_view::npos) return true;
  for (std::string_view space : {"in namespace 'cub'", "in namespace 'thrust'", "in namespace 'cuda",
                                 "in namespace 'cooperative_groups", "in namespace 'nvcuda"}) {
    if (text.find(space) != std::string_view::npos) return true;
  }
  for (std::string_view before :
       {"undeclared identifier '", "unknown type name '", "no type named '", "no template named '"}) {
    std::string_view name = quoted_after(text, before);
    bool is_cuda = name.starts_with("cuda") || name.starts_with("CUDA") || name.starts_with("__") ||
                   name.starts_with("cublas") || name.starts_with("cudnn") || name.starts_with("curand") ||
                   name.starts_with("thrust") || name.starts_with("tex") || name.starts_with("surf") ||
                   (name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z') ||
                   (name.size() > 2 && name.starts_with("CU") && name[2] >= 'a' && name[2] <= 'z');
    if (is_cuda) return true;
  }
  return false;
}

}  // namespace

std::vector<ResolvedDiagnostic> explain_refusal(const Compiled& compiled, const RewrittenProgram& program) {
  std::vector<ResolvedDiagnostic> result;
  SourceTexts texts = texts_of(program);
  for (size_t i = 0; i < compiled.messages.size(); ++i) {
    const CompilerMessage& message = compiled.messages[i];
    if (message.severity != "error") continue;
    // An error inside our headers is told at the place of the program that led there.
    const CompilerMessage* place = &message;
    for (size_t note = i + 1; !program.files.contains(place->file) && note < compiled.messages.size() &&
                              compiled.messages[note].severity == "note";
         ++note)
      place = &compiled.messages[note];
    CompilerMessage at_include;
    if (!program.files.contains(place->file)) {
      for (const auto& [name, line] : message.included_from) {
        if (!program.files.contains(name)) continue;
        at_include.file = name;
        at_include.line = line;
        place = &at_include;
        break;
      }
    }
    auto file = program.files.find(place->file);
    std::string text = message.text;
    // What the rewriter says by an assertion (rewrite_assembly.cc).
    size_t assembly = text.find("inline assembly that is no PTX");
    if (assembly != std::string::npos) text.erase(0, assembly);
    ResolvedDiagnostic diagnostic =
        at_line({}, text, place->file, file == program.files.end() ? 0 : place->line, texts);
    DiagnosticKind kind = is_our_lack(message, diagnostic.source_line) ? DiagnosticKind::Unsupported
                                                                       : DiagnosticKind::CompileError;
    // The tensor headers' own words, without the condition that did not hold.
    if (size_t at = text.find(" computes in host code"); at != std::string::npos) {
      kind = DiagnosticKind::HostCompute;
      size_t begin = text.rfind("': ", at);
      diagnostic.message = text.substr(begin == std::string::npos ? 0 : begin + 3);
    }
    if (message.text == "GNU-style inline assembly is disabled") {
      kind = DiagnosticKind::CapabilityDenied;
      diagnostic.message = "assembly whose keyword a macro makes of parts is not read as PTX";
    }
    if (message.text == "attempt to use a poisoned identifier") {
      kind = DiagnosticKind::CapabilityDenied;
      diagnostic.message = "no_sanitize and its kin would switch off the checks of accesses";
    }
    diagnostic.kind = spelling(kind);
    if (file != program.files.end() && place->column != 0) {
      uint32_t column =
          original_column(file->second.original, file->second.edits, place->line, place->column);
      if (column <= diagnostic.source_line.size() + 1) {
        diagnostic.column = column;
        diagnostic.end_column = column + 1;
      }
    }
    result.push_back(std::move(diagnostic));
  }
  return result;
}

int exit_code_of(const RunOutcome& outcome) {
  int status = outcome.reply.wait_status;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

namespace {

// Runs of one program against its first one. What it prints of its own times is no difference: numbers that are others
// when the program's clock goes faster are left out.
class Comparison {
 public:
  Comparison(RunnerProcess& runner, const RunRequest& limits, const std::string& image,
             const std::vector<std::string>& arguments, const RunOutcome& first)
      : runner_(runner), limits_(limits), image_(image), arguments_(arguments), first_(first) {}

  Result<bool> is_same_result(const RunOutcome& other) {
    bool ends_alike = exit_code_of(first_) == exit_code_of(other);
    if (ends_alike && prints_the_same(text_of(first_), text_of(other))) return true;
    // What kernels say of their order is what they are asked for; that nothing else depends on it, the host's copies show.
    bool copies_alike = first_.report->copied_hash == other.report->copied_hash;
    if (ends_alike && first_.report->kernels_print != 0 && copies_alike) return true;
    if (faster_.empty()) {
      RunRequest request = limits_;
      request.run_count = 1;
      request.runs[0].clock_rate = 3;
      auto outcomes = runner_.run(request, image_, arguments_);
      if (!outcomes) return fail(outcomes.error());
      faster_ = std::move(*outcomes);
    }
    auto moving = moving_numbers(text_of(first_), text_of(faster_[0]));
    bool follows_the_clock = !moving || exit_code_of(first_) != exit_code_of(faster_[0]);
    if (follows_the_clock) return true;
    return ends_alike && prints_the_same(text_of(first_), text_of(other), *moving);
  }

 private:
  // Threads print in whatever order they come to it.
  std::string text_of(const RunOutcome& outcome) const {
    return first_.report->kernels_print != 0 ? sorted_lines(outcome.output) : outcome.output;
  }

  RunnerProcess& runner_;
  const RunRequest& limits_;
  const std::string& image_;
  const std::vector<std::string>& arguments_;
  const RunOutcome& first_;
  std::vector<RunOutcome> faster_;
};

// The launch after which device memory first differs between two runs; null: none does.
const LaunchRecord* first_difference(const RunReport& left, const RunReport& right) {
  uint32_t count = std::min({left.launch_count, right.launch_count, static_cast<uint32_t>(kMaxLaunches)});
  for (uint32_t i = 0; i < count; ++i) {
    if (left.launches[i].result_hash != right.launches[i].result_hash) return &left.launches[i];
  }
  return count > 0 ? &left.launches[count - 1] : nullptr;
}

ResolvedDiagnostic at_launch(DiagnosticKind kind, std::string message, const RunReport& report,
                             const LaunchRecord* launch, const std::filesystem::path& image,
                             const SourceTexts& texts) {
  if (launch == nullptr) return at_line(spelling(kind), std::move(message), {}, 0, texts);
  auto one = std::make_unique<RunReport>();
  std::memset(static_cast<void*>(one.get()), 0, sizeof(RunReport));
  (void)report;
  FaultRecord& fault = one->faults[0];
  std::memset(fault.places, 0xff, sizeof fault.places);
  fault.other_place = kNoPlace;
  fault.places[0] = fault.launch_place = launch->place;
  one->fault_count = 1;
  ResolvedDiagnostic diagnostic = explain(*one, image, texts, false).at(0);
  diagnostic.kind = spelling(kind);
  diagnostic.message = std::move(message);
  return diagnostic;
}

}  // namespace

static DotWork product_of(const LaunchProduct& from) {
  DotWork product{DType::Float16, from.m, from.n, from.k, from.count};
  switch (from.operands) {
    case ProductOperands::Bfloat16:
      product.dtype = DType::BFloat16;
      break;
    case ProductOperands::Tf32:
      product.dtype = DType::Float32;
      product.precision = DotPrecision::Tf32;
      break;
    case ProductOperands::Double:
      product.dtype = DType::Float64;
      break;
    case ProductOperands::Int8:
      product.dtype = DType::Int8;
      break;
    case ProductOperands::Float8:
      product.dtype = DType::Float8E4M3FN;
      break;
    case ProductOperands::Half:
      break;
  }
  return product;
}

WorkCounters counters_of(const LaunchRecord& launch, const std::map<std::string, uint32_t>& registers) {
  WorkCounters work;
  work.kernel = launch.kernel;
  work.grid = {launch.grid[0], launch.grid[1], launch.grid[2]};
  work.num_warps = static_cast<int>((launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32);
  work.programs = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  // A value a thread: each does its own work.
  work.max_block_elements = static_cast<uint64_t>(work.num_warps) * 32;
  work.barriers = launch.barriers;
  work.atomics = launch.atomics;
  for (uint32_t i = 0; i < std::min(launch.tensor_count, kMaxTensors); ++i) {
    const LaunchTensor& from = launch.tensors[i];
    TensorTraffic traffic;
    traffic.tensor.assign(from.name, strnlen(from.name, sizeof from.name));
    traffic.bytes_loaded = from.bytes_loaded;
    traffic.bytes_stored = from.bytes_stored;
    traffic.sectors_loaded = from.sectors_loaded;
    traffic.sectors_stored = from.sectors_stored;
    traffic.unique_bytes = from.unique_bytes;
    work.tensors.push_back(std::move(traffic));
  }
  constexpr std::pair<OperationType, DType> kTypes[] = {{kOperationHalf, DType::Float16},
                                                         {kOperationBfloat16, DType::BFloat16},
                                                         {kOperationFloat, DType::Float32},
                                                         {kOperationDouble, DType::Float64}};
  for (auto [type, dtype] : kTypes) {
    uint64_t arithmetic = launch.arithmetic[type], special = launch.special[type];
    if (arithmetic + special == 0) continue;
    work.operations.push_back({dtype, arithmetic, special});
    work.float_operations += arithmetic;
    work.special_operations += special;
  }
  std::sort(work.operations.begin(), work.operations.end(),
            [](const OperationWork& left, const OperationWork& right) { return left.dtype < right.dtype; });
  for (uint32_t i = 0; i < std::min(launch.product_count, kMaxProducts); ++i)
    work.dots.push_back(product_of(launch.products[i]));
  work.max_program_bytes = launch.most_block_bytes;
  work.max_program_loads = launch.most_trips;
  work.shared_bytes = launch.shared_bytes + launch.static_shared_bytes;
  auto found = registers.find(work.kernel);
  work.registers = found == registers.end() ? 0 : found->second;
  return work;
}

static LaunchDetails details_of(const LaunchRecord& launch, const WorkCounters& work, const chips::Chip& chip) {
  LaunchDetails details;
  details.counted_blocks = launch.counted_blocks;
  details.global_requests = launch.global_requests;
  details.shared_requests = launch.shared_requests;
  details.shared_bytes_loaded = launch.shared_bytes_loaded;
  details.shared_bytes_stored = launch.shared_bytes_stored;
  details.bank_conflicts = launch.bank_conflicts;
  details.warp_operations = launch.warp_operations;
  int64_t threads = int64_t{work.num_warps} * 32, blocks = chip.max_blocks_per_multiprocessor;
  if (threads > 0) blocks = std::min<int64_t>(blocks, chip.max_threads_per_multiprocessor / threads);
  // Registers are given to warps by 256.
  if (work.registers > 0)
    blocks = std::min<int64_t>(blocks, chip.registers_per_multiprocessor /
                                           (static_cast<int64_t>((work.registers + 7) / 8 * 8) * threads));
  if (work.shared_bytes > 0)
    blocks = std::min<int64_t>(
        blocks, chip.shared_bytes_per_multiprocessor / (static_cast<int64_t>(work.shared_bytes) + 1024));
  details.resident_blocks = static_cast<uint32_t>(std::max<int64_t>(0, blocks));
  return details;
}

void add_ending(const RunOutcome& outcome, std::vector<ResolvedDiagnostic>& faults,
                const SourceTexts& texts) {
  int status = outcome.reply.wait_status;
  if (!faults.empty() || !WIFSIGNALED(status)) return;
  if (WTERMSIG(status) == SIGSYS) {
    faults.push_back(at_line(
        spelling(DiagnosticKind::CapabilityDenied),
        "the program starts another program or makes another call of the system; candidates may only compute",
        {}, 0, texts));
    return;
  }
  bool is_time = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
  faults.push_back(at_line(
      spelling(is_time ? DiagnosticKind::FuelExhausted : DiagnosticKind::HostCrash),
      fmt::format("the program was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status))),
      {}, 0, texts));
}

const CompilerMessage* uninitialised_warning(const Compiled& compiled) {
  for (const CompilerMessage& message : compiled.messages) {
    if (message.severity == "warning" && message.flag.find("uninitialized") != std::string::npos)
      return &message;
  }
  return nullptr;
}

Result<CudaMachine> CudaMachine::create(CudaOptions options) {
  Result<Compiler> compiler = Compiler::find({.cache_folder = options.cache_folder,
                                              .include_folder = options.include_folder,
                                              .reads_cache = options.reads_cache});
  if (!compiler) return fail(compiler.error());
  return CudaMachine(std::move(options), std::move(*compiler));
}

Result<CudaRun> CudaMachine::run(const CudaProgram& program) {
  CudaRun run;
  auto begin = Clock::now();
  std::vector<ProgramFile> sources = {{program.name, program.text, {}}};
  sources.insert(sources.end(), program.others.begin(), program.others.end());
  Result<RewrittenProgram> rewritten =
      rewrite_program(sources, program.include_folders, options_.cache_folder);
  if (!rewritten) return fail(rewritten.error());
  run.times.rewrite = since(begin);
  if (!rewritten->refused.empty()) {
    run.faults = rewritten->refused;
    return run;
  }
  begin = Clock::now();
  CompileRequest request;
  for (size_t i = 0; i < sources.size(); ++i)
    request.files.push_back({sources[i].name, rewritten->texts[i], sources[i].is_plain()});
  request.include_folders = rewritten->include_folders;
  request.key = rewritten->key;
  Result<Compiled> compiled = compiler_.compile(request);
  if (!compiled) return fail(compiled.error());
  run.times.compile = since(begin);
  run.times.was_cached = compiled->was_cached;
  if (compiled->image.empty()) {
    run.faults = explain_refusal(*compiled, *rewritten);
    return run;
  }
  run.is_compiled = true;
  if (program.only_compiles) return run;
  SourceTexts texts = texts_of(*rewritten);
  Result<std::string> image = read_file(compiled->image);
  if (!image) return fail(image.error());
  RunRequest limits;
  limits.run_count = options_.both_orders ? 2 : 1;
  limits.runs[1].is_reversed = 1;
  limits.fuel = options_.fuel;
  limits.counts = options_.counts_traffic ? 1 : 0;
  limits.processor_milliseconds = options_.processor_milliseconds;
  limits.wall_milliseconds = std::max(limits.wall_milliseconds, 4 * options_.processor_milliseconds);
  limits.limits = limits_of(options_.chip);
  limits.may_read_files = program.may_read_files ? 1 : 0;
  std::vector<std::string> arguments = {program.name};
  arguments.insert(arguments.end(), program.arguments.begin(), program.arguments.end());
  begin = Clock::now();
  Result<std::vector<RunOutcome>> outcomes = runner_.run(limits, *image, arguments);
  if (!outcomes) return fail(outcomes.error());
  run.times.run = since(begin);
  begin = Clock::now();
  const RunOutcome& forward = outcomes->at(0);
  run.output = forward.output;
  run.exit_code = exit_code_of(forward);
  std::map<std::string, uint32_t> registers;
  if (options_.counts_traffic) registers = registers_of_kernels(program.text, program.include_folders);
  for (uint32_t i = 0; i < std::min(forward.report->launch_count, static_cast<uint32_t>(kMaxLaunches)); ++i) {
    run.launches.push_back(counters_of(forward.report->launches[i], registers));
    run.details.push_back(details_of(forward.report->launches[i], run.launches.back(), options_.chip));
  }
  run.launch_count = forward.report->launch_count;
  for (const RunOutcome& outcome : *outcomes) {
    run.faults = explain(*outcome.report, compiled->image, texts, exit_code_of(outcome) == 0);
    add_ending(outcome, run.faults, texts);
    if (!run.faults.empty()) break;
  }
  // Where the program says itself that its results are wrong, other bytes in the other order say why.
  Comparison comparison(runner_, limits, *image, arguments, forward);
  bool depends_on_order = false;
  if (run.faults.empty() && outcomes->size() > 1) {
    auto is_same = comparison.is_same_result(outcomes->at(1));
    if (!is_same) return fail(is_same.error());
    depends_on_order = !*is_same || (run.exit_code != 0 && forward.report->copied_hash !=
                                                               outcomes->at(1).report->copied_hash);
  }
  if (depends_on_order) {
    run.faults.push_back(at_launch(
        DiagnosticKind::Nondeterministic,
        "the program ends differently when threads and blocks run in reverse order: its result depends on an "
        "order that CUDA "
        "does not promise",
        *forward.report, first_difference(*forward.report, *outcomes->at(1).report), compiled->image, texts));
  }
  const CompilerMessage* warning = uninitialised_warning(*compiled);
  bool is_suspicious = run.exit_code != 0 || forward.report->has_suspicious_bytes != 0 || warning != nullptr;
  if (options_.checks_locals && is_suspicious && (run.faults.empty() || warning != nullptr)) {
    request.fill = LocalsFill::Zero;
    Result<Compiled> zeroed = compiler_.compile(request);
    if (!zeroed) return fail(zeroed.error());
    Result<std::string> other = read_file(zeroed->image);
    if (!other) return fail(other.error());
    limits.run_count = 1;
    auto second = runner_.run(limits, *other, arguments);
    if (!second) return fail(second.error());
    const RunReport& report = *second->at(0).report;
    auto is_same = comparison.is_same_result(second->at(0));
    if (!is_same) return fail(is_same.error());
    if (!*is_same || report.fault_count != forward.report->fault_count) {
      std::string message = "the result depends on what a local variable holds before it is given a value";
      std::vector<CompilerMessage> places;
      if (warning != nullptr) {
        places.push_back(*warning);
        message += ": " + warning->text;
      } else if (auto found = compiler_.filled_locals(request)) {
        places = std::move(*found);
      }
      std::erase_if(places, [&](const CompilerMessage& place) { return !texts.contains(place.file); });
      auto place_of = [](const CompilerMessage& place) { return std::tie(place.file, place.line); };
      std::sort(places.begin(), places.end(),
                [&](const auto& left, const auto& right) { return place_of(left) < place_of(right); });
      places.erase(
          std::unique(places.begin(), places.end(),
                      [&](const auto& left, const auto& right) { return place_of(left) == place_of(right); }),
          places.end());
      ResolvedDiagnostic fault =
          places.empty() ? at_launch(DiagnosticKind::UninitialisedRead, message, *forward.report,
                                     first_difference(*forward.report, report), compiled->image, texts)
                         : at_line(spelling(DiagnosticKind::UninitialisedRead), message, places[0].file,
                                   places[0].line, texts);
      // The optimiser cannot always tell which it is.
      for (size_t i = 1; i < std::min<size_t>(places.size(), 4); ++i) {
        fault.notes.push_back(at_line({}, "or it may be this one", places[i].file, places[i].line, texts));
        fault.notes.back().severity = spelling(Severity::Note);
      }
      run.faults.insert(run.faults.begin(), std::move(fault));
    }
  }
  run.times.explain = since(begin);
  return run;
}

}  // namespace tilewright::kernels::cuda
