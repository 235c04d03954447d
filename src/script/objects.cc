// Bound methods, descriptors, iterators, ranges, super and type aliases.
#include "script/objects.h"

#include <fmt/format.h>

#include "script/big_integer.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/names.h"

namespace tilewright::script {

// ---- methods -----------------------------------------------------------------------------------
const NativeMethod* NativeMethodTable::find(std::string_view name) const {
  for (const NativeMethod& method : methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::optional<Value> MethodDescriptor::find_attribute(Interpreter&, std::string_view name) {
  if (name == "__name__") return make_string(std::string(method.name));
  if (name == "__qualname__") return make_string(owner + "." + std::string(method.name));
  return std::nullopt;
}
Value MethodDescriptor::call(Interpreter& interpreter, CallArguments& arguments) {
  if (method.is_static) return method.body(interpreter, Value(), arguments);
  if (arguments.positional.empty()) {
    interpreter.raise("TypeError", fmt::format("unbound method {}.{}() needs an argument", owner, method.name));
  }
  Value self = arguments.positional.front();
  arguments.positional.erase(arguments.positional.begin());
  if (owner != "object" && !interpreter.type_of(self)->is_subclass_of(*interpreter.builtin_class(owner))) {
    interpreter.raise("TypeError", fmt::format("descriptor '{}' for '{}' objects doesn't apply to a '{}' object",
                                               method.name, owner, interpreter.type_name(self)));
  }
  return method.body(interpreter, self, arguments);
}
std::string MethodDescriptor::repr(Interpreter&) { return fmt::format("<method '{}' of '{}' objects>", method.name, owner); }

std::string_view BoundMethod::type_name() const {
  return function.as<Function>() != nullptr ? "method" : "builtin_function_or_method";
}
std::optional<Value> BoundMethod::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "__self__") return self;
  if (name == "__func__") return function;
  return interpreter.find_attribute(function, name);
}
Value BoundMethod::call(Interpreter& interpreter, CallArguments& arguments) {
  Ref<BoundMethod> alive(this);
  if (auto* native = dynamic_cast<MethodDescriptor*>(function.object())) {
    return native->method.body(interpreter, self, arguments);
  }
  if (auto* python_function = function.as<Function>()) {
    CallView view;
    view.positional = arguments.positional.data();
    view.positional_count = arguments.positional.size();
    view.self = &self;
    view.keyword_count = arguments.keywords.size();
    view.keywords = &arguments.keywords;
    return interpreter.implementation().call_function(*python_function, view);
  }
  arguments.positional.insert(arguments.positional.begin(), self);
  return interpreter.call_value(function, arguments);
}
std::string BoundMethod::repr(Interpreter& interpreter) {
  if (auto* python_function = function.as<Function>()) {
    return fmt::format("<bound method {} of {}>", python_function->qualified_name, interpreter.repr(self));
  }
  std::string name = interpreter.str(interpreter.find_attribute(function, "__name__").value_or(Value()));
  return fmt::format("<built-in method {} of {} object at 0x{:x}>", name, interpreter.type_name(self),
                     reinterpret_cast<uintptr_t>(this));
}
uint64_t BoundMethod::hash(Interpreter&) {
  return reinterpret_cast<uintptr_t>(self.object()) * 31 + reinterpret_cast<uintptr_t>(function.object());
}
std::optional<Value> BoundMethod::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<BoundMethod>();
  if (right == nullptr || (op != Comparison::Eq && op != Comparison::NotEq)) return std::nullopt;
  bool is_equal = self.is_identical(right->self) && function.is_identical(right->function);
  return Value(is_equal == (op == Comparison::Eq));
}

std::optional<Value> Property::find_attribute(Interpreter&, std::string_view name) {
  Ref<Property> self(this);
  auto with = [self](Value Property::*member) {
    return Value(make_function("property", [self, member](Interpreter&, CallArguments& arguments) {
      Ref<Property> copy = make<Property>();
      copy->getter = self->getter;
      copy->setter = self->setter;
      copy->deleter = self->deleter;
      copy->doc = self->doc;
      (*copy).*member = arguments.positional.at(0);
      return Value(copy);
    }));
  };
  if (name == "getter") return with(&Property::getter);
  if (name == "setter") return with(&Property::setter);
  if (name == "deleter") return with(&Property::deleter);
  if (name == "fget") return getter;
  if (name == "fset") return setter;
  if (name == "fdel") return deleter;
  if (name == "__doc__") return doc;
  return std::nullopt;
}

