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
#include <limits>
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
struct OptionRange {
  std::string_view option;
  double value, least;
  double most = std::numeric_limits<double>::infinity();
};
std::optional<int> check_ranges(std::initializer_list<OptionRange> ranges);
// Processes and threads that an option may ask for.
inline constexpr double kMostWorkers = 1024;

// A file that a command is to write: its folder must be there, and what is there already is replaced only by
// --force, but for an earlier file of the same kind, known by `sign` among its first bytes. An empty path is
// none.
struct OutputFile {
  std::string_view option;
  std::string path;
  bool is_forced = false;
  std::string_view sign = "";
};
std::optional<int> check_output(const OutputFile& output);
inline constexpr const char* kForceHelp = "replace a file that is there already";

// Prints a diagnostic as the command's last word; returns kUserMistake.
int report_mistake(const Diagnostic& diagnostic, const SourceManager& sources = {});

}  // namespace tilewright::cli
