// typing: descriptions of types that run as inert values; and _script, what the modules written in Python
// need from the evaluator.
#include <fmt/format.h>

#include "script/arguments.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

class TypingForm final : public Object {
 public:
  TypingForm(std::string form_name, Value origin_type) : name(std::move(form_name)), origin(std::move(origin_type)) {}
  std::string name;
  Value origin;
  std::string_view type_name() const override { return "_SpecialForm"; }
  std::string repr(Interpreter&) override { return "typing." + name; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override {
    if (name == "cast") return arguments.positional.at(1);
    if (name == "NewType") return arguments.positional.at(1);
    if (!origin.is_none()) return interpreter.call_value(origin, arguments);
    // TypeVar("T"), ParamSpec("P"), overload(f), final(c): names and identities.
    if (!arguments.positional.empty()) {
      if (const std::string* text = as_string(arguments.positional[0])) return make<TypingForm>("~" + *text, Value());
      return arguments.positional[0];
    }
    return Value(this);
  }
  Value get_item(Interpreter& interpreter, const Value& key) override {
    std::vector<Value> arguments;
    if (auto* tuple = key.as<Tuple>()) arguments = tuple->items;
    else arguments = {key};
    std::string text = "typing." + name + "[";
    for (size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + type_text(interpreter, arguments[i]);
    Value base = origin;
    if (name == "Optional") arguments.push_back(Value());
    if (name == "Generic" || name == "Protocol") return make<TypingForm>(name, Value());
    return make<TypeAlias>(base, std::move(arguments), text + "]");
  }
  std::optional<Value> find_attribute(Interpreter&, std::string_view attribute) override {
    if (attribute == "__name__" || attribute == "_name") return make_string(name.starts_with("~") ? name.substr(1) : name);
    if (attribute == "__mro_entries__") {
      Value base = origin;
      return Value(make_function("__mro_entries__", [base](Interpreter&, CallArguments&) {
        return base.as<Class>() != nullptr ? make_tuple({base}) : make_tuple({});
      }));
    }
    if (attribute == "__origin__" && !origin.is_none()) return origin;
    return std::nullopt;
  }
  std::optional<Value> binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) override {
    if (op != Binary::BitOr) return std::nullopt;
    return is_reflected ? make_union(interpreter, other, Value(this)) : make_union(interpreter, Value(this), other);
  }
};

std::string_view origin_of(std::string_view form) {
  if (form == "List" || form == "Sequence" || form == "MutableSequence") return "list";
  if (form == "Dict" || form == "Mapping" || form == "MutableMapping") return "dict";
  if (form == "Tuple") return "tuple";
  if (form == "Set" || form == "AbstractSet") return "set";
  if (form == "FrozenSet") return "frozenset";
  if (form == "Type") return "type";
  return {};
}

Class& script_class(Interpreter& interpreter, CallArguments& arguments) {
  auto* cls = arguments.positional.at(0).as<Class>();
  if (cls == nullptr || cls->is_native) interpreter.raise("TypeError", "a class of the script is needed");
  return *cls;
}

Value script_set_meta(Interpreter& interpreter, CallArguments& arguments) {
  Class* cls = &script_class(interpreter, arguments);
  cls->meta = std::make_shared<Class::Meta>(cls->meta != nullptr ? *cls->meta : Class::Meta{});
  for (auto& [name, function] : arguments.keywords) {
    Value f = function;
    if (name == "length") {
      cls->meta->length = [f](Interpreter& i, Class& c) -> std::optional<int64_t> { return i.to_int(i.call_value(f, {{Value(&c)}, {}, {}}), ""); };
    } else if (name == "iterate") {
      cls->meta->iterate = [f](Interpreter& i, Class& c) { return i.iterate(i.call_value(f, {{Value(&c)}, {}, {}})); };
    } else if (name == "get_item") {
      cls->meta->get_item = [f](Interpreter& i, Class& c, const Value& key) { return i.call_value(f, {{Value(&c), key}, {}, {}}); };
    } else if (name == "contains") {
      cls->meta->contains = [f](Interpreter& i, Class& c, const Value& item) { return i.truthy(i.call_value(f, {{Value(&c), item}, {}, {}})); };
    } else if (name == "call") {
      cls->meta->call = [f](Interpreter& i, Class& c, CallArguments& a) -> std::optional<Value> {
        CallArguments call = a;
        call.positional.insert(call.positional.begin(), Value(&c));
        Value result = i.call_value(f, std::move(call));
        return is_not_implemented(result) ? std::nullopt : std::optional(result);
      };
    } else if (name == "finish") {
      cls->meta->finish = [f](Interpreter& i, Class& c) { i.call_value(f, {{Value(&c)}, {}, {}}); };
    } else if (name == "is_instance") {
      cls->meta->is_instance = [f](Interpreter& i, const Value& value) -> std::optional<bool> {
        Value result = i.call_value(f, {{value}, {}, {}});
        return is_not_implemented(result) ? std::nullopt : std::optional(i.truthy(result));
      };
    }
  }
  return {};
}

// An instance without __init__: make_bare(cls) or make_bare(cls, native value).
Value script_make_bare(Interpreter& interpreter, CallArguments& arguments) {
  Ref<Instance> instance = make<Instance>(Ref<Class>(&script_class(interpreter, arguments)));
  if (arguments.positional.size() > 1) instance->native = arguments.positional[1];
  return instance;
}

Value script_own_attributes(Interpreter& interpreter, CallArguments& arguments) {
  return script_class(interpreter, arguments).attributes;
}

}  // namespace

