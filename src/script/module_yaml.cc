// _yaml: YAML 1.1 read and written by libyaml, as PyYAML's safe loader and dumper do; yaml.py names what scripts call and
// says what plain scalars mean.
#include <yaml.h>

#include <algorithm>

#include <fmt/format.h>

#include "script/bytes.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/objects.h"
#include "script/set.h"

namespace tilewright::script {
namespace {

// A document deeper than this raises RecursionError, as PyYAML's recursion does.
constexpr int kDeepest = 200;

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  ~Event() { yaml_event_delete(&event); }
  yaml_event_t event{};
};

std::string_view text_of(const yaml_char_t* text) { return text == nullptr ? "" : reinterpret_cast<const char*>(text); }

// Texts that begin otherwise are texts.
bool may_mean_more(const std::string& text) {
  return text.empty() || std::string_view("-+.0123456789yYnNtTfFoO~<=").find(text[0]) != std::string_view::npos;
}

Value meaning_of(Interpreter& interpreter, const Value& resolve, const Value& text) {
  if (!may_mean_more(*as_string(text))) return text;
  return interpreter.call_value(resolve, {{text}, {}, interpreter.current_span()});
}

class Loader {
 public:
  // `resolve` says what a plain scalar means, `construct` what a tagged one does.
  Loader(Interpreter& interpreter, std::string_view text, Value resolve, Value construct)
      : interpreter_(interpreter), resolve_(std::move(resolve)), construct_(std::move(construct)) {
    if (yaml_parser_initialize(&parser_) == 0) interpreter.abort(DiagnosticKind::MemoryBudget, "no memory for a YAML parser");
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  Loader(const Loader&) = delete;
  ~Loader() { yaml_parser_delete(&parser_); }

  std::vector<Value> documents() {
    std::vector<Value> found;
    for (;;) {
      Event next;
      take(next);
      if (next.event.type == YAML_STREAM_END_EVENT) return found;
      if (next.event.type != YAML_DOCUMENT_START_EVENT) continue;
      anchors_.clear();
      found.push_back(node(0));
    }
  }

 private:
  void take(Event& next) {
    interpreter_.spend(8);
    if (yaml_parser_parse(&parser_, &next.event) != 0) return;
    bool is_token = parser_.error == YAML_SCANNER_ERROR;
    std::string message = parser_.problem == nullptr ? "cannot be read" : parser_.problem;
    if (parser_.context != nullptr) message = fmt::format("{}\n{}", parser_.context, message);
    if (parser_.error == YAML_READER_ERROR) raise("ReaderError", message);
    yaml_mark_t mark = parser_.problem_mark;
    raise(is_token ? "ScannerError" : "ParserError",
          fmt::format("{}\n  in \"<unicode string>\", line {}, column {}", message, mark.line + 1, mark.column + 1));
  }

  [[noreturn]] void raise(std::string_view class_name, const std::string& message) {
    Value module = interpreter_.import_module("yaml", interpreter_.current_span());
    Value error = interpreter_.call_value(interpreter_.get_attribute(module, class_name),
                                          {{make_string(message)}, {}, interpreter_.current_span()});
    throw PythonError{error, {}};
  }

  Value node(int depth) {
    Event next;
    take(next);
    return node_of(next.event, depth);
  }

  Value node_of(const yaml_event_t& event, int depth) {
    if (depth > kDeepest) interpreter_.raise("RecursionError", "maximum recursion depth exceeded in a YAML document");
    switch (event.type) {
      case YAML_ALIAS_EVENT: {
        auto found = anchors_.find(std::string(text_of(event.data.alias.anchor)));
        if (found == anchors_.end()) raise("ComposerError", fmt::format("found undefined alias '{}'", text_of(event.data.alias.anchor)));
        return found->second;
      }
      case YAML_SCALAR_EVENT: return scalar(event);
      case YAML_SEQUENCE_START_EVENT: return sequence(event, depth);
      case YAML_MAPPING_START_EVENT: return mapping(event, depth);
      default: raise("ParserError", "a node is expected");
    }
  }

  Value scalar(const yaml_event_t& event) {
    const auto& data = event.data.scalar;
    std::string text(reinterpret_cast<const char*>(data.value), data.length);
    interpreter_.spend(text.size());
    interpreter_.check_memory(static_cast<int64_t>(text.size()));
    bool is_plain = data.style == YAML_PLAIN_SCALAR_STYLE;
    std::string_view tag = text_of(data.tag);
    Value value = make_string(std::move(text));
    if (tag.empty() && is_plain) value = meaning_of(interpreter_, resolve_, value);
    else if (!tag.empty() && tag != "!") {
      value = interpreter_.call_value(construct_, {{make_string(std::string(tag)), value}, {}, interpreter_.current_span()});
    }
    anchor(data.anchor, value);
    return value;
  }

  Value sequence(const yaml_event_t& event, int depth) {
    std::string_view tag = text_of(event.data.sequence_start.tag);
    if (!tag.empty() && tag != "!" && tag != "tag:yaml.org,2002:seq") {
      raise("ConstructorError", fmt::format("could not determine a constructor for the tag '{}'", tag));
    }
    Ref<List> list = make<List>();
    anchor(event.data.sequence_start.anchor, list);
    for (;;) {
      Event next;
      take(next);
      if (next.event.type == YAML_SEQUENCE_END_EVENT) break;
      list->items.push_back(node_of(next.event, depth + 1));
      interpreter_.charge_memory(sizeof(Value));
    }
    return list;
  }

  Value mapping(const yaml_event_t& event, int depth) {
    std::string_view tag = text_of(event.data.mapping_start.tag);
    bool is_set = tag == "tag:yaml.org,2002:set";
    if (!tag.empty() && tag != "!" && tag != "tag:yaml.org,2002:map" && !is_set) {
      raise("ConstructorError", fmt::format("could not determine a constructor for the tag '{}'", tag));
    }
    Ref<Dict> dict = make<Dict>();
    anchor(event.data.mapping_start.anchor, dict);
    std::vector<std::pair<Value, Value>> own;
    for (;;) {
      Event next;
      take(next);
      if (next.event.type == YAML_MAPPING_END_EVENT) break;
      bool merges = next.event.type == YAML_SCALAR_EVENT && next.event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                    next.event.data.scalar.length == 2 && text_of(next.event.data.scalar.value) == "<<";
      Value key = node_of(next.event, depth + 1);
      Value value = node(depth + 1);
      if (merges) merge(*dict, value);
      else own.emplace_back(std::move(key), std::move(value));
    }
    for (auto& [key, value] : own) dict->set(interpreter_, key, value);  // behind the merged ones, which they overrule
    if (!is_set) return dict;
    Ref<Set> set = make<Set>();
    for (auto& [key, value] : dict->entries()) set->add(interpreter_, key);
    return set;
  }

  // `<<: *base`; of a list the first mapping that has a key counts.
  void merge(Dict& into, const Value& source) {
    if (auto* list = source.as<List>()) {
      for (const Value& item : std::vector<Value>(list->items)) merge(into, item);
      return;
    }
    auto* dict = source.as<Dict>();
    if (dict == nullptr) raise("ConstructorError", "expected a mapping or list of mappings for merging");
    for (auto& [key, value] : dict->entries()) {
      if (!into.find(interpreter_, key)) into.set(interpreter_, key, value);
    }
  }

  void anchor(const yaml_char_t* name, const Value& value) {
    if (name != nullptr) anchors_[std::string(text_of(name))] = value;
  }

  Interpreter& interpreter_;
  Value resolve_, construct_;
  yaml_parser_t parser_{};
  std::map<std::string, Value> anchors_;
};

// load(text, resolve, construct): the documents.
Value load(Interpreter& interpreter, CallArguments& arguments) {
  const Value& given = arguments.positional.at(0);
  const std::string* text = as_string(given);
  if (auto* bytes = given.as<Bytes>()) text = &bytes->bytes;
  if (text == nullptr) interpreter.raise("TypeError", "a str or bytes is needed");
  interpreter.spend(text->size());
  return make_list(Loader(interpreter, *text, arguments.positional.at(1), arguments.positional.at(2)).documents());
}

struct DumpStyle {
  bool sorts_keys, is_flow, is_block;  // neither flow nor block: flow for collections that hold scalars alone
  int indent, width;
};

class Dumper {
 public:
  Dumper(Interpreter& interpreter, const DumpStyle& style, Value resolve)
      : interpreter_(interpreter), style_(style), resolve_(std::move(resolve)) {
    if (yaml_emitter_initialize(&emitter_) == 0) interpreter.abort(DiagnosticKind::MemoryBudget, "no memory for a YAML emitter");
    yaml_emitter_set_output(&emitter_, &Dumper::append, this);
    yaml_emitter_set_indent(&emitter_, style.indent);
    yaml_emitter_set_width(&emitter_, style.width);
    yaml_emitter_set_unicode(&emitter_, 1);
    yaml_event_t event;
    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
    emit(event);
  }
  Dumper(const Dumper&) = delete;
  ~Dumper() { yaml_emitter_delete(&emitter_); }

