// Built-in functions and names; each is made when a script first uses it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/builtin_types.h"
#include "script/builtins.h"
#include "script/dynamic_code.h"
#include "script/exceptions.h"
#include "script/files.h"
#include "script/implementation.h"
#include "script/names.h"
#include "script/number_format.h"
#include "script/set.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

Value builtin_print(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "print", arguments);
  Value separator = reader.keyword("sep").value_or(Value());
  Value end = reader.keyword("end").value_or(Value());
  Value file = reader.keyword("file").value_or(Value());
  reader.keyword("flush");
  if (!arguments.keywords.empty()) {
    interpreter.raise("TypeError", fmt::format("'{}' is an invalid keyword argument for print()", arguments.keywords[0].first));
  }
  std::string text;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i != 0) text += separator.is_none() ? " " : interpreter.str(separator);
    text += interpreter.str(arguments.positional[i]);
  }
  text += end.is_none() ? "\n" : interpreter.str(end);
  spend_output(interpreter, text);
  if (file.is_none()) {
    std::optional<Value> replaced = replaced_output(interpreter);
    if (replaced && replaced->is_none()) return {};
    if (replaced) file = *replaced;
  }
  if (!file.is_none()) {
    interpreter.call_value(interpreter.get_attribute(file, "write"), {{make_string(text)}, {}, {}});
    return {};
  }
  write_output(interpreter, text, false);
  return {};
}

Value builtin_len(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "len", 1, 1);
  return interpreter.length(arguments.positional[0]);
}

template <bool is_any>
Value builtin_any_all(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, is_any ? "any" : "all", 1, 1);
  bool result = !is_any;
  interpreter.for_each(arguments.positional[0], [&](Value item) {
    if (interpreter.truthy(item) == is_any) {
      result = is_any;
      return false;
    }
    return true;
  });
  return result;
}

Value builtin_ascii(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "ascii", 1, 1);
  if (const std::string* text = as_string(arguments.positional[0])) return make_string(quote_text(*text, true));
  std::string text = interpreter.repr(arguments.positional[0]), result;
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i)) {
    uint32_t c = decode_code_point(text, i);
    if (c < 0x80) result += static_cast<char>(c);
    else if (c < 0x100) result += fmt::format("\\x{:02x}", c);
    else if (c < 0x10000) result += fmt::format("\\u{:04x}", c);
    else result += fmt::format("\\U{:08x}", c);
  }
  return make_string(std::move(result));
}

Value builtin_callable(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "callable", 1, 1);
  Object* object = arguments.positional[0].object();
  return object != nullptr && object->is_callable();
}

const std::string& attribute_argument(Interpreter& interpreter, const Value& value, std::string_view function) {
  const std::string* name = as_string(value);
  if (name == nullptr) interpreter.raise("TypeError", fmt::format("{}(): attribute name must be string", function));
  return *name;
}
Value builtin_getattr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "getattr", 2, 3);
  std::string name = attribute_argument(interpreter, arguments.positional[1], "getattr");
  if (arguments.positional.size() == 2) return interpreter.get_attribute(arguments.positional[0], name);
  try {
    return interpreter.find_attribute(arguments.positional[0], name).value_or(arguments.positional[2]);
  } catch (PythonError& error) {
    if (!is_exception_of(interpreter, error, "AttributeError")) throw;
  }
  return arguments.positional[2];
}
Value builtin_hasattr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "hasattr", 2, 2);
  std::string name = attribute_argument(interpreter, arguments.positional[1], "hasattr");
  try {
    return interpreter.find_attribute(arguments.positional[0], name).has_value();
  } catch (PythonError& error) {
    if (!is_exception_of(interpreter, error, "AttributeError")) throw;
  }
  return false;
}
Value builtin_setattr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "setattr", 3, 3);
  interpreter.set_attribute(arguments.positional[0], attribute_argument(interpreter, arguments.positional[1], "setattr"),
                            arguments.positional[2]);
  return {};
}
Value builtin_delattr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "delattr", 2, 2);
  interpreter.delete_attribute(arguments.positional[0], attribute_argument(interpreter, arguments.positional[1], "delattr"));
  return {};
}

Value builtin_sorted(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 1) {
    interpreter.raise("TypeError", fmt::format("sorted expected 1 argument, got {}", arguments.positional.size()));
  }
  Value key = arguments.take_keyword("key").value_or(Value());
  std::optional<Value> reverse = arguments.take_keyword("reverse");
  if (!arguments.keywords.empty()) {
    interpreter.raise("TypeError", fmt::format("sort() got an unexpected keyword argument '{}'", arguments.keywords[0].first));
  }
  std::vector<Value> items = interpreter.to_vector(arguments.positional[0]);
  sort_values(interpreter, items, key, reverse && interpreter.truthy(*reverse));
  return make_list(std::move(items));
}

