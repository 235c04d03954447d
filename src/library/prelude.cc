#include "library/prelude.h"

#include <algorithm>
#include <map>

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The name that a top-level line binds: `def f(`, `class C`, `name = `.
std::string_view defined_name(std::string_view line) {
  for (std::string_view keyword : {"def ", "class "}) {
    if (line.starts_with(keyword)) line.remove_prefix(keyword.size());
  }
  size_t end = 0;
  while (end < line.size() && is_name_character(line[end])) ++end;
  std::string_view rest = line.substr(end);
  bool binds = rest.starts_with("(") || rest.starts_with(":") || rest.starts_with(" = ");
  return end > 0 && binds ? line.substr(0, end) : std::string_view();
}

// Which file defines which names; made once a process.
using NameIndex = std::map<std::string_view, std::vector<std::string_view>, std::less<>>;

const NameIndex& name_index() {
  static const auto* index = [] {
    auto* made = new NameIndex;
    for (const EmbeddedText& file : prelude_files()) {
      std::string_view text = file.text;
      while (!text.empty()) {
        size_t end = std::min(text.find('\n'), text.size() - 1);
        if (auto name = defined_name(text.substr(0, end)); !name.empty()) (*made)[name].push_back(file.name);
        text.remove_prefix(end + 1);
      }
    }
    return made;
  }();
  return *index;
}

bool matches(std::string_view module, const std::vector<std::string>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return module.starts_with(prefix); });
}

// A function of the library's Python as users see it: errors and recorded operations inside it belong
// to the place of the call.
class PreludeFunction final : public script::Object {
 public:
  explicit PreludeFunction(Value function) : function_(std::move(function)) {}
  std::string_view type_name() const override { return "function"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override {
    return call_into_prelude(interpreter, function_, arguments);
  }
  std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name) override {
    return interpreter.find_attribute(function_, name);
  }
  std::string repr(Interpreter& interpreter) override { return interpreter.repr(function_); }

 private:
  Value function_;
};

script::Ref<script::Module> run_file(Interpreter& interpreter, const EmbeddedText& file) {
  Context& context = context_of(interpreter);
  SourceId source = script::built_in_source("<" + std::string(file.name) + ">", file.text);
  context.prelude_sources.insert(source.index);
  Span span = interpreter.current_span();
  auto module = interpreter.run_built_in(source, std::string(file.name));
  // torch.utils.checkpoint without an import of its own.
  module->missing = [prefix = std::string(file.name) + "."](Interpreter& in, std::string_view name) {
    std::string dotted = prefix + std::string(name);
    bool is_file = std::any_of(prelude_files().begin(), prelude_files().end(),
                               [&](const EmbeddedText& other) { return other.name == dotted; });
    return is_file ? std::optional<Value>(in.import_module(dotted, in.current_span())) : std::nullopt;
  };
  interpreter.set_current_span(span);
  return module;
}

}  // namespace

Value call_into_prelude(Interpreter& interpreter, const Value& callable, CallArguments& arguments) {
  Context& context = context_of(interpreter);
  Span span = interpreter.current_span();
  if (context.is_prelude(span)) return interpreter.call_value(callable, std::move(arguments));
  struct Entry {
    Context& context;
    Span outer, span;
    ~Entry() {
      context.entry_span = outer;
      context.interpreter.set_current_span(span);
    }
  } entry{context, context.entry_span, span};
  context.entry_span = span;
  try {
    return interpreter.call_value(callable, std::move(arguments));
  } catch (script::PythonError& error) {
    std::erase_if(error.traceback, [&](Span place) { return context.is_prelude(place); });
    throw;
  } catch (script::AbortRun& run) {
    if (context.is_prelude(run.diagnostic.span)) run.diagnostic.span = span;
    std::erase_if(run.diagnostic.notes, [&](const Note& note) { return context.is_prelude(note.span); });
    throw;
  }
}

script::Ref<script::Class> make_module_base(Interpreter& interpreter) {
  auto base = interpreter.make_class("_ModuleBase", {}, "torch.nn.modules.module");
  base->attributes->set("__call__",
                        script::make_function("__call__", [](Interpreter& in, CallArguments& arguments) {
                          if (arguments.positional.empty())
                            in.raise("TypeError", "__call__() needs a module");
                          auto* module = arguments.positional[0].as<script::Instance>();
                          auto hooks = module == nullptr ? std::nullopt : module->attributes->find("_hooks");
                          bool has_hooks = hooks && in.truthy(*hooks);
                          Value forward = in.get_attribute(arguments.positional[0], has_hooks ? "_call_with_hooks" : "forward");
                          arguments.positional.erase(arguments.positional.begin());
                          return call_into_prelude(in, forward, arguments);
                        }));
  return base;
}

void add_prelude_modules(Interpreter& interpreter) {
  for (const EmbeddedText& file : prelude_files()) {
    interpreter.add_module(std::string(file.name), [&file](Interpreter& in) { return run_file(in, file); });
  }
}

std::optional<Value> find_in_prelude(Interpreter& interpreter, const std::vector<std::string>& prefixes,
                                     std::string_view name) {
  auto found = name_index().find(name);
  if (found == name_index().end()) return std::nullopt;
  for (std::string_view module_name : found->second) {
    if (!matches(module_name, prefixes)) continue;
    auto module = interpreter.import_module(module_name, interpreter.current_span());
    auto value = module->globals->find(name);
    if (!value) continue;
    if (value->as<script::Function>() != nullptr) return Value(script::make<PreludeFunction>(*value));
    return value;
  }
  return std::nullopt;
}

std::vector<std::string> prelude_names(const std::vector<std::string>& prefixes) {
  std::vector<std::string> names;
  for (const auto& [name, modules] : name_index()) {
    bool is_public = !name.starts_with("_");
    if (is_public &&
        std::any_of(modules.begin(), modules.end(), [&](auto m) { return matches(m, prefixes); })) {
      names.emplace_back(name);
    }
  }
  return names;
}

}  // namespace tilewright::library
