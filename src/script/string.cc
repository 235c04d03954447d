// str and bytes: the object protocol (methods are in string_methods.cc).
#include <fmt/format.h>

#include "script/bytes.h"
#include "script/implementation.h"
#include "script/number_format.h"
#include "script/objects.h"
#include "script/string_format.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

class StringIterator final : public Iterator {
 public:
  explicit StringIterator(String* string) : string_(string) {}
  std::optional<Value> next(Interpreter&) override {
    if (offset_ >= string_->text.size()) return std::nullopt;
    size_t size = code_point_bytes(string_->text, offset_);
    Value character = make_string(string_->text.substr(offset_, size));
    offset_ += size;
    return character;
  }

 private:
  Ref<String> string_;
  size_t offset_ = 0;
};

class BytesIterator final : public Iterator {
 public:
  explicit BytesIterator(Bytes* bytes) : bytes_(bytes) {}
  std::optional<Value> next(Interpreter&) override {
    if (index_ >= bytes_->bytes.size()) return std::nullopt;
    return Value(static_cast<int64_t>(static_cast<uint8_t>(bytes_->bytes[index_++])));
  }

 private:
  Ref<Bytes> bytes_;
  size_t index_ = 0;
};

std::string repeat_text(Interpreter& interpreter, const std::string& text, int64_t count) {
  if (count <= 0 || text.empty()) return {};
  __int128 bytes = static_cast<__int128>(count) * static_cast<int64_t>(text.size());
  if (bytes > INT64_MAX) interpreter.raise("MemoryError", "");
  interpreter.check_memory(static_cast<int64_t>(bytes));
  interpreter.spend(static_cast<uint64_t>(bytes) / 64);
  std::string result;
  result.reserve(static_cast<size_t>(bytes));
  for (int64_t i = 0; i < count; ++i) result += text;
  return result;
}

bool in_order(Comparison op, int order) {
  switch (op) {
    case Comparison::Eq: return order == 0;
    case Comparison::NotEq: return order != 0;
    case Comparison::Lt: return order < 0;
    case Comparison::LtE: return order <= 0;
    case Comparison::Gt: return order > 0;
    case Comparison::GtE: return order >= 0;
  }
  return false;
}

}  // namespace

int64_t String::size() const {
  if (size_ < 0) size_ = code_point_count(text);
  return size_;
}
std::optional<Value> String::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}
std::optional<int64_t> String::length(Interpreter&) { return size(); }

Value String::get_item(Interpreter& interpreter, const Value& key) {
  int64_t count = size();
  if (auto* slice = key.as<SliceObject>()) {
    auto [start, stop, step] = slice->indices(interpreter, count);
    interpreter.spend(text.size() / 64);
    if (step == 1) {
      if (stop <= start) return make_string("");
      size_t begin = is_ascii() ? static_cast<size_t>(start) : code_point_offset(text, start);
      size_t end = is_ascii() ? static_cast<size_t>(stop) : begin + code_point_offset(std::string_view(text).substr(begin), stop - start);
      return make_string(text.substr(begin, end - begin));
    }
    std::vector<size_t> offsets;
    for (size_t at = 0; at < text.size(); at += code_point_bytes(text, at)) offsets.push_back(at);
    std::string result;
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
      size_t at = offsets[static_cast<size_t>(i)];
      result += text.substr(at, code_point_bytes(text, at));
    }
    return make_string(std::move(result));
  }
  if (!key.is_int() && !key.is_bool() && !interpreter.find_attribute(key, "__index__")) {
    interpreter.raise("TypeError", fmt::format("string indices must be integers, not '{}'", interpreter.type_name(key)));
  }
  int64_t index = index_of(interpreter, key, "string");
  if (index < 0) index += count;
  if (index < 0 || index >= count) interpreter.raise("IndexError", "string index out of range");
  size_t at = is_ascii() ? static_cast<size_t>(index) : code_point_offset(text, index);
  return make_string(text.substr(at, code_point_bytes(text, at)));
}

std::unique_ptr<Iterator> String::iterate(Interpreter&) { return std::make_unique<StringIterator>(this); }
std::string String::repr(Interpreter&) { return quote_text(text); }
std::string String::format(Interpreter& interpreter, std::string_view spec) {
  return spec.empty() ? text : format_text(interpreter, text, spec);
}
uint64_t String::hash(Interpreter&) { return hash_; }

