// parse: Python source -> syntax tree, for the grammar of CPython 3.11.
#pragma once

#include <memory>

#include "base/result.h"
#include "python/ast.h"

namespace tilewright::python {

struct ParseOptions {
  // Nesting of brackets beyond which a file is refused, CPython's own limit; blocks are limited to
  // its 100. Protects our own stack.
  int max_nesting = 200;
  // Levels of a tree from a statement's expression down, and elifs in a row: programs that walk the
  // tree may recurse. (CPython 3.11 stops near 3000.)
  int max_depth = 1000;
};

// The first syntax error is the diagnostic (SyntaxError or IndentationError), with the span and
// a hint where CPython gives one.
Result<std::shared_ptr<const Ast>> parse(const SourceManager& sources, SourceId source,
                                         ParseOptions options = {});

}  // namespace tilewright::python
