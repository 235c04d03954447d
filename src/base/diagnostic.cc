#include "base/diagnostic.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "base/check.h"

namespace tilewright {
namespace {

struct KindRow {
  std::string_view spelling;
  Severity severity;
};

constexpr KindRow kKinds[] = {
#define TW_KIND(identifier, spelling, severity) {spelling, Severity::severity},
#include "base/kinds.def"
#undef TW_KIND
};

struct Cell {
  std::string_view bytes;
  int width;  // terminal columns
};

// Splits a line into code points with their terminal width; a tab becomes one column, as
// columns are counted.
std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> result;
  size_t at = 0;
  while (at < line.size()) {
    utf8proc_int32_t point = 0;
    auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(line.data() + at),
                                   static_cast<utf8proc_ssize_t>(line.size() - at), &point);
    if (length <= 0) {
      length = 1;
      point = '?';
    }
    int width = point == '\t' ? 1 : std::max(0, utf8proc_charwidth(point));
    result.push_back({line.substr(at, static_cast<size_t>(length)), width});
    at += static_cast<size_t>(length);
  }
  return result;
}

void append_caret(std::string& out, const ResolvedDiagnostic& diagnostic) {
  if (diagnostic.source_line.empty() || diagnostic.column == 0) return;
  std::string text = "  ";
  std::string marks = "  ";
  uint32_t column = 1;
  uint32_t end = std::max(diagnostic.end_column, diagnostic.column + 1);
  for (const Cell& cell : cells(diagnostic.source_line)) {
    text += cell.bytes == "\t" ? " " : std::string(cell.bytes);
    char mark = column < diagnostic.column || column >= end ? ' ' : column == diagnostic.column ? '^' : '~';
    marks.append(static_cast<size_t>(cell.width), mark);
    ++column;
  }
  if (column <= diagnostic.column) marks += '^';
  while (!marks.empty() && marks.back() == ' ') marks.pop_back();
  out += text + "\n" + marks + "\n";
}

void append(std::string& out, const ResolvedDiagnostic& diagnostic, bool is_note) {
  if (diagnostic.line != 0)
    out += fmt::format("{}:{}:{}: ", diagnostic.file, diagnostic.line, diagnostic.column);
  out += fmt::format("{}: {}", is_note ? "note" : diagnostic.severity, diagnostic.message);
  if (!is_note) out += fmt::format(" [{}]", diagnostic.kind);
  out += '\n';
  append_caret(out, diagnostic);
  for (const auto& note : diagnostic.notes) append(out, note, true);
}

void place(ResolvedDiagnostic& resolved, Span span, const SourceManager& sources) {
  if (!span) return;
  span = sources.origin(span);
  const SourceFile& file = sources.file(span.source);
  LineColumn begin = file.line_column(span.begin);
  LineColumn end = file.line_column(std::max(span.end, span.begin));
  resolved.file = file.name();
  resolved.line = begin.line;
  resolved.column = begin.column;
  resolved.source_line = std::string(file.line(begin.line));
  resolved.end_column =
      end.line == begin.line ? end.column : static_cast<uint32_t>(cells(resolved.source_line).size()) + 1;
}

}  // namespace

std::string_view spelling(DiagnosticKind kind) { return kKinds[static_cast<size_t>(kind)].spelling; }
Severity severity(DiagnosticKind kind) { return kKinds[static_cast<size_t>(kind)].severity; }

std::string_view spelling(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  TW_CHECK(false, "severity {}", static_cast<int>(severity));
}

ResolvedDiagnostic resolve(const Diagnostic& diagnostic, const SourceManager& sources) {
  ResolvedDiagnostic resolved;
  resolved.kind = spelling(diagnostic.kind);
  resolved.severity = spelling(severity(diagnostic.kind));
  resolved.message = diagnostic.message;
  place(resolved, diagnostic.span, sources);
  for (const Note& note : diagnostic.notes) {
    ResolvedDiagnostic child;
    child.severity = "note";
    child.message = note.message;
    place(child, note.span, sources);
    resolved.notes.push_back(std::move(child));
  }
  return resolved;
}

std::string render(const ResolvedDiagnostic& diagnostic) {
  std::string out;
  append(out, diagnostic, false);
  return out;
}

std::string render(const Diagnostic& diagnostic, const SourceManager& sources) {
  return render(resolve(diagnostic, sources));
}

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources) {
  std::string out;
  for (const auto& diagnostic : diagnostics) out += render(diagnostic, sources);
  return out;
}

}  // namespace tilewright
