// Builds the module `torch` and its submodules: native parts, operators by name, the library's Python.
#pragma once

#include "script/interpreter.h"

namespace tilewright::library {

void add_torch_modules(script::Interpreter& interpreter);

}  // namespace tilewright::library
