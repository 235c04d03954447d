#include "script/dynamic_code.h"

#include <fmt/format.h>

#include "python/parser.h"
#include "script/builtins.h"
#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {
namespace {

constexpr std::string_view kResult = "__value_of_eval__";

// What compile() returns: the source again, checked.
class CheckedSource final : public Object {
 public:
  CheckedSource(std::string source, std::string file_name, bool expression)
      : text(std::move(source)), name(std::move(file_name)), is_expression(expression) {
    account(text.size());
  }
  const std::string text, name;
  const bool is_expression;
  std::string_view type_name() const override { return "code"; }
};

void require_capability(Interpreter& interpreter, std::string_view function) {
  if (interpreter.capabilities().may_write_files) return;
  interpreter.abort(DiagnosticKind::CapabilityDenied, fmt::format("{}() is not available to scripts here", function));
}

std::shared_ptr<const python::Ast> parse(Interpreter& interpreter, const std::string& name, std::string text) {
  interpreter.spend(text.size());
  interpreter.charge_memory(static_cast<int64_t>(text.size()));  // sources are kept: diagnostics show them
  auto parsed = python::parse(interpreter.sources(), interpreter.sources().add(name, std::move(text)));
  if (!parsed) interpreter.raise("SyntaxError", parsed.error().message);
  return *parsed;
}

// An expression becomes a statement that binds its value; lines of its own keep a comment at its end harmless.
std::string as_statement(std::string_view expression) {
  size_t start = expression.find_first_not_of(" \t\n");
  return fmt::format("{} = ({}\n)", kResult, start == std::string_view::npos ? "" : expression.substr(start));
}

// A str, bytes, the tree that ast.parse made, or what compile() made.
Ref<CheckedSource> source_argument(Interpreter& interpreter, const Value& value, std::string name, bool is_expression) {
  if (auto* code = value.as<CheckedSource>()) return Ref<CheckedSource>(code);
  if (const std::string* text = as_string(value)) return make<CheckedSource>(*text, std::move(name), is_expression);
  if (auto* bytes = value.as<Bytes>()) return make<CheckedSource>(bytes->bytes, std::move(name), is_expression);
  if (auto text = interpreter.find_attribute(value, "_source"); text && as_string(*text) != nullptr) {
    return make<CheckedSource>(*as_string(*text), std::move(name), is_expression);
  }
  interpreter.raise("TypeError", fmt::format("a string, bytes or code object is needed, not {}", interpreter.type_name(value)));
}

// The scope of the code: the caller's module, or one whose names are the given dictionary.
struct NameScope {
  Ref<Module> module;
  Ref<Dict> names;  // locals that are no globals
};

NameScope scope_of(Interpreter& interpreter, CallArguments& arguments) {
  auto dict_at = [&](size_t index, std::string_view keyword) -> Dict* {
    Value value;
    if (auto given = arguments.take_keyword(keyword)) value = *given;
    else if (index < arguments.positional.size()) value = arguments.positional[index];
    if (value.is_none()) return nullptr;
    auto* dict = value.as<Dict>();
    if (dict == nullptr) interpreter.raise("TypeError", fmt::format("{} must be a dict, not {}", keyword, interpreter.type_name(value)));
    return dict;
  };
  Dict* globals = dict_at(1, "globals");
  Dict* locals = dict_at(2, "locals");
  Frame* frame = interpreter.implementation().frame;
  NameScope scope;
  if (globals == nullptr && frame != nullptr) {
    scope.module = frame->module;
    // Names of a calling function are read and not written back, as in CPython 3.13.
    if (locals == nullptr) {
      Value names = local_names(interpreter);
      if (!names.is_identical(scope.module->globals)) scope.names = Ref<Dict>(names.as<Dict>());
      return scope;
    }
  } else {
    scope.module = make<Module>("__dynamic__");
    if (globals != nullptr) scope.module->globals = Ref<Dict>(globals);
    if (!scope.module->globals->find("__name__")) scope.module->set("__name__", make_string("__dynamic__"));
    if (!scope.module->globals->find("__builtins__")) {
      scope.module->set("__builtins__", interpreter.import_module("builtins", interpreter.current_span()));
    }
  }
  if (locals != nullptr && locals != scope.module->globals.get()) scope.names = Ref<Dict>(locals);
  return scope;
}

void run(Interpreter& interpreter, const CheckedSource& source, const NameScope& scope) {
  DepthGuard guard(interpreter);
  auto ast = parse(interpreter, source.name, source.is_expression ? as_statement(source.text) : source.text);
  auto unit = std::make_shared<CodeUnit>(ast);
  if (!unit->symbols.error.empty()) interpreter.raise("SyntaxError", unit->symbols.error);
  if (!scope.names) {
    interpreter.implementation().run_module_body(ast, scope.module);
    return;
  }
  // A module's code keeps its names in the globals: for this run they are the locals over the globals.
  Ref<Module> inner = make<Module>(scope.module->name);
  for (auto& [key, value] : scope.module->globals->entries()) {
    if (const std::string* name = as_string(key)) inner->set(*name, value);
  }
  for (auto& [key, value] : scope.names->entries()) {
    if (const std::string* name = as_string(key)) inner->set(*name, value);
  }
  interpreter.implementation().run_module_body(ast, inner);
  for (auto& [key, value] : inner->globals->entries()) {
    const std::string* name = as_string(key);
    if (name == nullptr) continue;
    auto before = scope.module->globals->find(*name);
    if (!before || !before->is_identical(value)) scope.names->set(*name, value);
  }
}

}  // namespace

