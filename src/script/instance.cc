// Instances: the object protocol by special methods found on the class.
#include <fmt/format.h>

#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

// Calls a special method that the class defines; empty if it has none (or it is set to None).
std::optional<Value> special(Interpreter& interpreter, Instance& self, HashedName name,
                             std::initializer_list<Value> arguments) {
  const Class* owner = nullptr;
  std::optional<Value> method = lookup_with_owner(*self.cls, name, &owner);
  // What built-in types define is done by their native part, not by calling the method table here.
  if (!method || method->is_none() || (owner->methods != nullptr && owner->is_native)) return std::nullopt;
  if (method->object() != nullptr && method->object()->tag() == TypeTag::Function) {
    std::vector<Value> values(arguments);
    Value receiver(&self);
    CallView view;
    view.positional = values.data();
    view.positional_count = values.size();
    view.self = &receiver;
    return interpreter.implementation().call_function(static_cast<Function&>(*method->object()), view);
  }
  Value bound = bind_attribute(interpreter, *method, Value(&self), *self.cls, owner->is_native);
  return interpreter.call_value(bound, {std::vector<Value>(arguments), {}, interpreter.current_span()});
}

bool defines(const Instance& self, HashedName name) {
  const Class* owner = nullptr;
  auto method = lookup_with_owner(*self.cls, name, &owner);
  return method && !method->is_none() && !(owner->methods != nullptr && owner->is_native);
}

std::string text_result(Interpreter& interpreter, const Value& value, std::string_view method) {
  const std::string* text = as_string(value);
  if (text == nullptr) {
    interpreter.raise("TypeError", fmt::format("{} returned non-string (type {})", method, interpreter.type_name(value)));
  }
  return *text;
}

class InstanceIterator final : public Iterator {
 public:
  explicit InstanceIterator(Value iterator) : iterator_(std::move(iterator)) {}
  std::optional<Value> next(Interpreter& interpreter) override { return next_of(interpreter, iterator_); }

 private:
  Value iterator_;
};

// Iteration by __getitem__ with 0, 1, 2, ...
class ItemIterator final : public Iterator {
 public:
  explicit ItemIterator(Value container) : container_(std::move(container)) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    try {
      return interpreter.get_item(container_, Value(index_++));
    } catch (PythonError& error) {
      if (!is_exception_of(interpreter, error, "IndexError") && !is_exception_of(interpreter, error, "StopIteration")) throw;
    }
    return std::nullopt;
  }

 private:
  Value container_;
  int64_t index_ = 0;
};

constexpr HashedName kBinaryNames[] = {
    hashed("__add__"), hashed("__sub__"), hashed("__mul__"), hashed("__matmul__"), hashed("__truediv__"),
    hashed("__mod__"), hashed("__pow__"), hashed("__lshift__"), hashed("__rshift__"), hashed("__or__"),
    hashed("__xor__"), hashed("__and__"), hashed("__floordiv__")};
constexpr HashedName kReflectedNames[] = {
    hashed("__radd__"), hashed("__rsub__"), hashed("__rmul__"), hashed("__rmatmul__"), hashed("__rtruediv__"),
    hashed("__rmod__"), hashed("__rpow__"), hashed("__rlshift__"), hashed("__rrshift__"), hashed("__ror__"),
    hashed("__rxor__"), hashed("__rand__"), hashed("__rfloordiv__")};
constexpr HashedName kInPlaceNames[] = {
    hashed("__iadd__"), hashed("__isub__"), hashed("__imul__"), hashed("__imatmul__"), hashed("__itruediv__"),
    hashed("__imod__"), hashed("__ipow__"), hashed("__ilshift__"), hashed("__irshift__"), hashed("__ior__"),
    hashed("__ixor__"), hashed("__iand__"), hashed("__ifloordiv__")};
constexpr HashedName kComparisonNames[] = {hashed("__eq__"), hashed("__ne__"), hashed("__lt__"),
                                           hashed("__le__"), hashed("__gt__"), hashed("__ge__")};

std::optional<Value> implemented(std::optional<Value> value) {
  if (value && is_not_implemented(*value)) return std::nullopt;
  return value;
}

bool is_data_descriptor(const Value& attribute) {
  if (!attribute.is_object()) return false;
  if (attribute.object()->tag() == TypeTag::Property) return true;
  if (attribute.object()->tag() != TypeTag::Instance) return false;
  auto& descriptor = static_cast<Instance&>(*attribute.object());
  return descriptor.cls->lookup(names::dunder_set).has_value();
}

}  // namespace

Value Instance::type_object(Interpreter&) { return cls; }

