#include "python/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "python/fields.h"

namespace tilewright::python {
namespace {

using Json = nlohmann::json;

// Byte offsets to CPython's lines (from 1) and columns (bytes, from 0).
class Places {
 public:
  explicit Places(const SourceFile& file) {
    for (uint32_t line = 1; line <= file.line_count(); ++line) starts_.push_back(file.line_start(line));
    // CPython does not count a byte order mark.
    if (file.text().starts_with("\xef\xbb\xbf")) starts_[0] = 3;
  }
  std::pair<uint32_t, uint32_t> find(uint32_t offset) const {
    auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
    auto line = static_cast<uint32_t>(next - starts_.begin());
    return {line, offset - starts_[line - 1]};
  }

 private:
  std::vector<uint32_t> starts_;
};

std::string to_hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

// Surrogates are the code points U+D800..U+DFFF: ED A0..BF xx.
bool has_surrogate(std::string_view utf8) {
  for (size_t i = 0; i + 1 < utf8.size(); ++i) {
    if (utf8[i] == '\xed' && static_cast<unsigned char>(utf8[i + 1]) >= 0xa0) return true;
  }
  return false;
}

struct ConstantJson {
  Json operator()(const NoneConstant&) const { return {"None"}; }
  Json operator()(bool value) const { return {"bool", value}; }
  Json operator()(int64_t value) const { return {"int", fmt::format("{}", value)}; }
  Json operator()(const BigInteger& value) const { return {"int", value.decimal}; }
  Json operator()(double value) const { return {"float", fmt::format("{:a}", value)}; }
  Json operator()(const ImaginaryConstant& value) const {
    return {"imaginary", fmt::format("{:a}", value.imaginary)};
  }
  Json operator()(const StringConstant& value) const {
    Json kind = value.is_unicode_prefixed ? Json("u") : Json();
    if (has_surrogate(value.utf8)) return {"str_hex", to_hex(value.utf8), kind};
    return {"str", value.utf8, kind};
  }
  Json operator()(const BytesConstant& value) const { return {"bytes", to_hex(value.bytes)}; }
  Json operator()(const EllipsisConstant&) const { return {"Ellipsis"}; }
};

class JsonWriter {
 public:
  JsonWriter(const Ast& ast, const SourceFile& file) : ast_(ast), places_(file) {}

  Json module() const { return {"Module", to_json(ast_.body)}; }

 private:
  template <class Node>
  Json record(const Node& node, const Span* span) const {
    Json out = Json::array({kind_name(node)});
    if (span != nullptr) {
      auto [line, column] = places_.find(span->begin);
      auto [end_line, end_column] = places_.find(span->end);
      for (uint32_t value : {line, column, end_line, end_column}) out.push_back(value);
    }
    for_each_field(node, [&](const char*, const auto& member) { out.push_back(to_json(member)); });
    return out;
  }

  template <class Tag>
  Json to_json(Id<Tag> id) const {
    if (!id) return nullptr;
    if constexpr (std::is_same_v<Tag, NameTag>) {
      return ast_.name(id);
    } else {
      const auto& node = ast_[id];
      return std::visit([&](const auto& data) { return record(data, &node.span); }, node.data);
    }
  }
  template <class Element>
  Json to_json(const std::vector<Element>& elements) const {
    Json out = Json::array();
    for (const Element& element : elements) out.push_back(to_json(element));
    return out;
  }
  template <class Element>
  Json to_json(const std::optional<Element>& element) const {
    return element ? to_json(*element) : Json();
  }
  Json to_json(const Identifier& identifier) const { return ast_.name(identifier); }
  Json to_json(const Constant& constant) const { return std::visit(ConstantJson{}, constant); }
  Json to_json(int value) const { return value; }
  Json to_json(bool value) const { return value ? 1 : 0; }
  Json to_json(const Argument& node) const { return record(node, &node.span); }
  Json to_json(const Keyword& node) const { return record(node, &node.span); }
  Json to_json(const Alias& node) const { return record(node, &node.span); }
  Json to_json(const ExceptHandler& node) const { return record(node, &node.span); }
  Json to_json(const Arguments& node) const { return record(node, nullptr); }
  Json to_json(const Comprehension& node) const { return record(node, nullptr); }
  Json to_json(const WithItem& node) const { return record(node, nullptr); }
  Json to_json(const MatchCase& node) const { return record(node, nullptr); }
  template <class Enum>
  requires std::is_enum_v<Enum> Json to_json(Enum op)
  const { return kind_name(op); }