std::optional<Value> String::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  if (op == Binary::Add && !is_reflected) {
    auto* right = other.as<String>();
    if (right == nullptr) {
      if (other.is_object() && (other.object()->tag() == TypeTag::Instance || other.object()->tag() == TypeTag::Other)) {
        return std::nullopt;
      }
      interpreter.raise("TypeError", fmt::format("can only concatenate str (not \"{}\") to str", interpreter.type_name(other)));
    }
    interpreter.check_memory(static_cast<int64_t>(text.size() + right->text.size()));
    interpreter.spend((text.size() + right->text.size()) / 64);
    return make_string(text + right->text);
  }
  if (op == Binary::Mult && (other.is_int() || other.is_bool())) {
    return make_string(repeat_text(interpreter, text, other.integer()));
  }
  if (op == Binary::Mult && other.is_object() && other.object()->tag() == TypeTag::Integer) {
    interpreter.raise("OverflowError", "cannot fit 'int' into an index-sized integer");
  }
  if (op == Binary::Mod && !is_reflected) return make_string(percent_format(interpreter, text, other));
  return std::nullopt;
}

std::optional<Value> String::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<String>();
  if (right == nullptr) return std::nullopt;
  // UTF-8 sorts as code points do.
  return Value(in_order(op, text.compare(right->text)));
}
std::optional<bool> String::contains(Interpreter& interpreter, const Value& item) {
  auto* part = item.as<String>();
  if (part == nullptr) {
    interpreter.raise("TypeError", fmt::format("'in <string>' requires string as left operand, not {}", interpreter.type_name(item)));
  }
  interpreter.spend(text.size() / 64);
  return text.find(part->text) != std::string::npos;
}

// ---- bytes -------------------------------------------------------------------------------------
std::optional<Value> Bytes::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}
Value Bytes::get_item(Interpreter& interpreter, const Value& key) {
  auto count = static_cast<int64_t>(bytes.size());
  if (auto* slice = key.as<SliceObject>()) {
    auto [start, stop, step] = slice->indices(interpreter, count);
    std::string result;
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) result += bytes[static_cast<size_t>(i)];
    return make<Bytes>(std::move(result));
  }
  int64_t index = index_of(interpreter, key, "byte");
  if (index < 0) index += count;
  if (index < 0 || index >= count) interpreter.raise("IndexError", "index out of range");
  return static_cast<int64_t>(static_cast<uint8_t>(bytes[static_cast<size_t>(index)]));
}
std::unique_ptr<Iterator> Bytes::iterate(Interpreter&) { return std::make_unique<BytesIterator>(this); }
std::string Bytes::repr(Interpreter&) { return quote_bytes(bytes); }
uint64_t Bytes::hash(Interpreter&) { return hash_text(bytes); }
std::optional<Value> Bytes::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  if (op == Binary::Add && !is_reflected) {
    auto* right = other.as<Bytes>();
    if (right == nullptr) {
      interpreter.raise("TypeError", fmt::format("can't concat {} to bytes", interpreter.type_name(other)));
    }
    interpreter.check_memory(static_cast<int64_t>(bytes.size() + right->bytes.size()));
    return make<Bytes>(bytes + right->bytes);
  }
  if (op == Binary::Mult && (other.is_int() || other.is_bool())) {
    return make<Bytes>(repeat_text(interpreter, bytes, other.integer()));
  }
  return std::nullopt;
}
std::optional<Value> Bytes::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<Bytes>();
  if (right == nullptr) return std::nullopt;
  return Value(in_order(op, bytes.compare(right->bytes)));
}
std::optional<bool> Bytes::contains(Interpreter& interpreter, const Value& item) {
  if (auto* part = item.as<Bytes>()) return bytes.find(part->bytes) != std::string::npos;
  int64_t byte = interpreter.to_int(item, "");
  if (byte < 0 || byte > 255) interpreter.raise("ValueError", "byte must be in range(0, 256)");
  return bytes.find(static_cast<char>(byte)) != std::string::npos;
}

}  // namespace tilewright::script