std::optional<Value> Instance::find_plain_attribute(Interpreter& interpreter, std::string_view attribute) {
  HashedName name = hashed(attribute);
  const Class* owner = nullptr;
  std::optional<Value> on_class = lookup_with_owner(*cls, name, &owner);
  if (on_class && is_data_descriptor(*on_class)) {
    return bind_attribute(interpreter, *on_class, Value(this), *cls, owner->is_native);
  }
  if (const Value* own = attributes->look_up(name)) return *own;
  if (on_class) return bind_attribute(interpreter, *on_class, Value(this), *cls, owner->is_native);
  if (attribute == "__dict__") return Value(attributes);
  if (attribute == "__class__") return Value(cls);
  if (attribute == "__doc__") return Value();
  if (auto* exception = as_exception(Value(this))) return exception_attribute(interpreter, *exception, attribute);
  if (const Value* part = native_part(); part != nullptr && part->is_object()) {
    return part->object()->find_attribute(interpreter, attribute);
  }
  return std::nullopt;
}

std::optional<Value> Instance::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  std::optional<Value> found;
  const Class* owner = nullptr;
  std::optional<Value> hook = lookup_with_owner(*cls, names::dunder_getattribute, &owner);
  bool is_hooked = hook && !owner->is_native;
  bool has_getattr = defines(*this, names::dunder_getattr);
  if (!is_hooked && !has_getattr) return find_plain_attribute(interpreter, attribute);
  Ref<Instance> alive(this);
  try {
    if (is_hooked) found = special(interpreter, *this, names::dunder_getattribute, {make_string(std::string(attribute))});
    else found = find_plain_attribute(interpreter, attribute);
    if (found) return found;
  } catch (PythonError& error) {
    if (!is_exception_of(interpreter, error, "AttributeError") || !has_getattr) throw;
  }
  return special(interpreter, *this, names::dunder_getattr, {make_string(std::string(attribute))});
}

void Instance::set_attribute(Interpreter& interpreter, std::string_view attribute, Value value) {
  const Class* owner = nullptr;
  std::optional<Value> hook = lookup_with_owner(*cls, names::dunder_setattr, &owner);
  if (hook && !(owner->methods != nullptr && owner->is_native)) {
    Ref<Instance> alive(this);
    Value bound = bind_attribute(interpreter, *hook, Value(this), *cls, owner->is_native);
    interpreter.call_value(bound, {{make_string(std::string(attribute)), std::move(value)}, {}, interpreter.current_span()});
    return;
  }
  set_plain_attribute(interpreter, attribute, std::move(value));
}

void Instance::set_plain_attribute(Interpreter& interpreter, std::string_view attribute, Value value) {
  if (auto on_class = cls->lookup(attribute)) {
    if (auto* property = on_class->as<Property>()) {
      if (property->setter.is_none()) {
        interpreter.raise("AttributeError",
                          fmt::format("property '{}' of '{}' object has no setter", attribute, cls->name));
      }
      interpreter.call_value(property->setter, {{Value(this), std::move(value)}, {}, interpreter.current_span()});
      return;
    }
    if (on_class->is_object() && on_class->object()->tag() == TypeTag::Instance) {
      auto& descriptor = static_cast<Instance&>(*on_class->object());
      if (auto set = descriptor.cls->lookup(names::dunder_set)) {
        interpreter.call_value(*set, {{*on_class, Value(this), std::move(value)}, {}, interpreter.current_span()});
        return;
      }
    }
  }
  if (attribute == "__class__") {
    auto* other = value.as<Class>();
    if (other == nullptr || other->is_native || cls->is_native) {
      interpreter.unsupported("assigning to __class__ is not supported here");
    }
    cls = Ref<Class>(other);
    return;
  }
  if (attribute == "__dict__") {
    auto* dict = value.as<Dict>();
    if (dict == nullptr) interpreter.raise("TypeError", "__dict__ must be set to a dictionary");
    attributes = Ref<Dict>(dict);
    return;
  }
  if (auto* exception = as_exception(Value(this))) {
    if (set_exception_attribute(interpreter, *exception, attribute, value)) return;
  }
  attributes->set(attribute, std::move(value));
}

void Instance::delete_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (defines(*this, names::dunder_delattr)) {
    special(interpreter, *this, names::dunder_delattr, {make_string(std::string(attribute))});
    return;
  }
  delete_plain_attribute(interpreter, attribute);
}