Value builtin_reversed(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "reversed", 1, 1);
  Value sequence = arguments.positional[0];
  if (sequence.as<List>() == nullptr || sequence.object()->tag() != TypeTag::List) {
    if (auto method = interpreter.find_attribute(sequence, "__reversed__")) {
      return interpreter.call_value(*method, {{}, {}, interpreter.current_span()});
    }
  }
  bool has_items = sequence.is_object() && interpreter.find_attribute(sequence, "__getitem__").has_value();
  std::optional<int64_t> size = sequence.is_object() && has_items ? sequence.object()->length(interpreter) : std::nullopt;
  if (!size || sequence.as<Dict>() != nullptr) {
    interpreter.raise("TypeError", fmt::format("'{}' object is not reversible", interpreter.type_name(sequence)));
  }
  int64_t next = *size - 1;
  std::string_view name = sequence.as<List>() != nullptr ? "list_reverseiterator" : "reversed";
  return make_iterator(name, std::make_unique<FunctionIterator>([sequence, next](Interpreter& i) mutable -> std::optional<Value> {
    if (next < 0) return std::nullopt;
    if (auto* list = sequence.as<List>(); list != nullptr && next >= static_cast<int64_t>(list->items.size())) return std::nullopt;
    return i.get_item(sequence, Value(next--));
  }));
}

Value builtin_enumerate(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "enumerate", arguments);
  Value source = iterator_of(interpreter, reader.required("iterable"));
  Value count = reader.optional("start").value_or(Value(0));
  reader.finish();
  return make_iterator("enumerate", std::make_unique<FunctionIterator>([source, count](Interpreter& i) mutable -> std::optional<Value> {
    std::optional<Value> item = next_of(i, source);
    if (!item) return std::nullopt;
    Value pair = make_tuple({count, *item});
    count = i.binary(Binary::Add, count, Value(1));
    return pair;
  }));
}

Value builtin_zip(Interpreter& interpreter, CallArguments& arguments) {
  std::optional<Value> strict = arguments.take_keyword("strict");
  bool is_strict = strict && interpreter.truthy(*strict);
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", "zip() takes no keyword arguments other than strict");
  std::vector<Value> sources;
  for (const Value& iterable : arguments.positional) sources.push_back(iterator_of(interpreter, iterable));
  return make_iterator("zip", std::make_unique<FunctionIterator>([sources, is_strict](Interpreter& i) -> std::optional<Value> {
    if (sources.empty()) return std::nullopt;
    std::vector<Value> items;
    for (size_t k = 0; k < sources.size(); ++k) {
      std::optional<Value> item = next_of(i, sources[k]);
      if (item) {
        items.push_back(std::move(*item));
        continue;
      }
      if (!is_strict) return std::nullopt;
      auto arguments_text = [](size_t count) { return count == 1 ? std::string("argument 1") : fmt::format("arguments 1-{}", count); };
      if (k > 0) i.raise("ValueError", fmt::format("zip() argument {} is shorter than {}", k + 1, arguments_text(k)));
      for (size_t later = 1; later < sources.size(); ++later) {
        if (next_of(i, sources[later])) i.raise("ValueError", fmt::format("zip() argument {} is longer than {}", later + 1, arguments_text(later)));
      }
      return std::nullopt;
    }
    return make_tuple(std::move(items));
  }));
}

Value builtin_map(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() < 2) interpreter.raise("TypeError", "map() must have at least two arguments.");
  Value function = arguments.positional[0];
  std::vector<Value> sources;
  for (size_t i = 1; i < arguments.positional.size(); ++i) sources.push_back(iterator_of(interpreter, arguments.positional[i]));
  return make_iterator("map", std::make_unique<FunctionIterator>([function, sources](Interpreter& i) -> std::optional<Value> {
    CallArguments call;
    for (const Value& source : sources) {
      std::optional<Value> item = next_of(i, source);
      if (!item) return std::nullopt;
      call.positional.push_back(std::move(*item));
    }
    return i.call_value(function, std::move(call));
  }));
}

Value builtin_filter(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "filter", 2, 2);
  Value function = arguments.positional[0];
  Value source = iterator_of(interpreter, arguments.positional[1]);
  return make_iterator("filter", std::make_unique<FunctionIterator>([function, source](Interpreter& i) -> std::optional<Value> {
    while (auto item = next_of(i, source)) {
      i.spend(1);
      bool is_kept = function.is_none() ? i.truthy(*item) : i.truthy(i.call_value(function, {{*item}, {}, i.current_span()}));
      if (is_kept) return item;
    }
    return std::nullopt;
  }));
}

