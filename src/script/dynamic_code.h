// compile(), exec() and eval(): source that a script makes. Refused where scripts may keep no files (in the judge).
// Internal to the room.
#pragma once

#include "script/interpreter.h"

namespace tilewright::script {

Value compile_source(Interpreter& interpreter, CallArguments& arguments);
Value execute_source(Interpreter& interpreter, CallArguments& arguments);
Value evaluate_source(Interpreter& interpreter, CallArguments& arguments);

}  // namespace tilewright::script
