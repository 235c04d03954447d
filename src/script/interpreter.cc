// The interpreter's public face: entry points that return diagnostics, and the operations native rooms use.
#include "script/interpreter.h"

#include <fmt/format.h>

#include "python/parser.h"
#include "script/big_integer.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/known_names.h"
#include "script/modules.h"
#include "script/names.h"
#include "script/number_format.h"
#include "script/objects.h"
#include "script/teardown.h"

namespace tilewright::script {

Interpreter::Interpreter(SourceManager& sources, Budget& budget, Capabilities capabilities)
    : sources_(sources), budget_(budget), capabilities_(std::move(capabilities)),
      implementation_(std::make_unique<Implementation>(*this)) {
  add_builtin_modules(*this);
}
Interpreter::~Interpreter() {
  Implementation& state = *implementation_;
  std::vector<Value> roots = {std::move(state.modules), std::move(state.builtins), std::move(state.handled),
                              std::move(state.result)};
  for (auto& [name, cls] : state.classes) roots.emplace_back(cls);
  for (const Ref<Class>& cls : state.classes_by_tag) roots.emplace_back(cls);
  tear_down(std::move(roots));
}

void Interpreter::add_module(std::string dotted_name, ModuleFactory factory) {
  implementation_->factories[std::move(dotted_name)] = std::move(factory);
}

// ---- budgets ---------------------------------------------------------------------------------
void Interpreter::spend(uint64_t steps) {
  if (!budget_.spend(steps)) {
    abort(DiagnosticKind::FuelExhausted,
          fmt::format("the fuel of {} steps is used up: an endless loop, or too much work", budget_.limits().fuel));
  }
  if (live_object_bytes - implementation_->accounted_bytes > (1 << 16)) implementation_->account_memory();
}

void Interpreter::Implementation::account_memory() {
  int64_t difference = live_object_bytes - accounted_bytes;
  accounted_bytes = live_object_bytes;
  owner.charge_memory(difference);
}

void Interpreter::charge_memory(int64_t bytes) {
  if (bytes < 0) return budget_.release(static_cast<uint64_t>(-bytes));
  if (!budget_.allocate(static_cast<uint64_t>(bytes))) {
    budget_.release(static_cast<uint64_t>(bytes));
    abort(DiagnosticKind::MemoryBudget,
          fmt::format("the memory budget of {} bytes is used up", budget_.limits().memory_bytes));
  }
}

void Interpreter::check_memory(int64_t bytes) {
  if (bytes < (1 << 16)) return;
  implementation_->account_memory();
  charge_memory(bytes);
  charge_memory(-bytes);
}

// ---- entry points ----------------------------------------------------------------------------
Diagnostic Interpreter::describe(const PythonError& error) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::PythonException;
  auto* exception = as_exception(error.exception);
  if (exception != nullptr && exception->refusal != nullptr) return *exception->refusal;
  diagnostic.message = exception == nullptr ? "exception" : exception_line(*this, *exception);
  // A key may be a whole tensor, whose elements tell nothing.
  if (exception != nullptr && is_exception_of(*this, error, "KeyError")) {
    size_t end = diagnostic.message.find('\n');
    if (end != std::string::npos) diagnostic.message = diagnostic.message.substr(0, end) + " ...";
  }
  if (exception != nullptr && exception->attributes->find(kLacksModule)) {
    diagnostic.kind = DiagnosticKind::Unsupported;
    diagnostic.message = exception_text(*this, *exception);
  }
  // triton.OutOfResources: scripts may catch it; where none does the launch is beyond the chip.
  if (exception != nullptr && exception->cls->lookup("__launch_limit__")) diagnostic.kind = DiagnosticKind::LaunchLimit;
  std::vector<Span> places = error.traceback;
  // Places of the program's own Python are shown only where there is no other.
  auto is_own = [](Span place) { return place && is_built_in_source(place.source); };
  if (!std::all_of(places.begin(), places.end(), is_own)) std::erase_if(places, is_own);
  if (places.empty()) places.push_back(current_span_);
  diagnostic.span = places.front();
  if (exception != nullptr) {
    if (exception->hints) diagnostic.notes = exception->hints();
    if (auto notes = exception->attributes->find("__notes__")) {
      if (auto* list = notes->as<List>()) {
        for (const Value& note : list->items) {
          if (const std::string* text = as_string(note)) diagnostic.notes.push_back({*text, {}});
        }
      }
    }
  }
  constexpr size_t kShownFrames = 12;
  for (size_t i = 1; i < places.size(); ++i) {
    if (places.size() > kShownFrames && i >= kShownFrames / 2 && i < places.size() - kShownFrames / 2) continue;
    diagnostic.notes.push_back({"called from here", places[i]});
  }
  if (exception != nullptr) {
    Value cause = exception->cause;
    bool is_cause = !cause.is_none();
    if (!is_cause && !exception->suppress_context) cause = exception->context;
    if (auto* earlier = as_exception(cause)) {
      Span place = earlier->traceback.empty() ? Span{} : earlier->traceback.front();
      diagnostic.notes.push_back({(is_cause ? "caused by " : "while handling ") + exception_line(*this, *earlier), place});
    }
  }
  return diagnostic;
}

