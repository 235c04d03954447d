// Reads chips/*.toml: each figure with its unit and source, checked against figures.def.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <set>
#include <type_traits>

#include "base/data_files.h"
#include "base/file.h"
#include "base/text.h"
#include "chips/chip.h"
#include "chips/neuron_chip.h"

namespace tilewright::chips {
namespace {

constexpr int kChipSchema = 1;

template <class Target>
struct Figure {
  std::string_view name, unit;
  void (*set)(Target&, double);
};

#define TW_FIGURE(field, name, unit) \
  {name, unit, [](auto& chip, double value) { chip.field = static_cast<decltype(chip.field)>(value); }},
const std::vector<Figure<Chip>>& figures_of(const Chip&) {
  static const std::vector<Figure<Chip>> all = {
#include "chips/figures.def"
  };
  return all;
}

const std::vector<Figure<NeuronChip>>& figures_of(const NeuronChip&) {
  static const std::vector<Figure<NeuronChip>> all = {
#include "chips/neuron_figures.def"
  };
  return all;
}
#undef TW_FIGURE

// What the `family` of a chip file says; without one it is a GPU's.
constexpr std::string_view family_of(const Chip&) { return "gpu"; }
constexpr std::string_view family_of(const NeuronChip&) { return "neuron"; }

// toml++ counts lines and columns from 1; columns are code points, which for these files are bytes.
Span span_of(const SourceFile& file, SourceId id, const toml::source_region& region) {
  if (region.begin.line == 0) return {};
  auto offset = [&](const toml::source_position& position) {
    uint32_t start = file.line_start(position.line);
    return std::min<uint32_t>(start + position.column - 1, static_cast<uint32_t>(file.text().size()));
  };
  uint32_t begin = offset(region.begin), end = offset(region.end);
  return {id, begin, std::max(end, begin)};
}

template <class Target>
class Reader {
 public:
  Reader(const SourceManager& sources, SourceId id) : file_(sources.file(id)), id_(id) {}

  Result<Target> read() {
    toml::table root;
    try {
      root = toml::parse(file_.text(), file_.name());
    } catch (const toml::parse_error& error) {
      return fail(DiagnosticKind::BadFormat, std::string(error.description()),
                  span_of(file_, id_, error.source()));
    }
    if (root["schema"].value<int64_t>() != kChipSchema) {
      return bad(root.get("schema"), root, fmt::format("`schema = {}` expected in a chip file", kChipSchema));
    }
    Target chip;
    std::string family = root["family"].value_or(std::string("gpu"));
    if (family != family_of(chip)) {
      return bad(root.get("family"), root,
                 fmt::format("this is a chip of the family `{}`; one of `{}` is needed here", family,
                             family_of(chip)));
    }
    for (auto [key, target] : {std::pair("name", &chip.name), std::pair("vendor", &chip.vendor)}) {
      std::optional<std::string> text = root[key].template value<std::string>();
      if (!text || text->empty())
        return bad(root.get(key), root, fmt::format("a chip file needs `{} = \"...\"`", key));
      *target = *text;
    }
    const toml::table* table = root["figures"].as_table();
    if (table == nullptr) return bad(root.get("figures"), root, "a chip file needs a table [figures]");
    for (const auto& [key, node] : *table) {
      if (Result<void> read = read_figure(chip, key, node); !read) return fail(read.error());
    }
    for (const Figure<Target>& figure : figures_of(chip)) {
      if (!table->contains(figure.name))
        return bad(nullptr, *table, fmt::format("the figure `{}` is missing", figure.name));
    }
    return chip;
  }

 private:
  tl::unexpected<Diagnostic> bad(const toml::node* node, const toml::node& fallback, std::string message) {
    return fail(DiagnosticKind::BadFormat, std::move(message),
                span_of(file_, id_, (node ? *node : fallback).source()));
  }