  std::string document(const Value& value, bool is_explicit) {
    yaml_event_t event;
    yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, is_explicit ? 0 : 1);
    emit(event);
    number_shared(value, 0);
    write(value, 0);
    yaml_document_end_event_initialize(&event, 1);
    emit(event);
    yaml_stream_end_event_initialize(&event);
    emit(event);
    yaml_emitter_flush(&emitter_);
    return std::move(text_);
  }

 private:
  static int append(void* self, unsigned char* bytes, size_t size) {
    static_cast<Dumper*>(self)->text_.append(reinterpret_cast<const char*>(bytes), size);
    return 1;
  }

  void emit(yaml_event_t& event) {
    interpreter_.spend(16);
    if (yaml_emitter_emit(&emitter_, &event) != 0) return;
    interpreter_.raise("ValueError", emitter_.problem == nullptr ? "yaml: cannot be written" : emitter_.problem);
  }

  void scalar(const std::string& text, bool is_plain) {
    interpreter_.spend(text.size());
    // A str that would be read as something else is quoted, as PyYAML does.
    bool needs_quotes = !is_plain && as_string(meaning_of(interpreter_, resolve_, make_string(text))) == nullptr;
    yaml_event_t event;
    auto* bytes = reinterpret_cast<const yaml_char_t*>(text.data());
    if (yaml_scalar_event_initialize(&event, nullptr, nullptr, bytes, static_cast<int>(text.size()), 1, 1,
                                     needs_quotes ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE) == 0) {
      interpreter_.raise("ValueError", "yaml: a text that is no UTF-8");
    }
    emit(event);
  }

