// Variables of a running script, for messages that name a value.
#pragma once

#include <functional>
#include <string>

#include "script/interpreter.h"

namespace tilewright::script {

// The name of a variable whose value `is_meant`, in the innermost function that has one, else of a global of
// a running module; "" where there is none. Sources that `is_hidden` are passed over.
std::string name_of_value(Interpreter& interpreter, const std::function<bool(const Value&)>& is_meant,
                          const std::function<bool(Span)>& is_hidden);

// The innermost place that runs and is the user's: not in Python that is part of the program. Empty: there is
// none.
Span user_place(Interpreter& interpreter);

}  // namespace tilewright::script