void Instance::delete_plain_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (auto on_class = cls->lookup(attribute)) {
    if (auto* property = on_class->as<Property>()) {
      if (property->deleter.is_none()) {
        interpreter.raise("AttributeError",
                          fmt::format("property '{}' of '{}' object has no deleter", attribute, cls->name));
      }
      interpreter.call_value(property->deleter, {{Value(this)}, {}, interpreter.current_span()});
      return;
    }
    if (on_class->is_object() && on_class->object()->tag() == TypeTag::Instance) {
      auto& descriptor = static_cast<Instance&>(*on_class->object());
      if (auto erase = descriptor.cls->lookup(names::dunder_delete)) {
        interpreter.call_value(*erase, {{*on_class, Value(this)}, {}, interpreter.current_span()});
        return;
      }
    }
  }
  if (!attributes->erase(attribute)) {
    interpreter.raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", cls->name, attribute));
  }
}

bool Instance::is_callable() const { return cls->lookup(names::dunder_call).has_value(); }

Value Instance::call(Interpreter& interpreter, CallArguments& arguments) {
  const Class* owner = nullptr;
  std::optional<Value> method = lookup_with_owner(*cls, names::dunder_call, &owner);
  if (!method) return Object::call(interpreter, arguments);
  Ref<Instance> alive(this);
  if (method->as<Function>() != nullptr || owner->is_native) {
    arguments.positional.insert(arguments.positional.begin(), Value(this));
    return interpreter.call_value(*method, arguments);
  }
  return interpreter.call_value(bind_attribute(interpreter, *method, Value(this), *cls, false), arguments);
}

Value Instance::get_item(Interpreter& interpreter, const Value& key) {
  if (auto value = special(interpreter, *this, names::dunder_getitem, {key})) return *value;
  if (!native.is_unbound()) {
    if (auto* dict = native.as<Dict>()) {
      if (auto value = dict->find(interpreter, key)) return *value;
      if (auto value = special(interpreter, *this, names::dunder_missing, {key})) return *value;
    }
    return interpreter.get_item(native, key);
  }
  return Object::get_item(interpreter, key);
}
void Instance::set_item(Interpreter& interpreter, const Value& key, Value value) {
  if (special(interpreter, *this, names::dunder_setitem, {key, value})) return;
  if (!native.is_unbound()) return interpreter.set_item(native, key, std::move(value));
  Object::set_item(interpreter, key, std::move(value));
}
void Instance::delete_item(Interpreter& interpreter, const Value& key) {
  if (special(interpreter, *this, names::dunder_delitem, {key})) return;
  if (!native.is_unbound()) return interpreter.delete_item(native, key);
  Object::delete_item(interpreter, key);
}

std::optional<int64_t> Instance::length(Interpreter& interpreter) {
  if (auto value = special(interpreter, *this, names::dunder_len, {})) {
    if (!value->is_int() && !value->is_bool()) {
      interpreter.raise("TypeError", fmt::format("'{}' object cannot be interpreted as an integer", interpreter.type_name(*value)));
    }
    if (value->integer() < 0) interpreter.raise("ValueError", "__len__() should return >= 0");
    return value->integer();
  }
  if (!native.is_unbound() && native.is_object()) return native.object()->length(interpreter);
  return std::nullopt;
}

std::unique_ptr<Iterator> Instance::iterate(Interpreter& interpreter) {
  if (auto value = special(interpreter, *this, names::dunder_iter, {})) {
    Object* iterator = value->object();
    bool is_iterator = iterator != nullptr && (iterator->tag() == TypeTag::Iterator || iterator->tag() == TypeTag::Generator);
    if (iterator != nullptr && iterator->tag() == TypeTag::Instance) {
      is_iterator = static_cast<Instance*>(iterator)->cls->lookup(names::dunder_next).has_value();
    }
    if (!is_iterator && iterator != nullptr && iterator->tag() == TypeTag::Other) return iterator->iterate(interpreter);
    if (!is_iterator) {
      interpreter.raise("TypeError", fmt::format("iter() returned non-iterator of type '{}'", interpreter.type_name(*value)));
    }
    return std::make_unique<InstanceIterator>(*value);
  }
  if (!native.is_unbound() && native.is_object()) return native.object()->iterate(interpreter);
  if (defines(*this, names::dunder_getitem)) return std::make_unique<ItemIterator>(Value(this));
  return Object::iterate(interpreter);
}

bool Instance::truthy(Interpreter& interpreter) {
  if (auto value = special(interpreter, *this, names::dunder_bool, {})) {
    if (!value->is_bool()) {
      interpreter.raise("TypeError", fmt::format("__bool__ should return bool, returned {}", interpreter.type_name(*value)));
    }
    return value->boolean();
  }
  if (defines(*this, names::dunder_len)) return *length(interpreter) != 0;
  return native.is_unbound() || interpreter.truthy(native);
}

