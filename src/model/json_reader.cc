#include "model/json_reader.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace tilewright::model {

using Json = nlohmann::json;

Result<Json> parse_json_object(std::string_view text, std::string_view name) {
  // Nesting is bounded first: the parser's own recursion on hostile depth is not.
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > 200) return fail(DiagnosticKind::BadFormat, fmt::format("{}: nested too deeply", name));
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  try {
    Json json = Json::parse(text);
    if (!json.is_object()) return fail(DiagnosticKind::BadFormat, fmt::format("{}: not a JSON object", name));
    return json;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: not valid JSON: {}", name, json_mistake(error.what())));
  }
}

tl::unexpected<Diagnostic> JsonReader::wrong(const char* key, const char* wanted) const {
  return fail(DiagnosticKind::BadFormat, fmt::format("{}: '{}' must be {}", name_, key, wanted));
}

Result<int64_t> JsonReader::integer(const Json& object, const char* key,
                                    std::optional<int64_t> fallback) const {
  auto found = object.find(key);
  if (found == object.end() || found->is_null()) {
    if (fallback) return *fallback;
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: '{}' is missing", name_, key));
  }
  if (found->is_number_unsigned() && found->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) {
    return wrong(key, "a smaller integer");
  }
  if (!found->is_number_integer()) return wrong(key, "an integer");
  return found->get<int64_t>();
}

Result<double> JsonReader::number(const Json& object, const char* key, std::optional<double> fallback) const {
  auto found = object.find(key);
  if (found == object.end() || found->is_null()) {
    if (fallback) return *fallback;
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: '{}' is missing", name_, key));
  }
  if (!found->is_number() || !std::isfinite(found->get<double>())) return wrong(key, "a number");
  return found->get<double>();
}

Result<bool> JsonReader::boolean(const Json& object, const char* key, bool fallback) const {
  auto found = object.find(key);
  if (found == object.end() || found->is_null()) return fallback;
  if (!found->is_boolean()) return wrong(key, "true or false");
  return found->get<bool>();
}

Result<std::string> JsonReader::text(const Json& object, const char* key,
                                     std::optional<std::string> fallback) const {
  auto found = object.find(key);
  if (found == object.end() || found->is_null()) {
    if (fallback) return *fallback;
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: '{}' is missing", name_, key));
  }
  if (!found->is_string()) return wrong(key, "a string");
  return found->get<std::string>();
}

}  // namespace tilewright::model
