#include "base/terminal_text.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace tilewright {

void for_each_point(std::string_view text, const std::function<void(std::string_view, int32_t)>& visit) {
  size_t at = 0;
  while (at < text.size()) {
    utf8proc_int32_t point = 0;
    auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                   static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (length <= 0) {
      length = 1;
      point = -1;
    }
    visit(text.substr(at, static_cast<size_t>(length)), point);
    at += static_cast<size_t>(length);
  }
}

bool is_printed(int32_t point) {
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return false;
  bool turns_writing = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  bool breaks_line = point == 0x2028 || point == 0x2029;
  return !turns_writing && !breaks_line;
}

std::string escaped(std::string_view bytes, int32_t point) {
  if (point < 0) return fmt::format("\\x{:02x}", static_cast<uint8_t>(bytes.front()));
  return point < 0x100 ? fmt::format("\\x{:02x}", point) : fmt::format("\\u{:04x}", point);
}

std::string printable(std::string_view text) {
  std::string out;
  for_each_point(text, [&](std::string_view bytes, int32_t point) {
    bool stays = is_printed(point) || point == '\n' || point == '\t';
    out += stays ? std::string(bytes) : escaped(bytes, point);
  });
  return out;
}

}  // namespace tilewright