std::string Instance::repr(Interpreter& interpreter) {
  DepthGuard guard(interpreter);
  if (auto value = special(interpreter, *this, names::dunder_repr, {})) return text_result(interpreter, *value, "__repr__");
  if (auto* exception = as_exception(Value(this))) {
    if (exception->args.size() == 1) return cls->name + "(" + interpreter.repr(exception->args[0]) + ")";
    return cls->name + interpreter.repr(make_tuple(exception->args));
  }
  if (!native.is_unbound()) return interpreter.repr(native);
  std::string module = cls->module_name.empty() || cls->module_name == "builtins" ? "" : cls->module_name + ".";
  return fmt::format("<{}{} object at 0x{:x}>", module, cls->qualified_name.empty() ? cls->name : cls->qualified_name,
                     reinterpret_cast<uintptr_t>(this));
}

std::string Instance::str(Interpreter& interpreter) {
  DepthGuard guard(interpreter);
  if (auto value = special(interpreter, *this, names::dunder_str, {})) return text_result(interpreter, *value, "__str__");
  if (auto* exception = as_exception(Value(this))) {
    if (defines(*this, names::dunder_repr)) {
      // BaseException.__str__ does not ask __repr__.
    }
    return exception_text(interpreter, *exception);
  }
  if (defines(*this, names::dunder_repr)) return repr(interpreter);
  if (!native.is_unbound()) return interpreter.str(native);
  return repr(interpreter);
}

std::string Instance::format(Interpreter& interpreter, std::string_view spec) {
  if (auto value = special(interpreter, *this, names::dunder_format, {make_string(std::string(spec))})) {
    return text_result(interpreter, *value, "__format__");
  }
  if (!native.is_unbound() && !(spec.empty() && defines(*this, names::dunder_str))) return interpreter.format(native, spec);
  return Object::format(interpreter, spec);
}

uint64_t Instance::hash(Interpreter& interpreter) {
  const Class* owner = nullptr;
  std::optional<Value> method = lookup_with_owner(*cls, names::dunder_hash, &owner);
  if (method && method->is_none()) {
    interpreter.raise("TypeError", fmt::format("unhashable type: '{}'", cls->name));
  }
  if (auto value = special(interpreter, *this, names::dunder_hash, {})) {
    if (!value->is_int() && !value->is_bool() && !value->is_object()) {
      interpreter.raise("TypeError", "__hash__ method should return an integer");
    }
    return interpreter.hash(*value);
  }
  if (!native.is_unbound()) return interpreter.hash(native);
  return Object::hash(interpreter);
}

std::optional<Value> Instance::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  auto which = static_cast<size_t>(op);
  HashedName name = is_reflected ? kReflectedNames[which] : kBinaryNames[which];
  if (auto value = implemented(special(interpreter, *this, name, {other}))) return value;
  if (!native.is_unbound() && native.is_object()) return native.object()->binary(interpreter, op, other, is_reflected);
  return std::nullopt;
}
std::optional<Value> Instance::in_place(Interpreter& interpreter, Binary op, const Value& other) {
  if (auto value = implemented(special(interpreter, *this, kInPlaceNames[static_cast<size_t>(op)], {other}))) return value;
  if (!native.is_unbound() && native.is_object() && (native.as<List>() != nullptr || native.as<Dict>() != nullptr)) {
    if (native.object()->in_place(interpreter, op, other)) return Value(this);
  }
  return std::nullopt;
}
std::optional<Value> Instance::unary(Interpreter& interpreter, Unary op) {
  HashedName name = op == Unary::Invert ? names::dunder_invert : op == Unary::USub ? names::dunder_neg : names::dunder_pos;
  return special(interpreter, *this, name, {});
}
std::optional<Value> Instance::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  DepthGuard guard(interpreter);
  if (auto value = implemented(special(interpreter, *this, kComparisonNames[static_cast<size_t>(op)], {other}))) return value;
  if (op == Comparison::NotEq && defines(*this, names::dunder_eq)) {
    if (auto value = implemented(special(interpreter, *this, names::dunder_eq, {other}))) {
      return Value(!interpreter.truthy(*value));
    }
  }
  if (!native.is_unbound()) {
    if (auto value = number_compare(op, native, other)) return Value(*value);
    if (native.is_object()) return native.object()->compare(interpreter, op, other);
  }
  return Object::compare(interpreter, op, other);
}
std::optional<bool> Instance::contains(Interpreter& interpreter, const Value& item) {
  if (auto value = special(interpreter, *this, names::dunder_contains, {item})) return interpreter.truthy(*value);
  if (!native.is_unbound() && native.is_object() && !defines(*this, names::dunder_iter)) {
    return native.object()->contains(interpreter, item);
  }
  return std::nullopt;
}

}  // namespace tilewright::script
