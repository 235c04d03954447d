#include "kernels/cuda/extension.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/file.h"
#include "kernels/cuda/lexer.h"
#include "kernels/cuda/outcomes.h"

namespace tilewright::kernels::cuda {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// Lines after the program's own, under a name that no diagnostic shows.
std::string registrations(const std::vector<std::string>& functions) {
  std::string text = "\n#line 1 \"functions\"\n";
  for (const std::string& function : functions)
    text += fmt::format("static const ::tilewright::RegisterFunction tilewright_entry_{0}(\"{0}\", &{0});\n", function);
  return text;
}

// Attributes that would switch checks off.
constexpr std::string_view kPoisoned =
    "no_sanitize __no_sanitize__ no_sanitize_thread no_sanitize_address no_sanitize_memory __no_sanitize_thread__ "
    "disable_sanitizer_instrumentation __disable_sanitizer_instrumentation__";

// The first identifier that belongs to the headers and the runner; sources have no use for one.
std::optional<ResolvedDiagnostic> reserved_name(const ExtensionSource& source) {
  SourceManager sources;
  SourceId id = sources.add(source.name, source.text);
  Lexed lexed = lex(source.text);
  lexed.directives.push_back(lexed.program);
  for (const std::vector<Token>& tokens : lexed.directives) {
    for (const Token& token : tokens) {
      if (token.kind != TokenKind::Identifier) continue;
      std::string_view name = std::string_view(source.text).substr(token.begin, token.end - token.begin);
      bool is_reserved = false;
      for (std::string_view prefix : {"tilewright", "TILEWRIGHT", "TW_", "tw_", "__tsan_", "__ubsan_", "__sanitizer_"})
        is_reserved |= name.starts_with(prefix);
      if (!is_reserved) continue;
      return resolve({DiagnosticKind::CapabilityDenied,
                      fmt::format("'{}' belongs to the machinery that checks programs", name),
                      {id, token.begin, token.end},
                      {}},
                     sources);
    }
  }
  return std::nullopt;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

bool mentions_function(std::string_view text, std::string_view name) {
  Lexed lexed = lex(text);
  auto word = [&](size_t i) {
    return i < lexed.program.size() ? text.substr(lexed.program[i].begin, lexed.program[i].end - lexed.program[i].begin)
                                    : std::string_view();
  };
  for (size_t i = 0; i + 1 < lexed.program.size(); ++i) {
    if (word(i) != name || word(i + 1) != "(") continue;
    std::string_view before = i == 0 ? std::string_view() : word(i - 1);
    if (before != "::" && before != "." && before != "->" && before != "return" && before != "=") return true;
  }
  return false;
}

Result<ExtensionMachine> ExtensionMachine::create(CudaOptions options) {
  Result<Compiler> compiler = Compiler::find({.cache_folder = options.cache_folder,
                                              .include_folder = options.include_folder,
                                              .reads_cache = options.reads_cache});
  if (!compiler) return fail(compiler.error());
  return ExtensionMachine(std::move(options), std::move(*compiler));
}

Result<Extension> ExtensionMachine::compile(const ExtensionSource& source) {
  Extension extension;
  auto begin = Clock::now();
  Result<RewrittenProgram> rewritten =
      rewrite_program({{source.name, source.text, {}}}, source.include_folders, options_.cache_folder);
  if (!rewritten) return fail(rewritten.error());
  extension.times.rewrite = since(begin);
  extension.texts = texts_of(*rewritten);
  extension.refused = rewritten->refused;
  if (std::optional<ResolvedDiagnostic> reserved = reserved_name(source)) extension.refused = {*reserved};
  if (!extension.refused.empty()) return extension;
  for (const std::string& function : source.functions) {
    if (!is_name(function))
      return fail(DiagnosticKind::BadCandidate, fmt::format("'{}' is no name of a function", function));
  }
  extension.request = {.files = {{source.name, fmt::format("#pragma GCC poison {}\n{}{}", kPoisoned,
                                                           rewritten->texts[0], registrations(source.functions))}},
                       .include_folders = rewritten->include_folders,
                       .key = rewritten->key,
                       .refuses_assembly = true};
  begin = Clock::now();
  Result<Compiled> compiled = compiler_.compile(extension.request);
  if (!compiled) return fail(compiled.error());
  extension.times.compile = since(begin);
  extension.times.was_cached = compiled->was_cached;
  if (const CompilerMessage* warning = uninitialised_warning(*compiled);
      warning != nullptr && extension.texts.contains(warning->file))
    extension.local_warning =
        at_line(spelling(DiagnosticKind::UninitialisedRead),
                fmt::format("the result depends on what a local variable holds before it is given a value: {}",
                            warning->text),
                warning->file, warning->line, extension.texts);
  extension.image = compiled->image;
  if (compiled->image.empty()) {
    extension.refused = explain_refusal(*compiled, *rewritten);
    return extension;
  }
  if (Result<void> loaded = load(extension); !loaded) return fail(loaded.error());
  return extension;
}

Result<void> ExtensionMachine::load(Extension& extension) {
  Result<std::string> image = read_file(extension.image);
  if (!image) return fail(image.error());
  extension.image_bytes = std::move(*image);
  return {};
}

Result<Extension> ExtensionMachine::compile_with_zeros(const Extension& extension) {
  Extension other = extension;
  other.request.fill = LocalsFill::Zero;
  Result<Compiled> compiled = compiler_.compile(other.request);
  if (!compiled) return fail(compiled.error());
  other.image = compiled->image;
  if (Result<void> loaded = load(other); !loaded) return fail(loaded.error());
  return other;
}

Result<std::vector<CallRun>> ExtensionMachine::run(const Extension& extension, const std::vector<Call>& calls,
                                                   const std::vector<RunPlan>& plans,
                                                   const RunSettings& settings) {
  RunRequest request;
  request.run_count = static_cast<uint32_t>(std::min<size_t>(plans.size(), kMaxRuns));
  std::copy_n(plans.begin(), request.run_count, request.runs);
  request.fuel = settings.fuel;
  request.counts = settings.counts;
  request.limits = settings.limits;
  Result<std::vector<RunOutcome>> outcomes =
      runner_.run(request, extension.image_bytes, {extension.request.files[0].name}, encode(calls));
  if (!outcomes) return fail(outcomes.error());
  std::vector<CallRun> runs;
  for (size_t i = 0; i < outcomes->size(); ++i) {
    const RunOutcome& outcome = (*outcomes)[i];
    CallRun& run = runs.emplace_back();
    if (!decode(outcome.results, run.results)) run.results.clear();
    bool ended_well = exit_code_of(outcome) == 0 &&
                      std::none_of(run.results.begin(), run.results.end(), [](const auto& r) { return r.has_failed; });
    run.faults = explain(*outcome.report, extension.image, extension.texts, ended_well);
    add_ending(outcome, run.faults, extension.texts);
    run.fault_call = outcome.report->fault_count > 0 ? outcome.report->faults[0].call : outcome.report->current_call;
    run.launches.assign(outcome.report->launches,
                        outcome.report->launches + std::min<uint32_t>(outcome.report->launch_count, kMaxLaunches));
    run.has_suspicious_bytes = outcome.report->has_suspicious_bytes != 0;
    run.output = outcome.output;
    bool has_failed = !run.results.empty() && run.results.back().has_failed;
    if (run.faults.empty() && !has_failed && run.results.size() < request.runs[i].calls)
      run.faults.push_back(at_line(spelling(DiagnosticKind::CapabilityDenied),
                                   "the extension ends its process before the call has returned", {}, 0,
                                   extension.texts));
  }
  return runs;
}

}  // namespace tilewright::kernels::cuda
