// The reader of print()'s text, so that graphs can be written by hand (tests, files), and small helpers on
// types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace tilewright::graph {

// Row-major strides of a shape, in elements.
std::vector<int64_t> contiguous_strides(const std::vector<Dimension>& shape);
// Row-major without gaps; a type without strides counts as such.
bool is_contiguous(const TensorType& type);
std::string print(const TensorType& type);

// One statement a line, '#' starts a comment:
//   input x: float32[4, 8:s0]
//   scalar s
//   parameter ln.weight: float32[8]        (or buffer)
//   constant c0: float32[] = [2.0]
//   %0: float32[4, 8] = aten::softmax.int(self=x, dim=-1, dtype=None)
//   return %0
// The diagnostic names the line.
Result<Graph> parse_text(std::string_view text);

}  // namespace tilewright::graph
