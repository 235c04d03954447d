#include "python/identifiers.h"

#include <cstdlib>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <unicode/uchar.h>
#include <utf8proc.h>

#include "base/check.h"

namespace tilewright::python {
namespace {

// Length of the longest identifier at the start of a text. Compiled once; matching is thread-safe.
class IdentifierPattern {
 public:
  IdentifierPattern() {
    int error = 0;
    PCRE2_SIZE offset = 0;
    auto pattern = reinterpret_cast<PCRE2_SPTR>("^[_\\p{XIDS}][\\p{XIDC}]*+");
    code_ = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK, &error,
                          &offset, nullptr);
    TW_CHECK(code_ != nullptr, "identifier pattern: error {} at {}", error, offset);
  }

  size_t match(std::string_view text) const {
    pcre2_match_data* data = pcre2_match_data_create_from_pattern(code_, nullptr);
    int count = pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0,
                            PCRE2_NO_UTF_CHECK, data, nullptr);
    size_t length = count > 0 ? pcre2_get_ovector_pointer(data)[1] : 0;
    pcre2_match_data_free(data);
    return length;
  }

 private:
  pcre2_code* code_;
};

}  // namespace

std::optional<size_t> find_non_identifier(std::string_view utf8) {
  static const IdentifierPattern pattern;
  size_t length = pattern.match(utf8);
  if (length == utf8.size()) return std::nullopt;
  return length;
}

std::string normalize_identifier(std::string_view utf8) {
  utf8proc_uint8_t* normal = nullptr;
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  utf8proc_ssize_t length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                         static_cast<utf8proc_ssize_t>(utf8.size()), &normal, options);
  TW_CHECK(length >= 0, "NFKC of an identifier: {}", utf8proc_errmsg(length));
  std::string result(reinterpret_cast<const char*>(normal), static_cast<size_t>(length));
  std::free(normal);
  return result;
}

CodePoint decode_code_point(std::string_view utf8, size_t at) {
  utf8proc_int32_t value = 0;
  utf8proc_ssize_t length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data() + at),
                                             static_cast<utf8proc_ssize_t>(utf8.size() - at), &value);
  if (length <= 0) return {0xfffd, 1};
  return {static_cast<uint32_t>(value), static_cast<uint32_t>(length)};
}

void append_code_point(std::string& out, uint32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xc0 | (value >> 6));
    out += static_cast<char>(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xe0 | (value >> 12));
    out += static_cast<char>(0x80 | ((value >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (value & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (value >> 18));
    out += static_cast<char>(0x80 | ((value >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((value >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (value & 0x3f));
  }
}

bool is_printable(uint32_t code_point) {
  if (code_point == ' ') return true;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
      return false;
    default:
      return true;
  }
}

std::optional<uint32_t> code_point_named(std::string_view name) {
  std::string terminated(name);
  for (UCharNameChoice choice : {U_UNICODE_CHAR_NAME, U_CHAR_NAME_ALIAS}) {
    UErrorCode error = U_ZERO_ERROR;
    UChar32 value = u_charFromName(choice, terminated.c_str(), &error);
    if (U_SUCCESS(error) && value >= 0) return static_cast<uint32_t>(value);
  }
  return std::nullopt;
}

}  // namespace tilewright::python
