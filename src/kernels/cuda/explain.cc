#include "kernels/cuda/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kernels/cuda/symbols.h"

namespace tilewright::kernels::cuda {
namespace {

DiagnosticKind kind_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::OutOfBounds:
      return DiagnosticKind::OutOfBounds;
    case FaultKind::Misaligned:
      return DiagnosticKind::Misaligned;
    case FaultKind::Uninitialised:
      return DiagnosticKind::UninitialisedRead;
    case FaultKind::Race:
      return DiagnosticKind::Race;
    case FaultKind::BarrierDivergence:
      return DiagnosticKind::BarrierDivergence;
    case FaultKind::Deadlock:
      return DiagnosticKind::Deadlock;
    case FaultKind::HostPointer:
      return DiagnosticKind::HostPointer;
    case FaultKind::DevicePointer:
      return DiagnosticKind::DevicePointer;
    case FaultKind::UseAfterFree:
      return DiagnosticKind::UseAfterFree;
    case FaultKind::LaunchLimit:
      return DiagnosticKind::LaunchLimit;
    case FaultKind::LaunchArguments:
      return DiagnosticKind::LaunchArguments;
    case FaultKind::ApiError:
      return DiagnosticKind::RuntimeCall;
    case FaultKind::MemoryLeak:
      return DiagnosticKind::MemoryLeak;
    case FaultKind::DivisionByZero:
      return DiagnosticKind::DivisionByZero;
    case FaultKind::DeviceAssert:
      return DiagnosticKind::DeviceAssert;
    case FaultKind::StackOverflow:
      return DiagnosticKind::StackOverflow;
    case FaultKind::Crash:
      return DiagnosticKind::HostCrash;
    case FaultKind::TimeLimit:
      return DiagnosticKind::FuelExhausted;
    case FaultKind::MemoryLimit:
      return DiagnosticKind::MemoryBudget;
    case FaultKind::OutputLimit:
      return DiagnosticKind::OutputLimit;
    case FaultKind::InputWritten:
      return DiagnosticKind::InputMutated;
    case FaultKind::Denied:
      return DiagnosticKind::CapabilityDenied;
    case FaultKind::Unsupported:
      return DiagnosticKind::Unsupported;
  }
  return DiagnosticKind::Unsupported;
}

