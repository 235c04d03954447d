// Formatted strings to text. Between their braces neither a backslash nor the quotes around may stand,
// so the quotes are chosen by trying: the string was written once, hence some choice works.
#include <fmt/format.h>

#include "python/unparser.h"

namespace tilewright::python {

// A part of a formatted string, met alone in no tree that parse() made.
void ExpressionWriter::write_node(const FormattedValue& node) { append_text(formatted_value(node, "'")); }

void ExpressionWriter::write_node(const JoinedStr& node) { append_formatted(node); }

void ExpressionWriter::append_formatted(const JoinedStr& node) {
  // A string after a u-prefixed one has its mark; an empty one in front brings it back.
  bool is_marked = false;
  for (ExprId value : node.values) {
    auto* constant = std::get_if<ConstantExpr>(&ast_[value].data);
    auto* text = constant ? std::get_if<StringConstant>(&constant->value) : nullptr;
    is_marked |= text != nullptr && text->is_unicode_prefixed;
  }
  for (std::string_view quotes : kQuotes) {
    if (!rules_.allows(quotes)) continue;
    if (auto body = formatted_body(node, quotes, false)) {
      if (is_marked) out_ += fmt::format("u{0}{0} ", quotes);
      out_ += fmt::format("f{0}{1}{0}", quotes, *body);
      return;
    }
  }
  has_failed_ = true;
}

std::optional<std::string> ExpressionWriter::formatted_body(const JoinedStr& node, std::string_view quotes,
                                                            bool is_specification) {
  std::string body;
  for (ExprId value : node.values) {
    std::optional<std::string> part;
    if (auto* expression = std::get_if<FormattedValue>(&ast_[value].data)) {
      part = formatted_value(*expression, quotes);
    } else if (auto* constant = std::get_if<ConstantExpr>(&ast_[value].data)) {
      part = formatted_text(std::get<StringConstant>(constant->value).utf8, quotes, is_specification);
    }
    if (!part) return std::nullopt;
    body += *part;
  }
  return body;
}

std::optional<std::string> ExpressionWriter::formatted_value(const FormattedValue& node,
                                                             std::string_view quotes) {
  // Tighter than a conditional: a lambda's colon would end the expression.
  ExpressionWriter inner(ast_, options_);
  std::string text = inner.write(node.value, Binding::Or, rules_.inside(quotes));
  if (inner.has_failed() || text.find('\\') != std::string::npos || text.find(quotes) != std::string::npos) {
    return std::nullopt;
  }
  std::string out = text.starts_with('{') ? "{ " + text : "{" + text;
  if (node.conversion != -1) out += fmt::format("!{}", static_cast<char>(node.conversion));
  if (node.format_spec) {
    auto spec = formatted_body(std::get<JoinedStr>(ast_[node.format_spec].data), quotes, true);
    if (!spec) return std::nullopt;
    out += ":" + *spec;
  }
  return out + "}";
}

std::optional<std::string> ExpressionWriter::formatted_text(std::string_view text, std::string_view quotes,
                                                            bool is_specification) {
  auto escaped = escape_text(text, quotes, rules_);
  if (!escaped) return std::nullopt;
  std::string out;
  for (char c : *escaped) {
    if (c != '{' && c != '}') {
      out += c;
    } else if (!is_specification) {
      out.append(2, c);
    } else if (rules_.allows_backslash) {
      // A specification has no doubled braces.
      out += c == '{' ? "\\x7b" : "\\x7d";
    } else {
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace tilewright::python
