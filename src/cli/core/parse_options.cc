#include "cli/parse_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <type_traits>

#include "base/file.h"
#include "base/recipe.h"
#include "base/text.h"

namespace tilewright::cli {
namespace {

std::string usage(const CommandSpec& spec) {
  std::string text = fmt::format("usage: tilewright {}", spec.name);
  for (const auto& positional : spec.positionals) {
    std::string name = positional.takes_rest ? positional.name + "..." : positional.name;
    text += positional.is_optional || positional.takes_rest ? fmt::format(" [{}]", name) : " " + name;
  }
  return text + " [options]";
}

struct TypeName {
  std::string operator()(const bool*) const { return ""; }
  std::string operator()(const std::string*) const { return " TEXT"; }
  std::string operator()(const std::vector<std::string>*) const { return " TEXT"; }
  std::string operator()(const double*) const { return " NUMBER"; }
  template <class Integer>
  std::string operator()(const Integer*) const {
    return " INTEGER";
  }
};

std::string help_text(const CommandSpec& spec, const std::vector<OptionField>& fields) {
  std::string text = fmt::format("tilewright {}: {}\n\n{}\n\n", spec.name, spec.help, usage(spec));
  auto line = [&](const std::string& left, const std::string& right) {
    text += fmt::format("  {:<28} {}\n", left, right);
  };
  for (const auto& positional : spec.positionals) line(positional.name, positional.help);
  if (!spec.positionals.empty()) text += '\n';
  for (const auto& field : fields) {
    std::string value = to_text(field.target);
    bool shows_default = value != "\"\"" && value != "false" && value != "[]";
    line("--" + field.name + std::visit(TypeName{}, field.target),
         field.help + (shows_default ? fmt::format(" (default {})", value) : ""));
  }
  if (spec.takes_recipe) line("--config TEXT", "a TOML recipe with the options above; the command line wins");
  line("--help", "print this");
  return text;
}

// CLI11 would call an unknown option an unexpected argument; this names the nearest option.
std::string unknown_option(const CommandSpec& spec, const std::vector<OptionField>& fields,
                           const Arguments& arguments) {
  std::vector<std::string> spelled = {"--help"};
  if (spec.takes_recipe) spelled.push_back("--config");
  for (const auto& field : fields) spelled.push_back("--" + field.name);
  bool takes_rest = !spec.positionals.empty() && spec.positionals.back().takes_rest;
  for (const auto& argument : arguments) {
    if (argument == "--" || (takes_rest && !argument.starts_with("-"))) break;
    std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--")) continue;
    if (std::find(spelled.begin(), spelled.end(), name) != spelled.end()) continue;
    std::vector<std::string_view> names(spelled.begin(), spelled.end());
    return fmt::format("unknown option {}{}", name, suggestion(name, names));
  }
  return "";
}

// The whole text as a number of this type, or what it should have been.
template <class Number>
std::string parse_number(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  if constexpr (std::is_floating_point_v<Number>) {
    return error == std::errc() && rest == end && std::isfinite(value) ? "" : "a number";
  } else {
    if (error == std::errc() && rest == end) return "";
    bool is_whole =
        !text.empty() && text.find_first_not_of("0123456789", text[0] == '-') == std::string::npos;
    if (!is_whole || text == "-") return "a whole number";
    return fmt::format("a whole number between {} and {}", std::numeric_limits<Number>::min(),
                       std::numeric_limits<Number>::max());
  }
}

struct Registrar {
  CLI::App& app;
  const OptionField& field;
  void operator()(bool* target) const { app.add_flag("--" + field.name, *target, field.help); }
  void operator()(std::string* target) const { app.add_option("--" + field.name, *target, field.help); }
  void operator()(std::vector<std::string>* target) const {
    app.add_option("--" + field.name, *target, field.help);
  }
  template <class Number>
  void operator()(Number* target) const {
    std::string name = field.name;
    app.add_option_function<std::string>(
        "--" + name,
        [name, target](const std::string& text) {
          std::string expected = parse_number(text, *target);
          if (!expected.empty())
            throw CLI::ValidationError(fmt::format("--{} takes {}, not '{}'", name, expected, text));
        },
        field.help);
  }
};

int mistake(const CommandSpec& spec, const std::string& message) {
  fmt::print(stderr, "error: {}\nnote: {}; `tilewright {} --help` explains the options\n", message,
             usage(spec), spec.name);
  return kUserMistake;
}

// The recipe named by --config, read before the command line is applied.
std::optional<int> apply_config(const std::vector<OptionField>& fields, const Arguments& arguments) {
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    std::string path;
    if (arguments[i] == "--config" && i + 1 < arguments.size()) path = arguments[i + 1];
    if (arguments[i].starts_with("--config=")) path = arguments[i].substr(9);
    if (path.empty()) continue;
    auto text = read_file(path);
    if (!text) return report_mistake(text.error());
    SourceManager sources;
    SourceId recipe = sources.add(path, *text);
    if (auto applied = apply_recipe(sources, recipe, fields); !applied)
      return report_mistake(applied.error(), sources);
  }
  return std::nullopt;
}

std::string wrong_positionals(const CommandSpec& spec, const std::vector<std::string>& given) {
  size_t required = 0;
  bool takes_rest = false;
  for (const auto& positional : spec.positionals) {
    required += !positional.is_optional && !positional.takes_rest;
    takes_rest |= positional.takes_rest;
  }
  if (given.size() < required) return fmt::format("{} is missing", spec.positionals[given.size()].name);
  if (takes_rest || given.size() <= spec.positionals.size()) return "";
  return fmt::format("unexpected argument '{}'", given[spec.positionals.size()]);
}

}  // namespace