Ref<Module> make_typing_module(Interpreter& interpreter) {
  Ref<Module> module = make<Module>("typing");
  module->set("TYPE_CHECKING", Value(false));
  static constexpr std::string_view kForms[] = {
      "Any", "Optional", "Union", "List", "Dict", "Tuple", "Set", "FrozenSet", "Type", "Callable", "Sequence", "Iterable",
      "Iterator", "Mapping", "MutableMapping", "MutableSequence", "AbstractSet", "Generator", "Literal", "Final", "ClassVar",
      "Annotated", "TypeVar", "Generic", "Protocol", "NoReturn", "Never", "Self", "ParamSpec", "Concatenate", "TypeAlias",
      "Hashable", "Sized", "Collection", "Container", "Reversible", "SupportsInt", "SupportsFloat", "SupportsIndex", "Awaitable",
      "Coroutine", "AsyncIterator", "AsyncIterable", "Text", "AnyStr", "NewType", "cast", "overload", "final", "runtime_checkable",
      "no_type_check", "Required", "NotRequired", "LiteralString", "TypeGuard", "Unpack", "TypeVarTuple", "ContextManager"};
  for (std::string_view form : kForms) {
    std::string_view origin = origin_of(form);
    module->set(form, make<TypingForm>(std::string(form), origin.empty() ? Value() : Value(interpreter.builtin_class(origin))));
  }
  module->missing = [](Interpreter& i, std::string_view name) -> std::optional<Value> {
    if (name == "NamedTuple" || name == "TypedDict" || name == "get_type_hints" || name == "get_origin" || name == "get_args") {
      return i.import_module("_typing_extra", {})->globals->find(name);
    }
    if (name == "OrderedDict" || name == "DefaultDict" || name == "Counter" || name == "Deque") {
      std::string real = name == "DefaultDict" ? "defaultdict" : name == "Deque" ? "deque" : std::string(name);
      return i.import_module("collections", {})->globals->find(real);
    }
    return std::nullopt;
  };
  return module;
}

namespace {

// attempt(function, raises_refusals=False): calls it; None, or (kind, message) of a fault that would have ended the run, or of a compiler's
// refusal, which is then among the interpreter's diagnostics. What is used up (steps, memory) ends the run as ever.
Value script_attempt(Interpreter& interpreter, CallArguments& arguments) {
  Interpreter::Implementation& state = interpreter.implementation();
  Frame* frame = state.frame;
  int depth = state.depth;
  Value handled = state.handled;
  auto note = [&](Diagnostic diagnostic) {
    state.frame = frame;
    state.depth = depth;
    state.handled = handled;
    state.is_reraised = false;
    state.repr_stack.clear();
    interpreter.diagnostics().push_back(std::move(diagnostic));
    const Diagnostic& fault = interpreter.diagnostics().back();
    return make_tuple({make_string(std::string(spelling(fault.kind))), make_string(fault.message)});
  };
  try {
    interpreter.call_value(arguments.positional.at(0), {});
    return {};
  } catch (AbortRun& run) {
    DiagnosticKind kind = run.diagnostic.kind;
    if (kind == DiagnosticKind::FuelExhausted || kind == DiagnosticKind::MemoryBudget) throw;
    return note(std::move(run.diagnostic));
  } catch (PythonError& error) {
    auto* exception = as_exception(error.exception);
    bool raises_refusals = arguments.positional.size() > 1 && interpreter.truthy(arguments.positional[1]);
    if (exception == nullptr || exception->refusal == nullptr || raises_refusals) throw;
    return note(*exception->refusal);
  }
}

// note_refusal(exception): of a compiler's refusal the diagnostic goes among the interpreter's.
Value script_note_refusal(Interpreter& interpreter, CallArguments& arguments) {
  auto* exception = as_exception(arguments.positional.at(0));
  if (exception != nullptr && exception->refusal != nullptr) interpreter.diagnostics().push_back(*exception->refusal);
  return {};
}

}  // namespace

Ref<Module> make_script_module(Interpreter&) {
  Ref<Module> module = make<Module>("_script");
  module->set("set_meta", make_function("set_meta", script_set_meta));
  module->set("make_bare", make_function("make_bare", script_make_bare));
  module->set("own_attributes", make_function("own_attributes", script_own_attributes));
  module->set("attempt", make_function("attempt", script_attempt));
  module->set("note_refusal", make_function("note_refusal", script_note_refusal));
  module->set("parameters", make_function("parameters", [](Interpreter& i, CallArguments& a) -> Value {
    // (name, kind, has default, default) of a Python function's parameters, in order.
    auto* function = a.positional.at(0).as<Function>();
    if (function == nullptr) i.raise("TypeError", "a Python function is needed");
    const Code& code = *function->code;
    std::vector<Value> list;
    auto add = [&](uint32_t slot, int kind, std::optional<Value> fallback) {
      list.push_back(make_tuple({make_string(code.slot_names[slot]), Value(kind), Value(fallback.has_value()), fallback ? *fallback : Value()}));
    };
    uint32_t named = code.positional + code.keyword_only;
    for (uint32_t k = 0; k < code.positional; ++k) {
      size_t first = code.positional - function->defaults.size();
      add(k, k < code.positional_only ? 0 : 1, k >= first ? std::optional(function->defaults[k - first]) : std::nullopt);
    }
    if (code.has_var_positional) add(named, 2, std::nullopt);
    for (uint32_t k = code.positional; k < named; ++k) {
      std::optional<Value> fallback;
      for (const auto& [name, value] : function->keyword_defaults) {
        if (name == code.slot_names[k]) fallback = value;
      }
      add(k, 3, fallback);
    }
    if (code.has_var_keyword) add(named + (code.has_var_positional ? 1 : 0), 4, std::nullopt);
    return make_list(std::move(list));
  }));
  return module;
}

}  // namespace tilewright::script