Result<Value> Interpreter::guard(const std::function<Value()>& body) {
  Implementation& state = *implementation_;
  bool is_outermost = !state.is_running;
  if (is_outermost) {
    state.is_running = true;
    state.stack_base = static_cast<const char*>(__builtin_frame_address(0));
    state.accounted_bytes = live_object_bytes;
  }
  Frame* frame = state.frame;
  int depth = state.depth;
  Value handled = state.handled;
  auto leave = [&] {
    state.frame = frame;
    state.depth = depth;
    state.handled = handled;
    state.is_reraised = false;
    state.repr_stack.clear();
    if (is_outermost) {
      int64_t difference = live_object_bytes - state.accounted_bytes;
      if (difference < 0) budget_.release(static_cast<uint64_t>(-difference));
      else (void)budget_.allocate(static_cast<uint64_t>(difference));
      state.accounted_bytes = live_object_bytes;
      state.is_running = false;
      state.stack_base = nullptr;
    }
  };
  std::optional<PythonError> error;
  std::optional<Diagnostic> aborted;
  Value value;
  try {
    value = body();
  } catch (PythonError& raised) {
    error = std::move(raised);
  } catch (AbortRun& run) {
    aborted = std::move(run.diagnostic);
  } catch (const std::out_of_range&) {
    error = PythonError{make_exception(*this, "TypeError", "missing required argument"), {}};
  } catch (const std::bad_alloc&) {
    aborted = Diagnostic{DiagnosticKind::MemoryBudget, "out of memory", current_span_, {}};
  } catch (const std::length_error&) {
    aborted = Diagnostic{DiagnosticKind::MemoryBudget, "out of memory", current_span_, {}};
  }
  if (error) {
    if (is_exception_of(*this, *error, "SystemExit")) {
      const auto& args = as_exception(error->exception)->args;
      state.exit_request = args.empty() ? Value() : args[0];
    }
    state.depth = 0;
    try {  // printing the exception may run the script's __str__
      aborted = describe(*error);
    } catch (PythonError&) {
      aborted = Diagnostic{DiagnosticKind::PythonException, "<exception str() failed>", current_span_, {}};
    } catch (AbortRun& run) {
      aborted = std::move(run.diagnostic);
    }
  }
  leave();
  if (aborted) return fail(std::move(*aborted));
  return value;
}

std::optional<Value> Interpreter::exit_request() const { return implementation_->exit_request; }

