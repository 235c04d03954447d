#include "kernels/cuda/gpu/sanitizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>

namespace tilewright::kernels::cuda::gpu {
namespace {

// A report is a head line and detail lines indented below it; each begins with nine equals signs.
struct Entry {
  std::string_view head;
  std::vector<std::string_view> details;
};

std::string_view trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

uint64_t number_at(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The number that follows `before`; empty: `before` does not occur.
std::optional<uint64_t> number_after(std::string_view text, std::string_view before) {
  size_t at = text.find(before);
  if (at == std::string_view::npos) return std::nullopt;
  return number_at(text.substr(at + before.size()));
}

std::vector<Entry> entries_of(std::string_view text) {
  constexpr std::string_view kMark = "=========";
  std::vector<Entry> entries;
  bool is_fresh = true;  // a blank report line ends an entry
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    // The program's own output may stand before the mark, on the same line.
    size_t mark = line.find(kMark);
    if (mark == std::string_view::npos) continue;
    line.remove_prefix(mark + kMark.size());
    std::string_view words = trimmed(line);
    if (words.empty()) {
      is_fresh = true;
      continue;
    }
    bool is_detail = line.starts_with("  ");
    if (is_detail && !is_fresh && !entries.empty())
      entries.back().details.push_back(words);
    else
      entries.push_back({words, {}});
    is_fresh = false;
  }
  return entries;
}

struct Place {
  std::string function, file;
  uint32_t line = 0;
};

// "k(float *)+0x70 in v.cu:2", "k(float *)+0x70 [0x50]"
Place place_of(std::string_view text) {
  Place place;
  size_t offset = text.rfind("+0x");
  place.function = std::string(trimmed(text.substr(0, offset)));
  size_t in = text.rfind(" in ");
  if (in == std::string_view::npos || (offset != std::string_view::npos && in < offset)) return place;
  std::string_view file = text.substr(in + 4);
  file = file.substr(0, file.find_first_of(" ["));
  size_t colon = file.rfind(':');
  if (colon == std::string_view::npos) return place;
  place.file = std::string(file.substr(0, colon));
  place.line = static_cast<uint32_t>(number_at(file.substr(colon + 1)));
  return place;
}

std::optional<DiagnosticKind> kind_of(std::string_view tool, const Entry& entry) {
  std::string_view head = entry.head;
  auto any_detail = [&](std::string_view part) {
    return std::any_of(entry.details.begin(), entry.details.end(),
                       [&](std::string_view detail) { return contains(detail, part); });
  };
  if (head.starts_with("Invalid __") || head.starts_with("Invalid ")) {
    if (any_detail("misaligned")) return DiagnosticKind::Misaligned;
    return DiagnosticKind::OutOfBounds;
  }
  if (head.starts_with("Leaked ")) return DiagnosticKind::MemoryLeak;
  if (head.starts_with("Uninitialized ") || head.starts_with("Host API memory access error") ||
      head.starts_with("Host API uninitialized"))
    return tool == "initcheck" ? DiagnosticKind::UninitialisedRead : DiagnosticKind::OutOfBounds;
  if (contains(head, "Race reported") || contains(head, "hazard detected")) return DiagnosticKind::Race;
  if (head.starts_with("Barrier error") || contains(head, "__syncthreads") || contains(head, "__syncwarp"))
    return DiagnosticKind::BarrierDivergence;
  if (head.starts_with("Stack overflow")) return DiagnosticKind::StackOverflow;
  if (head.starts_with("Double free") || head.starts_with("Malloc/Free")) return DiagnosticKind::UseAfterFree;
  if (head.starts_with("Illegal instruction") || contains(head, "Device-side assert") || head.starts_with("Trap"))
    return DiagnosticKind::DeviceAssert;
  if (head.starts_with("Program hit ")) {
    bool is_launch = contains(head, "cudaLaunch") || contains(head, "cuLaunch");
    return is_launch ? DiagnosticKind::LaunchLimit : DiagnosticKind::RuntimeCall;
  }
  return std::nullopt;
}

// "by thread (32,0,0) in block (0,0,0)" -> "block (0, 0, 0), thread (32, 0, 0)"
std::string thread_of(const Entry& entry) {
  for (std::string_view detail : entry.details) {
    if (!detail.starts_with("by thread ")) continue;
    std::string text;
    size_t in = detail.find(" in block ");
    if (in == std::string_view::npos) continue;
    auto spaced = [](std::string_view triple) {
      std::string result;
      for (char c : triple) result += c == ',' ? std::string(", ") : std::string(1, c);
      return result;
    };
    return fmt::format("block {}, thread {}", spaced(trimmed(detail.substr(in + 10))),
                       spaced(detail.substr(10, in - 10)));
  }
  return {};
}

class Reader {
 public:
  Reader(std::string_view tool, const SourceTexts& sources) : tool_(tool), sources_(sources) {}

