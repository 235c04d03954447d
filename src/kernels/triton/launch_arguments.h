// Arguments of a launch: what the compiler has to know of them, and what the machine gets.
#pragma once

#include <string>
#include <vector>

#include "kernels/triton/compiler.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

struct Specialised {
  std::vector<ArgumentSpec> specs;
  std::string key;  // of the cache of compiled kernels
  std::vector<LaunchArgument> values;
  std::vector<PointerTarget> targets;
};

// Adds one argument. `is_specialised`: an int equal to 1 becomes a constant.
void specialise(script::Interpreter& interpreter, const std::string& name, const script::Value& given,
                bool is_constexpr, bool is_specialised, Span span, ArgumentSpec& spec, Specialised& out);

// Ends the launch and the script with it.
[[noreturn]] void refuse(script::Interpreter& interpreter, DiagnosticKind kind, std::string message,
                         Span span);

}  // namespace tilewright::kernels::triton
