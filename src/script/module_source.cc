// _source: what importlib and ast are written on: modules found and run from files, sources checked.
#include <algorithm>

#include <fmt/format.h>

#include "python/parser.h"
#include "script/code.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/written_files.h"

namespace tilewright::script {
namespace {

const std::string& text_argument(Interpreter& interpreter, CallArguments& arguments, size_t index) {
  const std::string* text = index < arguments.positional.size() ? as_string(arguments.positional[index]) : nullptr;
  if (text == nullptr) interpreter.raise("TypeError", "a str is needed");
  return *text;
}

std::shared_ptr<const python::Ast> parse_text(Interpreter& interpreter, std::string name, std::string text) {
  interpreter.spend(text.size());
  auto parsed = python::parse(interpreter.sources(), interpreter.sources().add(std::move(name), std::move(text)));
  if (!parsed) interpreter.raise("SyntaxError", parsed.error().message);
  return *parsed;
}

bool is_literal(const python::Ast& ast) {
  auto allowed = [](const python::Expr& node) {
    if (const auto* unary = std::get_if<python::UnaryOp>(&node.data))
      return unary->op == python::UnaryOperator::USub || unary->op == python::UnaryOperator::UAdd;
    return std::holds_alternative<python::ConstantExpr>(node.data) || std::holds_alternative<python::Tuple>(node.data) ||
           std::holds_alternative<python::List>(node.data) || std::holds_alternative<python::Set>(node.data) ||
           std::holds_alternative<python::Dict>(node.data);
  };
  size_t targets = 1;  // the name that the value is bound to
  return std::all_of(ast.exprs.begin(), ast.exprs.end(), [&](const python::Expr& node) {
    if (std::holds_alternative<python::Name>(node.data) && targets > 0) return targets-- > 0;
    return allowed(node);
  });
}

Value literal(Interpreter& interpreter, CallArguments& arguments) {
  // In parentheses, so that the text can be nothing but an expression.
  auto ast = parse_text(interpreter, "<literal>", "value = (" + text_argument(interpreter, arguments, 0) + "\n)");
  if (ast->body.size() != 1 || !is_literal(*ast)) interpreter.raise("ValueError", "malformed node or string");
  Ref<Module> module = make<Module>("<literal>");
  interpreter.implementation().run_module_body(ast, module);
  return module->globals->find("value").value_or(Value());
}

// (file or None, whether it is a package) of a module whose package is imported; None: there is none.
Value find(Interpreter& interpreter, CallArguments& arguments) {
  const std::string& name = text_argument(interpreter, arguments, 0);
  Interpreter::Implementation& state = interpreter.implementation();
  if (state.modules->find(name) || state.factories.contains(name)) return make_tuple({Value(), Value(false)});
  auto file = state.find_file(name);
  return file ? make_tuple({make_string(file->path.string()), Value(file->is_package)}) : Value();
}

Value run_file(Interpreter& interpreter, CallArguments& arguments) {
  auto* module = arguments.positional.at(0).as<Module>();
  const std::string& path = text_argument(interpreter, arguments, 1);
  if (module == nullptr) interpreter.raise("TypeError", "a module is needed");
  auto text = file_bytes(interpreter, path);
  if (!text) interpreter.raise("FileNotFoundError", fmt::format("[Errno 2] No such file or directory: '{}'", path));
  interpreter.implementation().run_module_body(parse_text(interpreter, path, std::move(*text)), Ref<Module>(module));
  return Value();
}

// The lines of a Python function's definition, decorators included, as they stand; None for what has no source.
Value text_of_function(Interpreter& interpreter, CallArguments& arguments) {
  auto* function = arguments.positional.at(0).as<Function>();
  if (function == nullptr || function->definition == nullptr || !function->span) return {};
  Span span = function->span;
  for (python::ExprId decorator : function->definition->decorators) {
    span.begin = std::min(span.begin, (*function->ast)[decorator].span.begin);
  }
  std::string_view text = interpreter.sources().file(span.source).text();
  size_t begin = text.rfind('\n', span.begin == 0 ? 0 : span.begin - 1);
  begin = begin == std::string_view::npos || span.begin == 0 ? 0 : begin + 1;
  size_t end = std::min(text.find('\n', span.end > 0 ? span.end - 1 : 0), text.size());
  return make_string(std::string(text.substr(begin, end - begin)) + "\n");
}

}  // namespace

Ref<Module> make_source_module(Interpreter&) {
  Ref<Module> module = make<Module>("_source");
  module->set("find", make_function("find", find));
  module->set("run_file", make_function("run_file", run_file));
  module->set("text_of_function", make_function("text_of_function", text_of_function));
  module->set("literal", make_function("literal", literal));
  module->set("check", make_function("check", [](Interpreter& i, CallArguments& a) {
    parse_text(i, "<unknown>", text_argument(i, a, 0));
    return Value();
  }));
  return module;
}

}  // namespace tilewright::script
