#include "tasks/program_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "base/check.h"

namespace tilewright::tasks {
namespace {

struct Role {
  std::string_view role;
  std::vector<std::string_view> names;
};

const std::vector<Role>& size_roles() {
  static const std::vector<Role> roles = {
      {"rows", {"batch_size", "rows", "M", "num_rows", "B", "N"}},
      {"columns", {"dim", "columns", "hidden_size", "features", "D", "num_features"}},
      {"sequence", {"seq_len", "length", "T", "num_steps"}},
      {"channels", {"channels", "C", "num_channels"}},
      {"height", {"height", "H"}},
      {"width", {"width", "W"}},
      {"inner", {"in_features", "K", "input_size"}},
      {"outer", {"out_features", "output_size", "units"}},
      {"classes", {"num_classes", "classes", "vocab_size"}},
      {"elements", {"size", "num_elements", "total"}},
  };
  return roles;
}

std::string_view pick_role(Random& random, std::string_view role) {
  for (const Role& entry : size_roles()) {
    if (entry.role == role) return random.pick(entry.names);
  }
  TW_CHECK(false, "no size role {}", role);
}

double parse_number(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  TW_CHECK(error == std::errc{} && end == text.data() + text.size(), "no number: {}", text);
  return value;
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Whether `word` occurs in the text as a whole identifier (dots belong to it).
bool has_word(std::string_view text, std::string_view word) {
  auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

bool is_mixable(std::string_view previous, std::string_view next) {
  constexpr std::array<std::string_view, 3> products = {"scale", "divide", "fused_affine"};
  constexpr std::array<std::string_view, 4> sums = {"shift", "minus", "reverse_minus", "fused_affine"};
  auto has = [](const auto& set, std::string_view name) {
    return std::find(set.begin(), set.end(), name) != set.end();
  };
  if (previous == next) return false;
  return !(has(products, previous) && has(products, next)) && !(has(sums, previous) && has(sums, next));
}

}  // namespace

bool has_outer_operator(std::string_view text) {
  int depth = 0;
  if (!text.empty() && text[0] == '-') return true;
  for (char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && c == ' ') return true;
  }
  return false;
}

ProgramWriter::ProgramWriter(Random& random, bool is_held_out)
    : random_(random), vocabulary_(random, is_held_out), flow_(static_cast<Flow>(random.below(3))) {
  is_annotated_ = random_.chance(0.3);
}

std::string ProgramWriter::size(std::string_view role, int64_t value) {
  std::string name(pick_role(random_, role));
  auto is_taken = [&](const std::string& candidate) {
    return std::any_of(sizes_.begin(), sizes_.end(),
                       [&](const NamedValue& s) { return s.name == candidate; });
  };
  std::string base = name;
  for (int i = 2; is_taken(name); ++i) name = fmt::format("{}_{}", base, i);
  sizes_.push_back({name, std::to_string(value)});
  return name;
}

Expression ProgramWriter::input(const std::vector<std::string>& sizes) {
  bool is_normal = random_.chance(0.6);
  return input_from(fmt::format("torch.{}({})", is_normal ? "randn" : "rand", joined(sizes)),
                    is_normal ? kNormalInput : kUniformInput);
}

Expression ProgramWriter::input_from(std::string make_text, const Range& range) {
  std::string name = vocabulary_.argument_name();
  inputs_.push_back({name, std::move(make_text)});
  return {name, range, true, true, true};
}

std::string ProgramWriter::init_argument(std::string_view role, const std::string& size_name) {
  for (const NamedValue& argument : init_arguments_) {
    if (argument.value == size_name) return argument.name;
  }
  std::string name(pick_role(random_, role));
  auto is_taken = [&] {
    return std::any_of(init_arguments_.begin(), init_arguments_.end(),
                       [&](const NamedValue& a) { return a.name == name; });
  };
  while (is_taken()) name += "_2";
  init_arguments_.push_back({name, size_name});
  return name;
}

std::string ProgramWriter::module(std::string_view attribute, const std::string& constructor) {
  std::string name(attribute);
  for (int i = 2; std::find(attributes_.begin(), attributes_.end(), name) != attributes_.end(); ++i) {
    name = fmt::format("{}{}", attribute, i);
  }
  attributes_.push_back(name);
  init_lines_.push_back(fmt::format("self.{} = {}", name, constructor));
  return "self." + name;
}

std::string ProgramWriter::number(const std::string& literal) {
  if (literal[0] == '-' || !random_.chance(0.12)) return literal;
  constexpr std::array<std::string_view, 8> names = {"scale", "alpha", "factor", "offset",
                                                     "value", "gain",  "beta",   "level"};
  return module(random_.pick(names), literal);
}

std::string ProgramWriter::atom(const Expression& operand) const {
  return operand.is_atom ? operand.text : "(" + operand.text + ")";
}

std::string ProgramWriter::local_name() {
  constexpr std::array<std::string_view, 7> usual = {"out", "result", "h", "t", "res", "temp", "s"};
  if (random_.chance(0.5)) return std::string(random_.pick(usual));
  return vocabulary_.argument_name();
}

Expression ProgramWriter::named(const Expression& expression) {
  if (expression.is_name) return expression;
  std::string name = local_name();
  // A usual name may already hold something that is still needed.
  std::string start = name + " = ";
  while (std::any_of(forward_lines_.begin(), forward_lines_.end(),
                     [&](const std::string& line) { return line.starts_with(start); })) {
    name = vocabulary_.argument_name();
    start = name + " = ";
  }
  forward_lines_.push_back(start + expression.text);
  depth_ = 0;
  return {name, expression.range, true, true, false};
}

Expression ProgramWriter::step(std::string text, const Range& range) {
  ++depth_;
  Expression result{std::move(text), range, true, false, false};
  result.is_atom = !has_outer_operator(result.text);
  size_t longest = flow_ == Flow::Nested ? 64 : 40;
  if (flow_ == Flow::Nested && depth_ < 4 && result.text.size() < longest) return result;
  if (flow_ == Flow::Fresh) return named(result);
  if (flow_ == Flow::Reassigned && !inputs_.empty()) {
    forward_lines_.push_back(inputs_[0].name + " = " + result.text);
    depth_ = 0;
    return {inputs_[0].name, range, true, true, false};
  }
  return named(result);
}

std::string ProgramWriter::fill(std::string_view spelling, const Expression& operand,
                                OperationConstants& constants) {
  std::string text;
  for (size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] != '{') {
      text += spelling[i];
      continue;
    }
    size_t end = spelling.find('}', i);
    std::string_view key = spelling.substr(i + 1, end - i - 1);
    i = end;
    if (key == "x")
      text += atom(operand);
    else if (key == "e")
      text += operand.text;
    else {
      std::string literal = key == "c"     ? vocabulary_.constant()
                            : key == "s"   ? vocabulary_.slope()
                            : key == "t"   ? vocabulary_.moderate()
                            : key == "low" ? vocabulary_.low_limit()
                                           : vocabulary_.high_limit();
      double value = parse_number(literal);
      (key == "c"     ? constants.c
       : key == "s"   ? constants.s
       : key == "t"   ? constants.t
       : key == "low" ? constants.low
                      : constants.high) = value;
      text += spelling.starts_with("nn:") ? literal : number(literal);
    }
  }
  return text;
}