Value builtin_iter(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "iter", 1, 2);
  if (arguments.positional.size() == 1) return iterator_of(interpreter, arguments.positional[0]);
  Value function = arguments.positional[0], sentinel = arguments.positional[1];
  bool is_done = false;
  return make_iterator("callable_iterator", std::make_unique<FunctionIterator>([function, sentinel, is_done](Interpreter& i) mutable -> std::optional<Value> {
    if (is_done) return std::nullopt;
    Value item = i.call_value(function, {{}, {}, i.current_span()});
    is_done = i.equals(item, sentinel);
    return is_done ? std::nullopt : std::optional(item);
  }));
}

Value builtin_next(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "next", 1, 2);
  const Value& iterator = arguments.positional[0];
  if (iterator.is_object() && iterator.object()->tag() == TypeTag::Instance && arguments.positional.size() == 1) {
    if (auto method = interpreter.find_attribute(iterator, "__next__")) {
      return interpreter.call_value(*method, {{}, {}, interpreter.current_span()});
    }
  }
  if (auto item = next_of(interpreter, iterator)) return *item;
  if (arguments.positional.size() > 1) return arguments.positional[1];
  Value stop = make_exception(interpreter, "StopIteration", "");
  if (auto* generator = iterator.as<Generator>(); generator != nullptr && !generator->result.is_none()) {
    as_exception(stop)->args.push_back(std::exchange(generator->result, Value()));
  }
  throw_exception(stop);
}

Value builtin_hash(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "hash", 1, 1);
  return static_cast<int64_t>(interpreter.hash(arguments.positional[0]));
}
Value builtin_id(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "id", 1, 1);
  const Value& value = arguments.positional[0];
  if (value.is_object()) return static_cast<int64_t>(reinterpret_cast<uintptr_t>(value.object()));
  return static_cast<int64_t>(interpreter.hash(value) * 32 + static_cast<uint64_t>(value.kind()) + 1);
}
Value builtin_isinstance(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "isinstance", 2, 2);
  return interpreter.is_instance(arguments.positional[0], arguments.positional[1]);
}
Value builtin_issubclass(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "issubclass", 2, 2);
  auto* cls = arguments.positional[0].as<Class>();
  if (cls == nullptr) interpreter.raise("TypeError", "issubclass() arg 1 must be a class");
  return interpreter.is_subclass(*cls, arguments.positional[1]);
}
Value builtin_repr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "repr", 1, 1);
  return make_string(interpreter.repr(arguments.positional[0]));
}
Value builtin_format(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "format", 1, 2);
  std::string spec;
  if (arguments.positional.size() > 1) {
    const std::string* text = as_string(arguments.positional[1]);
    if (text == nullptr) interpreter.raise("TypeError", fmt::format("format() argument 2 must be str, not {}", interpreter.type_name(arguments.positional[1])));
    spec = *text;
  }
  return make_string(interpreter.format(arguments.positional[0], spec));
}

}  // namespace

Value local_names(Interpreter& interpreter) {
  Frame* frame = interpreter.implementation().frame;
  if (frame == nullptr) return make<Dict>();
  if (frame->names) return frame->names;
  if (frame->code->scope->kind == ScopeKind::Module) return frame->module->globals;
  Ref<Dict> names = make<Dict>();
  for (size_t i = 0; i < frame->code->slot_names.size(); ++i) {
    Value value = frame->slots[i];
    if (value.is_object() && value.object()->tag() == TypeTag::Cell) value = static_cast<Cell*>(value.object())->value;
    if (!value.is_unbound() && frame->code->slot_names[i] != ".0") names->set(frame->code->slot_names[i], value);
  }
  return names;
}

