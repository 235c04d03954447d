// Command lines and recipes into an options struct (base/options.h). Used by every command:
//
//   CheckOptions options;
//   ParsedCommand parsed = parse_command({.name = "check", .help = "...", .positionals = {{"CANDIDATE", "a
//   kernel file"}}},
//                                        option_fields(options), arguments);
//   if (parsed.exit_code) return *parsed.exit_code;
//   ... parsed.positionals[0] ...
//
// --help prints and gives 0; a mistake (unknown option with the nearest name, a bad number, a missing
// argument, a recipe error with file, line and caret) is printed to standard error and gives 2.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "cli/commands.h"

namespace tilewright::cli {

struct Positional {
  std::string name, help;
  bool is_optional = false;
  bool takes_rest = false;  // the last one: any number, also of words that begin with '-'
};

struct CommandSpec {
  std::string name, help;
  std::vector<Positional> positionals = {};
  bool takes_recipe = false;  // --config FILE.toml, read before the command line's own options
};

struct ParsedCommand {
  std::optional<int> exit_code;  // set: the command is over
  std::vector<std::string> positionals;
};

ParsedCommand parse_command(const CommandSpec& spec, std::vector<OptionField> fields,
                            const Arguments& arguments);

// Checks that a command makes before any work; a value that fails is reported and gives the exit code.
struct LeastValue {
  std::string_view option;
  double value, least;
};
std::optional<int> check_least(std::initializer_list<LeastValue> values);
// The folder that a file is to be written in must be there; an empty path is none.
std::optional<int> check_output(const std::string& option, const std::string& path);

// Prints a diagnostic as the command's last word; returns kUserMistake.
int report_mistake(const Diagnostic& diagnostic, const SourceManager& sources = {});

}  // namespace tilewright::cli
