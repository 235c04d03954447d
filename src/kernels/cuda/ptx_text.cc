#include "kernels/cuda/ptx_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace tilewright::kernels::cuda {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == separator && depth == 0) {
      parts.emplace_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trimmed(part).empty()) parts.emplace_back(trimmed(part));
  return parts;
}

// Words of an opcode that change neither values nor what is checked.
bool is_without_effect(std::string_view word) {
  static const std::set<std::string_view> words = {
      "ftz", "approx", "full",    "relaxed", "gpu",  "cta", "sys", "ca",  "cg",    "cs", "lu", "nc",
      "wt",  "wb",     "aligned", "sync",    "weak", "uni", "row", "col", "noinc", "to", "L1", "L2"};
  return words.contains(word) || word.starts_with("L1::") || word.starts_with("L2::") ||
         word.starts_with("cluster");
}

bool is_type(std::string_view word) {
  static const std::set<std::string_view> types = {
      "u8",  "s8",  "b8",  "u16", "s16",  "b16",   "u32",    "s32",  "b32",  "f32",  "u64",
      "s64", "b64", "f64", "f16", "bf16", "f16x2", "bf16x2", "tf32", "pred", "e4m3", "e5m2"};
  return types.contains(word);
}

std::string_view register_type(std::string_view type) {
  if (type == "pred") return "bool";
  if (type == "f32") return "float";
  if (type == "f64") return "double";
  if (type.ends_with("64")) return "unsigned long long";
  if (type.ends_with("16")) return "unsigned short";
  return "unsigned";
}

std::string_view operand_type(char letter) {
  switch (letter) {
    case 'h':
      return "unsigned short";
    case 'r':
      return "unsigned";
    case 'l':
      return "unsigned long long";
    case 'f':
      return "float";
    case 'd':
      return "double";
    case 'n':
    case 'i':
      return "long long";
    default:
      return {};
  }
}

class Translator {
 public:
  explicit Translator(const std::vector<AssemblyOperand>& operands) : operands_(operands) {}

