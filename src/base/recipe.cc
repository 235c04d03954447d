#include "base/recipe.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <limits>

#include "base/text.h"

namespace tilewright {
namespace {

// toml++ columns count code points from 1, as ours do; its regions give begin and end.
Span to_span(const SourceManager& sources, SourceId id, const toml::source_region& region) {
  const SourceFile& file = sources.file(id);
  auto offset = [&](const toml::source_position& position) {
    uint32_t at = file.line_start(position.line);
    std::string_view line = file.line(position.line);
    uint32_t column = 1;
    size_t i = 0;
    while (i < line.size() && column < position.column) {
      ++i;
      while (i < line.size() && (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) ++i;
      ++column;
    }
    return at + static_cast<uint32_t>(i);
  };
  uint32_t begin = offset(region.begin);
  return {id, begin, region.end.line == region.begin.line ? std::max(offset(region.end), begin) : begin};
}

template <class Integer>
bool set_integer(Integer* target, const toml::node& node) {
  auto value = node.value_exact<int64_t>();
  if (!value) return false;
  if constexpr (std::is_unsigned_v<Integer>) {
    if (*value < 0) return false;
  } else {
    if (*value < std::numeric_limits<Integer>::min() || *value > std::numeric_limits<Integer>::max())
      return false;
  }
  *target = static_cast<Integer>(*value);
  return true;
}

struct Setter {
  const toml::node& node;
  // Each answers what was expected, or an empty text when it fitted.
  std::string operator()(bool* target) const {
    auto value = node.value_exact<bool>();
    if (value) *target = *value;
    return value ? "" : "true or false";
  }
  std::string operator()(int* target) const { return set_integer(target, node) ? "" : "a whole number"; }
  std::string operator()(int64_t* target) const { return set_integer(target, node) ? "" : "a whole number"; }
  std::string operator()(uint64_t* target) const {
    return set_integer(target, node) ? "" : "a whole number, 0 or more";
  }
  std::string operator()(double* target) const {
    auto value = node.value<double>();
    if (!value || std::isnan(*value)) return "a number";
    *target = *value;
    return "";
  }
  std::string operator()(std::string* target) const {
    auto value = node.value_exact<std::string>();
    if (value) *target = *value;
    return value ? "" : "a text in quotes";
  }
  std::string operator()(std::vector<std::string>* target) const {
    const toml::array* array = node.as_array();
    if (!array) return "a list of texts";
    target->clear();
    for (const toml::node& item : *array) {
      auto value = item.value_exact<std::string>();
      if (!value) return "a list of texts";
      target->push_back(*value);
    }
    return "";
  }
};

}  // namespace

Result<void> apply_recipe(const SourceManager& sources, SourceId recipe,
                          const std::vector<OptionField>& fields) {
  toml::table table;
  try {
    table = toml::parse(sources.file(recipe).text());
  } catch (const toml::parse_error& error) {
    return fail(DiagnosticKind::BadFormat, std::string(error.description()),
                to_span(sources, recipe, error.source()));
  }
  std::vector<std::string_view> names;
  for (const auto& field : fields) names.push_back(field.name);
  for (const auto& [key, node] : table) {
    const OptionField* field = nullptr;
    for (const auto& candidate : fields) {
      if (candidate.name == key.str()) field = &candidate;
    }
    if (!field) {
      return fail(DiagnosticKind::BadOption,
                  fmt::format("'{}' is no option{}", key.str(), suggestion(key.str(), names)),
                  to_span(sources, recipe, key.source()));
    }
    std::string expected = std::visit(Setter{node}, field->target);
    if (!expected.empty()) {
      return fail(DiagnosticKind::BadOption, fmt::format("'{}' takes {}", field->name, expected),
                  to_span(sources, recipe, node.source()));
    }
  }
  return {};
}

}  // namespace tilewright
