#include "script/arguments.h"

#include <fmt/format.h>

namespace tilewright::script {

std::optional<Value> ArgumentReader::optional(std::string_view name) {
  if (next_ < arguments_.positional.size()) return arguments_.positional[next_++];
  ++next_;
  return arguments_.take_keyword(name);
}

Value ArgumentReader::required(std::string_view name) {
  if (auto value = optional(name)) return *value;
  interpreter_.raise("TypeError", fmt::format("{}() missing required argument '{}' (pos {})", function_, name, next_));
}

int64_t ArgumentReader::integer(std::string_view name, std::optional<int64_t> fallback) {
  std::optional<Value> value = optional(name);
  if (!value && fallback) return *fallback;
  if (!value) interpreter_.raise("TypeError", fmt::format("{}() missing required argument '{}' (pos {})", function_, name, next_));
  return interpreter_.to_int(*value, "");
}

std::string ArgumentReader::text(std::string_view name) {
  Value value = required(name);
  const std::string* text = as_string(value);
  if (text == nullptr) {
    interpreter_.raise("TypeError", fmt::format("{}() argument {} must be str, not {}", function_, next_,
                                                interpreter_.type_name(value)));
  }
  return *text;
}

bool ArgumentReader::flag(std::string_view name, bool fallback) {
  std::optional<Value> value = arguments_.take_keyword(name);
  return value ? interpreter_.truthy(*value) : fallback;
}

void ArgumentReader::finish() {
  if (!arguments_.keywords.empty()) {
    interpreter_.raise("TypeError", fmt::format("{}() got an unexpected keyword argument '{}'", function_,
                                                arguments_.keywords.front().first));
  }
  if (arguments_.positional.size() > next_) {
    interpreter_.raise("TypeError", fmt::format("{}() takes at most {} argument{} ({} given)", function_, next_,
                                                next_ == 1 ? "" : "s", arguments_.positional.size()));
  }
}

}  // namespace tilewright::script