int report_mistake(const Diagnostic& diagnostic, const SourceManager& sources) {
  fmt::print(stderr, "{}", render(diagnostic, sources));
  return kUserMistake;
}

std::optional<int> check_ranges(std::initializer_list<OptionRange> ranges) {
  for (const OptionRange& each : ranges) {
    if (each.value >= each.least && each.value <= each.most) continue;
    std::string_view bound = each.value > each.most ? "most" : "least";
    double allowed = each.value > each.most ? each.most : each.least;
    return report_mistake(
        {DiagnosticKind::BadOption,
         fmt::format("--{} is {}, but must be at {} {}", each.option, each.value, bound, allowed),
         {},
         {}});
  }
  return std::nullopt;
}

std::optional<int> check_output(const OutputFile& output) {
  if (output.path.empty()) return std::nullopt;
  std::filesystem::path folder = std::filesystem::path(output.path).parent_path();
  std::error_code error;
  std::string mistake;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    mistake = fmt::format("there is no folder '{}'", folder.string());
  } else if (std::filesystem::exists(output.path, error)) {
    if (!std::filesystem::is_regular_file(output.path, error)) {
      mistake = "what is there is no regular file";
    } else if (!output.is_forced) {
      constexpr size_t kSignWithin = 4096;
      Result<std::string> text = read_file(output.path);
      bool is_ours = text && !output.sign.empty() &&
                     std::string_view(*text).substr(0, kSignWithin).find(output.sign) != std::string::npos;
      if (!is_ours) mistake = "the file is there already; --force replaces it";
    }
  }
  if (mistake.empty()) return std::nullopt;
  return report_mistake({DiagnosticKind::FileUnwritable,
                         fmt::format("--{} {}: {}", output.option, output.path, mistake),
                         {},
                         {}});
}

ParsedCommand parse_command(const CommandSpec& spec, std::vector<OptionField> fields,
                            const Arguments& arguments) {
  ParsedCommand parsed;
  std::string help = help_text(spec, fields);  // before any option changes a default
  if (std::string unknown = unknown_option(spec, fields, arguments); !unknown.empty()) {
    parsed.exit_code = mistake(spec, unknown);
    return parsed;
  }
  if (spec.takes_recipe) parsed.exit_code = apply_config(fields, arguments);
  if (parsed.exit_code) return parsed;

  CLI::App app(spec.help);
  app.set_help_flag();
  bool wants_help = false;
  std::string config;
  app.add_flag("-h,--help", wants_help);
  if (spec.takes_recipe) app.add_option("--config", config);
  for (const auto& field : fields) std::visit(Registrar{app, field}, field.target);
  app.add_option("arguments", parsed.positionals);
  if (!spec.positionals.empty() && spec.positionals.back().takes_rest) app.positionals_at_end(true);
  Arguments reversed(arguments.rbegin(), arguments.rend());  // as CLI11's vector interface wants them
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    if (!wants_help) parsed.exit_code = mistake(spec, error.what());
  }
  if (wants_help) {
    fmt::print("{}", help);
    parsed.exit_code = 0;
  }
  if (parsed.exit_code) return parsed;
  if (std::string wrong = wrong_positionals(spec, parsed.positionals); !wrong.empty()) {
    parsed.exit_code = mistake(spec, wrong);
  }
  return parsed;
}

}  // namespace tilewright::cli
