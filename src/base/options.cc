#include "base/options.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace tilewright {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

struct Writer {
  std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
  std::string operator()(const std::string* value) const { return quoted(*value); }
  std::string operator()(const double* value) const {
    std::string text = fmt::format("{}", *value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(const std::vector<std::string>* values) const {
    std::string out = "[";
    for (const auto& value : *values) out += (out.size() > 1 ? ", " : "") + quoted(value);
    return out + "]";
  }
  template <class Integer>
  std::string operator()(const Integer* value) const {
    return fmt::format("{}", *value);
  }
};

}  // namespace

std::string to_text(const OptionTarget& target) { return std::visit(Writer{}, target); }

std::string to_text(const std::vector<OptionField>& fields) {
  std::string text;
  for (const auto& field : fields) text += fmt::format("{} = {}\n", field.name, to_text(field.target));
  return text;
}

std::string configuration_hash(const std::vector<OptionField>& fields) { return hash_hex(to_text(fields)); }

}  // namespace tilewright
