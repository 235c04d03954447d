// UTF-8 decoding and Python's quoting of text.
#include "script/text.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace tilewright::script {

size_t code_point_bytes(std::string_view text, size_t offset) {
  auto first = static_cast<uint8_t>(text[offset]);
  size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return std::min(size, text.size() - offset);
}

uint32_t decode_code_point(std::string_view text, size_t offset) {
  size_t size = code_point_bytes(text, offset);
  auto first = static_cast<uint8_t>(text[offset]);
  if (size == 1) return first;
  uint32_t value = first & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) value = value << 6 | (static_cast<uint8_t>(text[offset + i]) & 0x3fu);
  return value;
}

void append_code_point(std::string& text, uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    text += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  }
}

int64_t code_point_count(std::string_view text) {
  int64_t count = 0;
  for (char c : text) count += (static_cast<uint8_t>(c) & 0xc0) != 0x80;
  return count;
}

size_t code_point_offset(std::string_view text, int64_t index) {
  size_t offset = 0;
  while (index > 0 && offset < text.size()) {
    offset += code_point_bytes(text, offset);
    --index;
  }
  return offset;
}

bool is_space(uint32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

std::string_view strip_whitespace(std::string_view text) {
  size_t begin = 0;
  while (begin < text.size() && is_space(decode_code_point(text, begin))) begin += code_point_bytes(text, begin);
  size_t end = text.size();
  while (end > begin) {
    size_t last = end - 1;
    while (last > begin && (static_cast<uint8_t>(text[last]) & 0xc0) == 0x80) --last;
    if (!is_space(decode_code_point(text, last))) break;
    end = last;
  }
  return text.substr(begin, end - begin);
}

namespace {

bool is_printable(uint32_t c) {
  if (c < 0x7f) return c >= 0x20;
  if (c < 0xa1 || c == 0xad) return false;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS: return false;
    default: return true;
  }
}

char choose_quote(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"' : '\'';
}

bool append_simple_escape(std::string& result, uint32_t c, char quote) {
  switch (c) {
    case '\n': result += "\\n"; return true;
    case '\r': result += "\\r"; return true;
    case '\t': result += "\\t"; return true;
    case '\\': result += "\\\\"; return true;
    default: break;
  }
  if (c != static_cast<uint32_t>(quote)) return false;
  result += '\\';
  result += quote;
  return true;
}

}  // namespace

std::string quote_text(std::string_view text, bool is_ascii_only) {
  char quote = choose_quote(text);
  std::string result(1, quote);
  for (size_t i = 0; i < text.size();) {
    uint32_t c = decode_code_point(text, i);
    size_t size = code_point_bytes(text, i);
    if (append_simple_escape(result, c, quote)) {
    } else if (is_printable(c) && !(is_ascii_only && c >= 0x80)) {
      result += text.substr(i, size);
    } else if (c < 0x100) {
      result += fmt::format("\\x{:02x}", c);
    } else if (c < 0x10000) {
      result += fmt::format("\\u{:04x}", c);
    } else {
      result += fmt::format("\\U{:08x}", c);
    }
    i += size;
  }
  return result + quote;
}

std::string quote_bytes(std::string_view bytes) {
  char quote = choose_quote(bytes);
  std::string result = std::string("b") + quote;
  for (char byte : bytes) {
    auto c = static_cast<uint8_t>(byte);
    if (append_simple_escape(result, c, quote)) continue;
    if (c >= 0x20 && c < 0x7f) result += byte;
    else result += fmt::format("\\x{:02x}", c);
  }
  return result + quote;
}

}  // namespace tilewright::script
