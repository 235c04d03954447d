// The built-in classes: their constructors and what they have in common.
#include "script/builtin_types.h"

#include <cmath>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/finaliser.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/names.h"
#include "script/number_format.h"
#include "script/set.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

// A value of the built-in type itself, or an instance of a subclass that holds it.
Value wrap(Class& cls, Value native) {
  if (cls.is_native && cls.methods != nullptr) return native;
  Ref<Instance> instance = make<Instance>(Ref<Class>(&cls));
  instance->native = std::move(native);
  return instance;
}

bool has_own_init(Class& cls) {
  const Class* owner = nullptr;
  auto init = lookup_with_owner(cls, names::dunder_init, &owner);
  return init && !owner->is_native;
}

Value construct_str(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "str", arguments);
  std::optional<Value> object = reader.optional("object");
  std::optional<Value> encoding = reader.optional("encoding");
  reader.optional("errors");
  reader.finish();
  if (!object) return wrap(cls, make_string(""));
  if (encoding) {
    auto* bytes = object->as<Bytes>();
    if (bytes == nullptr) interpreter.raise("TypeError", fmt::format("decoding to str: need a bytes-like object, {} found", interpreter.type_name(*object)));
    return wrap(cls, make_string(bytes->bytes));
  }
  if (object->is_object() && object->object()->tag() == TypeTag::String) return wrap(cls, *object);
  return wrap(cls, make_string(interpreter.str(*object)));
}

Value construct_bool(Interpreter& interpreter, Class&, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "bool", arguments);
  std::optional<Value> value = reader.optional("x");
  reader.finish();
  return value && interpreter.truthy(*value);
}

Value construct_list(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  if (has_own_init(cls)) return wrap(cls, make_list());
  ArgumentReader reader(interpreter, "list", arguments);
  std::optional<Value> iterable = reader.optional("iterable");
  reader.finish();
  return wrap(cls, make_list(iterable ? interpreter.to_vector(*iterable) : std::vector<Value>{}));
}

Value construct_tuple(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "tuple", arguments);
  std::optional<Value> iterable = reader.optional("iterable");
  reader.finish();
  if (iterable && iterable->is_object() && typeid(*iterable->object()) == typeid(Tuple)) return wrap(cls, *iterable);
  return wrap(cls, make_tuple(iterable ? interpreter.to_vector(*iterable) : std::vector<Value>{}));
}

Value construct_dict(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  Value made = wrap(cls, make<Dict>());
  if (!has_own_init(cls)) initialise_container(interpreter, made, arguments);
  return made;
}

Value construct_set(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  Value made = wrap(cls, make<Set>());
  if (!has_own_init(cls)) initialise_container(interpreter, made, arguments);
  return made;
}

Value construct_frozenset(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "frozenset", arguments);
  std::optional<Value> iterable = reader.optional("iterable");
  reader.finish();
  if (iterable && iterable->as<Set>() != nullptr) {
    if (iterable->as<Set>()->is_frozen) return wrap(cls, *iterable);
    return wrap(cls, iterable->as<Set>()->copy(interpreter, true));
  }
  Ref<Set> set = make<Set>(true);
  if (iterable) {
    interpreter.for_each(*iterable, [&](Value item) {
      set->add(interpreter, item);
      return true;
    });
  }
  return wrap(cls, set);
}

Value construct_bytes(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "bytes", arguments);
  std::optional<Value> source = reader.optional("source");
  std::optional<Value> encoding = reader.optional("encoding");
  reader.finish();
  if (!source) return wrap(cls, make<Bytes>(""));
  if (const std::string* text = as_string(*source)) {
    if (!encoding) interpreter.raise("TypeError", "string argument without an encoding");
    return wrap(cls, make<Bytes>(*text));
  }
  if (auto* bytes = source->as<Bytes>()) return wrap(cls, make<Bytes>(bytes->bytes));
  if (source->is_int() || source->is_bool()) {
    if (source->integer() < 0) interpreter.raise("ValueError", "negative count");
    interpreter.check_memory(source->integer());
    return wrap(cls, make<Bytes>(std::string(static_cast<size_t>(source->integer()), '\0')));
  }
  std::string data;
  interpreter.for_each(*source, [&](Value item) {
    int64_t byte = interpreter.to_int(item, "");
    if (byte < 0 || byte > 255) interpreter.raise("ValueError", "bytes must be in range(0, 256)");
    data += static_cast<char>(byte);
    return true;
  });
  return wrap(cls, make<Bytes>(std::move(data)));
}

