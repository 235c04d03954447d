// Source text, places in it, and nested sources (CUDA inside a Python string, a jit
// function inside a file) that keep the lines of the file the user wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace tilewright {

struct SourceTag;
using SourceId = Id<SourceTag>;

// Half-open byte range [begin, end) in one source.
struct Span {
  SourceId source;
  uint32_t begin = 0;
  uint32_t end = 0;

  explicit operator bool() const { return static_cast<bool>(source); }
  auto operator<=>(const Span&) const = default;
};

// 1-based line and column; columns count code points, a tab is one.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

// One piece of a nested source: its bytes from `begin` on come from `origin` (byte by byte
// when `verbatim`, as a whole otherwise: an escape sequence maps to its first byte).
struct SourcePiece {
  uint32_t begin = 0;
  Span origin;
  bool verbatim = true;
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text, std::vector<SourcePiece> pieces = {});

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  const std::vector<SourcePiece>& pieces() const { return pieces_; }

  LineColumn line_column(uint32_t offset) const;
  // The text of a 1-based line without its line end; empty past the last line.
  std::string_view line(uint32_t line) const;
  // Byte offset at which a 1-based line starts.
  uint32_t line_start(uint32_t line) const;
  uint32_t line_count() const { return static_cast<uint32_t>(line_starts_.size()); }

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
  std::vector<SourcePiece> pieces_;
};

// Adds a source that every SourceManager of the process knows under the same id and that lives as long as the
// process: text built into the program, so that what was parsed from it can be shared by many runs.
SourceId add_shared_source(std::string name, std::string text);

// Owns sources; a source once added never moves.
class SourceManager {
 public:
  SourceId add(std::string name, std::string text, std::vector<SourcePiece> pieces = {});
  const SourceFile& file(SourceId id) const;
  size_t size() const { return files_.size(); }

  // Follows nested sources outward to the file the user wrote.
  Span origin(Span span) const;
  // "name:line:column" of the span's first byte, after origin(); "<unknown>" for an empty span.
  std::string describe(Span span) const;
  std::string_view text(Span span) const;

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
};

}  // namespace tilewright
