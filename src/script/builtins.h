// Built-in functions by name; internal to the room.
#pragma once

#include <span>
#include <string_view>

#include "script/interpreter.h"

namespace tilewright::script {

struct BuiltinRow {
  std::string_view name;
  Value (*function)(Interpreter&, CallArguments&);
};

// abs, round, sum, max, hex ... (builtins_numbers.cc).
std::span<const BuiltinRow> number_builtins();
// Functions and types; exceptions are not among them.
std::vector<std::string_view> builtin_names();

// What locals() answers where the script runs: a module's or a class's own dictionary, a copy of a function's variables.
Value local_names(Interpreter& interpreter);

// Raises CPython's TypeError unless a function got least to most arguments, none by name.
void expect_count(Interpreter& interpreter, const CallArguments& arguments, std::string_view name, size_t least,
                  size_t most);

}  // namespace tilewright::script