  void add(const Entry& entry) {
    std::string_view head = entry.head;
    if (head.starts_with("COMPUTE-SANITIZER") || head.starts_with("LEAK SUMMARY")) return;
    if (contains(head, "errors were not printed")) return;
    if (auto errors = number_after(head, "SUMMARY: ")) {
      report_.count = *errors;
      return;
    }
    // The same error once more, when the program asked for it.
    if (contains(head, "call to cudaGetLastError") || contains(head, "call to cudaPeekAtLastError")) return;
    if (std::optional<DiagnosticKind> kind = kind_of(tool_, entry)) {
      add(*kind == DiagnosticKind::Race ? race(entry) : fault(*kind, entry));
      return;
    }
    // How the program ended is no failure of the tool.
    bool is_ending = contains(head, "process didn't terminate successfully") ||
                     contains(head, "Target application returned an error");
    bool is_failure = head.starts_with("Error") || contains(head, "not supported");
    if (is_failure && !is_ending && report_.failure.empty()) report_.failure = std::string(head);
  }

  SanitizerReport take() {
    // What follows from a fault is none of its own: the calls after it fail, and a program that ended frees nothing.
    auto is_consequence = [](const ResolvedDiagnostic& finding) {
      return finding.kind == spelling(DiagnosticKind::MemoryLeak) ||
             (finding.kind == spelling(DiagnosticKind::RuntimeCall) &&
              (contains(finding.message, "cudaErrorLaunchFailure") || contains(finding.message, "cudaErrorIllegal") ||
               contains(finding.message, "cudaErrorMisalignedAddress")));
    };
    if (!std::all_of(report_.findings.begin(), report_.findings.end(), is_consequence))
      std::erase_if(report_.findings, is_consequence);
    return std::move(report_);
  }

 private:
  // "Error: Race reported between Write access at f()+0x10 in a.cu:3", then "and Read access at ... [8 hazards]"
  ResolvedDiagnostic race(const Entry& entry) const {
    constexpr std::string_view kBetween = " between ";
    size_t between = entry.head.find(kBetween);
    std::string_view first = between == std::string_view::npos ? entry.head : entry.head.substr(between + kBetween.size());
    std::vector<ResolvedDiagnostic> others;
    uint64_t hazards = 0;
    std::string words = access_word(first);
    for (std::string_view detail : entry.details) {
      if (!detail.starts_with("and ")) continue;
      std::string_view second = detail.substr(4);
      Place place = read_access(second);
      hazards += number_after(detail, " [").value_or(0);
      bool is_told = std::any_of(others.begin(), others.end(), [&](const ResolvedDiagnostic& other) {
        return other.line == place.line && other.file == full_name(place.file);
      });
      if (is_told) continue;
      if (others.empty()) words += " and a " + access_word(second);
      others.push_back(note(fmt::format("the {} in {}", access_word(second), place.function), place));
    }
    Place place = read_access(first);
    ResolvedDiagnostic finding = located(DiagnosticKind::Race, fmt::format("race of a {}, {} hazards", words, hazards), place);
    finding.notes = std::move(others);
    return finding;
  }