Value construct_range(Interpreter& interpreter, Class&, CallArguments& arguments) {
  auto& values = arguments.positional;
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", "range() takes no keyword arguments");
  if (values.empty()) interpreter.raise("TypeError", "range expected at least 1 argument, got 0");
  if (values.size() > 3) interpreter.raise("TypeError", fmt::format("range expected at most 3 arguments, got {}", values.size()));
  int64_t numbers[3] = {0, 0, 1};
  for (size_t i = 0; i < values.size(); ++i) numbers[i] = interpreter.to_int(values[i], "");
  if (values.size() == 1) return make<Range>(0, numbers[0], 1);
  if (numbers[2] == 0) interpreter.raise("ValueError", "range() arg 3 must not be zero");
  return make<Range>(numbers[0], numbers[1], numbers[2]);
}

Value construct_slice(Interpreter& interpreter, Class&, CallArguments& arguments) {
  auto& values = arguments.positional;
  if (values.empty() || values.size() > 3) interpreter.raise("TypeError", fmt::format("slice expected at least 1 argument, got {}", values.size()));
  Ref<SliceObject> slice = make<SliceObject>();
  if (values.size() == 1) {
    slice->stop = values[0];
  } else {
    slice->start = values[0];
    slice->stop = values[1];
    if (values.size() == 3) slice->step = values[2];
  }
  return slice;
}

Value construct_object(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  if (!arguments.positional.empty() || !arguments.keywords.empty()) {
    interpreter.raise("TypeError", fmt::format("{}() takes no arguments", cls.name));
  }
  return make<Instance>(Ref<Class>(&cls));
}

Value construct_type(Interpreter& interpreter, Class&, CallArguments& arguments) {
  auto& values = arguments.positional;
  if (values.size() == 1) return interpreter.type_of(values[0]);
  if (values.size() != 3) interpreter.raise("TypeError", "type() takes 1 or 3 arguments");
  const std::string* name = as_string(values[0]);
  auto* bases = values[1].as<Tuple>();
  auto* attributes = values[2].as<Dict>();
  if (name == nullptr || bases == nullptr || attributes == nullptr) {
    interpreter.raise("TypeError", "type() argument 1 must be str, 2 a tuple, 3 a dict");
  }
  Ref<Class> cls = make<Class>();
  cls->name = cls->qualified_name = *name;
  cls->module_name = "__main__";
  for (const Value& base : bases->items) {
    if (base.as<Class>() == nullptr) interpreter.raise("TypeError", "bases must be types");
    cls->bases.emplace_back(base.as<Class>());
  }
  if (cls->bases.empty()) cls->bases.push_back(interpreter.builtin_class("object"));
  for (auto& [key, value] : attributes->entries()) cls->attributes->set(interpreter, key, value);
  if (cls->attributes->find("__del__")) refuse_finaliser(interpreter, cls->name);
  compute_resolution_order(interpreter, *cls);
  inherit_native_traits(*cls);
  return cls;
}

Value construct_module(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "module", arguments);
  Value name = reader.required("name");
  Value doc = reader.optional("doc").value_or(Value());
  reader.finish();
  if (as_string(name) == nullptr) interpreter.raise("TypeError", "module() argument 'name' must be str");
  if (cls.name != "module") interpreter.unsupported("instances of classes that derive from module");
  Ref<Module> module = make<Module>(*as_string(name));
  module->set("__name__", name);
  module->set("__doc__", doc);
  return module;
}

Value construct_property(Interpreter& interpreter, Class&, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "property", arguments);
  Ref<Property> property = make<Property>();
  property->getter = reader.optional("fget").value_or(Value());
  property->setter = reader.optional("fset").value_or(Value());
  property->deleter = reader.optional("fdel").value_or(Value());
  property->doc = reader.optional("doc").value_or(Value());
  reader.finish();
  if (property->doc.is_none() && !property->getter.is_none()) {
    property->doc = interpreter.find_attribute(property->getter, "__doc__").value_or(Value());
  }
  return property;
}

Value construct_static_method(Interpreter& interpreter, Class&, CallArguments& arguments) {
  if (arguments.positional.size() != 1) interpreter.raise("TypeError", "staticmethod expected 1 argument");
  return make<StaticMethod>(arguments.positional[0]);
}
Value construct_class_method(Interpreter& interpreter, Class&, CallArguments& arguments) {
  if (arguments.positional.size() != 1) interpreter.raise("TypeError", "classmethod expected 1 argument");
  return make<ClassMethod>(arguments.positional[0]);
}

