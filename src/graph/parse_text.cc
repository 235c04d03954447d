#include "graph/parse_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace tilewright::graph {
namespace {

// Thrown inside this file only; parse_text turns it into the diagnostic.
struct TextError {
  std::string message;
};

class Reader {
 public:
  explicit Reader(std::string_view line) : text_(line) {}

  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }
  bool accept(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) throw TextError{fmt::format("expected '{}' before '{}'", token, text_.substr(at_))};
  }
  // A name: letters, digits, '_', '.', '%', and "::".
  std::string word() {
    skip_spaces();
    size_t begin = at_;
    while (at_ < text_.size() && is_word(at_)) ++at_;
    if (begin == at_) throw TextError{fmt::format("expected a name before '{}'", text_.substr(at_))};
    return std::string(text_.substr(begin, at_ - begin));
  }
  char peek() {
    skip_spaces();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  std::string quoted() {
    expect("\"");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') ++at_;
      if (at_ < text_.size()) value += text_[at_++];
    }
    expect("\"");
    return value;
  }
  // A number's characters, or a signed "inf" / "nan".
  std::string number() {
    skip_spaces();
    size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '+')) {
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

 private:
  bool is_word(size_t at) const {
    char c = text_[at];
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '%') return true;
    return c == ':' && ((at + 1 < text_.size() && text_[at + 1] == ':') || (at > 0 && text_[at - 1] == ':'));
  }
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  std::string_view text_;
  size_t at_ = 0;
};

bool is_integer(const std::string& text) {
  return text.find_first_not_of("-0123456789") == std::string::npos;
}

int64_t to_integer(const std::string& text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw TextError{fmt::format("'{}' is no integer", text)};
  }
  return value;
}

double to_double(const std::string& text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw TextError{fmt::format("'{}' is no number", text)};
  }
  return value;
}

class GraphReader {
 public:
  void statement(std::string_view line) {
    Reader reader(line);
    if (reader.at_end()) return;
    size_t mark = line.find(' ');
    std::string_view first = line.substr(0, mark);
    if (first == "input" || first == "parameter" || first == "buffer" || first == "constant") {
      declaration(reader);
    } else if (first == "scalar") {
      reader.expect("scalar");
      graph_.scalar_inputs.push_back(reader.word());
    } else if (first == "return") {
      reader.expect("return");
      while (!reader.at_end()) {
        graph_.outputs.push_back(value(reader.word()));
        if (!reader.accept(",")) break;
      }
    } else {
      node(reader);
    }
    if (!reader.at_end()) throw TextError{"unexpected text at the end"};
  }
  Graph take() { return std::move(graph_); }

 private:
  ValueId add(std::string name, TensorType type, ValueSource source) {
    ValueId id(graph_.values.size());
    if (!names_.emplace(name, id).second) throw TextError{fmt::format("'{}' is defined twice", name)};
    graph_.values.push_back({source, std::move(name), std::move(type), 0, {}});
    return id;
  }
  ValueId value(const std::string& name) {
    auto found = names_.find(name);
    if (found == names_.end()) throw TextError{fmt::format("'{}' is not defined", name)};
    return found->second;
  }

  void declaration(Reader& reader) {
    std::string kind = reader.word();
    std::string name = reader.word();
    reader.expect(":");
    TensorType tensor = type(reader);
    if (kind == "input") {
      graph_.inputs.push_back(add(name, tensor, ValueSource::Input));
    } else if (kind == "constant") {
      ValueId id = add(name, tensor, ValueSource::Constant);
      reader.expect("=");
      reader.expect("[");
      while (!reader.accept("]")) {
        graph_[id].constant.push_back(to_double(reader.number()));
        reader.accept(",");
      }
    } else {
      ValueSource source = kind == "buffer" ? ValueSource::Buffer : ValueSource::Parameter;
      graph_.parameters.push_back(add(name, tensor, source));
    }
  }

