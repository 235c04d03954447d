// open() and standard streams, within the capabilities of the interpreter. Internal to the room.
#pragma once

#include "script/interpreter.h"

namespace tilewright::script {

Value open_file(Interpreter& interpreter, CallArguments& arguments);
// sys.stdout or sys.stderr.
Value make_stream(bool is_error);

}  // namespace tilewright::script