std::string_view line_of(const SourceTexts& sources, const std::string& file, uint32_t line) {
  auto found = sources.find(file);
  if (found == sources.end() || line == 0) return {};
  std::string_view text = found->second;
  for (uint32_t i = 1; i < line; ++i) {
    size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

uint32_t code_points(std::string_view text) {
  return static_cast<uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

class Explainer {
 public:
  Explainer(const RunReport& report, const std::filesystem::path& image, const SourceTexts& sources)
      : report_(report), sources_(sources) {
    std::set<uint32_t> offsets;
    auto want = [&](uint32_t offset) {
      if (offset != kNoPlace) offsets.insert(offset);
    };
    for (uint32_t i = 0; i < count(); ++i) {
      for (uint32_t place : report.faults[i].places) want(place);
      want(report.faults[i].other_place);
      want(report.faults[i].launch_place);
    }
    std::vector<uint32_t> list(offsets.begin(), offsets.end());
    places_ = find_places(image, list);
  }

  std::vector<ResolvedDiagnostic> run(bool drops_handled_errors) {
    std::vector<ResolvedDiagnostic> result;
    bool has_race = false;
    for (uint32_t i = 0; i < count(); ++i) {
      if (drops_handled_errors && report_.faults[i].was_handled != 0) continue;
      ResolvedDiagnostic diagnostic = explain_one(report_.faults[i]);
      bool is_known = std::any_of(result.begin(), result.end(), [&](const ResolvedDiagnostic& other) {
        return other.kind == diagnostic.kind && other.line == diagnostic.line &&
               other.file == diagnostic.file;
      });
      has_race |= report_.faults[i].kind == FaultKind::Race;
      if (!is_known) result.push_back(std::move(diagnostic));
    }
    // Shared memory read before another thread has written it, without a barrier between: the race is the
    // cause.
    auto is_race = [](const ResolvedDiagnostic& diagnostic) {
      return diagnostic.kind == spelling(DiagnosticKind::Race);
    };
    if (has_race && result[0].kind == spelling(DiagnosticKind::UninitialisedRead) &&
        result[0].message.find("in this block") != std::string::npos) {
      auto race = std::find_if(result.begin(), result.end(), is_race);
      if (race != result.end()) std::rotate(result.begin(), race, race + 1);
    }
    return result;
  }

 private:
  uint32_t count() const { return std::min<uint32_t>(report_.fault_count, kMaxFaults); }

  // The lines of the program's own sources at an offset, innermost first.
  std::vector<SourcePlace> own_lines(uint32_t offset) const {
    std::vector<SourcePlace> result;
    auto found = places_.find(offset);
    if (found == places_.end()) return result;
    for (SourcePlace place : found->second) {
      // Debug information may put the compiler's folder before a relative name.
      if (place.file.starts_with("./") && !sources_.contains(place.file)) place.file.erase(0, 2);
      if (sources_.contains(place.file)) result.push_back(std::move(place));
    }
    return result;
  }

  ResolvedDiagnostic explain_one(const FaultRecord& fault) const {
    std::vector<SourcePlace> chain;
    for (uint32_t offset : fault.places) {
      if (offset == kNoPlace) break;
      for (SourcePlace& place : own_lines(offset)) chain.push_back(std::move(place));
    }
    bool has_own = !chain.empty();
    if (fault.line != 0 && sources_.contains(fault.file)) {
      SourcePlace exact{{}, fault.file, fault.line};
      if (has_own && chain[0].line == fault.line)
        chain[0] = exact;
      else
        chain.insert(chain.begin(), exact);
      has_own = true;
    }
    if (!has_own) chain = own_lines(fault.launch_place);
    DiagnosticKind kind = kind_of(fault.kind);
    ResolvedDiagnostic diagnostic =
        chain.empty() ? at_line(spelling(kind), fault.message, {}, 0, sources_)
                      : at_line(spelling(kind), fault.message, chain[0].file, chain[0].line, sources_);
    if (fault.has_thread != 0)
      add_note(
          diagnostic,
          fmt::format("in kernel '{}', block ({}, {}, {}), thread ({}, {}, {})", fault.kernel, fault.block[0],
                      fault.block[1], fault.block[2], fault.thread[0], fault.thread[1], fault.thread[2]),
          {}, 0);
    if (fault.other_place != kNoPlace || fault.note[0] != '\0') {
      std::vector<SourcePlace> other = own_lines(fault.other_place);
      add_note(diagnostic, fault.note, other.empty() ? std::string() : other[0].file,
               other.empty() ? 0 : other[0].line);
    }
    // Who called, out to the kernel; the same line twice (inlined helpers of one line) says nothing new.
    uint32_t last = chain.empty() ? 0 : chain[0].line;
    for (size_t i = 1; has_own && i < chain.size() && diagnostic.notes.size() < 6; ++i) {
      if (chain[i].line == last) continue;
      last = chain[i].line;
      add_note(diagnostic, "called from here", chain[i].file, chain[i].line);
    }
    return diagnostic;
  }

  void add_note(ResolvedDiagnostic& diagnostic, std::string message, const std::string& file,
                uint32_t line) const {
    ResolvedDiagnostic note = at_line({}, std::move(message), file, line, sources_);
    note.severity = spelling(Severity::Note);
    diagnostic.notes.push_back(std::move(note));
  }

  const RunReport& report_;
  const SourceTexts& sources_;
  std::map<uint32_t, std::vector<SourcePlace>> places_;
};

}  // namespace

ResolvedDiagnostic at_line(std::string_view kind, std::string message, const std::string& file, uint32_t line,
                           const SourceTexts& sources) {
  ResolvedDiagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.severity = spelling(Severity::Error);
  diagnostic.message = std::move(message);
  std::string_view text = line_of(sources, file, line);
  if (line == 0 || file.empty()) return diagnostic;
  diagnostic.file = file;
  diagnostic.line = line;
  diagnostic.source_line = text;
  size_t first = text.find_first_not_of(" \t");
  size_t last = text.find_last_not_of(" \t");
  if (first == std::string_view::npos) first = 0, last = 0;
  diagnostic.column = code_points(text.substr(0, first)) + 1;
  diagnostic.end_column = diagnostic.column + code_points(text.substr(first, last - first + 1));
  return diagnostic;
}

std::vector<ResolvedDiagnostic> explain(const RunReport& report, const std::filesystem::path& image,
                                        const SourceTexts& sources, bool drops_handled_errors) {
  return Explainer(report, image, sources).run(drops_handled_errors);
}

}  // namespace tilewright::kernels::cuda