std::optional<Expression> ProgramWriter::apply(const Operation& operation, const Expression& operand) {
  std::string_view spelling = random_.pick(operation.spellings);
  auto uses = [&](std::string_view key) {
    size_t count = 0;
    for (size_t at = spelling.find(key); at != std::string_view::npos; at = spelling.find(key, at + 1))
      ++count;
    return count;
  };
  // Statements are written only once the operation is known to fit.
  auto saved_init = init_lines_;
  auto saved_attributes = attributes_;
  auto saved_forward = forward_lines_;
  Expression used = uses("{x}") + uses("{e}") > 1 ? named(operand) : operand;
  OperationConstants constants;
  std::string text = fill(spelling, used, constants);
  std::optional<Range> range = operation.apply(operand.range, constants);
  bool is_lively =
      range && range->usual_width() > 0.05 &&
      range->usual_width() > 0.02 * std::max(std::abs(range->usual_low), std::abs(range->usual_high));
  if (!is_lively) {
    init_lines_ = std::move(saved_init);
    attributes_ = std::move(saved_attributes);
    forward_lines_ = std::move(saved_forward);
    return std::nullopt;
  }
  if (text.find("F.") != std::string::npos) uses_functional_ = true;
  if (text.starts_with("nn:")) {
    constexpr std::array<std::string_view, 3> attributes = {"act", "activation", "fn"};
    std::string attribute = module(random_.pick(attributes), text.substr(3));
    text = fmt::format("{}({})", attribute, used.text);
  }
  return step(std::move(text), *range);
}

