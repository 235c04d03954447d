// Diagnostics: what is wrong, where, and what to do, for a person and for a model that will
// repair its kernel from them. Rendered as
//   file:line:col: error: message [kind]
//     the line
//         ^~~~~
//   file:line:col: note: ...
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace tilewright {

enum class Severity : uint8_t { Note, Warning, Error };

enum class DiagnosticKind : uint8_t {
#define TW_KIND(identifier, spelling, severity) identifier,
#include "base/kinds.def"
#undef TW_KIND
};

std::string_view spelling(DiagnosticKind kind);
Severity severity(DiagnosticKind kind);
std::string_view spelling(Severity severity);

struct Note {
  std::string message;
  Span span;  // may be empty: a hint without a place
};

struct [[nodiscard]] Diagnostic {
  DiagnosticKind kind = DiagnosticKind::Unsupported;
  std::string message;
  Span span;  // empty when the mistake has no place in a source (a missing file)
  std::vector<Note> notes;

  Diagnostic&& with_note(std::string text, Span place = {}) && {
    notes.push_back({std::move(text), place});
    return std::move(*this);
  }
};

// Text as above, ending in a newline. Without a span: "error: message [kind]".
std::string render(const Diagnostic& diagnostic, const SourceManager& sources);
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources);

// A diagnostic that travels between processes: places are resolved to file, line and columns.
// schema version in kDiagnosticSchema; JSON by base/diagnostic_json.h.
struct ResolvedDiagnostic {
  std::string kind;      // spelling
  std::string severity;  // spelling
  std::string message;
  std::string file;
  uint32_t line = 0;  // 0: no place
  uint32_t column = 0;
  uint32_t end_column = 0;  // exclusive, on the same line
  std::string source_line;
  std::vector<ResolvedDiagnostic> notes;
};
inline constexpr int kDiagnosticSchema = 1;

ResolvedDiagnostic resolve(const Diagnostic& diagnostic, const SourceManager& sources);
std::string render(const ResolvedDiagnostic& diagnostic);

}  // namespace tilewright