  // .inf, .nan, 1.0e+20: YAML's floats have a point.
  std::string float_text(const Value& value) {
    std::string text = interpreter_.repr(value);
    if (text == "inf") return ".inf";
    if (text == "-inf") return "-.inf";
    if (text == "nan") return ".nan";
    size_t exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos) text.insert(exponent, ".0");
    return text;
  }

  bool is_flow(const std::vector<Value>& items) const {
    if (style_.is_flow || style_.is_block) return style_.is_flow;
    return std::all_of(items.begin(), items.end(), [](const Value& item) { return !item.is_object() || as_string(item) != nullptr; });
  }

  static bool is_collection(const Value& value) {
    auto* tuple = value.as<Tuple>();
    return value.as<List>() != nullptr || value.as<Dict>() != nullptr || (tuple != nullptr && !tuple->items.empty());
  }

  // Items, or keys and values in turn, in the order in which they are written.
  std::vector<Value> parts_of(const Value& collection) {
    if (auto* list = collection.as<List>()) return list->items;
    if (auto* tuple = collection.as<Tuple>()) return tuple->items;
    auto entries = collection.as<Dict>()->entries();
    if (style_.sorts_keys) {
      std::stable_sort(entries.begin(), entries.end(), [&](const auto& left, const auto& right) {
        return interpreter_.truthy(interpreter_.compare(Comparison::Lt, left.first, right.first));
      });
    }
    std::vector<Value> parts;
    for (auto& [key, value] : entries) parts.insert(parts.end(), {key, value});
    return parts;
  }

