#include "script/modules.h"

#include "script/embedded_modules.h"
#include "script/implementation.h"

namespace tilewright::script {

// What every scope sees; a name set here is seen everywhere.
Ref<Module> make_builtins_module(Interpreter& interpreter) {
  Ref<Module> module = make<Module>("builtins");
  module->globals = interpreter.implementation().builtins;
  module->missing = [](Interpreter& i, std::string_view name) -> std::optional<Value> {
    const Value* found = i.implementation().builtin({name, hash_text(name)});
    return found == nullptr ? std::nullopt : std::optional<Value>(*found);
  };
  return module;
}

void add_builtin_modules(Interpreter& interpreter) {
#define TW_SCRIPT_MODULE(function, name) interpreter.add_module(name, function);
#include "script/modules.def"
#undef TW_SCRIPT_MODULE
  for (const EmbeddedModule& module : embedded_modules()) {
    interpreter.add_module(std::string(module.name), [&module](Interpreter& i) {
      return run_embedded_module(i, std::string(module.name), module.source);
    });
  }
  for (const EmbeddedText& file : standard_files()) {
    interpreter.add_module(std::string(file.name), [&file](Interpreter& i) {
      return run_embedded_module(i, std::string(file.name), file.text);
    });
  }
}

}  // namespace tilewright::script
