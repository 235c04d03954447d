// Special methods of built-in types as attributes: list.__len__, object.__setattr__, BaseException.__init__.
#include <fmt/format.h>

#include "script/arguments.h"
#include "script/builtin_types.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/names.h"

namespace tilewright::script {

namespace {

// The built-in value that a method of a built-in type works on.
Value native_of(const Value& self) {
  if (self.is_object()) {
    if (const Value* part = self.object()->native_part()) return *part;
  }
  return self;
}

Value& argument(Interpreter& interpreter, CallArguments& arguments, size_t i) {
  if (i >= arguments.positional.size()) {
    interpreter.raise("TypeError", fmt::format("expected {} argument{}, got {}", i + 1, i == 0 ? "" : "s", arguments.positional.size()));
  }
  return arguments.positional[i];
}

std::string name_argument(Interpreter& interpreter, CallArguments& arguments) {
  const std::string* name = as_string(argument(interpreter, arguments, 0));
  if (name == nullptr) interpreter.raise("TypeError", "attribute name must be string");
  return *name;
}

template <Comparison op>
Value compare_method(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  Value left = native_of(self);
  const Value& right = argument(interpreter, arguments, 0);
  if (!left.is_object() || left.object()->tag() != TypeTag::Instance) {
    if (auto answer = number_compare(op, left, right)) return *answer;
    if (left.is_object()) {
      if (auto answer = left.object()->compare(interpreter, op, right)) return *answer;
    }
    return not_implemented();
  }
  if (op == Comparison::Eq) return left.is_identical(right) ? Value(true) : not_implemented();
  if (op == Comparison::NotEq) {
    Value equal = interpreter.call_method(self, names::dunder_eq, {right}).value_or(not_implemented());
    return is_not_implemented(equal) ? equal : Value(!interpreter.truthy(equal));
  }
  return not_implemented();
}

template <Binary op, bool is_reflected>
Value binary_method(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  Value own = native_of(self);
  const Value& other = argument(interpreter, arguments, 0);
  std::optional<Value> result = is_reflected ? number_binary(interpreter, op, other, own) : number_binary(interpreter, op, own, other);
  if (!result && own.is_object()) result = own.object()->binary(interpreter, op, other, is_reflected);
  return result ? *result : not_implemented();
}

template <Unary op>
Value unary_method(Interpreter& interpreter, const Value& self, CallArguments&) {
  return interpreter.unary(op, native_of(self));
}

Value object_new(Interpreter& interpreter, const Value&, CallArguments& arguments) {
  if (arguments.positional.empty() || arguments.positional[0].as<Class>() == nullptr) {
    interpreter.raise("TypeError", "object.__new__(X): X is not a type object");
  }
  Ref<Class> cls(arguments.positional[0].as<Class>());
  arguments.positional.erase(arguments.positional.begin());
  if (cls->construct) return cls->construct(interpreter, *cls, arguments);
  return make<Instance>(cls);
}

Value object_init(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  bool has_new = false;
  if (auto* instance = self.as<Instance>()) {
    const Class* owner = nullptr;
    lookup_with_owner(*instance->cls, names::dunder_new, &owner);
    has_new = owner != nullptr && !owner->is_native;
  }
  if ((!arguments.positional.empty() || !arguments.keywords.empty()) && !has_new) {
    interpreter.raise("TypeError", "object.__init__() takes exactly one argument (the instance to initialize)");
  }
  return {};
}

Value object_setattr(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  std::string name = name_argument(interpreter, arguments);
  Value value = argument(interpreter, arguments, 1);
  if (self.is_object() && self.object()->tag() == TypeTag::Instance) {
    static_cast<Instance*>(self.object())->set_plain_attribute(interpreter, name, value);
  } else {
    interpreter.set_attribute(self, name, value);
  }
  return {};
}

Value object_delattr(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  std::string name = name_argument(interpreter, arguments);
  if (self.is_object() && self.object()->tag() == TypeTag::Instance) {
    static_cast<Instance*>(self.object())->delete_plain_attribute(interpreter, name);
  } else {
    interpreter.delete_attribute(self, name);
  }
  return {};
}

Value object_getattribute(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  std::string name = name_argument(interpreter, arguments);
  std::optional<Value> found;
  if (self.is_object() && self.object()->tag() == TypeTag::Instance) {
    found = static_cast<Instance*>(self.object())->find_plain_attribute(interpreter, name);
  } else {
    found = interpreter.find_attribute(self, name);
  }
  if (found) return *found;
  interpreter.raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", interpreter.type_name(self), name));
}

Value object_repr(Interpreter& interpreter, const Value& self, CallArguments&) {
  Value own = native_of(self);
  if (own.is_object() && own.object()->tag() == TypeTag::Instance) {
    auto& instance = static_cast<Instance&>(*own.object());
    std::string module = instance.cls->module_name.empty() ? "" : instance.cls->module_name + ".";
    return make_string(fmt::format("<{}{} object at 0x{:x}>", module, instance.cls->qualified_name,
                                   reinterpret_cast<uintptr_t>(own.object())));
  }
  return make_string(interpreter.repr(own));
}

Value object_str(Interpreter& interpreter, const Value& self, CallArguments&) {
  Value own = native_of(self);
  if (own.is_object() && own.object()->tag() == TypeTag::Instance) return make_string(interpreter.repr(self));
  return make_string(interpreter.str(own));
}

Value object_hash(Interpreter& interpreter, const Value& self, CallArguments&) {
  Value own = native_of(self);
  uint64_t hash = own.is_object() && own.object()->tag() == TypeTag::Instance ? own.object()->Object::hash(interpreter)
                                                                             : interpreter.hash(own);
  return static_cast<int64_t>(hash);
}

Value object_format(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const std::string* spec = as_string(argument(interpreter, arguments, 0));
  if (spec == nullptr) interpreter.raise("TypeError", "__format__() argument must be str");
  Value own = native_of(self);
  if (own.is_object() && own.object()->tag() == TypeTag::Instance) {
    if (!spec->empty()) {
      interpreter.raise("TypeError", fmt::format("unsupported format string passed to {}.__format__", interpreter.type_name(self)));
    }
    return make_string(interpreter.str(self));
  }
  return make_string(interpreter.format(own, *spec));
}

Value object_dir(Interpreter& interpreter, const Value& self, CallArguments&) {
  return interpreter.call_value(*interpreter.implementation().builtin(hashed("dir")), {{self}, {}, {}});
}
Value object_init_subclass(Interpreter& interpreter, const Value&, CallArguments& arguments) {
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", "__init_subclass__() takes no keyword arguments");
  return {};
}

Value sized_len(Interpreter& interpreter, const Value& self, CallArguments&) { return interpreter.length(native_of(self)); }
Value items_get(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  Value key = argument(interpreter, arguments, 0);
  Value own = native_of(self);
  // dict.__getitem__ of a subclass asks __missing__.
  if (auto* dict = own.as<Dict>(); dict != nullptr && !own.is_identical(self)) {
    if (auto value = dict->find(interpreter, key)) return *value;
    if (auto value = interpreter.call_method(self, names::dunder_missing, {key})) return *value;
  }
  return interpreter.get_item(own, key);
}
Value items_set(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  interpreter.set_item(native_of(self), argument(interpreter, arguments, 0), argument(interpreter, arguments, 1));
  return {};
}
Value items_delete(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  interpreter.delete_item(native_of(self), argument(interpreter, arguments, 0));
  return {};
}
Value iterable_iter(Interpreter& interpreter, const Value& self, CallArguments&) { return iterator_of(interpreter, native_of(self)); }
Value iterator_next(Interpreter& interpreter, const Value& self, CallArguments&) {
  if (auto item = next_of(interpreter, self)) return *item;
  throw_exception(make_exception(interpreter, "StopIteration", ""));
}
Value contains_item(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  return interpreter.contains(native_of(self), argument(interpreter, arguments, 0));
}
Value callable_call(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  return interpreter.call_value(self, arguments);
}
Value container_init(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  initialise_container(interpreter, self, arguments);
  return {};
}
template <Binary op>
Value in_place_method(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  Value own = native_of(self);
  if (own.is_object() && own.object()->in_place(interpreter, op, argument(interpreter, arguments, 0))) return self;
  return not_implemented();
}

template <Binary op>
void add_binary(std::vector<NativeMethod>& methods, std::string_view name, std::string_view reflected) {
  methods.push_back({name, binary_method<op, false>});
  methods.push_back({reflected, binary_method<op, true>});
}

Value exception_init(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  auto* exception = as_exception(self);
  if (exception == nullptr) interpreter.raise("TypeError", "descriptor '__init__' requires a 'BaseException' object");
  exception->args = arguments.positional;
  for (auto& [name, value] : arguments.keywords) exception->attributes->set(name, value);
  return {};
}
Value exception_str(Interpreter& interpreter, const Value& self, CallArguments&) {
  return make_string(exception_text(interpreter, *as_exception(self)));
}
Value exception_repr(Interpreter& interpreter, const Value& self, CallArguments&) {
  auto* exception = as_exception(self);
  if (exception->args.size() == 1) return make_string(exception->cls->name + "(" + interpreter.repr(exception->args[0]) + ")");
  return make_string(exception->cls->name + interpreter.repr(make_tuple(exception->args)));
}

}  // namespace

const NativeMethodTable& object_methods() {
  static const NativeMethodTable table{
      "object",
      {{"__new__", object_new, true},
       {"__init__", object_init},
       {"__setattr__", object_setattr},
       {"__delattr__", object_delattr},
       {"__getattribute__", object_getattribute},
       {"__repr__", object_repr},
       {"__str__", object_str},
       {"__hash__", object_hash},
       {"__format__", object_format},
       {"__dir__", object_dir},
       {"__init_subclass__", object_init_subclass, true},
       {"__eq__", compare_method<Comparison::Eq>},
       {"__ne__", compare_method<Comparison::NotEq>},
       {"__lt__", compare_method<Comparison::Lt>},
       {"__le__", compare_method<Comparison::LtE>},
       {"__gt__", compare_method<Comparison::Gt>},
       {"__ge__", compare_method<Comparison::GtE>}}};
  return table;
}

const NativeMethodTable& exception_methods() {
  static const NativeMethodTable table{
      "BaseException", {{"__init__", exception_init}, {"__str__", exception_str}, {"__repr__", exception_repr}}};
  return table;
}

std::vector<NativeMethod> protocol_methods(uint16_t protocols) {
  std::vector<NativeMethod> methods;
  auto has = [&](Protocol protocol) { return (protocols & static_cast<uint16_t>(protocol)) != 0; };
  if (has(Protocol::Number)) {
    add_binary<Binary::Add>(methods, "__add__", "__radd__");
    add_binary<Binary::Sub>(methods, "__sub__", "__rsub__");
    add_binary<Binary::Mult>(methods, "__mul__", "__rmul__");
    add_binary<Binary::Div>(methods, "__truediv__", "__rtruediv__");
    add_binary<Binary::FloorDiv>(methods, "__floordiv__", "__rfloordiv__");
    add_binary<Binary::Mod>(methods, "__mod__", "__rmod__");
    add_binary<Binary::Pow>(methods, "__pow__", "__rpow__");
    methods.push_back({"__neg__", unary_method<Unary::USub>});
    methods.push_back({"__pos__", unary_method<Unary::UAdd>});
  }
  if (has(Protocol::Sized)) methods.push_back({"__len__", sized_len});
  if (has(Protocol::Items)) methods.push_back({"__getitem__", items_get});
  if (has(Protocol::MutableItems)) {
    methods.push_back({"__setitem__", items_set});
    methods.push_back({"__delitem__", items_delete});
  }
  if (has(Protocol::InPlace)) {
    methods.push_back({"__init__", container_init});
    methods.push_back({"__iadd__", in_place_method<Binary::Add>});
    methods.push_back({"__ior__", in_place_method<Binary::BitOr>});
  }
  if (has(Protocol::Iterable)) methods.push_back({"__iter__", iterable_iter});
  if (has(Protocol::Iterator)) methods.push_back({"__next__", iterator_next});
  if (has(Protocol::Contains)) methods.push_back({"__contains__", contains_item});
  if (has(Protocol::Callable)) methods.push_back({"__call__", callable_call});
  if (has(Protocol::Ordered)) {
    methods.push_back({"__add__", binary_method<Binary::Add, false>});
    methods.push_back({"__mul__", binary_method<Binary::Mult, false>});
  }
  return methods;
}

}  // namespace tilewright::script
