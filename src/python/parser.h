// parse: Python source -> syntax tree, for the grammar of CPython 3.11.
#pragma once

#include <memory>

#include "base/result.h"
#include "python/ast.h"

namespace tilewright::python {

struct ParseOptions {
  // Nesting of brackets, blocks and unary operators beyond which a file is refused
  // (CPython stops at 200 brackets and about 100 blocks); protects our own stack.
  int max_nesting = 200;
};

// The first syntax error is the diagnostic (SyntaxError or IndentationError), with the span and
// a hint where CPython gives one.
Result<std::shared_ptr<const Ast>> parse(const SourceManager& sources, SourceId source, ParseOptions options = {});

}  // namespace tilewright::python
