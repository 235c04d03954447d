// Calling Python functions: binding arguments to parameters, frames, generators' creation.
#include <fmt/format.h>

#include "script/implementation.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

constexpr std::ptrdiff_t kUsableStack = std::ptrdiff_t{5} << 20;

std::string count_text(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string list_names(const std::vector<std::string>& names) {
  if (names.size() == 1) return "'" + names[0] + "'";
  std::string text;
  for (size_t i = 0; i + 1 < names.size(); ++i) text += fmt::format("'{}', ", names[i]);
  if (names.size() == 2) text = fmt::format("'{}' ", names[0]);
  return text + fmt::format("and '{}'", names.back());
}

[[noreturn]] void raise_missing(Interpreter& interpreter, const Function& function,
                                const std::vector<std::string>& names, std::string_view kind) {
  interpreter.raise("TypeError",
                    fmt::format("{}() missing {}: {}", function.qualified_name,
                                count_text(names.size(), fmt::format("required {} argument", kind)), list_names(names)));
}

[[noreturn]] void raise_too_many(Interpreter& interpreter, const Function& function, const Code& code, size_t given,
                                 const Value* slots) {
  size_t defaults = function.defaults.size();
  size_t keyword_only_given = 0;
  for (uint32_t i = 0; i < code.keyword_only; ++i) keyword_only_given += !slots[code.positional + i].is_unbound();
  std::string takes = defaults != 0 ? fmt::format("from {} to {} positional arguments", code.positional - defaults,
                                                  code.positional)
                                    : count_text(code.positional, "positional argument");
  std::string were = keyword_only_given != 0
                         ? fmt::format("{} (and {}) were", count_text(given, "positional argument"),
                                       count_text(keyword_only_given, "keyword-only argument"))
                         : fmt::format("{} {}", given, given == 1 ? "was" : "were");
  interpreter.raise("TypeError", fmt::format("{}() takes {} but {} given", function.qualified_name, takes, were));
}

}  // namespace

DepthGuard::DepthGuard(Interpreter& interpreter) : implementation_(interpreter.implementation()) {
  const char* here = static_cast<const char*>(__builtin_frame_address(0));
  const char* base = implementation_.stack_base;
  bool is_deep = base != nullptr && base - here > kUsableStack;
  if (implementation_.depth >= implementation_.recursion_limit || is_deep) {
    interpreter.raise("RecursionError", "maximum recursion depth exceeded");
  }
  ++implementation_.depth;
}

std::string_view CallView::keyword_name(size_t i) const {
  if (keywords != nullptr) return (*keywords)[i].first;
  return static_cast<String*>(keyword_names->items[i].object())->text;
}

void Interpreter::Implementation::bind_arguments(Function& function, CallView& view, Value* slots) {
  const Code& code = *function.code;
  size_t given = view.positional_count + (view.self != nullptr ? 1 : 0);
  size_t taken = std::min<size_t>(given, code.positional);
  size_t at = 0;
  size_t from = 0;
  if (view.self != nullptr && taken > 0) slots[at++] = *view.self;
  while (at < taken) slots[at++] = std::move(view.positional[from++]);
  Value* var_positional = nullptr;
  Value* var_keyword = nullptr;
  size_t next_slot = code.positional + code.keyword_only;
  if (code.has_var_positional) var_positional = &slots[next_slot++];
  if (code.has_var_keyword) {
    var_keyword = &slots[next_slot];
    *var_keyword = make<Dict>();
  }
  if (var_positional != nullptr) {
    std::vector<Value> rest;
    if (view.self != nullptr && code.positional == 0) rest.push_back(*view.self);
    while (from < view.positional_count) rest.push_back(std::move(view.positional[from++]));
    *var_positional = make_tuple(std::move(rest));
  }
  for (size_t k = 0; k < view.keyword_count; ++k) {
    std::string_view name = view.keyword_name(k);
    size_t named = code.positional + code.keyword_only;
    size_t parameter = code.positional_only;
    while (parameter < named && code.slot_names[parameter] != name) ++parameter;
    if (parameter < named) {
      if (!slots[parameter].is_unbound()) {
        owner.raise("TypeError", fmt::format("{}() got multiple values for argument '{}'", function.qualified_name, name));
      }
      slots[parameter] = std::move(view.keyword_value(k));
    } else if (var_keyword != nullptr) {
      var_keyword->as<Dict>()->set(name, std::move(view.keyword_value(k)));
    } else {
      for (size_t i = 0; i < code.positional_only; ++i) {
        if (code.slot_names[i] != name) continue;
        owner.raise("TypeError", fmt::format("{}() got some positional-only arguments passed as keyword arguments: '{}'",
                                             function.qualified_name, name));
      }
      owner.raise("TypeError",
                  fmt::format("{}() got an unexpected keyword argument '{}'", function.qualified_name, name));
    }
  }
  if (given > code.positional && var_positional == nullptr) raise_too_many(owner, function, code, given, slots);
  std::vector<std::string> missing;
  size_t first_default = code.positional - function.defaults.size();
  for (size_t i = taken; i < code.positional; ++i) {
    if (!slots[i].is_unbound()) continue;
    if (i >= first_default) slots[i] = function.defaults[i - first_default];
    else missing.push_back(code.slot_names[i]);
  }
  if (!missing.empty()) raise_missing(owner, function, missing, "positional");
  for (size_t i = code.positional; i < code.positional + code.keyword_only; ++i) {
    if (!slots[i].is_unbound()) continue;
    for (const auto& [name, value] : function.keyword_defaults) {
      if (name == code.slot_names[i]) slots[i] = value;
    }
    if (slots[i].is_unbound()) missing.push_back(code.slot_names[i]);
  }
  if (!missing.empty()) raise_missing(owner, function, missing, "keyword-only");
}

