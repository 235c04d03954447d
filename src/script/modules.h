// The built-in modules; each is made on first import. Internal to the room.
#pragma once

#include "script/interpreter.h"

namespace tilewright::script {

// Registers every factory below with the interpreter.
void add_builtin_modules(Interpreter& interpreter);

#define TW_SCRIPT_MODULE(function, name) Ref<Module> function(Interpreter& interpreter);
#include "script/modules.def"
#undef TW_SCRIPT_MODULE

// Takes construct, meta and the native tag from the bases.
void inherit_native_traits(Class& cls);

// Modules written in Python (their source is part of the program): runs it and returns the module.
Ref<Module> run_embedded_module(Interpreter& interpreter, std::string name, std::string_view source);

}  // namespace tilewright::script
