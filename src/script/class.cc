// Classes and instances: attribute look-up, special methods, construction.
#include <algorithm>

#include <fmt/format.h>

#include "script/exceptions.h"
#include "script/finaliser.h"
#include "script/implementation.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

std::optional<Value> lookup_with_owner(const Class& cls, HashedName name, const Class** owner) {
  for (Class* item : cls.resolution_order) {
    if (const Value* value = item->attributes->look_up(name)) {
      if (owner != nullptr) *owner = item;
      return *value;
    }
    if (item->methods == nullptr) continue;
    const NativeMethod* method = item->methods->find(name.text);
    if (method == nullptr) continue;
    if (owner != nullptr) *owner = item;
    Value descriptor(make<MethodDescriptor>(item->methods->type_name, *method));
    item->attributes->set(name.text, descriptor);  // kept for the next time
    return descriptor;
  }
  return std::nullopt;
}

std::optional<Value> Class::lookup(HashedName name) const { return lookup_with_owner(*this, name, nullptr); }
std::optional<Value> Class::lookup(std::string_view name) const { return lookup(hashed(name)); }

bool Class::is_subclass_of(const Class& other) const {
  return std::find(resolution_order.begin(), resolution_order.end(), &other) != resolution_order.end();
}

// C3 (Barrett et al. 1996), as Python uses it.
void compute_resolution_order(Interpreter& interpreter, Class& cls) {
  std::vector<std::vector<Class*>> sequences;
  for (const Ref<Class>& base : cls.bases) sequences.push_back(base->resolution_order);
  std::vector<Class*> direct;
  for (const Ref<Class>& base : cls.bases) direct.push_back(base.get());
  sequences.push_back(direct);
  cls.resolution_order = {&cls};
  while (true) {
    std::erase_if(sequences, [](const auto& sequence) { return sequence.empty(); });
    if (sequences.empty()) return;
    interpreter.spend(sequences.size());
    Class* chosen = nullptr;
    for (const auto& sequence : sequences) {
      Class* candidate = sequence.front();
      bool is_in_a_tail = std::any_of(sequences.begin(), sequences.end(), [&](const auto& other) {
        return std::find(other.begin() + 1, other.end(), candidate) != other.end();
      });
      if (!is_in_a_tail) {
        chosen = candidate;
        break;
      }
    }
    if (chosen == nullptr) {
      std::string names;
      for (const auto& sequence : sequences) {
        Class* head = sequence.front();
        std::string separator = names.empty() ? "" : ", ";
        if (names.find(head->name) == std::string::npos) names += separator + head->name;
      }
      interpreter.raise("TypeError", "Cannot create a consistent method resolution\norder (MRO) for bases " + names);
    }
    cls.resolution_order.push_back(chosen);
    for (auto& sequence : sequences) {
      if (sequence.front() == chosen) sequence.erase(sequence.begin());
    }
  }
}

Value bind_attribute(Interpreter& interpreter, const Value& attribute, const Value& instance, Class& cls,
                     bool owner_is_native) {
  if (!attribute.is_object()) return attribute;
  switch (attribute.object()->tag()) {
    case TypeTag::Function: return make<BoundMethod>(instance, attribute);
    case TypeTag::NativeFunction:
      return owner_is_native ? Value(make<BoundMethod>(instance, attribute)) : attribute;
    case TypeTag::StaticMethod: return static_cast<StaticMethod*>(attribute.object())->function;
    case TypeTag::ClassMethod:
      return make<BoundMethod>(Value(&cls), static_cast<ClassMethod*>(attribute.object())->function);
    case TypeTag::Property: {
      auto* property = static_cast<Property*>(attribute.object());
      if (property->getter.is_none()) interpreter.raise("AttributeError", "unreadable attribute");
      return interpreter.call_value(property->getter, {{instance}, {}, interpreter.current_span()});
    }
    case TypeTag::Instance: {
      auto& descriptor = static_cast<Instance&>(*attribute.object());
      if (auto get = descriptor.cls->lookup(names::dunder_get)) {
        return interpreter.call_value(*get, {{attribute, instance, Value(&cls)}, {}, interpreter.current_span()});
      }
      return attribute;
    }
    case TypeTag::Other:
      if (auto* method = dynamic_cast<MethodDescriptor*>(attribute.object())) {
        if (method->method.is_static) return attribute;
        return make<BoundMethod>(instance, attribute);
      }
      if (auto get = attribute.object()->find_attribute(interpreter, "__get__")) {
        return interpreter.call_value(*get, {{instance, Value(&cls)}, {}, interpreter.current_span()});
      }
      return attribute;
    default: return attribute;
  }
}