Value Interpreter::Implementation::call_function(Function& function, CallView& view) {
  DepthGuard guard(owner);
  Code& code = *function.code;
  if (!code.is_compiled) compile(*function.unit, code);
  auto prepare = [&](Frame& frame) {
    frame.unit = function.unit;
    frame.module = function.module;
    frame.function = Ref<Function>(&function);
    bind_arguments(function, view, frame.slots);
    for (size_t i = 0; i < code.free_variables.size(); ++i) {
      frame.slots[code.free_variables[i].slot] = function.closure[i];
    }
    frame.make_cells();
  };
  if (code.is_generator) {
    Ref<Generator> generator = make<Generator>(code);
    generator->name = function.qualified_name;
    prepare(generator->frame);
    return generator;
  }
  Frame frame;
  frame.code = &code;
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
  frame.start(arena.allocate(size));
  Storage storage{arena, size, frame};
  prepare(frame);
  return run_to_end(frame);
}

Value Interpreter::Implementation::call_on_stack(const Value& callable, const Value* self, Value* arguments,
                                                 uint32_t count, const Tuple* names) {
  size_t keyword_count = names == nullptr ? 0 : names->items.size();
  size_t positional = count - keyword_count;
  Object* target = callable.object();
  if (target == nullptr) {
    owner.raise("TypeError", fmt::format("'{}' object is not callable", owner.type_name(callable)));
  }
  Value held_function, held_self;  // keep a bound method's parts alive
  if (target->tag() == TypeTag::BoundMethod && self == nullptr) {
    held_self = static_cast<BoundMethod*>(target)->self;
    held_function = static_cast<BoundMethod*>(target)->function;
    self = &held_self;
    target = held_function.object();
  }
  if (target->tag() == TypeTag::Function) {
    CallView view{arguments, positional, self, keyword_count, names, arguments + positional, nullptr};
    return call_function(*static_cast<Function*>(target), view);
  }
  CallArguments call = take_arguments();
  call.span = owner.current_span_;
  auto* descriptor = self != nullptr && target->tag() == TypeTag::Other ? dynamic_cast<MethodDescriptor*>(target) : nullptr;
  if (self != nullptr && descriptor == nullptr) call.positional.push_back(*self);
  for (size_t i = 0; i < positional; ++i) call.positional.push_back(std::move(arguments[i]));
  for (size_t i = 0; i < keyword_count; ++i) {
    call.keywords.emplace_back(static_cast<String*>(names->items[i].object())->text, std::move(arguments[positional + i]));
  }
  DepthGuard guard(owner);
  Value returned = descriptor != nullptr ? descriptor->method.body(owner, *self, call) : target->call(owner, call);
  give_back(std::move(call));
  return returned;
}

CallArguments Interpreter::Implementation::take_arguments() {
  if (spare_arguments.empty()) return {};
  CallArguments arguments = std::move(spare_arguments.back());
  spare_arguments.pop_back();
  return arguments;
}

void Interpreter::Implementation::give_back(CallArguments&& arguments) {
  if (spare_arguments.size() >= 16) return;
  arguments.positional.clear();
  arguments.keywords.clear();
  spare_arguments.push_back(std::move(arguments));
}

Value Interpreter::Implementation::run_code(Code& code, std::shared_ptr<CodeUnit> unit, Ref<Module> module,
                                            Ref<Dict> names, Frame* parent) {
  DepthGuard guard(owner);
  compile(*unit, code);
  std::vector<std::byte> storage((code.slot_names.size() + code.stack_size) * sizeof(Value));  // outlives the frame
  Frame frame;
  frame.code = &code;
  frame.unit = std::move(unit);
  frame.module = std::move(module);
  frame.names = std::move(names);
  frame.start(reinterpret_cast<Value*>(storage.data()));
  for (const FreeVariable& variable : code.free_variables) {
    frame.slots[variable.slot] = parent->slots[variable.parent_slot];
  }
  frame.make_cells();
  Value value = run_to_end(frame);
  // A class body's own cell, for the class statement to fill.
  if (code.class_cell_slot >= 0 && code.scope->needs_class_cell) value = frame.slots[code.class_cell_slot];
  frame.clear();
  return value;
}

