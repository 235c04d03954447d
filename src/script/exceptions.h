// Python exceptions: instances of the built-in hierarchy, with what a traceback needs.
#pragma once

#include <functional>
#include <memory>

#include "script/interpreter.h"

namespace tilewright::script {

class ExceptionObject final : public Instance {
 public:
  explicit ExceptionObject(Ref<Class> cls) : Instance(std::move(cls)) {}
  std::vector<Value> args;
  Value cause, context;
  bool suppress_context = false;
  std::vector<Span> traceback;  // innermost first, as far as it was unwound
  std::function<std::vector<Note>()> hints;  // for the reader of the diagnostic, asked for where nothing caught it
  std::shared_ptr<const Diagnostic> refusal;  // of a compiler, told in its own words where nothing caught it
};

// Marks a ModuleNotFoundError for a module that CPython has and this program lacks: scripts may catch it; where
// none does it is our shortcoming.
inline constexpr std::string_view kLacksModule = "__lacks_module__";

// The exception of a value, or null.
ExceptionObject* as_exception(const Value& value);
Value make_exception(Interpreter& interpreter, std::string_view class_name, std::string message);
// str(exception) and "TypeError: message".
std::string exception_text(Interpreter& interpreter, const ExceptionObject& exception);
std::string exception_line(Interpreter& interpreter, const ExceptionObject& exception);
// Attributes beyond the instance dictionary: args, __cause__, value, code...
std::optional<Value> exception_attribute(Interpreter& interpreter, ExceptionObject& exception, std::string_view name);
bool set_exception_attribute(Interpreter& interpreter, ExceptionObject& exception, std::string_view name,
                             const Value& value);
// The class of the hierarchy by name, made on first use; null: no such exception.
Ref<Class> make_exception_class(Interpreter& interpreter, std::string_view name);
// Turns `raise X` operands into an exception instance.
Value instantiate_exception(Interpreter& interpreter, const Value& value);
[[noreturn]] void throw_exception(Value exception);
// True, and the exception, if `error` is of the named class.
bool is_exception_of(Interpreter& interpreter, const PythonError& error, std::string_view class_name);
[[noreturn]] void raise_key_error(Interpreter& interpreter, const Value& key);

}  // namespace tilewright::script