Value construct_super(Interpreter& interpreter, Class&, CallArguments& arguments) {
  auto& values = arguments.positional;
  Ref<Class> start;
  Value self;
  if (values.size() == 2) {
    if (values[0].as<Class>() == nullptr) interpreter.raise("TypeError", "super() argument 1 must be a type");
    start = Ref<Class>(values[0].as<Class>());
    self = values[1];
  } else {
    Frame* frame = interpreter.implementation().frame;
    if (frame == nullptr || frame->code->parameter_count() == 0) interpreter.raise("RuntimeError", "super(): no arguments");
    if (frame->code->class_cell_slot < 0) interpreter.raise("RuntimeError", "super(): __class__ cell not found");
    Value cell = static_cast<Cell*>(frame->slots[frame->code->class_cell_slot].object())->value;
    if (cell.as<Class>() == nullptr) interpreter.raise("RuntimeError", "super(): empty __class__ cell");
    start = Ref<Class>(cell.as<Class>());
    self = frame->slots[0];
    if (auto* shared = self.as<Cell>()) self = shared->value;
    if (self.is_unbound()) interpreter.raise("RuntimeError", "super(): arg[0] deleted");
  }
  Ref<Class> cls;
  auto* as_class = self.is_object() && self.object()->tag() == TypeTag::Class ? self.as<Class>() : nullptr;
  if (as_class != nullptr && as_class->is_subclass_of(*start)) cls = Ref<Class>(as_class);
  else cls = interpreter.type_of(self);
  if (!cls->is_subclass_of(*start)) interpreter.raise("TypeError", "super(type, obj): obj must be an instance or subtype of type");
  return make<Super>(start, self, cls);
}

struct TypeRow {
  std::string_view name, base;
  TypeTag tag;
  const NativeMethodTable& (*methods)();
  Value (*construct)(Interpreter&, Class&, CallArguments&);
  uint16_t protocols;
};

constexpr uint16_t bits(std::initializer_list<Protocol> list) {
  uint16_t value = 0;
  for (Protocol protocol : list) value |= static_cast<uint16_t>(protocol);
  return value;
}

using P = Protocol;
constexpr uint16_t kNumber = bits({P::Number});
constexpr uint16_t kSequence = bits({P::Sized, P::Items, P::Iterable, P::Contains, P::Ordered});
constexpr uint16_t kSet = bits({P::Sized, P::Iterable, P::Contains, P::Ordered});

const TypeRow kTypes[] = {
    {"object", "", TypeTag::Other, object_methods, construct_object, 0},
    {"type", "object", TypeTag::Class, nullptr, construct_type, bits({P::Callable})},
    {"int", "object", TypeTag::Integer, int_methods, construct_int, kNumber},
    {"bool", "int", TypeTag::Integer, nullptr, construct_bool, 0},
    {"float", "object", TypeTag::Other, float_methods, construct_float, kNumber},
    {"str", "object", TypeTag::String, str_methods, construct_str, kSequence},
    {"bytes", "object", TypeTag::Bytes, bytes_methods, construct_bytes, kSequence},
    {"list", "object", TypeTag::List, list_methods, construct_list,
     static_cast<uint16_t>(kSequence | bits({P::MutableItems, P::InPlace}))},
    {"tuple", "object", TypeTag::Tuple, tuple_methods, construct_tuple, kSequence},
    {"dict", "object", TypeTag::Dict, dict_methods, construct_dict,
     bits({P::Sized, P::Items, P::MutableItems, P::Iterable, P::Contains, P::InPlace})},
    {"set", "object", TypeTag::Set, set_methods, construct_set, static_cast<uint16_t>(kSet | bits({P::InPlace}))},
    {"frozenset", "object", TypeTag::Set, frozenset_methods, construct_frozenset, kSet},
    {"range", "object", TypeTag::Range, nullptr, construct_range, bits({P::Sized, P::Items, P::Iterable, P::Contains})},
    {"slice", "object", TypeTag::Slice, nullptr, construct_slice, 0},
    {"property", "object", TypeTag::Property, nullptr, construct_property, 0},
    {"staticmethod", "object", TypeTag::StaticMethod, nullptr, construct_static_method, bits({P::Callable})},
    {"classmethod", "object", TypeTag::ClassMethod, nullptr, construct_class_method, 0},
    {"super", "object", TypeTag::Super, nullptr, construct_super, 0},
    {"function", "object", TypeTag::Function, nullptr, nullptr, bits({P::Callable})},
    {"method", "object", TypeTag::BoundMethod, nullptr, nullptr, bits({P::Callable})},
    {"builtin_function_or_method", "object", TypeTag::NativeFunction, nullptr, nullptr, bits({P::Callable})},
    {"generator", "object", TypeTag::Generator, nullptr, nullptr, bits({P::Iterable, P::Iterator})},
    {"module", "object", TypeTag::Module, nullptr, construct_module, 0},
    {"NoneType", "object", TypeTag::Other, nullptr, nullptr, 0},
    {"NotImplementedType", "object", TypeTag::Other, nullptr, nullptr, 0},
    {"ellipsis", "object", TypeTag::Other, nullptr, nullptr, 0},
};