Value StaticMethod::call(Interpreter& interpreter, CallArguments& arguments) {
  return interpreter.call_value(function, arguments);
}
std::optional<Value> StaticMethod::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "__func__") return function;
  return interpreter.find_attribute(function, name);
}
std::optional<Value> ClassMethod::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "__func__") return function;
  return interpreter.find_attribute(function, name);
}

std::optional<Value> Super::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "__class__") return std::nullopt;
  const auto& order = cls->resolution_order;
  size_t i = 0;
  while (i < order.size() && order[i] != start.get()) ++i;
  HashedName hashed_attribute = hashed(name);
  for (++i; i < order.size(); ++i) {
    std::optional<Value> found = order[i]->attributes->find(hashed_attribute);
    if (!found && order[i]->methods != nullptr) {
      if (const NativeMethod* method = order[i]->methods->find(name)) {
        found = Value(make<MethodDescriptor>(order[i]->methods->type_name, *method));
      }
    }
    if (!found) continue;
    bool is_class_bound = self.as<Class>() != nullptr && self.object()->tag() == TypeTag::Class;
    if (is_class_bound && found->is_object()) {
      if (auto* method = found->as<ClassMethod>()) return Value(make<BoundMethod>(self, method->function));
      if (auto* method = found->as<StaticMethod>()) return method->function;
      return found;
    }
    return bind_attribute(interpreter, *found, self, *cls, order[i]->is_native);
  }
  if (name == "__init__" || name == "__init_subclass__" || name == "__setattr__") return std::nullopt;
  return std::nullopt;
}
Value Super::get_item(Interpreter& interpreter, const Value& key) {
  if (auto value = interpreter.call_method(Value(this), names::dunder_getitem, {key})) return *value;
  return Object::get_item(interpreter, key);
}
void Super::set_item(Interpreter& interpreter, const Value& key, Value value) {
  if (interpreter.call_method(Value(this), names::dunder_setitem, {key, value})) return;
  Object::set_item(interpreter, key, std::move(value));
}
std::string Super::repr(Interpreter& interpreter) {
  return fmt::format("<super: {}, <{} object>>", interpreter.repr(Value(start)), cls->name);
}

// ---- iteration ---------------------------------------------------------------------------------
namespace {

class ForwardingIterator final : public Iterator {
 public:
  explicit ForwardingIterator(IteratorObject* source) : source_(source) {}
  std::optional<Value> next(Interpreter& interpreter) override { return source_->iterator->next(interpreter); }

 private:
  Ref<IteratorObject> source_;
};

class RangeIterator final : public Iterator {
 public:
  RangeIterator(int64_t first, int64_t count, int64_t step) : value_(first), left_(count), step_(step) {}
  std::optional<Value> next(Interpreter&) override {
    if (left_ == 0) return std::nullopt;
    --left_;
    int64_t value = value_;
    value_ = static_cast<int64_t>(static_cast<uint64_t>(value_) + static_cast<uint64_t>(step_));
    return Value(value);
  }

 private:
  int64_t value_, left_, step_;
};

}  // namespace

std::unique_ptr<Iterator> IteratorObject::iterate(Interpreter&) { return std::make_unique<ForwardingIterator>(this); }
Value make_iterator(std::string_view name, std::unique_ptr<Iterator> source) {
  return make<IteratorObject>(name, std::move(source));
}

Value iterator_of(Interpreter& interpreter, const Value& value) {
  if (!value.is_object()) {
    interpreter.raise("TypeError", fmt::format("'{}' object is not iterable", interpreter.type_name(value)));
  }
  Object* object = value.object();
  switch (object->tag()) {
    case TypeTag::Iterator:
    case TypeTag::Generator: return value;
    case TypeTag::Instance: {
      auto& instance = static_cast<Instance&>(*object);
      const Class* owner = nullptr;
      auto method = lookup_with_owner(*instance.cls, names::dunder_iter, &owner);
      if (method && method->as<Function>() != nullptr) {
        Value iterator = interpreter.call_value(*method, {{value}, {}, interpreter.current_span()});
        Object* made = iterator.object();
        bool is_iterator = made != nullptr && (made->tag() == TypeTag::Iterator || made->tag() == TypeTag::Generator);
        if (made != nullptr && made->tag() == TypeTag::Instance) {
          is_iterator = static_cast<Instance*>(made)->cls->lookup(names::dunder_next).has_value();
        }
        if (is_iterator) return iterator;
        if (made != nullptr && made->tag() == TypeTag::Other) return make_iterator("iterator", made->iterate(interpreter));
        interpreter.raise("TypeError", fmt::format("iter() returned non-iterator of type '{}'", interpreter.type_name(iterator)));
      }
      return make_iterator("iterator", object->iterate(interpreter));
    }
    case TypeTag::List: return make_iterator("list_iterator", object->iterate(interpreter));
    case TypeTag::Tuple: return make_iterator("tuple_iterator", object->iterate(interpreter));
    case TypeTag::Range: return make_iterator("range_iterator", object->iterate(interpreter));
    case TypeTag::Dict: return make_iterator("dict_keyiterator", object->iterate(interpreter));
    case TypeTag::String: return make_iterator("str_iterator", object->iterate(interpreter));
    case TypeTag::Set: return make_iterator("set_iterator", object->iterate(interpreter));
    default: return make_iterator("iterator", object->iterate(interpreter));
  }
}