  Result<void> read_figure(Target& chip, const toml::key& key, const toml::node& node) {
    const Figure<Target>* figure = nullptr;
    std::vector<std::string_view> names;
    for (const Figure<Target>& candidate : figures_of(chip)) {
      names.push_back(candidate.name);
      if (candidate.name == key.str()) figure = &candidate;
    }
    if (figure == nullptr) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("no figure is called `{}`{}", key.str(), suggestion(key.str(), names)),
                  span_of(file_, id_, key.source()));
    }
    const toml::table* entry = node.as_table();
    if (entry == nullptr) {
      return bad(&node, node, fmt::format("`{}` must be a table {{ value, unit, source }}", key.str()));
    }
    std::optional<double> value = (*entry)["value"].value<double>();
    if (!value || !(*value > 0) || !std::isfinite(*value)) {
      return bad(entry->get("value"), node, fmt::format("`{}` needs a positive `value`", key.str()));
    }
    std::optional<std::string> unit = (*entry)["unit"].value<std::string>();
    if (unit != figure->unit) {
      return bad(
          entry->get("unit"), node,
          fmt::format("`{}` is in {}: `unit = \"{}\"` expected", key.str(), figure->unit, figure->unit));
    }
    std::optional<std::string> source = (*entry)["source"].value<std::string>();
    if (!source || source->find_first_not_of(" \t") == std::string::npos) {
      return bad(entry->get("source"), node,
                 fmt::format("`{}` has no source: say where the figure comes from", key.str()));
    }
    figure->set(chip, *value);
    return {};
  }

  const SourceFile& file_;
  SourceId id_;
};

template <class Target>
Result<Target> load(SourceManager& sources, std::string_view name_or_path) {
  bool is_path = name_or_path.ends_with(".toml") || name_or_path.find('/') != std::string_view::npos;
  std::filesystem::path path = name_or_path;
  if (!is_path) {
    std::optional<std::filesystem::path> found = find_data_file(fmt::format("chips/{}.toml", name_or_path));
    if (!found) {
      std::vector<std::string> installed = installed_chips();
      std::vector<std::string_view> names(installed.begin(), installed.end());
      return fail(
          Diagnostic{DiagnosticKind::BadOption,
                     fmt::format("no chip is called `{}`{}", name_or_path, suggestion(name_or_path, names)),
                     {},
                     {{fmt::format("chip files at hand: {}", fmt::join(installed, ", ")), {}}}});
    }
    path = *found;
  }
  Result<std::string> text = read_file(path);
  if (!text) return fail(text.error());
  return Reader<Target>(sources, sources.add(path.string(), std::move(*text))).read();
}

template <class Target>
Result<Target> load_without_sources(std::string_view name_or_path) {
  SourceManager sources;
  Result<Target> chip = load<Target>(sources, name_or_path);
  if (chip || !chip.error().span) return chip;
  // The place outlives the text: it moves into the message.
  Diagnostic diagnostic = chip.error();
  diagnostic.message = fmt::format("{}: {}", sources.describe(diagnostic.span), diagnostic.message);
  diagnostic.span = {};
  return fail(std::move(diagnostic));
}

}  // namespace

Result<Chip> parse_chip(const SourceManager& sources, SourceId file) {
  return Reader<Chip>(sources, file).read();
}
Result<Chip> load_chip(SourceManager& sources, std::string_view name_or_path) {
  return load<Chip>(sources, name_or_path);
}
Result<Chip> load_chip(std::string_view name_or_path) { return load_without_sources<Chip>(name_or_path); }
Result<NeuronChip> load_neuron_chip(std::string_view name_or_path) {
  return load_without_sources<NeuronChip>(name_or_path);
}

std::vector<std::string> installed_chips() {
  std::set<std::string> names;
  std::optional<std::filesystem::path> folder = find_data_file("chips");
  std::error_code error;
  if (folder) {
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
      if (entry.path().extension() == ".toml") names.insert(entry.path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace tilewright::chips