bool is_iterator_type(std::string_view name) {
  return name.ends_with("iterator") || name == "enumerate" || name == "zip" || name == "map" || name == "filter" ||
         name == "reversed";
}

// Method tables with the protocol's methods added; kept for the program's life, one a type.
const NativeMethodTable* full_table(std::string_view name, const NativeMethodTable* own, uint16_t protocols) {
  static thread_local std::unordered_map<std::string, std::unique_ptr<NativeMethodTable>> tables;
  auto& table = tables[std::string(name)];
  if (table == nullptr) {
    table = std::make_unique<NativeMethodTable>();
    if (own != nullptr) table->methods = own->methods;
    for (NativeMethod& method : protocol_methods(protocols)) table->methods.push_back(method);
    table->type_name = tables.find(std::string(name))->first;
  }
  return table.get();
}

}  // namespace

void initialise_container(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (auto* dict = self.as<Dict>()) {
    if (arguments.positional.size() > 1) {
      interpreter.raise("TypeError", fmt::format("dict expected at most 1 argument, got {}", arguments.positional.size()));
    }
    if (!arguments.positional.empty()) update_dict(interpreter, *dict, arguments.positional[0]);
    for (auto& [name, value] : arguments.keywords) dict->set(name, value);
    return;
  }
  ArgumentReader reader(interpreter, interpreter.type_name(self), arguments);
  std::optional<Value> iterable = reader.optional("iterable");
  reader.finish();
  if (auto* list = self.as<List>()) {
    list->items = iterable ? interpreter.to_vector(*iterable) : std::vector<Value>{};
    list->account(list->items.capacity() * sizeof(Value));
  } else if (auto* set = self.as<Set>(); set != nullptr && iterable) {
    if (auto* other = iterable->as<Set>()) return set->merge(interpreter, *other);
    interpreter.for_each(*iterable, [&](Value item) {
      set->add(interpreter, item);
      return true;
    });
  }
}

Ref<Class> make_builtin_class(Interpreter& interpreter, std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (row.name != name) continue;
    Ref<Class> cls = make<Class>();
    cls->name = cls->qualified_name = std::string(name);
    cls->module_name = "builtins";
    if (!row.base.empty()) cls->bases.push_back(interpreter.builtin_class(row.base));
    compute_resolution_order(interpreter, *cls);
    cls->methods = full_table(name, row.methods == nullptr ? nullptr : &row.methods(), row.protocols);
    cls->native_tag = row.tag;
    cls->is_native = true;
    if (row.construct != nullptr && name != "object") {
      cls->construct = row.construct;
    } else if (row.construct == nullptr) {
      std::string shown(name);
      cls->construct = [shown](Interpreter& i, Class&, CallArguments&) -> Value {
        i.raise("TypeError", fmt::format("cannot create '{}' instances", shown));
      };
    }
    return cls;
  }
  if (is_iterator_type(name)) {
    Ref<Class> cls = make<Class>();
    cls->name = cls->qualified_name = std::string(name);
    cls->module_name = "builtins";
    cls->bases.push_back(interpreter.builtin_class("object"));
    compute_resolution_order(interpreter, *cls);
    cls->methods = full_table(name, nullptr, bits({P::Iterable, P::Iterator}));
    cls->is_native = true;
    return cls;
  }
  return {};
}