Result<Ref<Module>> Interpreter::run_module(SourceId source, std::string module_name) {
  auto parsed = python::parse(sources_, source);
  if (!parsed) return fail(parsed.error());
  Ref<Module> module = make<Module>(module_name);
  module->set("__name__", make_string(module_name));
  module->set("__file__", make_string(sources_.file(source).name()));
  module->set("__doc__", Value());
  Result<Value> result = guard([&] {
    implementation_->modules->set(module_name, module);
    implementation_->run_module_body(*parsed, module);
    return Value();
  });
  if (!result) return fail(result.error());
  return module;
}

Result<Value> Interpreter::call(const Value& callable, CallArguments arguments) {
  return guard([&] { return call_value(callable, std::move(arguments)); });
}

// ---- raising ---------------------------------------------------------------------------------
void Interpreter::raise(std::string_view class_name, std::string message, Span span) {
  Value exception = make_exception(*this, class_name, std::move(message));
  PythonError error{exception, {}};
  if (span) error.traceback.push_back(span);
  throw error;
}

void Interpreter::abort(DiagnosticKind kind, std::string message, Span span) {
  Diagnostic diagnostic{kind, std::move(message), span ? span : current_span_, {}};
  Frame* frame = implementation_->frame;
  Span place = frame == nullptr ? Span{} : frame->place();
  if (!span && place) diagnostic.span = place;
  int shown = 0;
  for (frame = frame == nullptr ? nullptr : frame->previous; frame != nullptr && shown < 6; frame = frame->previous, ++shown) {
    if (Span caller = frame->place()) diagnostic.notes.push_back({"called from here", caller});
  }
  throw AbortRun{std::move(diagnostic)};
}

// ---- calls and attributes --------------------------------------------------------------------
Value Interpreter::call_value(const Value& callable, CallArguments arguments) {
  Value alive = callable;
  if (!callable.is_object()) raise("TypeError", fmt::format("'{}' object is not callable", type_name(callable)));
  if (!arguments.span) arguments.span = current_span_;
  DepthGuard guard(*this);
  return callable.object()->call(*this, arguments);
}

std::optional<Value> Interpreter::call_method(const Value& value, HashedName method, std::vector<Value> positional) {
  std::optional<Value> found = find_attribute(value, method.text);
  if (!found) return std::nullopt;
  return call_value(*found, {std::move(positional), {}, current_span_});
}

std::optional<Value> Interpreter::find_attribute(const Value& value, std::string_view name) {
  if (value.is_object()) {
    if (auto found = value.object()->find_attribute(*this, name)) return found;
  }
  if (name == "__class__") return Value(type_of(value));
  if (auto found = builtin_attribute(*this, value, name)) return found;
  if (name == "__doc__") return Value();
  return std::nullopt;
}

namespace {

// The module or class that is known to have an attribute which the value lacks; empty: none is.
std::string known_owner(Interpreter& interpreter, const Value& value, std::string_view name) {
  if (auto* module = value.as<Module>()) {
    std::string whole = module->name + "." + std::string(name);
    return is_known_name(interpreter, module->name, name) || is_known_name(interpreter, "modules", whole) ? module->name : "";
  }
  auto* given = value.as<Class>();
  Ref<Class> type = given != nullptr ? Ref<Class>(given) : interpreter.type_of(value);
  for (const Class* cls : type->resolution_order) {
    std::string owner = cls->module_name + "." + cls->name;
    if (is_known_name(interpreter, owner, name)) return owner;
  }
  return "";
}

}  // namespace

Value Interpreter::get_attribute(const Value& value, std::string_view name) {
  if (auto found = find_attribute(value, name)) return *found;
  if (std::string owner = known_owner(*this, value, name); !owner.empty()) {
    throw_exception(make_shortcoming(*this, "AttributeError", fmt::format("{}.{} is not supported", owner, name)));
  }
  if (auto* module = value.as<Module>()) {
    raise("AttributeError", fmt::format("module '{}' has no attribute '{}'", module->name, name));
  }
  if (auto* cls = value.as<Class>()) {
    raise("AttributeError", fmt::format("type object '{}' has no attribute '{}'", cls->name, name));
  }
  raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(value), name));
}

