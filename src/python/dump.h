// Prints a syntax tree: as JSON for programs, as an indented outline for people.
#pragma once

#include <string>

#include "base/source.h"
#include "python/ast.h"

namespace tilewright::python {

// One line of JSON without a line end. A node is an array [name, line, column, end line, end column,
// fields...], the columns in bytes as CPython counts them; nodes that have no place in CPython (Module,
// arguments, comprehension, withitem, match_case) are [name, fields...]. Fields stand in the order of
// Python.asdl without type_comment and type_ignores; a missing one is null, an identifier or operator is its
// name. Constants are tagged: ["None"], ["bool", true], ["int", "12"], ["float", "0x1.8p+1"], ["imaginary",
// ...],
// ["str", text, kind] ("str_hex" with the bytes in hexadecimal where the text holds a lone surrogate),
// ["bytes", hex],
// ["Ellipsis"].
std::string dump_json(const Ast& ast, const SourceManager& sources);

// A node a line: its name, place and plain fields, with its children indented below.
std::string dump_outline(const Ast& ast, const SourceManager& sources);

}  // namespace tilewright::python