Value construct_int(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  if (!arguments.positional.empty() && arguments.positional.size() + arguments.keywords.size() == 1 && cls.is_native) {
    const Value& value = arguments.positional[0];
    if (value.is_int() || value.is_bool()) return value.integer();
  }
  ArgumentReader reader(interpreter, "int", arguments);
  std::optional<Value> value = reader.optional("x");
  std::optional<Value> base = reader.optional("base");
  reader.finish();
  if (!value) return wrap(cls, 0);
  const std::string* text = as_string(*value);
  if (auto* bytes = value->as<Bytes>()) text = &bytes->bytes;
  if (base) {
    if (text == nullptr) interpreter.raise("TypeError", "int() can't convert non-string with explicit base");
    int64_t number = interpreter.to_int(*base, "");
    if (number != 0 && (number < 2 || number > 36)) interpreter.raise("ValueError", "int() base must be >= 2 and <= 36, or 0");
  }
  if (text != nullptr) {
    int radix = base ? static_cast<int>(interpreter.to_int(*base, "")) : 10;
    bool is_power_of_two = radix == 2 || radix == 4 || radix == 8 || radix == 16 || radix == 32;
    if (text->size() > 4300 && !is_power_of_two) {
      interpreter.raise("ValueError", fmt::format("Exceeds the limit (4300 digits) for integer string conversion: value has {} digits; use sys.set_int_max_str_digits() to increase the limit", text->size()));
    }
    interpreter.spend(text->size() * text->size() / 1024);
    std::optional<BigInt> number = parse_integer(*text, radix);
    if (!number) {
      interpreter.raise("ValueError", fmt::format("invalid literal for int() with base {}: {}", radix, interpreter.repr(*value)));
    }
    return wrap(cls, make_integer(*number));
  }
  if (auto number = as_big(*value)) return wrap(cls, make_integer(*number));
  Value plain = *value;
  if (value->is_object()) {
    if (const Value* part = value->object()->native_part(); part != nullptr && part->is_float()) plain = *part;
  }
  if (plain.is_float()) {
    if (std::isnan(plain.floating())) interpreter.raise("ValueError", "cannot convert float NaN to integer");
    if (std::isinf(plain.floating())) interpreter.raise("OverflowError", "cannot convert float infinity to integer");
    return wrap(cls, make_integer(BigInt::from_double(plain.floating())));
  }
  for (HashedName method : {names::dunder_int, names::dunder_index, names::dunder_trunc}) {
    if (auto converted = interpreter.call_method(*value, method, {})) {
      if (!as_big(*converted)) {
        interpreter.raise("TypeError", fmt::format("{} returned non-int (type {})", method.text, interpreter.type_name(*converted)));
      }
      return wrap(cls, *converted);
    }
  }
  interpreter.raise("TypeError", fmt::format("int() argument must be a string, a bytes-like object or a real number, not '{}'",
                                             interpreter.type_name(*value)));
}

Value construct_float(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "float", arguments);
  std::optional<Value> value = reader.optional("x");
  reader.finish();
  if (!value) return wrap(cls, 0.0);
  if (const std::string* text = as_string(*value)) {
    std::optional<double> number = parse_float(*text);
    if (!number) interpreter.raise("ValueError", fmt::format("could not convert string to float: {}", interpreter.repr(*value)));
    return wrap(cls, *number);
  }
  bool is_convertible = is_number(*value) || interpreter.find_attribute(*value, "__float__") ||
                        interpreter.find_attribute(*value, "__index__");
  if (!is_convertible) {
    interpreter.raise("TypeError", fmt::format("float() argument must be a string or a real number, not '{}'",
                                               interpreter.type_name(*value)));
  }
  return wrap(cls, interpreter.to_float(*value, ""));
}

// ---- singletons --------------------------------------------------------------------------------
namespace {

class Singleton final : public Object {
 public:
  Singleton(std::string_view text, std::string_view type) : text_(text), type_(type) {}
  std::string_view type_name() const override { return type_; }
  std::string repr(Interpreter&) override { return std::string(text_); }

 private:
  std::string_view text_, type_;
};

}  // namespace

Value ellipsis() {
  static thread_local Ref<Object> value = make<Singleton>("Ellipsis", "ellipsis");
  return value;
}
Value not_implemented() {
  static thread_local Ref<Object> value = make<Singleton>("NotImplemented", "NotImplementedType");
  return value;
}
bool is_not_implemented(const Value& value) { return value.is_identical(not_implemented()); }

}  // namespace tilewright::script
