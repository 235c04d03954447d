// Methods of bytes: most are those of str on the bytes, taken as Latin text.
#include <fmt/format.h>

#include "script/builtin_types.h"
#include "script/bytes.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

Value bytes_decode(Interpreter&, const Value& self, CallArguments&) { return make_string(self.as<Bytes>()->bytes); }

Value bytes_hex(Interpreter&, const Value& self, CallArguments&) {
  std::string text;
  for (char c : self.as<Bytes>()->bytes) text += fmt::format("{:02x}", static_cast<uint8_t>(c));
  return make_string(std::move(text));
}

Value to_text(const Value& value) {
  auto* bytes = value.as<Bytes>();
  return bytes == nullptr ? value : make_string(bytes->bytes);
}

Value to_bytes(const Value& value) {
  const std::string* text = as_string(value);
  return text == nullptr ? value : Value(make<Bytes>(*text));
}

// The method of str with this name.
template <const char* name>
Value as_text(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  CallArguments converted = arguments;
  for (Value& value : converted.positional) {
    value = to_text(value);
    const std::vector<Value>* items = nullptr;
    if (auto* list = value.as<List>()) items = &list->items;
    if (auto* tuple = value.as<Tuple>()) items = &tuple->items;
    std::vector<Value> drawn;
    if (items == nullptr && as_string(value) == nullptr && std::string_view(name) == "join") {
      drawn = interpreter.to_vector(value);
      items = &drawn;
    }
    if (items == nullptr) continue;
    std::vector<Value> texts;
    for (const Value& item : *items) texts.push_back(to_text(item));
    value = value.as<List>() != nullptr ? make_list(std::move(texts)) : make_tuple(std::move(texts));
  }
  Value result = str_methods().find(name)->body(interpreter, to_text(self), converted);
  if (auto* list = result.as<List>()) {
    for (Value& item : list->items) item = to_bytes(item);
  }
  if (auto* tuple = result.as<Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : tuple->items) items.push_back(to_bytes(item));
    return make_tuple(std::move(items));
  }
  return to_bytes(result);
}

constexpr char kJoin[] = "join";
constexpr char kSplit[] = "split";
constexpr char kStrip[] = "strip";
constexpr char kReplace[] = "replace";
constexpr char kStartswith[] = "startswith";
constexpr char kEndswith[] = "endswith";
constexpr char kLower[] = "lower";
constexpr char kUpper[] = "upper";
constexpr char kFind[] = "find";
constexpr char kCount[] = "count";
constexpr char kRsplit[] = "rsplit";
constexpr char kLstrip[] = "lstrip";
constexpr char kRstrip[] = "rstrip";
constexpr char kRfind[] = "rfind";
constexpr char kIndex[] = "index";
constexpr char kLjust[] = "ljust";
constexpr char kRjust[] = "rjust";
constexpr char kZfill[] = "zfill";
constexpr char kIsdigit[] = "isdigit";
constexpr char kIsalpha[] = "isalpha";
constexpr char kIsalnum[] = "isalnum";
constexpr char kIsspace[] = "isspace";
constexpr char kTitle[] = "title";
constexpr char kPartition[] = "partition";

}  // namespace

const NativeMethodTable& bytes_methods() {
  static const NativeMethodTable table{"bytes",
                                       {{"decode", bytes_decode},
                                        {"hex", bytes_hex},
                                        {kJoin, as_text<kJoin>},
                                        {kSplit, as_text<kSplit>},
                                        {kStrip, as_text<kStrip>},
                                        {kReplace, as_text<kReplace>},
                                        {kStartswith, as_text<kStartswith>},
                                        {kEndswith, as_text<kEndswith>},
                                        {kLower, as_text<kLower>},
                                        {kUpper, as_text<kUpper>},
                                        {kFind, as_text<kFind>},
                                        {kCount, as_text<kCount>},
                                        {kRsplit, as_text<kRsplit>},
                                        {kLstrip, as_text<kLstrip>},
                                        {kRstrip, as_text<kRstrip>},
                                        {kRfind, as_text<kRfind>},
                                        {kIndex, as_text<kIndex>},
                                        {kLjust, as_text<kLjust>},
                                        {kRjust, as_text<kRjust>},
                                        {kZfill, as_text<kZfill>},
                                        {kIsdigit, as_text<kIsdigit>},
                                        {kIsalpha, as_text<kIsalpha>},
                                        {kIsalnum, as_text<kIsalnum>},
                                        {kIsspace, as_text<kIsspace>},
                                        {kTitle, as_text<kTitle>},
                                        {kPartition, as_text<kPartition>}}};
  return table;
}

}  // namespace tilewright::script