Value compile_source(Interpreter& interpreter, CallArguments& arguments) {
  require_capability(interpreter, "compile");
  auto text_at = [&](size_t index, std::string_view keyword, const char* fallback) {
    Value value = make_string(fallback);
    if (auto given = arguments.take_keyword(keyword)) value = *given;
    else if (index < arguments.positional.size()) value = arguments.positional[index];
    const std::string* text = as_string(value);
    if (text == nullptr) interpreter.raise("TypeError", fmt::format("compile() argument '{}' must be str", keyword));
    return *text;
  };
  std::string name = text_at(1, "filename", "<string>"), mode = text_at(2, "mode", "exec");
  if (mode != "exec" && mode != "eval" && mode != "single") {
    interpreter.raise("ValueError", "compile() mode must be 'exec', 'eval' or 'single'");
  }
  if (arguments.positional.empty()) interpreter.raise("TypeError", "compile() missing required argument 'source' (pos 1)");
  Ref<CheckedSource> source = source_argument(interpreter, arguments.positional[0], std::move(name), mode == "eval");
  parse(interpreter, source->name, source->is_expression ? as_statement(source->text) : source->text);
  return source;
}

Value execute_source(Interpreter& interpreter, CallArguments& arguments) {
  require_capability(interpreter, "exec");
  if (arguments.positional.empty()) interpreter.raise("TypeError", "exec expected at least 1 argument, got 0");
  Ref<CheckedSource> source = source_argument(interpreter, arguments.positional[0], "<string>", false);
  run(interpreter, *source, scope_of(interpreter, arguments));
  return {};
}

Value evaluate_source(Interpreter& interpreter, CallArguments& arguments) {
  require_capability(interpreter, "eval");
  if (arguments.positional.empty()) interpreter.raise("TypeError", "eval expected at least 1 argument, got 0");
  Ref<CheckedSource> source = source_argument(interpreter, arguments.positional[0], "<string>", true);
  NameScope scope = scope_of(interpreter, arguments);
  if (!scope.names) scope.names = make<Dict>();  // the value's name is no name of the module
  run(interpreter, *source, scope);
  return scope.names->find(kResult).value_or(Value());
}

}  // namespace tilewright::script
