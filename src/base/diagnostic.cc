#include "base/diagnostic.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "base/check.h"
#include "base/terminal_text.h"

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

// A source line is shown whole up to this many terminal columns; of a longer one the part around the mark.
constexpr int kShownColumns = 160;
constexpr std::string_view kCut = "…";

struct Cell {
  std::string text;  // as it is printed
  int width;         // terminal columns
};

int width_of(const std::vector<Cell>& line, size_t begin, size_t end) {
  int width = 0;
  for (size_t i = begin; i < end; ++i) width += line[i].width;
  return width;
}

// Splits a line into code points with their terminal width; a tab becomes one column, as
// columns are counted. What would steer the terminal is written as an escape.
std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> result;
  for_each_point(line, [&](std::string_view bytes, int32_t point) {
    if (point == '\t') {
      result.push_back({" ", 1});
    } else if (!is_printed(point)) {
      std::string text = escaped(bytes, point);
      auto width = static_cast<int>(text.size());
      result.push_back({std::move(text), width});
    } else {
      result.push_back({std::string(bytes), std::max(0, utf8proc_charwidth(point))});
    }
  });
  return result;
}

// Which cells of a line are printed; [mark, mark_end) is what is marked.
struct Window {
  size_t begin = 0, end = 0;
};

Window shown_part(const std::vector<Cell>& line, size_t mark, size_t mark_end) {
  if (width_of(line, 0, line.size()) <= kShownColumns) return {0, line.size()};
  int space = kShownColumns - 2;
  mark = std::min(mark, line.size());
  Window shown{mark, mark};
  int width = 0;
  while (shown.end < std::min(mark_end, line.size()) && width + line[shown.end].width <= space)
    width += line[shown.end++].width;
  // What is left goes to both sides, and to the other one where a side has ended.
  int before = std::max((space - width) / 2, space - width - width_of(line, shown.end, line.size()));
  while (shown.begin > 0 && before - line[shown.begin - 1].width >= 0) {
    before -= line[--shown.begin].width;
    width += line[shown.begin].width;
  }
  while (shown.end < line.size() && width + line[shown.end].width <= space) width += line[shown.end++].width;
  return shown;
}

void append_caret(std::string& out, const ResolvedDiagnostic& diagnostic) {
  if (diagnostic.source_line.empty() || diagnostic.column == 0) return;
  std::vector<Cell> line = cells(diagnostic.source_line);
  size_t mark = diagnostic.column - 1;
  size_t mark_end = std::max<size_t>(diagnostic.end_column, diagnostic.column + 1) - 1;
  Window shown = shown_part(line, mark, mark_end);
  std::string text = "  ";
  std::string marks = "  ";
  if (shown.begin > 0) {
    text += kCut;
    marks += ' ';
  }
  for (size_t i = shown.begin; i < shown.end; ++i) {
    text += line[i].text;
    size_t start = marks.size();
    marks.append(static_cast<size_t>(line[i].width), i < mark || i >= mark_end ? ' ' : '~');
    if (i == mark && start < marks.size()) marks[start] = '^';
  }
  if (shown.end < line.size()) text += kCut;
  if (line.size() <= mark) marks += '^';
  while (!marks.empty() && marks.back() == ' ') marks.pop_back();
  out += text + "\n" + marks + "\n";
}

void append(std::string& out, const ResolvedDiagnostic& diagnostic, bool is_note) {
  if (diagnostic.line != 0)
    out += fmt::format("{}:{}:{}: ", printable(diagnostic.file), diagnostic.line, diagnostic.column);
  out += fmt::format("{}: {}", is_note ? "note" : diagnostic.severity, printable(diagnostic.message));
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