std::optional<Value> next_of(Interpreter& interpreter, const Value& iterator) {
  Object* object = iterator.object();
  if (object != nullptr) {
    switch (object->tag()) {
      case TypeTag::Iterator: return static_cast<IteratorObject*>(object)->iterator->next(interpreter);
      case TypeTag::Generator: return static_cast<Generator*>(object)->resume(interpreter, {});
      default: break;
    }
    std::optional<Value> method;
    if (object->tag() == TypeTag::Instance) {
      auto& instance = static_cast<Instance&>(*object);
      const Class* owner = nullptr;
      method = lookup_with_owner(*instance.cls, names::dunder_next, &owner);
      if (method) method = bind_attribute(interpreter, *method, iterator, *instance.cls, owner->is_native);
    } else {
      method = object->find_attribute(interpreter, "__next__");
    }
    if (method) {
      try {
        return interpreter.call_value(*method, {{}, {}, interpreter.current_span()});
      } catch (PythonError& error) {
        if (!is_exception_of(interpreter, error, "StopIteration")) throw;
      }
      return std::nullopt;
    }
  }
  interpreter.raise("TypeError", fmt::format("'{}' object is not an iterator", interpreter.type_name(iterator)));
}

// ---- range -------------------------------------------------------------------------------------
int64_t Range::size() const {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  uint64_t distance = step > 0 ? static_cast<uint64_t>(stop) - static_cast<uint64_t>(start)
                               : static_cast<uint64_t>(start) - static_cast<uint64_t>(stop);
  uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
  return static_cast<int64_t>(std::min<uint64_t>((distance - 1) / stride + 1, INT64_MAX));
}
std::optional<Value> Range::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "start") return Value(start);
  if (name == "stop") return Value(stop);
  if (name == "step") return Value(step);
  return builtin_attribute(interpreter, Value(this), name);
}
Value Range::get_item(Interpreter& interpreter, const Value& key) {
  if (auto* slice = key.as<SliceObject>()) {
    auto [first, past, stride] = slice->indices(interpreter, size());
    return make<Range>(start + first * step, start + past * step, step * stride);
  }
  int64_t index = index_of(interpreter, key, "range");
  if (index < 0) index += size();
  if (index < 0 || index >= size()) interpreter.raise("IndexError", "range object index out of range");
  return start + index * step;
}
std::unique_ptr<Iterator> Range::iterate(Interpreter&) { return std::make_unique<RangeIterator>(start, size(), step); }
std::string Range::repr(Interpreter&) {
  return step == 1 ? fmt::format("range({}, {})", start, stop) : fmt::format("range({}, {}, {})", start, stop, step);
}
uint64_t Range::hash(Interpreter& interpreter) {
  int64_t count = size();
  return interpreter.hash(make_tuple({Value(count), count == 0 ? Value() : Value(start), count <= 1 ? Value() : Value(step)}));
}
std::optional<Value> Range::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<Range>();
  if (right == nullptr || (op != Comparison::Eq && op != Comparison::NotEq)) return std::nullopt;
  int64_t count = size();
  bool is_equal = count == right->size() && (count == 0 || (start == right->start && (count == 1 || step == right->step)));
  return Value(is_equal == (op == Comparison::Eq));
}
std::optional<bool> Range::contains(Interpreter& interpreter, const Value& item) {
  Value number = item;
  if (item.is_float()) {
    if (item.floating() != static_cast<double>(static_cast<int64_t>(item.floating()))) return false;
    number = Value(static_cast<int64_t>(item.floating()));
  }
  if (!number.is_int() && !number.is_bool()) {
    if (number.is_object() && number.object()->tag() == TypeTag::Instance) return std::nullopt;
    return false;
  }
  (void)interpreter;
  int64_t value = number.integer();
  if (step > 0 ? (value < start || value >= stop) : (value > start || value <= stop)) return false;
  return (static_cast<__int128>(value) - start) % step == 0;
}