// ---- classes as objects ----------------------------------------------------------------------
namespace {

Value resolution_tuple(const Class& cls) {
  std::vector<Value> items;
  for (Class* item : cls.resolution_order) items.emplace_back(item);
  return make_tuple(std::move(items));
}

// An attribute found on the class itself, without an instance.
Value bind_to_class(Interpreter& interpreter, const Value& attribute, Class& cls) {
  if (!attribute.is_object()) return attribute;
  switch (attribute.object()->tag()) {
    case TypeTag::StaticMethod: return static_cast<StaticMethod*>(attribute.object())->function;
    case TypeTag::ClassMethod:
      return make<BoundMethod>(Value(&cls), static_cast<ClassMethod*>(attribute.object())->function);
    case TypeTag::Instance: {
      auto& descriptor = static_cast<Instance&>(*attribute.object());
      if (auto get = descriptor.cls->lookup(names::dunder_get)) {
        return interpreter.call_value(*get, {{attribute, Value(), Value(&cls)}, {}, interpreter.current_span()});
      }
      return attribute;
    }
    default: return attribute;
  }
}

}  // namespace

std::optional<Value> Class::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (attribute.starts_with("__")) {
    if (attribute == "__name__") return make_string(name);
    if (attribute == "__qualname__") return make_string(qualified_name.empty() ? name : qualified_name);
    if (attribute == "__mro__") return resolution_tuple(*this);
    if (attribute == "__bases__") {
      std::vector<Value> items;
      for (const Ref<Class>& base : bases) items.emplace_back(base);
      return make_tuple(std::move(items));
    }
    if (attribute == "__base__") return bases.empty() ? Value() : Value(bases[0]);
    if (attribute == "__dict__") {
      Ref<Dict> copy = make<Dict>();
      for (auto& [key, value] : attributes->entries()) copy->set(interpreter, key, value);
      return Value(copy);
    }
    if (attribute == "__class__") return type_object(interpreter);
    if (attribute == "__doc__") return attributes->find("__doc__").value_or(Value());
    if (attribute == "__module__") {
      return attributes->find("__module__").value_or(make_string(module_name));
    }
    if (attribute == "__annotations__") {
      if (auto own = attributes->find("__annotations__")) return own;
      if (is_native) return std::nullopt;
      attributes->set("__annotations__", make<Dict>());
      return attributes->find("__annotations__");
    }
    if (attribute == "__subclasses__") {
      interpreter.unsupported("__subclasses__ is not supported");
    }
  }
  if (attribute == "mro") {
    Ref<Class> self(this);
    return Value(make_function("mro", [self](Interpreter&, CallArguments&) {
      return make_list(static_cast<Tuple&>(*resolution_tuple(*self).object()).items);
    }));
  }
  if (auto value = lookup(attribute)) return bind_to_class(interpreter, *value, *this);
  if (attribute == "__call__") return Value(make<BoundMethod>(Value(this), Value(make_function("__call__", [](Interpreter& i, CallArguments& a) {
      Value cls = a.positional.at(0);
      a.positional.erase(a.positional.begin());
      return cls.object()->call(i, a);
    }))));
  return std::nullopt;
}

void Class::set_attribute(Interpreter& interpreter, std::string_view attribute, Value value) {
  if (is_native) {
    interpreter.raise("TypeError", fmt::format("cannot set '{}' attribute of immutable type '{}'", attribute, name));
  }
  if (attribute == "__name__" || attribute == "__qualname__") {
    const std::string* text = as_string(value);
    if (text == nullptr) interpreter.raise("TypeError", fmt::format("can only assign string to {}.{}, not '{}'", name, attribute, interpreter.type_name(value)));
    (attribute == "__name__" ? name : qualified_name) = *text;
    return;
  }
  if (attribute == "__del__") refuse_finaliser(interpreter, name);
  if (attribute == "__bases__" || attribute == "__mro__" || attribute == "__class__") {
    interpreter.unsupported(fmt::format("assigning to {} of a class is not supported", attribute));
  }
  attributes->set(attribute, std::move(value));
}

void Class::delete_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (is_native) {
    interpreter.raise("TypeError", fmt::format("cannot set '{}' attribute of immutable type '{}'", attribute, name));
  }
  if (!attributes->erase(attribute)) {
    interpreter.raise("AttributeError", fmt::format("type object '{}' has no attribute '{}'", name, attribute));
  }
}

Value Class::type_object(Interpreter& interpreter) { return interpreter.builtin_class("type"); }

std::string Class::repr(Interpreter&) {
  if (meta != nullptr && !meta->repr.empty()) return meta->repr;
  std::string shown = qualified_name.empty() ? name : qualified_name;
  if (module_name.empty() || module_name == "builtins") return "<class '" + shown + "'>";
  return "<class '" + module_name + "." + shown + "'>";
}

std::optional<int64_t> Class::length(Interpreter& interpreter) {
  return meta != nullptr && meta->length ? meta->length(interpreter, *this) : std::nullopt;
}
std::unique_ptr<Iterator> Class::iterate(Interpreter& interpreter) {
  if (meta != nullptr && meta->iterate) return meta->iterate(interpreter, *this);
  return Object::iterate(interpreter);
}
std::optional<bool> Class::contains(Interpreter& interpreter, const Value& item) {
  if (meta != nullptr && meta->contains) return meta->contains(interpreter, *this, item);
  return std::nullopt;
}
// `c_int * 4` of ctypes, whose classes have an own metaclass in CPython.
std::optional<Value> Class::binary(Interpreter& interpreter, Binary op, const Value& other, bool) {
  auto times = op == Binary::Mult ? lookup("_array_of") : std::nullopt;
  if (!times || !other.is_int()) return std::nullopt;
  return interpreter.call_value(*times, {{Value(this), other}, {}, interpreter.current_span()});
}

