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

// Which parameter an argument is for.
struct ParameterPlace {
  std::string name;
  size_t index = 0;
  bool is_constexpr = false;
  bool is_specialised = true;  // an int equal to 1 becomes a constant
  bool is_alignment_known = true;  // to the compiler: whether 16 divides it
};

// Adds one argument.
void specialise(script::Interpreter& interpreter, const ParameterPlace& parameter, const script::Value& given,
                Span span, ArgumentSpec& spec, Specialised& out);

// Ends the launch and the script with it.
[[noreturn]] void refuse(script::Interpreter& interpreter, DiagnosticKind kind, std::string message,
                         Span span);

}  // namespace tilewright::kernels::triton