  const Ast& ast_;
  Places places_;
};

// Writes a node's line, then its children.
class OutlineWriter {
 public:
  OutlineWriter(const Ast& ast, const SourceFile& file) : ast_(ast), places_(file) {}

  std::string module() {
    line(0, "", "Module", "", nullptr);
    for (StmtId statement : ast_.body) write("body", statement, 1);
    return std::move(out_);
  }

 private:
  void line(int depth, const char* field, const char* kind, const std::string& scalars, const Span* span) {
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    if (*field != '\0') out_ += fmt::format("{}: ", field);
    out_ += kind;
    out_ += scalars;
    if (span != nullptr) {
      auto [begin_line, begin_column] = places_.find(span->begin);
      auto [end_line, end_column] = places_.find(span->end);
      out_ += fmt::format("  @{}:{}-{}:{}", begin_line, begin_column, end_line, end_column);
    }
    out_ += '\n';
  }

  template <class Node>
  void record(const char* field, const Node& node, const Span* span, int depth) {
    std::string scalars;
    for_each_field(node, [&](const char* name, const auto& member) { scalar(scalars, name, member); });
    line(depth, field, kind_name(node), scalars, span);
    for_each_field(node, [&](const char* name, const auto& member) { write(name, member, depth + 1); });
  }

  // ---- fields shown on the node's own line ----
  void show(std::string& out, const char* name, std::string_view value) {
    out += fmt::format(" {}={}", name, value);
  }
  void scalar(std::string& out, const char* name, NameId id) { show(out, name, ast_.name(id)); }
  void scalar(std::string& out, const char* name, const Identifier& id) { show(out, name, ast_.name(id)); }
  void scalar(std::string& out, const char* name, const std::optional<Identifier>& id) {
    if (id) show(out, name, ast_.name(*id));
  }
  void scalar(std::string& out, const char* name, const std::vector<Identifier>& ids) {
    for (const Identifier& id : ids) show(out, name, ast_.name(id));
  }
  void scalar(std::string& out, const char* name, const Constant& constant) {
    Json json = std::visit(ConstantJson{}, constant);
    show(out, name, json.size() == 1 ? json[0].get<std::string>() : json[1].dump(-1, ' ', true));
  }
  void scalar(std::string& out, const char* name, int value) { show(out, name, fmt::format("{}", value)); }
  void scalar(std::string& out, const char* name, bool value) { show(out, name, value ? "1" : "0"); }
  void scalar(std::string& out, const char* name, const std::vector<CompareOperator>& ops) {
    for (CompareOperator op : ops) show(out, name, kind_name(op));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void scalar(std::string& out, const char* name, Enum op) { show(out, name, kind_name(op)); }
  template <class Other>
  requires(!std::is_enum_v<Other>) void scalar(std::string&, const char*, const Other&) {}

  // ---- children ----
  template <class Tag>
  void write(const char* field, Id<Tag> id, int depth) {
    if constexpr (!std::is_same_v<Tag, NameTag>) {
      if (!id) return;
      const auto& node = ast_[id];
      std::visit([&](const auto& data) { record(field, data, &node.span, depth); }, node.data);
    }
  }
  template <class Element>
  void write(const char* field, const std::vector<Element>& elements, int depth) {
    for (const Element& element : elements) write(field, element, depth);
  }
  template <class Element>
  void write(const char* field, const std::optional<Element>& element, int depth) {
    if (element) write(field, *element, depth);
  }
  void write(const char* field, const Argument& node, int depth) { record(field, node, &node.span, depth); }
  void write(const char* field, const Keyword& node, int depth) { record(field, node, &node.span, depth); }
  void write(const char* field, const Alias& node, int depth) { record(field, node, &node.span, depth); }
  void write(const char* field, const ExceptHandler& node, int depth) {
    record(field, node, &node.span, depth);
  }
  void write(const char* field, const Arguments& node, int depth) { record(field, node, nullptr, depth); }
  void write(const char* field, const Comprehension& node, int depth) { record(field, node, nullptr, depth); }
  void write(const char* field, const WithItem& node, int depth) { record(field, node, nullptr, depth); }
  void write(const char* field, const MatchCase& node, int depth) { record(field, node, nullptr, depth); }
  template <class Scalar>
  void write(const char*, const Scalar&, int) {}

  const Ast& ast_;
  Places places_;
  std::string out_;
};

}  // namespace

std::string dump_json(const Ast& ast, const SourceManager& sources) {
  return JsonWriter(ast, sources.file(ast.source)).module().dump();
}

std::string dump_outline(const Ast& ast, const SourceManager& sources) {
  return OutlineWriter(ast, sources.file(ast.source)).module();
}

}  // namespace tilewright::python
