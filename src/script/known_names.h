// What packages are known to define, asked where a look-up failed: scripts may catch the exception; where none does, a
// name that is known and missing is our shortcoming, not the script's mistake.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "script/interpreter.h"

namespace tilewright::script {

// Whether "torch.nn" defines "Bilinear"; the owner is a module or a class.
using KnownNames = std::function<bool(std::string_view owner, std::string_view name)>;

void set_known_names(Interpreter& interpreter, KnownNames names);
// "torch.nn.Bilinear" if it is known.
bool is_known_name(Interpreter& interpreter, std::string_view owner, std::string_view name);
// An exception that ends the run as unsupported where nothing catches it.
Value make_shortcoming(Interpreter& interpreter, std::string_view class_name, std::string message);

}  // namespace tilewright::script
