#include "python/source_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "python/identifiers.h"

namespace tilewright::python {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string_view first_line(std::string_view text) { return text.substr(0, text.find_first_of("\r\n")); }

std::string_view after_first_line(std::string_view text) {
  size_t end = text.find_first_of("\r\n");
  if (end == std::string_view::npos) return {};
  end += text.substr(end).starts_with("\r\n") ? 2 : 1;
  return text.substr(end);
}

// The encoding that a comment line declares: ^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+); empty without one.
std::string declared_encoding(std::string_view line) {
  size_t hash = line.find_first_not_of(" \t\f");
  if (hash == std::string_view::npos || line[hash] != '#') return {};
  size_t at = hash;
  while ((at = line.find("coding", at)) != std::string_view::npos) {
    at += 6;
    if (at >= line.size() || (line[at] != ':' && line[at] != '=')) continue;
    size_t begin = line.find_first_not_of(" \t", at + 1);
    if (begin == std::string_view::npos) continue;
    size_t end = begin;
    auto is_part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
             c == '_' || c == '.';
    };
    while (end < line.size() && is_part(line[end])) ++end;
    if (end > begin) return std::string(line.substr(begin, end - begin));
  }
  return {};
}

std::string find_encoding(std::string_view text) {
  std::string_view first = first_line(text);
  if (std::string encoding = declared_encoding(first); !encoding.empty()) return encoding;
  // The second line counts only when the first holds nothing but a comment or blanks.
  size_t content = first.find_first_not_of(" \t\f");
  if (content != std::string_view::npos && first[content] != '#') return {};
  return declared_encoding(first_line(after_first_line(text)));
}

std::string normalized(std::string_view encoding) {
  std::string name;
  for (char c : encoding) name += c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  auto is_named = [&](std::string_view wanted) {
    return name == wanted || (name.starts_with(wanted) && name[wanted.size()] == '-');
  };
  if (is_named("utf-8") || name == "utf8") return "utf-8";
  if (is_named("latin-1") || is_named("iso-8859-1") || is_named("iso-latin-1") || name == "latin1" ||
      name == "iso8859-1" || name == "8859" || name == "cp819" || name == "l1" || name == "latin") {
    return "latin-1";
  }
  if (name == "ascii" || name == "us-ascii" || name == "646") return "ascii";
  return name;
}

}  // namespace

Result<std::string> decode_source(std::string bytes) {
  bool has_mark = bytes.starts_with(kByteOrderMark);
  if (has_mark) bytes.erase(0, kByteOrderMark.size());
  std::string declared = find_encoding(bytes);
  if (declared.empty()) return bytes;
  std::string encoding = normalized(declared);
  if (has_mark && encoding != "utf-8") {
    return fail(DiagnosticKind::SyntaxError,
                fmt::format("encoding problem: {} with a UTF-8 byte order mark", declared));
  }
  if (encoding == "utf-8") return bytes;
  bool is_ascii =
      std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (encoding == "ascii") {
    if (is_ascii) return bytes;
    return fail(DiagnosticKind::SyntaxError, "the file declares ascii, but holds bytes beyond it");
  }
  if (encoding != "latin-1") {
    return fail(DiagnosticKind::SyntaxError,
                fmt::format("unknown encoding: {} (utf-8, latin-1 and ascii are read)", declared));
  }
  if (is_ascii) return bytes;
  std::string text;
  for (char c : bytes) append_code_point(text, static_cast<unsigned char>(c));
  return text;
}

Result<SourceId> load_source(SourceManager& sources, const std::filesystem::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return fail(std::move(bytes.error()));
  auto text = decode_source(std::move(*bytes));
  if (!text) {
    text.error().message = fmt::format("{}: {}", path.string(), text.error().message);
    return fail(std::move(text.error()));
  }
  return sources.add(path.string(), std::move(*text));
}

}  // namespace tilewright::python