  // Numbers the collections that occur more than once, in the order in which that shows, as PyYAML does.
  void number_shared(const Value& value, int depth) {
    if (!is_collection(value)) return;
    interpreter_.spend(16);
    auto [known, is_first] = anchors_.try_emplace(value.object(), 0);
    if (!is_first) {
      if (known->second == 0) known->second = ++last_anchor_;
      return;
    }
    if (depth > kDeepest) interpreter_.raise("RecursionError", "maximum recursion depth exceeded while writing YAML");
    for (const Value& part : parts_of(value)) number_shared(part, depth + 1);
  }

  void collection(const Value& value, int depth) {
    int number = anchors_[value.object()];
    std::string name = fmt::format("id{:03}", number);
    auto* anchor = number == 0 ? nullptr : reinterpret_cast<const yaml_char_t*>(name.c_str());
    yaml_event_t event;
    if (number != 0 && !written_.insert(value.object()).second) {
      yaml_alias_event_initialize(&event, anchor);
      return emit(event);
    }
    std::vector<Value> parts = parts_of(value);
    if (value.as<Dict>() != nullptr) return mapping(parts, anchor, depth);
    sequence(parts, anchor, depth);
  }

  void sequence(const std::vector<Value>& items, const yaml_char_t* anchor, int depth) {
    yaml_event_t event;
    yaml_sequence_start_event_initialize(&event, anchor, nullptr, 1,
                                         is_flow(items) ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
    emit(event);
    for (const Value& item : items) write(item, depth + 1);
    yaml_sequence_end_event_initialize(&event);
    emit(event);
  }

  void mapping(const std::vector<Value>& parts, const yaml_char_t* anchor, int depth) {
    yaml_event_t event;
    yaml_mapping_start_event_initialize(&event, anchor, nullptr, 1,
                                        is_flow(parts) ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
    emit(event);
    for (const Value& part : parts) write(part, depth + 1);
    yaml_mapping_end_event_initialize(&event);
    emit(event);
  }

  void write(const Value& value, int depth) {
    if (depth > kDeepest) interpreter_.raise("RecursionError", "maximum recursion depth exceeded while writing YAML");
    if (value.is_none()) return scalar("null", true);
    if (value.is_bool()) return scalar(value.boolean() ? "true" : "false", true);
    if (value.is_float()) return scalar(float_text(value), true);
    if (value.is_int()) return scalar(interpreter_.repr(value), true);
    if (const std::string* text = as_string(value)) return scalar(*text, false);
    if (is_collection(value)) return collection(value, depth);
    if (value.as<Tuple>() != nullptr) return sequence({}, nullptr, depth);
    interpreter_.raise("TypeError", fmt::format("cannot represent an object of type {}", interpreter_.type_name(value)));
  }

  Interpreter& interpreter_;
  DumpStyle style_;
  Value resolve_;
  std::map<const Object*, int> anchors_;  // 0: occurs once
  std::set<const Object*> written_;       // of those that occur more often
  int last_anchor_ = 0;
  yaml_emitter_t emitter_{};
  std::string text_;
};

// dump(value, sort_keys, default_flow_style, indent, width, explicit_start, resolve)
Value dump(Interpreter& interpreter, CallArguments& arguments) {
  const std::vector<Value>& given = arguments.positional;
  if (given.size() != 7) interpreter.raise("TypeError", "seven arguments are needed");
  auto number = [&](const Value& value, int fallback) {
    return value.is_none() ? fallback : static_cast<int>(std::clamp<int64_t>(interpreter.to_int(value, ""), 1, 1 << 20));
  };
  DumpStyle style;
  style.sorts_keys = interpreter.truthy(given[1]);
  style.is_flow = !given[2].is_none() && interpreter.truthy(given[2]);
  style.is_block = !given[2].is_none() && !style.is_flow;
  style.indent = std::min(number(given[3], 2), 9);
  style.width = number(given[4], 80);
  return make_string(Dumper(interpreter, style, given[6]).document(given[0], interpreter.truthy(given[5])));
}

}  // namespace

Ref<Module> make_yaml_module(Interpreter&) {
  Ref<Module> module = make<Module>("_yaml");
  module->set("load", make_function("load", load));
  module->set("dump", make_function("dump", dump));
  return module;
}

}  // namespace tilewright::script