namespace {

Value builtin_locals(Interpreter& interpreter, CallArguments&) { return local_names(interpreter); }
Value builtin_globals(Interpreter& interpreter, CallArguments&) {
  Frame* frame = interpreter.implementation().frame;
  return frame == nullptr ? Value(make<Dict>()) : Value(frame->module->globals);
}
Value builtin_vars(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "vars", 0, 1);
  if (arguments.positional.empty()) return local_names(interpreter);
  if (auto names = interpreter.find_attribute(arguments.positional[0], "__dict__")) return *names;
  interpreter.raise("TypeError", "vars() argument must have __dict__ attribute");
}
Value builtin_dir(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "dir", 0, 1);
  std::vector<std::string> found;
  auto add_keys = [&](const Dict& dict) {
    for (auto& [key, value] : dict.entries()) {
      if (const std::string* name = as_string(key)) found.push_back(*name);
    }
  };
  if (arguments.positional.empty()) {
    add_keys(*local_names(interpreter).as<Dict>());
  } else {
    const Value& object = arguments.positional[0];
    if (auto* module = object.as<Module>()) {
      add_keys(*module->globals);
    } else {
      auto* cls = object.as<Class>();
      if (auto* instance = object.as<Instance>(); instance != nullptr) add_keys(*instance->attributes);
      Ref<Class> type = cls != nullptr && object.object()->tag() == TypeTag::Class ? Ref<Class>(cls) : interpreter.type_of(object);
      for (Class* item : type->resolution_order) {
        add_keys(*item->attributes);
        if (item->methods == nullptr) continue;
        for (const NativeMethod& method : item->methods->methods) found.emplace_back(method.name);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<Value> list;
  for (std::string& name : found) list.push_back(make_string(std::move(name)));
  return make_list(std::move(list));
}

Value builtin_import(Interpreter& interpreter, CallArguments& arguments) {
  const std::string* name = arguments.positional.empty() ? nullptr : as_string(arguments.positional[0]);
  if (name == nullptr) interpreter.raise("TypeError", "__import__() argument 1 must be str");
  std::string first = name->substr(0, name->find('.'));
  interpreter.import_module(*name, interpreter.current_span());
  return interpreter.import_module(first, interpreter.current_span());
}

Value builtin_open(Interpreter& interpreter, CallArguments& arguments) { return open_file(interpreter, arguments); }

template <char first>
Value builtin_refused(Interpreter& interpreter, CallArguments&) {
  constexpr std::string_view kName = first == 'b' ? "breakpoint()" : "input()";
  interpreter.abort(DiagnosticKind::CapabilityDenied, fmt::format("{} is not available to scripts here", kName));
}

constexpr BuiltinRow kFunctions[] = {
    {"all", builtin_any_all<false>},
    {"any", builtin_any_all<true>},
    {"ascii", builtin_ascii},
    {"breakpoint", builtin_refused<'b'>},
    {"callable", builtin_callable},
    {"compile", compile_source},
    {"delattr", builtin_delattr},
    {"dir", builtin_dir},
    {"enumerate", builtin_enumerate},
    {"eval", evaluate_source},
    {"exec", execute_source},
    {"filter", builtin_filter},
    {"format", builtin_format},
    {"getattr", builtin_getattr},
    {"globals", builtin_globals},
    {"hasattr", builtin_hasattr},
    {"hash", builtin_hash},
    {"id", builtin_id},
    {"input", builtin_refused<'i'>},
    {"isinstance", builtin_isinstance},
    {"issubclass", builtin_issubclass},
    {"iter", builtin_iter},
    {"len", builtin_len},
    {"locals", builtin_locals},
    {"map", builtin_map},
    {"next", builtin_next},
    {"open", builtin_open},
    {"print", builtin_print},
    {"repr", builtin_repr},
    {"reversed", builtin_reversed},
    {"setattr", builtin_setattr},
    {"sorted", builtin_sorted},
    {"vars", builtin_vars},
    {"zip", builtin_zip},
    {"__import__", builtin_import},
};
constexpr std::string_view kTypeNames[] = {"object", "type", "int", "bool", "float", "str", "bytes", "list", "tuple",
                                           "dict", "set", "frozenset", "range", "slice", "property", "staticmethod",
                                           "classmethod", "super"};

std::optional<Value> make_builtin(Interpreter& interpreter, std::string_view name) {
  for (std::span<const BuiltinRow> rows : {std::span<const BuiltinRow>(kFunctions), number_builtins()}) {
    for (const BuiltinRow& row : rows) {
      if (row.name == name) return Value(make_function(std::string(name), row.function));
    }
  }
  for (std::string_view type : kTypeNames) {
    if (type == name) return Value(interpreter.builtin_class(name));
  }
  if (name == "NotImplemented") return not_implemented();
  if (name == "Ellipsis") return ellipsis();
  if (name == "__debug__") return Value(true);
  if (name == "__name__") return make_string("builtins");
  if (name == "EnvironmentError" || name == "IOError") return Value(interpreter.builtin_class("OSError"));
  if (name == "complex" || name == "memoryview" || name == "bytearray") {
    // A type that tests may ask for; no value has it.
    Ref<Class> type = interpreter.make_class(std::string(name), {}, "builtins");
    type->is_native = true;
    type->construct = [](Interpreter& in, Class& cls, CallArguments&) -> Value { in.unsupported(cls.name + "() is not supported"); };
    return Value(type);
  }
  if (Ref<Class> cls = make_exception_class(interpreter, name)) return Value(interpreter.builtin_class(name));
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names(std::begin(kTypeNames), std::end(kTypeNames));
  for (std::span<const BuiltinRow> rows : {std::span<const BuiltinRow>(kFunctions), number_builtins()}) {
    for (const BuiltinRow& row : rows) names.push_back(row.name);
  }
  return names;
}

const Value* Interpreter::Implementation::builtin(HashedName name) {
  if (const Value* value = builtins->look_up(name)) return value;
  std::optional<Value> made = make_builtin(owner, name.text);
  if (!made) return nullptr;
  builtins->set(name.text, *made);
  return builtins->look_up(name);
}

}  // namespace tilewright::script
