// What the parsers of one file share (an f-string's expression has a parser of its own): the tree
// under construction, its interned names, and the limits that keep deep input off our stack.
#pragma once

#include <string_view>
#include <vector>

#include "python/ast.h"
#include "python/parser.h"

namespace tilewright::python {

class NameTable {
 public:
  explicit NameTable(std::vector<std::string>& names) : names_(names), slots_(256) {}
  NameId intern(std::string_view name);

 private:
  struct Slot {
    uint64_t hash = 0;
    NameId id;
  };
  void grow();

  std::vector<std::string>& names_;
  std::vector<Slot> slots_;  // open addressing, a power of two
};

struct TreeBuilder {
  TreeBuilder(Ast& tree, std::string_view source_text, const ParseOptions& parse_options)
      : ast(tree), text(source_text), options(parse_options), names(tree.names) {}

  Ast& ast;
  std::string_view text;
  const ParseOptions& options;
  NameTable names;
  int recursion = 0;  // our own calls, in units of a light one
  int height = 0;     // levels of the tallest expression finished in the current scope
};

}  // namespace tilewright::python