// ---- type aliases ------------------------------------------------------------------------------
std::string type_text(Interpreter& interpreter, const Value& type) {
  if (type.is_none()) return "None";
  if (auto* cls = type.as<Class>()) {
    if (cls->module_name.empty() || cls->module_name == "builtins") return cls->qualified_name.empty() ? cls->name : cls->qualified_name;
    return cls->module_name + "." + (cls->qualified_name.empty() ? cls->name : cls->qualified_name);
  }
  if (type.is_identical(ellipsis())) return "...";
  if (auto* list = type.as<List>()) {
    std::string text = "[";
    for (size_t i = 0; i < list->items.size(); ++i) text += (i == 0 ? "" : ", ") + type_text(interpreter, list->items[i]);
    return text + "]";
  }
  return interpreter.repr(type);
}

Value make_union(Interpreter& interpreter, const Value& left, const Value& right) {
  std::vector<Value> arguments;
  auto add = [&](const Value& type) {
    auto* alias = type.as<TypeAlias>();
    if (alias != nullptr && alias->origin.is_none()) arguments.insert(arguments.end(), alias->arguments.begin(), alias->arguments.end());
    else arguments.push_back(type);
  };
  add(left);
  add(right);
  std::string text;
  for (const Value& type : arguments) text += (text.empty() ? "" : " | ") + type_text(interpreter, type);
  return make<TypeAlias>(Value(), std::move(arguments), text);
}

std::optional<Value> TypeAlias::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "__origin__") return origin;
  if (name == "__args__") return make_tuple(arguments);
  if (name == "__mro_entries__") {
    Value base = origin;
    return Value(make_function("__mro_entries__", [base](Interpreter&, CallArguments&) {
      return base.as<Class>() != nullptr ? make_tuple({base}) : make_tuple({});
    }));
  }
  if (!origin.is_none()) return interpreter.find_attribute(origin, name);
  return std::nullopt;
}
Value TypeAlias::call(Interpreter& interpreter, CallArguments& call_arguments) {
  if (origin.as<Class>() == nullptr) interpreter.raise("TypeError", "Type cannot be instantiated; use its origin");
  return interpreter.call_value(origin, call_arguments);
}
Value TypeAlias::get_item(Interpreter& interpreter, const Value& key) {
  std::vector<Value> inner;
  if (auto* tuple = key.as<Tuple>()) inner = tuple->items;
  else inner = {key};
  return make<TypeAlias>(origin, inner, text_ + "[" + type_text(interpreter, key) + "]");
}
std::optional<Value> TypeAlias::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  if (op != Binary::BitOr) return std::nullopt;
  return is_reflected ? make_union(interpreter, other, Value(this)) : make_union(interpreter, Value(this), other);
}
std::optional<Value> TypeAlias::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  auto* right = other.is_object() ? dynamic_cast<TypeAlias*>(other.object()) : nullptr;
  if (right == nullptr || (op != Comparison::Eq && op != Comparison::NotEq)) return std::nullopt;
  bool is_equal = text_ == right->text_ && origin.is_identical(right->origin);
  (void)interpreter;
  return Value(is_equal == (op == Comparison::Eq));
}
uint64_t TypeAlias::hash(Interpreter&) { return hash_text(text_); }

std::optional<Value> builtin_attribute(Interpreter& interpreter, const Value& self, std::string_view name) {
  Ref<Class> cls = interpreter.type_of(self);
  const Class* owner = nullptr;
  std::optional<Value> found = lookup_with_owner(*cls, hashed(name), &owner);
  if (!found) return std::nullopt;
  return bind_attribute(interpreter, *found, self, *cls, owner->is_native);
}

int64_t index_of(Interpreter& interpreter, const Value& key, std::string_view container) {
  if (key.is_int() || key.is_bool()) return key.integer();
  if (key.is_object()) {
    if (auto big = as_big(key)) {
      if (auto small = big->to_int64()) return *small;
      interpreter.raise("IndexError", "cannot fit 'int' into an index-sized integer");
    }
    if (auto index = interpreter.call_method(key, names::dunder_index, {})) return index_of(interpreter, *index, container);
  }
  interpreter.raise("TypeError", fmt::format("{} indices must be integers or slices, not {}", container,
                                             interpreter.type_name(key)));
}

}  // namespace tilewright::script