  ResolvedDiagnostic fault(DiagnosticKind kind, const Entry& entry) const {
    // The access, then who called, out to the kernel.
    constexpr std::string_view kFrame = "Device Frame: ";
    std::vector<Place> frames;
    for (std::string_view detail : entry.details) {
      if (detail.starts_with("at ") && frames.empty()) frames.push_back(place_of(detail.substr(3)));
      if (detail.starts_with(kFrame)) frames.push_back(place_of(detail.substr(kFrame.size())));
    }
    size_t own = 0;
    while (own < frames.size() && !is_known(frames[own].file)) ++own;
    if (own == frames.size()) own = 0;
    std::string thread = thread_of(entry);
    std::string message = fmt::format("{}{}{}", entry.head, thread.empty() ? "" : ", ", thread);
    ResolvedDiagnostic finding = located(kind, std::move(message), frames.empty() ? Place() : frames[own]);
    if (!frames.empty()) finding.notes.push_back(note("in " + frames[0].function, {}));
    for (std::string_view detail : entry.details) {
      bool explains = detail.starts_with("Address ") || detail.starts_with("Access ") || detail.starts_with("and is ") ||
                      detail.starts_with("Uninitialized access");
      if (explains) finding.notes.push_back(note(std::string(detail), {}));
    }
    uint32_t last = finding.line;
    for (size_t i = own + 1; i < frames.size() && finding.notes.size() < kMostNotes; ++i) {
      if (frames[i].line == last || frames[i].line == 0) continue;
      last = frames[i].line;
      finding.notes.push_back(note("called from here", frames[i]));
    }
    return finding;
  }

  // One a place and kind: every thread that fails is an entry of its own.
  void add(ResolvedDiagnostic finding) {
    finding.message += fmt::format(" ({})", tool_);
    bool is_known_already =
        std::any_of(report_.findings.begin(), report_.findings.end(), [&](const ResolvedDiagnostic& known) {
          return known.kind == finding.kind && known.file == finding.file && known.line == finding.line &&
                 (finding.line != 0 || known.message == finding.message);
        });
    if (!is_known_already) report_.findings.push_back(std::move(finding));
  }

  static std::string access_word(std::string_view access) {
    std::string word(access.substr(0, access.find(' ')));
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word;
  }
  static Place read_access(std::string_view access) {
    constexpr std::string_view kAt = " access at ";
    size_t at = access.find(kAt);
    return at == std::string_view::npos ? Place() : place_of(access.substr(at + kAt.size()));
  }

  std::string full_name(const std::string& file) const {
    for (const auto& [name, text] : sources_) {
      if (std::filesystem::path(name).filename() == std::filesystem::path(file).filename()) return name;
    }
    return file;
  }
  bool is_known(const std::string& file) const { return !file.empty() && sources_.contains(full_name(file)); }

  ResolvedDiagnostic located(DiagnosticKind kind, std::string message, const Place& place) const {
    return at_line(spelling(kind), std::move(message), full_name(place.file), place.line, sources_);
  }
  ResolvedDiagnostic note(std::string message, const Place& place) const {
    ResolvedDiagnostic diagnostic = at_line({}, std::move(message), full_name(place.file), place.line, sources_);
    diagnostic.severity = spelling(Severity::Note);
    return diagnostic;
  }

  static constexpr size_t kMostNotes = 6;

  std::string_view tool_;
  const SourceTexts& sources_;
  SanitizerReport report_;
};

}  // namespace

SanitizerReport read_sanitizer_report(std::string_view tool, std::string_view text, const SourceTexts& sources) {
  Reader reader(tool, sources);
  for (const Entry& entry : entries_of(text)) reader.add(entry);
  return reader.take();
}

}  // namespace tilewright::kernels::cuda::gpu