Expression ProgramWriter::chain(Expression operand, int count, unsigned groups, unsigned required_flags,
                                unsigned refused_flags) {
  std::string_view previous;
  for (int done = 0, tries = 0; done < count && tries < 200; ++tries) {
    const Operation& operation = random_.pick(operations());
    if (!(groups >> static_cast<unsigned>(operation.group) & 1u)) continue;
    if ((operation.flags & required_flags) != required_flags || (operation.flags & refused_flags)) continue;
    if (!is_mixable(previous, operation.name)) continue;
    if ((operation.flags & kRawOnly) && !operand.is_input) continue;
    if ((operation.flags & kChangesNegative) && operand.range.usual_low >= 0 && operand.range.low >= 0)
      continue;
    std::optional<Expression> next = apply(operation, operand);
    if (!next) continue;
    operand = *next;
    previous = operation.name;
    ++done;
  }
  return operand;
}

void ProgramWriter::drop_unused(const std::vector<Expression>& results) {
  std::string body;
  for (const std::string& line : forward_lines_) body += line + "\n";
  for (const Expression& result : results) body += result.text + "\n";
  std::erase_if(init_lines_,
                [&](const std::string& line) { return !has_word(body, line.substr(0, line.find(' '))); });
  std::string init;
  for (const std::string& line : init_lines_) init += line + "\n";
  std::erase_if(init_arguments_, [&](const NamedValue& argument) { return !has_word(init, argument.name); });
}

std::string ProgramWriter::render(const std::vector<Expression>& results) {
  std::string text = "import torch\nimport torch.nn as nn\n";
  if (uses_functional_) text += "import torch.nn.functional as F\n";
  text += "\n\nclass Model(nn.Module):\n";
  drop_unused(results);
  std::vector<std::string> arguments, init_values, created;
  for (const NamedValue& argument : init_arguments_) {
    arguments.push_back(is_annotated_ ? argument.name + ": int" : argument.name);
    init_values.push_back(argument.value);
  }
  if (!init_lines_.empty() || !arguments.empty() || random_.chance(0.5)) {
    text += fmt::format("    def __init__(self{}{}):\n", arguments.empty() ? "" : ", ", joined(arguments));
    text += random_.chance(0.5) ? "        super().__init__()\n" : "        super(Model, self).__init__()\n";
    for (const std::string& line : init_lines_) text += "        " + line + "\n";
    text += "\n";
  }
  std::vector<std::string> parameters;
  for (const NamedValue& argument : inputs_) {
    parameters.push_back(is_annotated_ ? argument.name + ": torch.Tensor" : argument.name);
    created.push_back(argument.value);
  }
  text += fmt::format("    def forward(self, {}):\n", joined(parameters));
  for (const std::string& line : forward_lines_) text += "        " + line + "\n";
  std::vector<std::string> returned;
  for (const Expression& result : results) returned.push_back(result.text);
  text += fmt::format("        return {}\n\n\n", joined(returned));
  for (const NamedValue& entry : sizes_) text += fmt::format("{} = {}\n", entry.name, entry.value);
  text += fmt::format("\n\ndef get_inputs():\n    return [{}]\n\n\ndef get_init_inputs():\n    return [{}]\n",
                      joined(created), joined(init_values));
  return text;
}

}  // namespace tilewright::tasks
