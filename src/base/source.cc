#include "base/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>

#include "base/check.h"

namespace tilewright {

SourceFile::SourceFile(std::string name, std::string text, std::vector<SourcePiece> pieces)
    : name_(std::move(name)), text_(std::move(text)), pieces_(std::move(pieces)) {
  line_starts_.push_back(0);
  for (uint32_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'))) {
      line_starts_.push_back(i + 1);
    }
  }
}

LineColumn SourceFile::line_column(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, text_.size());
  auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - line_starts_.begin());
  uint32_t column = 1;
  for (uint32_t i = line_starts_[line - 1]; i < offset; ++i) {
    column += (static_cast<unsigned char>(text_[i]) & 0xc0) != 0x80;
  }
  return {line, column};
}

std::string_view SourceFile::line(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  uint32_t begin = line_starts_[line - 1];
  uint32_t end = line < line_starts_.size() ? line_starts_[line] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(begin, end - begin);
}

uint32_t SourceFile::line_start(uint32_t line) const {
  if (line == 0) return 0;
  return line > line_starts_.size() ? static_cast<uint32_t>(text_.size()) : line_starts_[line - 1];
}

namespace {

// Ids from here on are those of shared sources.
constexpr uint32_t kFirstShared = 0x80000000u;

class SharedSources {
 public:
  SourceId add(std::string name, std::string text) {
    std::lock_guard lock(mutex_);
    files_.emplace_back(std::move(name), std::move(text));
    return SourceId(kFirstShared + static_cast<uint32_t>(files_.size()) - 1);
  }
  const SourceFile& file(SourceId id) {
    std::lock_guard lock(mutex_);
    TW_CHECK(id.index - kFirstShared < files_.size(), "shared source id {}", id.index);
    return files_[id.index - kFirstShared];
  }

 private:
  std::mutex mutex_;
  std::deque<SourceFile> files_;
};

SharedSources& shared_sources() {
  static SharedSources* sources = new SharedSources;  // outlives static destructors
  return *sources;
}

}  // namespace

SourceId add_shared_source(std::string name, std::string text) {
  return shared_sources().add(std::move(name), std::move(text));
}

SourceId SourceManager::add(std::string name, std::string text, std::vector<SourcePiece> pieces) {
  files_.push_back(std::make_unique<SourceFile>(std::move(name), std::move(text), std::move(pieces)));
  return SourceId(files_.size() - 1);
}

const SourceFile& SourceManager::file(SourceId id) const {
  if (id.index >= kFirstShared && id) return shared_sources().file(id);
  TW_CHECK(id.index < files_.size(), "source id {} of {}", id.index, files_.size());
  return *files_[id.index];
}

Span SourceManager::origin(Span span) const {
  while (span) {
    const auto& pieces = file(span.source).pieces();
    if (pieces.empty()) return span;
    auto locate = [&](uint32_t offset) {
      auto next =
          std::upper_bound(pieces.begin(), pieces.end(), offset,
                           [](uint32_t value, const SourcePiece& piece) { return value < piece.begin; });
      const SourcePiece& piece = next == pieces.begin() ? pieces.front() : *(next - 1);
      uint32_t shift = piece.verbatim && offset > piece.begin ? offset - piece.begin : 0;
      return std::pair(piece.origin.source, std::min(piece.origin.begin + shift, piece.origin.end));
    };
    auto [source, begin] = locate(span.begin);
    auto [end_source, end] = locate(span.end > span.begin ? span.end - 1 : span.begin);
    span = {source, begin, end_source == source ? std::max(begin, end + (span.end > span.begin)) : begin};
  }
  return span;
}

std::string SourceManager::describe(Span span) const {
  if (!span) return "<unknown>";
  span = origin(span);
  const SourceFile& source = file(span.source);
  LineColumn place = source.line_column(span.begin);
  return fmt::format("{}:{}:{}", source.name(), place.line, place.column);
}

std::string_view SourceManager::text(Span span) const {
  if (!span) return {};
  std::string_view whole = file(span.source).text();
  if (span.begin >= whole.size()) return {};
  return whole.substr(span.begin, span.end - span.begin);
}

}  // namespace tilewright