Value Function::call(Interpreter& interpreter, CallArguments& arguments) {
  CallView view;
  view.positional = arguments.positional.data();
  view.positional_count = arguments.positional.size();
  view.keyword_count = arguments.keywords.size();
  view.keywords = &arguments.keywords;
  return interpreter.implementation().call_function(*this, view);
}

std::string Function::repr(Interpreter&) {
  return fmt::format("<function {} at 0x{:x}>", qualified_name, reinterpret_cast<uintptr_t>(this));
}

std::optional<Value> Function::resolve(Interpreter& interpreter, std::string_view variable) const {
  if (code != nullptr) {
    for (size_t i = 0; i < code->free_variables.size(); ++i) {
      if (code->slot_names[code->free_variables[i].slot] != variable) continue;
      const Value& value = closure[i]->value;
      return value.is_unbound() ? std::nullopt : std::optional(value);
    }
  }
  if (module) {
    if (auto value = module->globals->find(variable)) return value;
  }
  const Value* value = interpreter.implementation().builtin(hashed(variable));
  return value == nullptr ? std::nullopt : std::optional(*value);
}

namespace {

Value doc_string(const Function& function) {
  if (function.definition == nullptr || function.definition->body.empty()) return {};
  const auto* statement = std::get_if<python::ExprStmt>(&(*function.ast)[function.definition->body[0]].data);
  if (statement == nullptr) return {};
  const auto* literal = std::get_if<python::ConstantExpr>(&(*function.ast)[statement->value].data);
  if (literal == nullptr) return {};
  const auto* text = std::get_if<python::StringConstant>(&literal->value);
  return text == nullptr ? Value() : make_string(text->utf8);
}

// The part of a code object that scripts look at.
Value code_description(const Function& function) {
  Ref<Module> code = make<Module>("code");
  const Code& source = *function.code;
  std::vector<Value> names;
  for (size_t i = 0; i < source.parameter_count(); ++i) names.push_back(make_string(source.slot_names[i]));
  code->set("co_name", make_string(source.name));
  code->set("co_argcount", static_cast<int64_t>(source.positional));
  code->set("co_posonlyargcount", static_cast<int64_t>(source.positional_only));
  code->set("co_kwonlyargcount", static_cast<int64_t>(source.keyword_only));
  code->set("co_varnames", make_tuple(std::move(names)));
  code->set("co_filename", make_string(""));
  return code;
}

}  // namespace

std::optional<Value> Function::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  if (attributes) {
    if (auto value = attributes->find(attribute)) return value;
  }
  if (attribute == "__name__") return make_string(name);
  if (attribute == "__qualname__") return make_string(qualified_name);
  if (attribute == "__module__") return module ? module->globals->find("__name__").value_or(Value()) : Value();
  if (attribute == "__doc__") return doc_string(*this);
  if (attribute == "__dict__") {
    if (!attributes) attributes = make<Dict>();
    return Value(attributes);
  }
  if (attribute == "__defaults__") return defaults.empty() ? Value() : make_tuple(defaults);
  if (attribute == "__kwdefaults__") {
    if (keyword_defaults.empty()) return Value();
    Ref<Dict> dict = make<Dict>();
    for (const auto& [key, value] : keyword_defaults) dict->set(key, value);
    return Value(dict);
  }
  if (attribute == "__annotations__") {
    if (annotations.is_none()) annotations = make<Dict>();
    return annotations;
  }
  if (attribute == "__code__") return code_description(*this);
  if (attribute == "__closure__") return Value();
  if (attribute == "__globals__") return module ? Value(module->globals) : Value(make<Dict>());
  return builtin_attribute(interpreter, Value(this), attribute);
}

void Function::set_attribute(Interpreter& interpreter, std::string_view attribute, Value value) {
  const std::string* text = as_string(value);
  if (attribute == "__name__" || attribute == "__qualname__") {
    if (text == nullptr) interpreter.raise("TypeError", fmt::format("{} must be set to a string object", attribute));
    (attribute == "__name__" ? name : qualified_name) = *text;
    return;
  }
  if (attribute == "__annotations__") {
    annotations = std::move(value);
    return;
  }
  if (attribute == "__defaults__") {
    defaults = value.is_none() ? std::vector<Value>{} : interpreter.to_vector(value);
    if (code != nullptr && defaults.size() > code->positional) defaults.resize(code->positional);
    return;
  }
  if (attribute == "__code__" || attribute == "__closure__" || attribute == "__globals__") {
    interpreter.unsupported(fmt::format("assigning to a function's {} is not supported", attribute));
  }
  if (!attributes) attributes = make<Dict>();
  attributes->set(attribute, std::move(value));
}

}  // namespace tilewright::script
