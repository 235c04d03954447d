// open() and standard streams, within the capabilities of the interpreter. Internal to the room.
#pragma once

#include "script/interpreter.h"

namespace tilewright::script {

// Whether a script may read a path: any if it may read files, else those below the folders it imports from.
bool may_read(const Interpreter& interpreter, const std::filesystem::path& path);
Value open_file(Interpreter& interpreter, CallArguments& arguments);
// sys.stdout or sys.stderr.
Value make_stream(bool is_error);

// Text of print and of sys.stdout or sys.stderr, to the interpreter's own output.
void write_output(Interpreter& interpreter, std::string_view text, bool is_error);
// The object that a script put in the place of sys.stdout, if it did.
std::optional<Value> replaced_output(Interpreter& interpreter);

// Steps for text that leaves the script: output costs whoever keeps and reads it.
void spend_output(Interpreter& interpreter, std::string_view text);

}  // namespace tilewright::script
