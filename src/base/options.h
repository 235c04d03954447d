// One typed options struct a command. A struct lists its fields once:
//
//   struct CheckOptions {
//     std::string task;
//     int64_t max_elements = 65536;
//     template <class Visit>
//     void fields(Visit&& visit) {
//       visit("task", task, "the task file to compare with");
//       visit("max-elements", max_elements, "shrink inputs until each has at most this many elements");
//     }
//   };
//
// and the command line, the TOML recipe, --help and the configuration hash all come from it
// (cli/parse_options.h). Names use hyphens: --max-elements, and max-elements = 65536 in TOML.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tilewright {

using OptionTarget =
    std::variant<bool*, int*, int64_t*, uint64_t*, double*, std::string*, std::vector<std::string>*>;

struct OptionField {
  std::string name, help;
  OptionTarget target;
};

template <class Options>
std::vector<OptionField> option_fields(Options& options) {
  std::vector<OptionField> fields;
  options.fields([&](std::string name, auto& target, std::string help) {
    fields.push_back({std::move(name), std::move(help), &target});
  });
  return fields;
}

// The value as it would be written in TOML.
std::string to_text(const OptionTarget& target);
// "name = value" lines in field order: a recipe that parses back, and what the configuration hash covers.
std::string to_text(const std::vector<OptionField>& fields);
std::string configuration_hash(const std::vector<OptionField>& fields);

}  // namespace tilewright
