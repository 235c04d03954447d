// Inline PTX -> calls of the functions in cuda/include/tilewright/ptx.h, one an instruction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilewright::kernels::cuda {

// One operand of an asm statement.
struct AssemblyOperand {
  std::string name;        // of "[name]"; usually empty
  std::string constraint;  // "=r", "+f", "l", "n"
  std::string expression;
  bool is_output = false;
};

// A statement expression that does what the PTX does; empty: the text is not PTX as we know it.
// Instructions that ptx.h lacks become calls of functions that do not exist, which the compiler then names.
std::string translate_ptx(std::string_view assembly, const std::vector<AssemblyOperand>& operands);

// What a C string literal stands for ("a\n" "b" -> its bytes).
std::string unquoted(std::string_view literal);

}  // namespace tilewright::kernels::cuda
