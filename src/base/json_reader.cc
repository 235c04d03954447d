#include "base/json_reader.h"

#include <optional>

#include "base/text.h"

namespace tilewright {
namespace {

using nlohmann::json;

std::optional<double> as_number(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace

Result<json> parse_json(std::string_view text, std::string_view what, int most_nesting) {
  // Nesting is bounded while parsing, so that a megabyte of brackets costs nothing.
  bool is_too_deep = false;
  auto watch = [&](int depth, json::parse_event_t, json&) {
    if (depth > most_nesting) is_too_deep = true;
    return !is_too_deep;
  };
  try {
    json value = json::parse(text.begin(), text.end(), watch);
    if (is_too_deep)
      return fail(DiagnosticKind::BadFormat, fmt::format("{}: nested more than {} deep", what, most_nesting));
    return value;
  } catch (const json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{} is no JSON: {}", what, json_mistake(error.what())));
  }
}

std::string dump_json(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json number_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

JsonReader::JsonReader(const json& object, std::string path) : object_(&object), path_(std::move(path)) {
  if (!object.is_object()) mistake_ = fmt::format("{} must be an object", path_);
}

const json* JsonReader::find(std::string_view name, bool is_required) {
  if (!is_good()) return nullptr;
  auto found = object_->find(name);
  if (found != object_->end()) return &*found;
  if (is_required) mistake_ = fmt::format("{} is missing", path_of(name));
  return nullptr;
}

void JsonReader::wrong(std::string_view name, std::string_view expected) {
  if (is_good()) mistake_ = fmt::format("{} must be {}", path_of(name), expected);
}

void JsonReader::adopt(const Diagnostic& mistake) {
  if (is_good()) mistake_ = mistake.message;
}

Result<void> JsonReader::result() const {
  if (is_good()) return {};
  return fail(DiagnosticKind::BadFormat, mistake_);
}

void JsonReader::read(std::string_view name, std::string& value, bool is_required) {
  const json* field = find(name, is_required);
  if (field == nullptr) return;
  if (!field->is_string()) return wrong(name, "a string");
  value = field->get<std::string>();
}

void JsonReader::read(std::string_view name, bool& value, bool is_required) {
  const json* field = find(name, is_required);
  if (field == nullptr) return;
  if (!field->is_boolean()) return wrong(name, "true or false");
  value = field->get<bool>();
}

void JsonReader::read(std::string_view name, double& value, bool is_required) {
  const json* field = find(name, is_required);
  if (field == nullptr) return;
  std::optional<double> number = as_number(*field);
  if (!number) return wrong(name, "a number");
  value = *number;
}

void JsonReader::read(std::string_view name, std::vector<double>& value) {
  const json* field = find_array(name);
  if (field == nullptr) return;
  value.clear();
  for (const json& item : *field) {
    std::optional<double> number = as_number(item);
    if (!number) return wrong(name, "an array of numbers");
    value.push_back(*number);
  }
}

void JsonReader::read(std::string_view name, std::vector<int64_t>& value) {
  const json* field = find_array(name);
  if (field == nullptr) return;
  value.clear();
  for (const json& item : *field) {
    if (!item.is_number_integer()) return wrong(name, "an array of integers");
    value.push_back(item.get<int64_t>());
  }
}

const json* JsonReader::find_array(std::string_view name, size_t most) {
  const json* field = find(name);
  if (field == nullptr) return nullptr;
  if (!field->is_array() || field->size() > most) {
    wrong(name, fmt::format("an array of at most {} items", most));
    return nullptr;
  }
  return field;
}

const json* JsonReader::find_object(std::string_view name) {
  const json* field = find(name);
  if (field == nullptr) return nullptr;
  if (!field->is_object()) {
    wrong(name, "an object");
    return nullptr;
  }
  return field;
}

}  // namespace tilewright