  TensorType type(Reader& reader) {
    TensorType result;
    std::string name = reader.word();
    std::optional<DType> dtype = dtype_from_torch_name(name);
    if (!dtype) throw TextError{fmt::format("'{}' is no dtype", name)};
    result.dtype = *dtype;
    reader.expect("[");
    int64_t elements = 1;
    while (!reader.accept("]")) {
      Dimension dimension;
      dimension.size = to_integer(reader.number());
      int64_t at_least_one = std::max<int64_t>(dimension.size, 1);
      if (dimension.size < 0 || __builtin_mul_overflow(elements, at_least_one, &elements))
        throw TextError{fmt::format("{} is no size here", dimension.size)};
      if (reader.accept(":s")) dimension.symbol = static_cast<int>(to_integer(reader.number()));
      result.shape.push_back(dimension);
      reader.accept(",");
    }
    if (reader.accept("strides=")) {
      reader.expect("[");
      while (!reader.accept("]")) {
        result.strides.push_back(to_integer(reader.number()));
        reader.accept(",");
      }
    } else {
      result.strides = contiguous_strides(result.shape);
    }
    return result;
  }

  void node(Reader& reader) {
    Node node;
    std::vector<std::pair<std::string, TensorType>> results;
    do {
      std::string name = reader.word();
      reader.expect(":");
      results.emplace_back(name, type(reader));
    } while (reader.accept(","));
    reader.expect("=");
    node.op = reader.word();
    reader.expect("(");
    while (!reader.accept(")")) {
      std::string name = reader.word();
      reader.expect("=");
      node.arguments.push_back({std::move(name), argument(reader)});
      reader.accept(",");
    }
    for (auto& [name, tensor] : results) {
      ValueId id = add(std::move(name), std::move(tensor), ValueSource::Node);
      graph_[id].node = static_cast<uint32_t>(graph_.nodes.size());
      node.results.push_back(id);
    }
    graph_.nodes.push_back(std::move(node));
  }

  Argument argument(Reader& reader) {
    if (reader.peek() == '"') return reader.quoted();
    if (reader.accept("[")) return list(reader);
    char first = reader.peek();
    if (first == '-' || std::isdigit(static_cast<unsigned char>(first))) return number(reader.number());
    std::string word = reader.word();
    if (word == "None") return NoneArgument{};
    if (word == "True" || word == "False") return word == "True";
    if (word == "inf" || word == "nan") return to_double(word);
    if (word.starts_with("torch.")) {
      std::optional<DType> dtype = dtype_from_torch_name(std::string_view(word).substr(6));
      if (!dtype) throw TextError{fmt::format("'{}' is no dtype", word)};
      return *dtype;
    }
    return value(word);
  }
  static Argument number(const std::string& text) {
    if (is_integer(text)) return to_integer(text);
    return to_double(text);
  }
  Argument list(Reader& reader) {
    std::vector<Argument> items;
    while (!reader.accept("]")) {
      items.push_back(argument(reader));
      reader.accept(",");
    }
    if (items.empty()) return std::vector<int64_t>{};
    return std::visit(
        [&]<class First>(const First&) -> Argument {
          if constexpr (std::is_same_v<First, ValueId> || std::is_same_v<First, int64_t> ||
                        std::is_same_v<First, double> || std::is_same_v<First, bool>) {
            std::vector<First> values;
            for (const Argument& item : items) {
              if (!std::holds_alternative<First>(item)) throw TextError{"a list of mixed kinds"};
              values.push_back(std::get<First>(item));
            }
            return values;
          } else {
            throw TextError{"a list of this kind is not an argument"};
          }
        },
        items.front());
  }

  Graph graph_;
  std::unordered_map<std::string, ValueId> names_;
};

}  // namespace

Result<Graph> parse_text(std::string_view text) {
  GraphReader reader;
  int line_number = 0;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    ++line_number;
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    try {
      reader.statement(line);
    } catch (const TextError& error) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("graph text, line {}: {}", line_number, error.message));
    }
  }
  return reader.take();
}

}  // namespace tilewright::graph
