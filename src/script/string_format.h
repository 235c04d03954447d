// "..." % values and "...".format(...).
#pragma once

#include <string>
#include <string_view>

#include "script/interpreter.h"

namespace tilewright::script {

std::string percent_format(Interpreter& interpreter, std::string_view pattern, const Value& values);
// `mapping`, if not null, answers named fields (str.format_map).
std::string brace_format(Interpreter& interpreter, std::string_view pattern, CallArguments& arguments,
                         const Value* mapping = nullptr);

}  // namespace tilewright::script
