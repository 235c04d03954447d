// The machine's steps that are too long for its loop.
#include "script/machine_steps.h"

#include <fmt/format.h>

#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/names.h"
#include "script/objects.h"
#include "script/set.h"

namespace tilewright::script {

namespace {
void push(Frame& frame, Value value) { new (frame.top++) Value(std::move(value)); }
}  // namespace

void raise_unsupported(Interpreter& interpreter, const std::string& what) {
  if (what.starts_with("'break'") || what.starts_with("'continue'") || what.starts_with("can't use") ||
      what.starts_with("starred")) {
    interpreter.abort(DiagnosticKind::SyntaxError, what);
  }
  interpreter.unsupported(what + " is not supported");
}

void append(Interpreter& interpreter, List& list, Value item) {
  if (list.items.size() == list.items.capacity()) {
    interpreter.check_memory(static_cast<int64_t>(list.items.capacity() * sizeof(Value)));
    list.items.push_back(std::move(item));
    list.account(list.items.capacity() * sizeof(Value));
    return;
  }
  list.items.push_back(std::move(item));
}

namespace {

// "__main__.f() " in messages about spread arguments.
std::string call_prefix(Interpreter& interpreter, const Value* callee) {
  if (callee == nullptr) return "";
  Value target = *callee;
  if (auto* method = target.as<BoundMethod>()) target = method->function;
  if (auto* function = target.as<Function>()) {
    return interpreter.str(function->module->globals->find("__name__").value_or(make_string("__main__"))) + "." +
           function->qualified_name + "() ";
  }
  if (auto* function = target.as<NativeFunction>()) return function->name + "() ";
  if (auto* cls = target.as<Class>()) return cls->module_name == "builtins" ? cls->name + "() " : cls->module_name + "." + cls->qualified_name + "() ";
  return interpreter.type_name(target) + " object ";
}

}  // namespace

void extend_starred(Interpreter& interpreter, List& list, const Value& iterable, const Value* callee) {
  bool can_iterate = iterable.is_object();
  if (can_iterate && iterable.object()->tag() == TypeTag::Instance) {
    can_iterate = interpreter.find_attribute(iterable, "__iter__") || interpreter.find_attribute(iterable, "__getitem__");
  }
  if (!can_iterate) {
    std::string type = interpreter.type_name(iterable);
    if (callee == nullptr) interpreter.raise("TypeError", fmt::format("Value after * must be an iterable, not {}", type));
    interpreter.raise("TypeError", fmt::format("{}argument after * must be an iterable, not {}", call_prefix(interpreter, callee), type));
  }
  interpreter.for_each(iterable, [&](Value item) {
    append(interpreter, list, std::move(item));
    return true;
  });
}

void merge_mapping(Interpreter& interpreter, Dict& dict, const Value& mapping, bool is_for_call, const Value* callee) {
  auto add = [&](const Value& key, Value value) {
    interpreter.spend(1);
    if (is_for_call) {
      const std::string* name = as_string(key);
      if (name == nullptr) interpreter.raise("TypeError", "keywords must be strings");
      if (dict.find(*name)) {
        interpreter.raise("TypeError", fmt::format("{}got multiple values for keyword argument '{}'", call_prefix(interpreter, callee), *name));
      }
    }
    dict.set(interpreter, key, std::move(value));
  };
  if (auto* source = mapping.as<Dict>()) {
    for (auto& [key, value] : source->entries()) add(key, value);
    return;
  }
  std::optional<Value> keys = interpreter.call_method(mapping, hashed("keys"), {});
  if (!keys) {
    interpreter.raise("TypeError", is_for_call ? fmt::format("{}argument after ** must be a mapping, not {}", call_prefix(interpreter, callee),
                                                             interpreter.type_name(mapping))
                                               : fmt::format("'{}' object is not a mapping",
                                                             interpreter.type_name(mapping)));
  }
  interpreter.for_each(*keys, [&](Value key) {
    add(key, interpreter.get_item(mapping, key));
    return true;
  });
}

namespace {

[[noreturn]] void cannot_unpack(Interpreter& interpreter, const Value& value) {
  interpreter.raise("TypeError", fmt::format("cannot unpack non-iterable {} object", interpreter.type_name(value)));
}

bool is_iterable(Interpreter& interpreter, const Value& value) {
  if (!value.is_object()) return false;
  if (value.object()->tag() != TypeTag::Instance) return true;
  auto& instance = static_cast<Instance&>(*value.object());
  return instance.cls->lookup(names::dunder_iter) || instance.cls->lookup(names::dunder_getitem) ||
         typeid(instance) != typeid(Instance) || interpreter.implementation().frame == nullptr;
}

}  // namespace

void unpack(Interpreter& interpreter, Frame& frame, const Value& sequence, uint32_t count) {
  auto push_all = [&](const std::vector<Value>& items) {
    if (items.size() < count) {
      interpreter.raise("ValueError",
                        fmt::format("not enough values to unpack (expected {}, got {})", count, items.size()));
    }
    if (items.size() > count) {
      interpreter.raise("ValueError", fmt::format("too many values to unpack (expected {})", count));
    }
    for (size_t i = items.size(); i-- > 0;) push(frame, items[i]);
  };
  if (sequence.is_object()) {
    if (sequence.object()->tag() == TypeTag::Tuple) return push_all(static_cast<Tuple*>(sequence.object())->items);
    if (sequence.object()->tag() == TypeTag::List) return push_all(static_cast<List*>(sequence.object())->items);
  }
  if (!is_iterable(interpreter, sequence)) cannot_unpack(interpreter, sequence);
  std::vector<Value> items;
  std::unique_ptr<Iterator> iterator = interpreter.iterate(sequence);
  while (items.size() <= count) {
    std::optional<Value> item = iterator->next(interpreter);
    if (!item) break;
    items.push_back(std::move(*item));
  }
  push_all(items);
}

void unpack_starred(Interpreter& interpreter, Frame& frame, const Value& sequence, uint32_t before, uint32_t after) {
  if (!is_iterable(interpreter, sequence)) cannot_unpack(interpreter, sequence);
  std::vector<Value> items = interpreter.to_vector(sequence);
  if (items.size() < before + after) {
    interpreter.raise("ValueError", fmt::format("not enough values to unpack (expected at least {}, got {})",
                                                before + after, items.size()));
  }
  for (uint32_t i = 0; i < after; ++i) push(frame, items[items.size() - 1 - i]);
  push(frame, make_list({items.begin() + before, items.end() - after}));
  for (uint32_t i = before; i-- > 0;) push(frame, items[i]);
}

// Pushes [function, self] for a method found on the class, else [callable, unbound].
void load_method(Interpreter& interpreter, Frame& frame, const Value& object, const String& name) {
  Object* target = object.object();
  Class* cls = nullptr;
  if (target == nullptr) {
    cls = interpreter.type_of(object).get();
  } else {
    switch (target->tag()) {
      case TypeTag::Instance: cls = static_cast<Instance*>(target)->cls.get(); break;
      case TypeTag::String: case TypeTag::List: case TypeTag::Dict: case TypeTag::Tuple: case TypeTag::Set:
        if (target->type_object(interpreter).is_none()) cls = interpreter.type_of(object).get();
        break;
      default: break;
    }
  }
  if (cls != nullptr) {
    const Class* owner = nullptr;
    std::optional<Value> found = lookup_with_owner(*cls, name.hashed_name(), &owner);
    if (found && found->is_object()) {
      Object* method = found->object();
      bool is_function = method->tag() == TypeTag::Function;
      bool is_descriptor = method->tag() == TypeTag::Other && dynamic_cast<MethodDescriptor*>(method) != nullptr &&
                           !static_cast<MethodDescriptor*>(method)->method.is_static;
      if (is_function || is_descriptor) {
        bool is_hidden = target != nullptr && target->tag() == TypeTag::Instance &&
                         (static_cast<Instance*>(target)->attributes->look_up(name.hashed_name()) != nullptr ||
                          typeid(*target) != typeid(Instance));
        if (!is_hidden) {
          push(frame, std::move(*found));
          push(frame, object);
          return;
        }
      }
    }
  }
  push(frame, interpreter.get_attribute(object, name.text));
  push(frame, Value::unbound());
}

Value call_spread(Interpreter& interpreter, const Value& callable, List& positional, Dict* keywords) {
  CallArguments arguments;
  arguments.positional = std::move(positional.items);
  arguments.span = interpreter.current_span();
  if (keywords != nullptr) {
    for (auto& [key, value] : keywords->entries()) arguments.keywords.emplace_back(*as_string(key), value);
  }
  return interpreter.call_value(callable, std::move(arguments));
}

void make_function_object(Interpreter&, Frame& frame, Code& code, uint32_t flags) {
  auto take = [&] {
    Value value(std::move(*--frame.top));
    return value;
  };
  Ref<Function> function = make<Function>();
  if (flags & 4) function->annotations = take();
  if (flags & 2) {
    Value defaults = take();
    for (auto& [key, value] : static_cast<Dict&>(*defaults.object()).entries()) {
      function->keyword_defaults.emplace_back(*as_string(key), value);
    }
  }
  if (flags & 1) function->defaults = static_cast<Tuple&>(*take().object()).items;
  function->name = code.name;
  function->qualified_name = code.qualified_name;
  function->ast = frame.unit->ast;
  function->unit = frame.unit;
  function->code = &code;
  if (code.scope->kind == ScopeKind::Lambda) {
    function->lambda = static_cast<const python::Lambda*>(code.scope->node);
  } else {
    function->definition = static_cast<const python::FunctionDef*>(code.scope->node);
  }
  function->span = frame.place();
  function->module = frame.module;
  for (const FreeVariable& variable : code.free_variables) {
    function->closure.emplace_back(static_cast<Cell*>(frame.slots[variable.parent_slot].object()));
  }
  push(frame, function);
}

Value run_comprehension(Interpreter& interpreter, Frame& outer, Code& code, Value iterator) {
  compile(*outer.unit, code);
  auto prepare = [&](Frame& frame) {
    frame.slots[0] = std::move(iterator);
    for (const FreeVariable& variable : code.free_variables) {
      frame.slots[variable.slot] = outer.slots[variable.parent_slot];
    }
    frame.make_cells();
  };
  if (code.is_generator) {
    Ref<Generator> generator = make<Generator>(code);
    generator->frame.unit = outer.unit;
    generator->frame.module = outer.module;
    generator->name = code.name;
    prepare(generator->frame);
    return generator;
  }
  DepthGuard guard(interpreter);
  auto& implementation = interpreter.implementation();
  Frame frame;
  frame.code = &code;
  frame.unit = outer.unit;
  frame.module = outer.module;
  size_t size = frame.storage_size();
  struct Storage {
    ValueArena& arena;
    size_t size;
    Frame& frame;
    ~Storage() {
      frame.clear();
      arena.release(size);
    }
  };
  frame.start(implementation.arena.allocate(size));
  Storage storage{implementation.arena, size, frame};
  prepare(frame);
  return implementation.run_to_end(frame);
}

// Sends a value into the iterator of `yield from`; empty when it ended, with what it returned.
std::optional<Value> send_to(Interpreter& interpreter, const Value& iterator, Value sent, Value& returned) {
  if (auto* generator = iterator.as<Generator>()) {
    std::optional<Value> item = generator->resume(interpreter, std::move(sent));
    if (!item) returned = generator->result;
    return item;
  }
  if (sent.is_none()) {
    try {
      if (auto* instance = iterator.as<Instance>()) {
        (void)instance;
        return interpreter.call_method(iterator, names::dunder_next, {});
      }
      return next_of(interpreter, iterator);
    } catch (PythonError& error) {
      if (!is_exception_of(interpreter, error, "StopIteration")) throw;
      auto* stop = as_exception(error.exception);
      returned = stop->args.empty() ? Value() : stop->args[0];
      return std::nullopt;
    }
  }
  return interpreter.call_method(iterator, hashed("send"), {std::move(sent)});
}

bool is_assertion(const Value& raised) {
  auto* exception = as_exception(raised);
  const Class* cls = exception != nullptr ? exception->cls.get() : raised.as<Class>();
  return cls != nullptr && cls->name == "AssertionError";
}

PythonError prepare_raise(Interpreter& interpreter, const Value& raised, const Value& cause) {
  Value exception = instantiate_exception(interpreter, raised);
  if (!cause.is_unbound()) {
    auto* object = as_exception(exception);
    if (cause.is_none()) {
      object->cause = Value();
    } else {
      bool is_class = cause.as<Class>() != nullptr && cause.as<Class>()->is_exception;
      if (!is_class && as_exception(cause) == nullptr) {
        interpreter.raise("TypeError", "exception causes must derive from BaseException");
      }
      object->cause = instantiate_exception(interpreter, cause);
    }
    object->suppress_context = true;
  }
  return {exception, {}};
}

bool matches_exception(Interpreter& interpreter, const Value& exception, const Value& type) {
  auto check = [&](const Value& item) {
    auto* cls = item.as<Class>();
    if (cls == nullptr || !cls->is_exception) {
      interpreter.raise("TypeError", "catching classes that do not inherit from BaseException is not allowed");
    }
    return interpreter.type_of(exception)->is_subclass_of(*cls);
  };
  if (type.is_object() && type.object()->tag() == TypeTag::Tuple) {
    for (const Value& item : static_cast<Tuple*>(type.object())->items) {
      if (check(item)) return true;
    }
    return false;
  }
  return check(type);
}

void enter_context(Interpreter& interpreter, Frame& frame, const Value& manager) {
  std::optional<Value> enter = interpreter.find_attribute(manager, "__enter__");
  std::optional<Value> exit = enter ? interpreter.find_attribute(manager, "__exit__") : std::nullopt;
  if (!enter || !exit) {
    interpreter.raise("TypeError", fmt::format("'{}' object does not support the context manager protocol{}",
                                               interpreter.type_name(manager),
                                               enter ? " (missed __exit__ method)" : ""));
  }
  push(frame, *exit);
  push(frame, interpreter.call_value(*enter, {{}, {}, interpreter.current_span()}));
}

Value format_value(Interpreter& interpreter, const Value& value, int conversion, const Value& spec) {
  Value shown = value;
  if (conversion == 's') shown = make_string(interpreter.str(value));
  else if (conversion == 'r') shown = make_string(interpreter.repr(value));
  else if (conversion == 'a') {
    shown = interpreter.call_value(*interpreter.implementation().builtin(hashed("ascii")), {{value}, {}, {}});
  }
  const std::string* spec_text = as_string(spec);
  if (spec_text == nullptr && shown.is_object() && shown.object()->tag() == TypeTag::String) return shown;
  return make_string(interpreter.format(shown, spec_text == nullptr ? std::string_view() : *spec_text));
}

void annotate(Frame& frame, const String& name, Value annotation) {
  Dict& names = frame.names ? *frame.names : *frame.module->globals;
  if (!names.find("__annotations__")) names.set("__annotations__", make<Dict>());
  if (auto annotations = names.find("__annotations__")) {
    if (auto* dict = annotations->as<Dict>()) dict->set(name.text, std::move(annotation));
  }
}

bool is_matchable_sequence(const Value& value) {
  return value.as<List>() != nullptr || value.as<Tuple>() != nullptr || value.as<Range>() != nullptr;
}
bool is_matchable_mapping(const Value& value) { return value.as<Dict>() != nullptr; }

Value match_keys(Interpreter& interpreter, const Value& subject, const Value& keys, bool wants_rest) {
  auto* dict = subject.as<Dict>();
  std::vector<Value> values;
  Ref<Dict> rest;
  if (wants_rest) {
    rest = make<Dict>();
    for (auto& [key, value] : dict->entries()) rest->set(interpreter, key, value);
  }
  for (const Value& key : static_cast<Tuple&>(*keys.object()).items) {
    std::optional<Value> value = dict->find(interpreter, key);
    if (!value) return {};
    if (rest) rest->erase(interpreter, key);
    values.push_back(*value);
  }
  if (rest) values.push_back(rest);
  return make_tuple(std::move(values));
}

Value match_class(Interpreter& interpreter, const Value& subject, const Value& cls_value, uint32_t positional,
                  const Tuple& keyword_names) {
  auto* cls = cls_value.as<Class>();
  if (cls == nullptr) interpreter.raise("TypeError", "called match pattern must be a class");
  if (!interpreter.is_instance(subject, cls_value)) return {};
  std::vector<Value> values;
  auto attribute = [&](const std::string& name) {
    std::optional<Value> value = interpreter.find_attribute(subject, name);
    if (value) values.push_back(*value);
    return value.has_value();
  };
  if (positional != 0) {
    std::optional<Value> match_args = cls->lookup(names::dunder_match_args);
    if (!match_args) {
      bool matches_itself = cls->native_tag != TypeTag::Other || cls->name == "int" || cls->name == "float" ||
                            cls->name == "bool";
      if (!matches_itself || positional > 1) {
        interpreter.raise("TypeError", fmt::format("{}() accepts {} positional sub-pattern{} ({} given)", cls->name,
                                                   matches_itself ? 1 : 0, matches_itself ? "" : "s", positional));
      }
      values.push_back(subject);
    } else {
      auto* names = match_args->as<Tuple>();
      if (names == nullptr) interpreter.raise("TypeError", fmt::format("{}.__match_args__ must be a tuple (got {})", cls->name, interpreter.type_name(*match_args)));
      if (names->items.size() < positional) {
        interpreter.raise("TypeError", fmt::format("{}() accepts {} positional sub-pattern{} ({} given)", cls->name,
                                                   names->items.size(), names->items.size() == 1 ? "" : "s",
                                                   positional));
      }
      for (uint32_t i = 0; i < positional; ++i) {
        const std::string* name = as_string(names->items[i]);
        if (name == nullptr) interpreter.raise("TypeError", "__match_args__ elements must be strings");
        if (!attribute(*name)) return {};
      }
    }
  }
  for (const Value& name : keyword_names.items) {
    if (!attribute(*as_string(name))) return {};
  }
  return make_tuple(std::move(values));
}

}  // namespace tilewright::script
