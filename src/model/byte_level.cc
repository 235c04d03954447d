#include "model/byte_level.h"

#include <array>
#include <cstdint>

namespace tilewright::model {
namespace {

struct Tables {
  std::array<uint16_t, 256> character{};  // code point of a byte
  std::array<int16_t, 512> byte{};        // byte of a code point, -1: none
};

// Printable bytes stand for themselves; the other 68 become the code points from 256 on.
Tables make_tables() {
  Tables tables;
  tables.byte.fill(-1);
  uint16_t next = 256;
  for (int b = 0; b < 256; ++b) {
    bool printable = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174);
    uint16_t code = printable ? static_cast<uint16_t>(b) : next++;
    tables.character[static_cast<size_t>(b)] = code;
    tables.byte[code] = static_cast<int16_t>(b);
  }
  return tables;
}

const Tables& tables() {
  static const Tables instance = make_tables();
  return instance;
}

}  // namespace

std::string bytes_to_characters(std::string_view bytes) {
  std::string result;
  for (char c : bytes) {
    uint16_t code = tables().character[static_cast<uint8_t>(c)];
    if (code < 0x80) {
      result += static_cast<char>(code);
    } else {
      result += static_cast<char>(0xc0 | (code >> 6));
      result += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return result;
}

std::optional<std::string> characters_to_bytes(std::string_view characters) {
  std::string result;
  for (size_t i = 0; i < characters.size(); ++i) {
    uint32_t code = static_cast<uint8_t>(characters[i]);
    if (code >= 0x80) {
      if ((code & 0xe0) != 0xc0 || i + 1 >= characters.size()) return std::nullopt;
      code = ((code & 0x1f) << 6) | (static_cast<uint8_t>(characters[++i]) & 0x3f);
    }
    if (code >= tables().byte.size() || tables().byte[code] < 0) return std::nullopt;
    result += static_cast<char>(tables().byte[code]);
  }
  return result;
}

}  // namespace tilewright::model
