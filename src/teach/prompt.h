// The prompt of a task: what a model is shown, and what the tokenizer and the tests agree on
// (docs/contract.md, section Prompt). Built from the task's syntax tree, so that spelling and comments do not
// matter.
#pragma once

#include <string>

#include "python/ast.h"

namespace tilewright::teach {

inline constexpr int kPromptVersion = 1;

// Version 1, in python::unparse's form without docstrings, comments and annotations:
//   module-level functions and classes that Model refers to, in file order;
//   class Model, without super().__init__() and without an __init__ that then does nothing;
//   where __init__ takes arguments, `Model(64, 1e-05)`: the call with get_init_inputs' values.
// Module-level numbers stand where their names stood. Empty where the file has no class Model.
std::string make_prompt(const python::Ast& ast);

}  // namespace tilewright::teach