void Interpreter::set_attribute(const Value& target, std::string_view name, Value value) {
  if (!target.is_object()) {
    raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(target), name));
  }
  target.object()->set_attribute(*this, name, std::move(value));
}

void Interpreter::delete_attribute(const Value& target, std::string_view name) {
  if (auto* module = target.as<Module>()) {
    if (module->is_frozen || !module->globals->erase(name)) {
      raise("AttributeError", fmt::format("module '{}' has no attribute '{}'", module->name, name));
    }
    return;
  }
  if (!target.is_object()) {
    raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(target), name));
  }
  target.object()->delete_attribute(*this, name);
}

Value Interpreter::get_item(const Value& container, const Value& key) {
  if (!container.is_object()) {
    raise("TypeError", fmt::format("'{}' object is not subscriptable", type_name(container)));
  }
  return container.object()->get_item(*this, key);
}
void Interpreter::set_item(const Value& container, const Value& key, Value value) {
  if (!container.is_object()) {
    raise("TypeError", fmt::format("'{}' object does not support item assignment", type_name(container)));
  }
  container.object()->set_item(*this, key, std::move(value));
}
void Interpreter::delete_item(const Value& container, const Value& key) {
  if (!container.is_object()) {
    raise("TypeError", fmt::format("'{}' object doesn't support item deletion", type_name(container)));
  }
  container.object()->delete_item(*this, key);
}

bool Interpreter::contains(const Value& container, const Value& item) {
  if (!container.is_object()) {
    raise("TypeError", fmt::format("argument of type '{}' is not iterable", type_name(container)));
  }
  if (auto found = container.object()->contains(*this, item)) return *found;
  bool is_found = false;
  try {
    for_each(container, [&](Value element) {
      is_found = element.is_identical(item) || equals(element, item);
      return !is_found;
    });
  } catch (PythonError& error) {
    bool is_plain = error.traceback.empty() && is_exception_of(*this, error, "TypeError");
    if (!is_plain || !str(error.exception).ends_with("object is not iterable")) throw;
    raise("TypeError", fmt::format("argument of type '{}' is not iterable", type_name(container)));
  }
  return is_found;
}

// ---- text ------------------------------------------------------------------------------------
std::string Interpreter::repr(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None: return "None";
    case Value::Kind::Bool: return value.boolean() ? "True" : "False";
    case Value::Kind::Int: return std::to_string(value.integer());
    case Value::Kind::Float: return float_repr(value.floating());
    case Value::Kind::Object: break;
  }
  DepthGuard guard(*this);
  std::string text = value.object()->repr(*this);
  check_memory(static_cast<int64_t>(text.size()));
  return text;
}
std::string Interpreter::str(const Value& value) {
  if (!value.is_object()) return repr(value);
  DepthGuard guard(*this);
  return value.object()->str(*this);
}
std::string Interpreter::format(const Value& value, std::string_view spec) {
  switch (value.kind()) {
    case Value::Kind::None:
      if (spec.empty()) return "None";
      raise("TypeError", "unsupported format string passed to NoneType.__format__");
    case Value::Kind::Bool:
      if (spec.empty()) return repr(value);
      return format_integer(*this, BigInt(value.integer()), spec);
    case Value::Kind::Int:
      if (spec.empty()) return repr(value);
      return format_integer(*this, BigInt(value.integer()), spec);
    case Value::Kind::Float:
      if (spec.empty()) return repr(value);
      return format_float(*this, value.floating(), spec);
    case Value::Kind::Object: break;
  }
  DepthGuard guard(*this);
  return value.object()->format(*this, spec);
}

std::string Interpreter::type_name(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None: return "NoneType";
    case Value::Kind::Bool: return "bool";
    case Value::Kind::Int: return "int";
    case Value::Kind::Float: return "float";
    case Value::Kind::Object: return std::string(value.object()->type_name());
  }
  return {};
}