Value Class::get_item(Interpreter& interpreter, const Value& key) {
  if (meta != nullptr && meta->get_item) return meta->get_item(interpreter, *this, key);
  if (auto method = lookup(names::dunder_class_getitem)) {
    Value function = *method;
    if (auto* wrapped = function.as<ClassMethod>()) function = wrapped->function;
    return interpreter.call_value(function, {{Value(this), key}, {}, interpreter.current_span()});
  }
  bool is_generic = name == "list" || name == "dict" || name == "tuple" || name == "set" || name == "frozenset" ||
                    name == "type" || name == "deque" || name == "defaultdict" || name == "OrderedDict" ||
                    name == "Counter";
  if (!is_generic) interpreter.raise("TypeError", fmt::format("type '{}' is not subscriptable", name));
  std::vector<Value> arguments;
  if (auto* tuple = key.as<Tuple>()) arguments = tuple->items;
  else arguments = {key};
  std::string text = type_text(interpreter, Value(this)) + "[";
  for (size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + type_text(interpreter, arguments[i]);
  return make<TypeAlias>(Value(this), std::move(arguments), text + "]");
}

namespace {

void check_abstract(Interpreter& interpreter, Class& cls) {
  std::vector<std::string> missing;
  std::vector<std::string> seen;
  for (Class* item : cls.resolution_order) {
    for (auto& [key, value] : item->attributes->entries()) {
      const std::string& name = *as_string(key);
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      seen.push_back(name);
      Value inner = value;
      if (auto* property = value.as<Property>()) inner = property->getter;
      if (auto* method = value.as<ClassMethod>()) inner = method->function;
      if (auto* method = value.as<StaticMethod>()) inner = method->function;
      auto* function = inner.as<Function>();
      if (function == nullptr || !function->attributes) continue;
      if (function->attributes->find("__isabstractmethod__")) missing.push_back(name);
    }
  }
  if (missing.empty()) return;
  std::sort(missing.begin(), missing.end());
  std::string names;
  for (const std::string& name : missing) names += (names.empty() ? "" : ", ") + name;
  interpreter.raise("TypeError", fmt::format("Can't instantiate abstract class {} with abstract method{} {}", cls.name,
                                             missing.size() == 1 ? "" : "s", names));
}

bool takes_arguments(const CallArguments& arguments) {
  return !arguments.positional.empty() || !arguments.keywords.empty();
}

}  // namespace

Value Class::call(Interpreter& interpreter, CallArguments& arguments) {
  if (meta != nullptr && meta->call) {
    if (auto value = meta->call(interpreter, *this, arguments)) return *value;
  }
  if (is_abstract_checked) check_abstract(interpreter, *this);
  const Class* new_owner = nullptr;
  std::optional<Value> make_new = lookup_with_owner(*this, names::dunder_new, &new_owner);
  bool has_new = make_new && !new_owner->is_native;
  const Class* init_owner = nullptr;
  std::optional<Value> init = lookup_with_owner(*this, names::dunder_init, &init_owner);
  bool has_init = init && !(init_owner->is_native && init_owner->methods != nullptr);
  Value made;
  if (has_new) {
    Value function = *make_new;
    if (auto* wrapped = function.as<StaticMethod>()) function = wrapped->function;
    CallArguments with_class = arguments;
    with_class.positional.insert(with_class.positional.begin(), Value(this));
    made = interpreter.call_value(function, std::move(with_class));
    auto* instance = made.as<Instance>();
    if (instance == nullptr || !instance->cls->is_subclass_of(*this)) return made;
    if (!has_init) return made;
  } else if (construct) {
    if (!has_init) return construct(interpreter, *this, arguments);
    CallArguments copy = arguments;
    made = construct(interpreter, *this, copy);
    auto* instance = made.object() != nullptr && made.object()->tag() == TypeTag::Instance
                         ? static_cast<Instance*>(made.object()) : nullptr;
    if (instance == nullptr || !instance->cls->is_subclass_of(*this)) return made;
  } else {
    if (!has_init && takes_arguments(arguments)) {
      interpreter.raise("TypeError", fmt::format("{}() takes no arguments", name));
    }
    made = make<Instance>(Ref<Class>(this));
    if (!has_init) return made;
  }
  Value returned;
  if (auto* function = init->as<Function>()) {
    CallView view;
    view.positional = arguments.positional.data();
    view.positional_count = arguments.positional.size();
    view.self = &made;
    view.keyword_count = arguments.keywords.size();
    view.keywords = &arguments.keywords;
    returned = interpreter.implementation().call_function(*function, view);
  } else {
    arguments.positional.insert(arguments.positional.begin(), made);
    returned = interpreter.call_value(*init, arguments);
  }
  if (!returned.is_none()) {
    interpreter.raise("TypeError", fmt::format("__init__() should return None, not '{}'", interpreter.type_name(returned)));
  }
  return made;
}

}  // namespace tilewright::script
