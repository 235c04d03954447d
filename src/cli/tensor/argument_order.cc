#include "cli/tensor/argument_order.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/text.h"

namespace tilewright::cli {
namespace {

class ArgumentOrder {
 public:
  ArgumentOrder(const Arguments& given, const std::vector<OptionField>& fields)
      : given_(given), fields_(fields) {
    size_t file = 0;
    while (file < given.size() && given[file].starts_with("-") && given[file] != "--")
      file = take_option(file);
    if (file >= given.size() || given[file] == "--") {
      ordered_ = given;
      return;
    }
    file_ = given[file];
    size_t rest = file + 1;
    while (rest < given.size() && is_option(given[rest])) rest = take_option(rest);
    if (rest < given.size() && given[rest] == "--") ++rest;
    for (std::string& option : ordered_) {
      if (option == kTraceOfFile)
        option += "=" + std::filesystem::path(file_).stem().string() + ".trace.html";
    }
    ordered_.push_back(file_);
    ordered_.insert(ordered_.end(), given.begin() + static_cast<long>(rest), given.end());
  }
  const Arguments& ordered() const { return ordered_; }

 private:
  static constexpr std::string_view kTraceOfFile = "--trace";

  const OptionField* field_of(const std::string& argument) const {
    std::string name = argument.substr(0, argument.find('='));
    for (const OptionField& field : fields_) {
      if (name == "--" + field.name) return &field;
    }
    return nullptr;
  }

  bool is_option(const std::string& argument) {
    if (!field_of(argument)) return false;
    if (!text_) text_ = read_file(file_).value_or("");
    std::string name = argument.substr(0, argument.find('='));
    return text_->find('"' + name) == std::string::npos && text_->find("'" + name) == std::string::npos;
  }

  // Moves an option and its value over; gives the place after them.
  size_t take_option(size_t at) {
    const OptionField* field = field_of(given_[at]);
    bool takes_next = field && !std::holds_alternative<bool*>(field->target) &&
                      given_[at].find('=') == std::string::npos && at + 1 < given_.size();
    if (given_[at] == kTraceOfFile) takes_next = takes_next && (given_[at + 1].ends_with(".html") || given_[at + 1].ends_with(".json"));
    size_t end = at + 1 + takes_next;
    // In one word, for a bare --trace must not take what follows it.
    ordered_.push_back(takes_next ? given_[at] + "=" + given_[at + 1] : given_[at]);
    return end;
  }

  const Arguments& given_;
  const std::vector<OptionField>& fields_;
  std::string file_;
  std::optional<std::string> text_;
  Arguments ordered_;
};

}  // namespace

Arguments ordered_arguments(const Arguments& given, const std::vector<OptionField>& fields) {
  return ArgumentOrder(given, fields).ordered();
}

std::vector<std::string> misspelled_options(const std::vector<std::string>& arguments,
                                            const std::vector<OptionField>& fields,
                                            std::string_view program) {
  std::vector<std::string_view> known;
  for (const OptionField& field : fields) known.push_back(field.name);
  std::vector<std::string> lines;
  for (size_t i = 1; i < arguments.size(); ++i) {
    std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (name == "--") break;
    if (!name.starts_with("--") || program.find(name.substr(2)) != std::string_view::npos) continue;
    std::string_view near = nearest_name(std::string_view(name).substr(2), known);
    if (near.empty()) continue;
    lines.push_back(
        near == std::string_view(name).substr(2)
            ? fmt::format(
                  "note: {} goes to the script; options of tilewright stand before FILE or right behind it",
                  name)
            : fmt::format("note: {} goes to the script; tilewright has --{}", name, near));
  }
  return lines;
}

}  // namespace tilewright::cli