// ---- iteration -------------------------------------------------------------------------------
int64_t Interpreter::length(const Value& value) {
  std::optional<int64_t> size = value.is_object() ? value.object()->length(*this) : std::nullopt;
  if (!size) raise("TypeError", fmt::format("object of type '{}' has no len()", type_name(value)));
  return *size;
}

std::unique_ptr<Iterator> Interpreter::iterate(const Value& value) {
  if (!value.is_object()) raise("TypeError", fmt::format("'{}' object is not iterable", type_name(value)));
  return value.object()->iterate(*this);
}

void Interpreter::for_each(const Value& iterable, const std::function<bool(Value)>& visit) {
  std::unique_ptr<Iterator> iterator = iterate(iterable);
  Value alive = iterable;
  while (std::optional<Value> item = iterator->next(*this)) {
    spend(1);
    if (!visit(std::move(*item))) return;
  }
}

std::vector<Value> Interpreter::to_vector(const Value& iterable) {
  if (iterable.is_object()) {
    if (iterable.object()->tag() == TypeTag::List) return static_cast<List*>(iterable.object())->items;
    if (iterable.object()->tag() == TypeTag::Tuple) return static_cast<Tuple*>(iterable.object())->items;
  }
  std::vector<Value> items;
  if (auto* range = iterable.as<Range>()) {
    check_memory(range->size() * static_cast<int64_t>(sizeof(Value)));
    items.reserve(static_cast<size_t>(range->size()));
  }
  for_each(iterable, [&](Value item) {
    if (items.size() == items.capacity()) check_memory(static_cast<int64_t>(items.capacity() * 3 * sizeof(Value)));
    items.push_back(std::move(item));
    return true;
  });
  return items;
}

// ---- conversions -----------------------------------------------------------------------------
int64_t Interpreter::to_int(const Value& value, std::string_view what) {
  if (value.is_int() || value.is_bool()) return value.integer();
  if (value.as<Integer>() != nullptr) raise("OverflowError", "Python int too large to convert to C long");
  if (value.is_object()) {
    if (auto big = as_big(value)) {
      if (auto small = big->to_int64()) return *small;
    }
    if (auto index = call_method(value, names::dunder_index, {})) return to_int(*index, what);
  }
  raise("TypeError", what.empty() ? fmt::format("'{}' object cannot be interpreted as an integer", type_name(value))
                                  : fmt::format("{} must be an integer, not {}", what, type_name(value)));
}

double Interpreter::to_float(const Value& value, std::string_view what) {
  if (value.is_float()) return value.floating();
  if (value.is_int() || value.is_bool()) return static_cast<double>(value.integer());
  if (auto big = as_big(value)) {
    double result = big->to_double();
    if (result - result != 0) raise("OverflowError", "int too large to convert to float");
    return result;
  }
  if (value.is_object()) {
    if (const Value* part = value.object()->native_part(); part != nullptr && part->is_float()) return part->floating();
    if (auto converted = call_method(value, names::dunder_float, {})) return to_float(*converted, what);
    if (auto index = call_method(value, names::dunder_index, {})) return to_float(*index, what);
  }
  raise("TypeError", what.empty() ? fmt::format("must be real number, not {}", type_name(value))
                                  : fmt::format("{} must be a real number, not {}", what, type_name(value)));
}

// ---- classes ---------------------------------------------------------------------------------
Ref<Class> Interpreter::builtin_class(std::string_view name) {
  auto& classes = implementation_->classes;
  auto it = classes.find(std::string(name));
  if (it != classes.end()) return it->second;
  Ref<Class> cls = make_exception_class(*this, name);
  if (!cls) cls = make_builtin_class(*this, name);
  if (!cls) {  // the type of a native object that has no class of its own
    cls = make_class(std::string(name), {}, "builtins");
  }
  classes[std::string(name)] = cls;
  return cls;
}

