#include "python/source_text.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <memory>

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

// CPython's own names for UTF-8; any other spelling of it goes through the converter.
bool is_utf8_name(std::string_view encoding) {
  std::string name;
  for (char c : encoding.substr(0, 12))
    name += c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return name == "utf-8" || name.starts_with("utf-8-");
}

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

Result<std::string> convert(const std::string& bytes, const std::string& encoding) {
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<UConverter, CloseConverter> converter(ucnv_open(encoding.c_str(), &error));
  // Names of encodings that are not a superset of ASCII say nothing of a text that was read as ASCII so far.
  if (U_FAILURE(error) || encoding.starts_with("utf-16") || encoding.starts_with("utf-32")) {
    return fail(DiagnosticKind::SyntaxError, fmt::format("unknown encoding: {}", encoding));
  }
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  std::u16string units(bytes.size() * 2 + 8, u'\0');
  int32_t length = ucnv_toUChars(converter.get(), units.data(), static_cast<int32_t>(units.size()),
                                 bytes.data(), static_cast<int32_t>(bytes.size()), &error);
  if (U_FAILURE(error)) {
    return fail(DiagnosticKind::SyntaxError,
                fmt::format("the file declares {}, but holds bytes that it lacks", encoding));
  }
  std::string text;
  for (int32_t at = 0; at < length;) {
    UChar32 point = 0;
    U16_NEXT(units.data(), at, length, point);
    append_code_point(text, static_cast<uint32_t>(point));
  }
  return text;
}

}  // namespace

Result<std::string> decode_source(std::string bytes) {
  bool has_mark = bytes.starts_with(kByteOrderMark);
  if (has_mark) bytes.erase(0, kByteOrderMark.size());
  std::string declared = find_encoding(bytes);
  if (declared.empty()) return bytes;
  if (is_utf8_name(declared)) return bytes;
  if (has_mark) {
    return fail(DiagnosticKind::SyntaxError,
                fmt::format("encoding problem: {} with a UTF-8 byte order mark", declared));
  }
  if (bytes.size() > INT32_MAX / 4) return fail(DiagnosticKind::SyntaxError, "the file is too large");
  return convert(bytes, declared);
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
