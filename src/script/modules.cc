#include "script/modules.h"

#include "script/embedded_modules.h"

namespace tilewright::script {

void add_builtin_modules(Interpreter& interpreter) {
#define TW_SCRIPT_MODULE(function, name) interpreter.add_module(name, function);
#include "script/modules.def"
#undef TW_SCRIPT_MODULE
  for (const EmbeddedModule& module : embedded_modules()) {
    interpreter.add_module(std::string(module.name), [&module](Interpreter& i) {
      return run_embedded_module(i, std::string(module.name), module.source);
    });
  }
}

}  // namespace tilewright::script
