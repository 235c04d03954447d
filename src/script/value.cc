// Values and the defaults of the object protocol.
#include "script/value.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "script/implementation.h"
#include "script/interpreter.h"
#include "script/objects.h"

namespace tilewright::script {

thread_local int64_t live_object_bytes __attribute__((tls_model("initial-exec"))) = 0;

uint64_t hash_long_text(std::string_view text) { return hash64(text); }

namespace {
constexpr int kMaxDestroyDepth = 100;
thread_local int destroy_depth = 0;
thread_local std::vector<Object*>* deferred_objects = nullptr;
}  // namespace

void Object::destroy(Object* object) {
  if (destroy_depth >= kMaxDestroyDepth) {
    if (deferred_objects == nullptr) deferred_objects = new std::vector<Object*>();
    deferred_objects->push_back(object);
    return;
  }
  ++destroy_depth;
  delete object;
  if (--destroy_depth != 0) return;
  while (deferred_objects != nullptr && !deferred_objects->empty()) {
    Object* next = deferred_objects->back();
    deferred_objects->pop_back();
    ++destroy_depth;
    delete next;
    --destroy_depth;
  }
}

bool Value::is_identical(const Value& other) const {
  if (kind_ != other.kind_) return false;
  switch (kind_) {
    case Kind::None: return true;
    case Kind::Float: return payload_.floating == other.payload_.floating;
    case Kind::Object: return payload_.object == other.payload_.object;
    default: return payload_.integer == other.payload_.integer;
  }
}

std::optional<Value> CallArguments::take_keyword(std::string_view name) {
  for (auto it = keywords.begin(); it != keywords.end(); ++it) {
    if (it->first != name) continue;
    Value value = std::move(it->second);
    keywords.erase(it);
    return value;
  }
  return std::nullopt;
}

Value Object::type_object(Interpreter&) { return {}; }
std::optional<Value> Object::find_attribute(Interpreter&, std::string_view) { return std::nullopt; }

void Object::set_attribute(Interpreter& interpreter, std::string_view name, Value) {
  interpreter.raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(), name));
}
void Object::delete_attribute(Interpreter& interpreter, std::string_view name) {
  interpreter.raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(), name));
}
Value Object::call(Interpreter& interpreter, CallArguments&) {
  interpreter.raise("TypeError", fmt::format("'{}' object is not callable", type_name()));
}
Value Object::get_item(Interpreter& interpreter, const Value&) {
  interpreter.raise("TypeError", fmt::format("'{}' object is not subscriptable", type_name()));
}
void Object::set_item(Interpreter& interpreter, const Value&, Value) {
  interpreter.raise("TypeError", fmt::format("'{}' object does not support item assignment", type_name()));
}
void Object::delete_item(Interpreter& interpreter, const Value&) {
  interpreter.raise("TypeError", fmt::format("'{}' object doesn't support item deletion", type_name()));
}
std::optional<int64_t> Object::length(Interpreter&) { return std::nullopt; }
std::unique_ptr<Iterator> Object::iterate(Interpreter& interpreter) {
  interpreter.raise("TypeError", fmt::format("'{}' object is not iterable", type_name()));
}
bool Object::truthy(Interpreter& interpreter) {
  std::optional<int64_t> size = length(interpreter);
  return !size || *size != 0;
}
std::string Object::repr(Interpreter&) {
  return fmt::format("<{} object at 0x{:x}>", type_name(), reinterpret_cast<uintptr_t>(this));
}
std::string Object::format(Interpreter& interpreter, std::string_view spec) {
  if (!spec.empty()) {
    interpreter.raise("TypeError", fmt::format("unsupported format string passed to {}.__format__", type_name()));
  }
  return str(interpreter);
}
uint64_t Object::hash(Interpreter&) {
  auto address = reinterpret_cast<uintptr_t>(this);
  return address >> 4 | address << 60;
}
std::optional<Value> Object::binary(Interpreter&, Binary, const Value&, bool) { return std::nullopt; }
std::optional<Value> Object::in_place(Interpreter&, Binary, const Value&) { return std::nullopt; }
std::optional<Value> Object::unary(Interpreter&, Unary) { return std::nullopt; }
std::optional<Value> Object::compare(Interpreter&, Comparison op, const Value& other) {
  if (other.object() != this) return std::nullopt;
  if (op == Comparison::Eq) return true;
  if (op == Comparison::NotEq) return false;
  return std::nullopt;
}
std::optional<bool> Object::contains(Interpreter&, const Value&) { return std::nullopt; }

Value make_string(std::string text) { return make<String>(std::move(text)); }
Value make_tuple(std::vector<Value> items) { return make<Tuple>(std::move(items)); }
Value make_list(std::vector<Value> items) { return make<List>(std::move(items)); }
Ref<NativeFunction> make_function(std::string name, NativeFunction::Body body) {
  return make<NativeFunction>(std::move(name), std::move(body));
}
const std::string* as_string(const Value& value) {
  auto* string = value.as<String>();
  return string == nullptr ? nullptr : &string->text;
}

std::optional<Value> NativeFunction::find_attribute(Interpreter&, std::string_view attribute) {
  if (attribute == "__name__" || attribute == "__qualname__") return make_string(name);
  if (attribute == "__module__") return make_string("builtins");
  return std::nullopt;
}
std::string NativeFunction::repr(Interpreter&) { return "<built-in function " + name + ">"; }

std::optional<Value> Module::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (auto value = globals->find(attribute)) return value;
  if (attribute == "__dict__") return Value(globals);
  if (missing) {
    if (auto made = missing(interpreter, attribute)) {
      globals->set(attribute, *made);
      return made;
    }
  }
  if (attribute == "__name__") return make_string(name);
  if (auto function = globals->find("__getattr__")) {
    return interpreter.call_value(*function, {{make_string(std::string(attribute))}, {}, {}});
  }
  return std::nullopt;
}
void Module::set_attribute(Interpreter& interpreter, std::string_view attribute, Value value) {
  if (is_frozen) {
    interpreter.raise("AttributeError", fmt::format("module '{}' is read-only here: cannot set '{}'", name, attribute));
  }
  globals->set(attribute, std::move(value));
}
std::string Module::repr(Interpreter&) {
  if (auto file = globals->find("__file__")) {
    if (const std::string* path = as_string(*file)) return fmt::format("<module '{}' from '{}'>", name, *path);
  }
  return "<module '" + name + "' (built-in)>";
}

}  // namespace tilewright::script
