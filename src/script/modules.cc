#include "script/modules.h"

namespace tilewright::script {

void add_builtin_modules(Interpreter& interpreter) {
#define TW_SCRIPT_MODULE(function, name) interpreter.add_module(name, function);
#include "script/modules.def"
#undef TW_SCRIPT_MODULE
}

}  // namespace tilewright::script
