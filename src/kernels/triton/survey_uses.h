// What the text of a jit function says about its parameters, for guesses of their types.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/triton/objects.h"

namespace tilewright::kernels::triton {

// What the body says about names: which hold addresses, which are conditions, which are compared with a text, and
// which with several integers.
struct Uses {
  std::set<std::string> pointers, conditions;
  std::map<std::string, size_t> descriptors;  // with their rank
  bool is_helper = false;                     // returns a value
  std::vector<std::pair<std::string, std::string>> texts;
  std::map<std::string, std::set<int64_t>> numbers;
};
Uses find_uses(const python::Ast& ast, Span function);

// Numbers of all parameters; those that the statement at `place` reads, directly or through what was assigned
// from them, come first.
std::vector<size_t> order_by_dependence(const JitFunction& function, uint32_t place);

}  // namespace tilewright::kernels::triton
