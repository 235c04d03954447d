// Which jit functions of a script become block programs: for reports on folders of kernels, where most
// files only define kernels. A function that no launch compiled is compiled with argument types and
// constants that its body makes plausible; several guesses are tried.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/triton/triton.h"
#include "python/ast.h"

namespace tilewright::kernels::triton {

struct SurveyedKernel {
  std::string name;
  Span span;  // of its definition
  bool is_lowered = false;
  bool is_guessed = false;  // no launch compiled it: the arguments' types were guessed
  std::optional<Diagnostic>
      reason;  // not lowered: the first `unsupported` of the guesses, else the first failure
};

// The jit functions that the script has made so far, in that order, if session.options.lists_kernels.
std::vector<SurveyedKernel> survey_kernels(script::Interpreter& interpreter);

// The functions of a file decorated with @triton.jit or @jit, without running it.
std::vector<const python::Stmt*> find_jit_functions(const python::Ast& ast);
bool is_jit_decorator(const python::Ast& ast, python::ExprId decorator);
bool has_jit_decorator(const python::Ast& ast, const python::FunctionDef& function);

}  // namespace tilewright::kernels::triton
