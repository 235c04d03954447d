// Names without a value: Python's exceptions, with hints for whoever reads the diagnostic (where the code would
// have set the name, or a name like it). Internal to the room.
#pragma once

#include "script/implementation.h"

namespace tilewright::script {

// Of a local variable or a cell.
[[noreturn]] void raise_unbound(Interpreter& interpreter, const Frame& frame, uint32_t slot);
// Of a global name or one of a class body.
[[noreturn]] void raise_not_defined(Interpreter& interpreter, const Frame& frame, std::string name);

}  // namespace tilewright::script
