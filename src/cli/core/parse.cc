// tilewright parse FILE: reads Python as CPython 3.11 does and prints the tree, or what is wrong.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/parse_options.h"
#include "python/dump.h"
#include "python/parser.h"
#include "python/source_text.h"
#include "python/unparse.h"

namespace tilewright::cli {
namespace {

struct ParseCommandOptions {
  bool dump = false, unparse = false, check = false;
  std::string files_from;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("dump", dump, "print the tree as a line of JSON a file (python/dump.h tells its form)");
    visit("unparse", unparse,
          "print the source in canonical form: no comments, one style of quotes and blanks (with --dump: as "
          "JSON)");
    visit("check", check, "print nothing but mistakes");
    visit("files-from", files_from, "also read the files named in this file, one a line");
  }
};

constexpr int kDumpSchema = 1;

nlohmann::json error_json(const Diagnostic& diagnostic, const SourceManager& sources) {
  ResolvedDiagnostic place = resolve(diagnostic, sources);
  return {{"kind", place.kind}, {"message", place.message}, {"line", place.line}, {"column", place.column}};
}

// Prints what was asked for; returns the exit code.
int parse_file(const std::string& name, const ParseCommandOptions& options) {
  SourceManager sources;
  auto source = python::load_source(sources, name);
  auto tree = source ? python::parse(sources, *source) : fail(std::move(source.error()));
  if (!tree) {
    if (options.dump) {
      nlohmann::json line = {
          {"schema", kDumpSchema}, {"file", name}, {"error", error_json(tree.error(), sources)}};
      fmt::print("{}\n", line.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    }
    return report_mistake(tree.error(), sources);
  }
  if (options.dump && options.unparse) {
    nlohmann::json line = {{"schema", kDumpSchema}, {"file", name}, {"text", python::unparse(**tree)}};
    fmt::print("{}\n", line.dump());
  } else if (options.dump) {
    fmt::print("{{\"schema\":{},\"file\":{},\"tree\":{}}}\n", kDumpSchema, nlohmann::json(name).dump(),
               python::dump_json(**tree, sources));
  } else if (options.unparse) {
    fmt::print("{}", python::unparse(**tree));
  } else if (!options.check) {
    fmt::print("{}", python::dump_outline(**tree, sources));
  }
  return 0;
}

}  // namespace

int command_parse(const Arguments& arguments) {
  ParseCommandOptions options;
  ParsedCommand parsed = parse_command({.name = "parse",
                                        .help = "prints the syntax tree of a Python file",
                                        .positionals = {{"FILE", "a Python file", true}}},
                                       option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  std::vector<std::string> files = parsed.positionals;
  if (!options.files_from.empty()) {
    auto list = read_file(options.files_from);
    if (!list) return report_mistake(list.error());
    for (size_t at = 0; at < list->size();) {
      size_t end = std::min(list->find('\n', at), list->size());
      if (end > at) files.push_back(list->substr(at, end - at));
      at = end + 1;
    }
  }
  if (files.empty()) {
    return report_mistake({DiagnosticKind::BadOption, "parse needs a FILE, or --files-from", {}, {}});
  }
  if (options.check && (options.dump || options.unparse)) {
    return report_mistake(
        {DiagnosticKind::BadOption, "--check prints nothing: leave --dump and --unparse out", {}, {}});
  }
  int exit_code = 0;
  for (const std::string& file : files) exit_code = std::max(exit_code, parse_file(file, options));
  return exit_code;
}

}  // namespace tilewright::cli
