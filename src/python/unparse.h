// Syntax tree -> source text in one canonical form: four blanks of indentation, no comments, as few
// parentheses as precedence allows, strings in single quotes where they can be.
// parse(unparse(tree)) gives an equal tree, but for positions, with the options at their defaults.
#pragma once

#include <string>

#include "python/ast.h"

namespace tilewright::python {

struct UnparseOptions {
  bool keep_docstrings = true;   // of modules, classes and functions
  bool keep_annotations = true;  // of parameters, results and variables (a bare `x: int` then vanishes)
  int indent = 4;
};

// A statement list and a statement end in a newline; an expression does not.
std::string unparse(const Ast& ast, const UnparseOptions& options = {});
std::string unparse(const Ast& ast, StmtId statement, const UnparseOptions& options = {});
std::string unparse(const Ast& ast, ExprId expression, const UnparseOptions& options = {});

}  // namespace tilewright::python
