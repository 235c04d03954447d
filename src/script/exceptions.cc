// The hierarchy of built-in exceptions, their text and their special attributes.
#include "script/exceptions.h"

#include <fmt/format.h>

#include "script/builtin_types.h"
#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

struct ExceptionRow {
  std::string_view name, base;
};
constexpr ExceptionRow kExceptions[] = {
    {"BaseException", "object"},
    {"Exception", "BaseException"},
    {"SystemExit", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"StopIteration", "Exception"},
    {"StopAsyncIteration", "Exception"},
    {"ArithmeticError", "Exception"},
    {"FloatingPointError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"BlockingIOError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ConnectionError", "OSError"},
    {"BrokenPipeError", "ConnectionError"},
    {"ConnectionAbortedError", "ConnectionError"},
    {"ConnectionRefusedError", "ConnectionError"},
    {"ConnectionResetError", "ConnectionError"},
    {"FileExistsError", "OSError"},
    {"FileNotFoundError", "OSError"},
    {"InterruptedError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"PermissionError", "OSError"},
    {"ProcessLookupError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ReferenceError", "Exception"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"SyntaxError", "Exception"},
    {"IndentationError", "SyntaxError"},
    {"TabError", "IndentationError"},
    {"SystemError", "Exception"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"UnicodeTranslateError", "UnicodeError"},
    {"Warning", "Exception"},
    {"DeprecationWarning", "Warning"},
    {"PendingDeprecationWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"UserWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"ImportWarning", "Warning"},
    {"UnicodeWarning", "Warning"},
    {"BytesWarning", "Warning"},
    {"ResourceWarning", "Warning"},
    {"EncodingWarning", "Warning"},
};

Value construct_exception(Interpreter& interpreter, Class& cls, CallArguments& arguments) {
  Ref<ExceptionObject> exception = make<ExceptionObject>(Ref<Class>(&cls));
  exception->args = arguments.positional;
  for (auto& [name, value] : arguments.keywords) {
    bool is_known = (cls.lookup(hashed("__init__")).has_value()) || name == "name" || name == "path" || name == "obj";
    if (!is_known) interpreter.raise("TypeError", fmt::format("{}() takes no keyword arguments", cls.name));
    if (name == "name" || name == "path" || name == "obj") exception->attributes->set(name, value);
  }
  return exception;
}

bool derives_from(Interpreter& interpreter, const ExceptionObject& exception, std::string_view name) {
  return exception.cls->is_subclass_of(*interpreter.builtin_class(name));
}

}  // namespace

Ref<Class> make_exception_class(Interpreter& interpreter, std::string_view name) {
  for (const ExceptionRow& row : kExceptions) {
    if (row.name != name) continue;
    Ref<Class> cls = make<Class>();
    cls->name = cls->qualified_name = std::string(name);
    cls->module_name = "builtins";
    cls->bases = {interpreter.builtin_class(row.base)};
    cls->is_native = true;
    cls->is_exception = true;
    cls->construct = construct_exception;
    if (name == "BaseException") cls->methods = &exception_methods();
    compute_resolution_order(interpreter, *cls);
    return cls;
  }
  return {};
}

ExceptionObject* as_exception(const Value& value) {
  if (!value.is_object() || value.object()->tag() != TypeTag::Instance) return nullptr;
  auto* instance = static_cast<Instance*>(value.object());
  return instance->cls->is_exception ? dynamic_cast<ExceptionObject*>(instance) : nullptr;
}

Value make_exception(Interpreter& interpreter, std::string_view class_name, std::string message) {
  Ref<ExceptionObject> exception = make<ExceptionObject>(interpreter.builtin_class(class_name));
  if (!message.empty()) exception->args.push_back(make_string(std::move(message)));
  return exception;
}

std::string exception_text(Interpreter& interpreter, const ExceptionObject& exception) {
  const auto& args = exception.args;
  if (args.empty()) return "";
  if (args.size() == 1) {
    if (derives_from(interpreter, exception, "KeyError")) return interpreter.repr(args[0]);
    return interpreter.str(args[0]);
  }
  if (derives_from(interpreter, exception, "OSError")) {
    std::string text = fmt::format("[Errno {}] {}", interpreter.str(args[0]), interpreter.str(args[1]));
    if (args.size() > 2) text += ": " + interpreter.repr(args[2]);
    return text;
  }
  return interpreter.repr(make_tuple(args));
}

std::string exception_line(Interpreter& interpreter, const ExceptionObject& exception) {
  std::string name = exception.cls->name;
  if (exception.cls->module_name != "builtins" && exception.cls->module_name != "__main__" &&
      !exception.cls->module_name.empty()) {
    name = exception.cls->module_name + "." + (exception.cls->qualified_name.empty() ? name : exception.cls->qualified_name);
  }
  std::string text = interpreter.str(Value(const_cast<ExceptionObject*>(&exception)));
  return text.empty() ? name : name + ": " + text;
}

std::optional<Value> exception_attribute(Interpreter& interpreter, ExceptionObject& exception, std::string_view name) {
  if (name == "args") return make_tuple(exception.args);
  if (name == "__cause__") return exception.cause;
  if (name == "__context__") return exception.context;
  if (name == "__suppress_context__") return Value(exception.suppress_context);
  if (name == "__traceback__") return Value();
  Ref<ExceptionObject> self(&exception);
  if (name == "with_traceback") {
    return Value(make_function("with_traceback", [self](Interpreter&, CallArguments&) { return Value(self); }));
  }
  if (name == "add_note") {
    return Value(make_function("add_note", [self](Interpreter& i, CallArguments& arguments) {
      if (arguments.positional.size() != 1 || as_string(arguments.positional[0]) == nullptr) {
        i.raise("TypeError", "note must be a str");
      }
      if (!self->attributes->find("__notes__")) self->attributes->set("__notes__", make_list());
      auto notes = self->attributes->find("__notes__");
      if (auto* list = notes->as<List>()) list->items.push_back(arguments.positional[0]);
      return Value();
    }));
  }
  auto argument = [&](size_t i) { return i < exception.args.size() ? exception.args[i] : Value(); };
  if (name == "value" && derives_from(interpreter, exception, "StopIteration")) return argument(0);
  if (name == "code" && derives_from(interpreter, exception, "SystemExit")) {
    return exception.args.size() > 1 ? make_tuple(exception.args) : argument(0);
  }
  if (derives_from(interpreter, exception, "OSError")) {
    bool has_number = exception.args.size() > 1;
    if (name == "errno") return has_number ? argument(0) : Value();
    if (name == "strerror") return has_number ? argument(1) : Value();
    if (name == "filename") return has_number ? argument(2) : Value();
  }
  if (name == "msg" && (derives_from(interpreter, exception, "ImportError") ||
                        derives_from(interpreter, exception, "SyntaxError"))) {
    return argument(0);
  }
  if (name == "name" && (derives_from(interpreter, exception, "ImportError") ||
                         derives_from(interpreter, exception, "NameError") ||
                         derives_from(interpreter, exception, "AttributeError"))) {
    return Value();
  }
  return std::nullopt;
}

bool set_exception_attribute(Interpreter& interpreter, ExceptionObject& exception, std::string_view name,
                             const Value& value) {
  if (name == "args") {
    exception.args = interpreter.to_vector(value);
  } else if (name == "__cause__") {
    exception.cause = value;
    exception.suppress_context = true;
  } else if (name == "__context__") {
    exception.context = value;
  } else if (name == "__suppress_context__") {
    exception.suppress_context = interpreter.truthy(value);
  } else {
    return name == "__traceback__";
  }
  return true;
}

Value instantiate_exception(Interpreter& interpreter, const Value& value) {
  if (auto* cls = value.as<Class>(); cls != nullptr && cls->is_exception) {
    Value made = interpreter.call_value(value, {{}, {}, interpreter.current_span()});
    if (as_exception(made) != nullptr) return made;
    interpreter.raise("TypeError", fmt::format("calling {} should have returned an instance of BaseException, not {}",
                                               interpreter.repr(value), interpreter.repr(Value(interpreter.type_of(made)))));
  }
  if (as_exception(value) != nullptr) return value;
  interpreter.raise("TypeError", "exceptions must derive from BaseException");
}

void throw_exception(Value exception) { throw PythonError{std::move(exception), {}}; }

bool is_exception_of(Interpreter& interpreter, const PythonError& error, std::string_view class_name) {
  auto* exception = as_exception(error.exception);
  return exception != nullptr && derives_from(interpreter, *exception, class_name);
}

void raise_key_error(Interpreter& interpreter, const Value& key) {
  Ref<ExceptionObject> exception = make<ExceptionObject>(interpreter.builtin_class("KeyError"));
  exception->args.push_back(key);
  throw_exception(exception);
}

}  // namespace tilewright::script