Ref<Class> Interpreter::make_class(std::string name, std::vector<Ref<Class>> bases, std::string module_name) {
  Ref<Class> cls = make<Class>();
  cls->name = cls->qualified_name = std::move(name);
  cls->module_name = std::move(module_name);
  if (bases.empty()) bases.push_back(builtin_class("object"));
  cls->bases = std::move(bases);
  compute_resolution_order(*this, *cls);
  inherit_native_traits(*cls);
  cls->is_native = true;
  return cls;
}

Ref<Class> Interpreter::type_of(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None: return builtin_class("NoneType");
    case Value::Kind::Bool: return builtin_class("bool");
    case Value::Kind::Int: {
      auto& cls = implementation_->int_class;
      if (!cls) cls = builtin_class("int");
      return cls;
    }
    case Value::Kind::Float: {
      auto& cls = implementation_->float_class;
      if (!cls) cls = builtin_class("float");
      return cls;
    }
    case Value::Kind::Object: break;
  }
  Object* object = value.object();
  Value type = object->type_object(*this);
  if (auto* cls = type.as<Class>()) return Ref<Class>(cls);
  switch (object->tag()) {
    case TypeTag::String: case TypeTag::List: case TypeTag::Dict: case TypeTag::Tuple: {
      auto& cls = implementation_->classes_by_tag[static_cast<size_t>(object->tag())];
      if (!cls) cls = builtin_class(object->type_name());
      return cls;
    }
    default: return builtin_class(object->type_name());
  }
}

bool Interpreter::is_instance(const Value& value, const Value& class_or_tuple) {
  if (auto* cls = class_or_tuple.as<Class>()) {
    if (cls->meta != nullptr && cls->meta->is_instance) {
      if (auto answer = cls->meta->is_instance(*this, value)) return *answer;
    }
    Ref<Class> type = type_of(value);
    if (type->is_subclass_of(*cls)) return true;
    return cls->name == "object";
  }
  if (auto* tuple = class_or_tuple.as<Tuple>()) {
    DepthGuard guard(*this);
    for (const Value& item : tuple->items) {
      if (is_instance(value, item)) return true;
    }
    return false;
  }
  if (auto* alias = class_or_tuple.as<TypeAlias>()) {
    if (alias->repr(*this).find(" | ") != std::string::npos || alias->origin.is_none()) {
      for (const Value& item : alias->arguments) {
        bool matches = item.is_none() ? value.is_none() : is_instance(value, item);
        if (matches) return true;
      }
      return false;
    }
    raise("TypeError", "isinstance() argument 2 cannot be a parameterized generic");
  }
  if (class_or_tuple.is_none()) {
    raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union");
  }
  // typing.Iterable stands for the class of collections.abc.
  if (std::string text = repr(class_or_tuple); text.starts_with("typing.")) {
    auto cls = import_module("collections.abc", current_span_)->globals->find(std::string_view(text).substr(7));
    if (cls && cls->as<Class>() != nullptr) return is_instance(value, *cls);
  }
  // A native room's type that is no Class (a callable) answers by identity of type().
  if (class_or_tuple.is_object() && class_or_tuple.object()->is_callable() && value.is_object()) {
    Value type = value.object()->type_object(*this);
    if (type.is_object()) return type.is_identical(class_or_tuple);
  }
  raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union");
}

bool Interpreter::is_subclass(const Class& cls, const Value& class_or_tuple) {
  if (auto* other = class_or_tuple.as<Class>()) {
    if (other->meta != nullptr && other->meta->is_subclass) {
      if (auto answer = other->meta->is_subclass(*this, cls)) return *answer;
    }
    return cls.is_subclass_of(*other) || other->name == "object";
  }
  if (auto* tuple = class_or_tuple.as<Tuple>()) {
    DepthGuard guard(*this);
    for (const Value& item : tuple->items) {
      if (is_subclass(cls, item)) return true;
    }
    return false;
  }
  raise("TypeError", "issubclass() arg 2 must be a class, a tuple of classes, or a union");
}

}  // namespace tilewright::script