  std::string run(std::string_view assembly) {
    std::string out = "({ unsigned tw_carry = 0; (void)tw_carry; ";
    for (size_t i = 0; i < operands_.size(); ++i) {
      const AssemblyOperand& operand = operands_[i];
      char letter = operand.constraint.empty() ? ' ' : operand.constraint.back();
      std::string_view type = operand_type(letter);
      if (type.empty()) return {};
      bool is_read = !operand.is_output || operand.constraint[0] == '+';
      out += is_read
                 ? fmt::format("{0}{1} tw_{2} = ({1})({3}); ", letter == 'n' || letter == 'i' ? "const " : "",
                               type, i, operand.expression)
                 : fmt::format("{} tw_{} = 0; ", type, i);
    }
    for (std::string& instruction : instructions(assembly)) {
      std::string translated = translate(instruction);
      if (translated.empty()) return {};
      out += translated;
    }
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (operands_[i].is_output)
        out += fmt::format("({0}) = (__typeof__({0}))tw_{1}; ", operands_[i].expression, i);
    }
    return out + "})";
  }

 private:
  // Without comments and the braces of scopes; instructions end in ';'.
  static std::vector<std::string> instructions(std::string_view assembly) {
    std::string plain;
    for (size_t i = 0; i < assembly.size(); ++i) {
      if (assembly.substr(i, 2) == "//") {
        while (i < assembly.size() && assembly[i] != '\n') ++i;
      } else if (assembly.substr(i, 2) == "/*") {
        size_t end = assembly.find("*/", i + 2);
        i = end == std::string_view::npos ? assembly.size() : end + 1;
      } else {
        plain += assembly[i] == '\n' || assembly[i] == '\t' ? ' ' : assembly[i];
      }
    }
    std::vector<std::string> result;
    std::string current;
    auto finish = [&] {
      std::string_view text = trimmed(current);
      if (!text.empty()) result.emplace_back(text);
      current.clear();
    };
    int depth = 0;
    for (char c : plain) {
      bool opens_scope = c == '{' && trimmed(current).empty();
      if (opens_scope || (c == '}' && depth == 0 && trimmed(current).empty())) continue;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (c == ';')
        finish();
      else
        current += c;
    }
    finish();
    return result;
  }

  std::string translate(std::string_view instruction) {
    std::string guard;
    if (instruction.starts_with("@")) {
      size_t end = instruction.find(' ');
      if (end == std::string_view::npos) return {};
      std::string_view predicate = instruction.substr(1, end - 1);
      bool is_negated = predicate.starts_with("!");
      if (is_negated) predicate.remove_prefix(1);
      guard = fmt::format("if ({}{}) ", is_negated ? "!" : "", value(predicate));
      instruction = trimmed(instruction.substr(end));
    }
    if (instruction.starts_with(".reg")) return declare(instruction.substr(4));
    // Other directives are the assembler's, who would read files for them.
    if (instruction.starts_with(".")) return {};
    size_t end = instruction.find(' ');
    std::string_view opcode = instruction.substr(0, end);
    std::string_view rest = end == std::string_view::npos ? std::string_view() : instruction.substr(end);
    for (char c : opcode) {
      if (!is_word(c) && c != '.' && c != ':') return {};
    }
    return guard + call(opcode, split(rest, ','));
  }

  // ".u32 a, b" or ".pred p<4>".
  std::string declare(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(".")) return {};
    size_t end = text.find(' ');
    if (end == std::string_view::npos) return {};
    std::string_view type = register_type(text.substr(1, end - 1));
    std::string out;
    for (const std::string& name : split(text.substr(end), ',')) {
      for (char c : name) {
        if (!is_word(c) && c != '%') return {};
      }
      out += fmt::format("{} tw_reg_{} = 0; ", type, clean(name));
      registers_.insert(clean(name));
    }
    return out;
  }

  static std::string clean(std::string_view name) {
    std::string result;
    for (char c : name) result += is_word(c) ? c : '_';
    return result;
  }

  std::string call(std::string_view opcode, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = split(opcode, '.');
    std::string name = words[0], types, space;
    bool is_conversion = name == "cvt",
         has_carry = name.ends_with("c") && (name == "addc" || name == "subc" || name == "madc");
    for (size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word.starts_with("global") || word.starts_with("shared") || word.starts_with("const") ||
          word.starts_with("local")) {
        if (space.empty()) space = word.substr(0, word.find(':'));
      } else if (is_type(word)) {
        types += fmt::format("{}::tilewright::ptx::{}", types.empty() ? "" : ", ", word);
      } else if (word == "cc") {
        has_carry = true;
      } else if (word == "v2" || word == "v4" || is_without_effect(word)) {
        continue;  // vectors show in their operands
      } else if (word == "rn" && !is_conversion) {
        continue;
      } else {
        name += '_';
        name += clean(word);
      }
    }
    if (name.starts_with("ldmatrix") || name.starts_with("stmatrix")) {
      // The shape and the count come in either order.
      size_t shape = name.find("_m8n8");
      if (shape != std::string::npos) name.erase(shape, 5);
    }
    std::vector<std::string> values;
    if (has_carry) values.emplace_back("tw_carry");
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      if (argument.starts_with("{")) {
        std::vector<std::string> parts;
        for (const std::string& part : split(std::string_view(argument).substr(1, argument.size() - 2), ','))
          parts.push_back(value(part));
        values.push_back(fmt::format("::tilewright::ptx::{}({})",
                                     i == 0 && !argument_is_source(name) ? "out" : "in",
                                     fmt::join(parts, ", ")));
      } else if (argument.starts_with("[")) {
        values.push_back(address(std::string_view(argument).substr(1, argument.size() - 2), space));
      } else {
        values.push_back(value(argument));
      }
    }
    return fmt::format("::tilewright::ptx::{}{}({}); ", clean_keyword(name),
                       types.empty() ? "" : fmt::format("<{}>", types), fmt::join(values, ", "));
  }

  static bool argument_is_source(std::string_view name) {
    return name.starts_with("st") || name.starts_with("red");
  }
  // Opcodes that are words of C++.
  static std::string clean_keyword(const std::string& name) {
    static const std::set<std::string_view> keywords = {"not", "and", "or",  "xor",
                                                        "div", "abs", "min", "max"};
    return keywords.contains(name) ? name + "_" : name;
  }

  std::string address(std::string_view text, std::string_view space) {
    std::string offset = "0";
    size_t plus = text.find('+');
    if (plus != std::string_view::npos) {
      offset = value(trimmed(text.substr(plus + 1)));
      text = trimmed(text.substr(0, plus));
    }
    return fmt::format("::tilewright::ptx::{}_address({}, {})", space.empty() ? "generic" : space,
                       value(text), offset);
  }

  std::string value(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("%%")) return fmt::format("::tilewright::ptx::special_{}()", clean(text.substr(2)));
    if (text.starts_with("%[") && text.ends_with("]")) {
      std::string_view name = text.substr(2, text.size() - 3);
      for (size_t i = 0; i < operands_.size(); ++i) {
        if (operands_[i].name == name) return fmt::format("tw_{}", i);
      }
    }
    if (text.starts_with("%") && text.size() > 1 && std::isdigit(static_cast<unsigned char>(text[1])))
      return fmt::format("tw_{}", text.substr(1));
    if (registers_.contains(clean(text))) return fmt::format("tw_reg_{}", clean(text));
    // One percent sign before a special register, which nvcc takes, too.
    if (text.starts_with("%") && text.size() > 1 && std::isalpha(static_cast<unsigned char>(text[1])))
      return fmt::format("::tilewright::ptx::special_{}()", clean(text.substr(1)));
    if (text.starts_with("0f") || text.starts_with("0F"))
      return fmt::format("__builtin_bit_cast(float, 0x{}u)", text.substr(2));
    if (text.starts_with("0d") || text.starts_with("0D"))
      return fmt::format("__builtin_bit_cast(double, 0x{}ull)", text.substr(2));
    if (text == "_") return "::tilewright::ptx::discarded()";
    return std::string(text);
  }

  const std::vector<AssemblyOperand>& operands_;
  std::set<std::string> registers_;
};

}  // namespace

std::string translate_ptx(std::string_view assembly, const std::vector<AssemblyOperand>& operands) {
  return Translator(operands).run(assembly);
}

std::string unquoted(std::string_view literal) {
  std::string result;
  size_t open = literal.find('"');
  if (open == std::string_view::npos) return result;
  if (open > 0 && literal[open - 1] == 'R') {
    size_t begin = literal.find('('), end = literal.rfind(')');
    return begin == std::string_view::npos || end <= begin
               ? result
               : std::string(literal.substr(begin + 1, end - begin - 1));
  }
  for (size_t i = open + 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      result += literal[i];
      continue;
    }
    char next = literal[++i];
    result += next == 'n' ? '\n' : next == 't' ? '\t' : next;
  }
  return result;
}

}  // namespace tilewright::kernels::cuda
