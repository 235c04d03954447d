// Variable names of a kernel: a few sets that people use, and fresh names that do not collide.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace tilewright::stack {

struct NameSet {
  std::vector<std::string> inputs;      // x, y, z
  std::vector<std::string> parameters;  // w, b
  std::string out;                      // pointer stem of results
  std::string index, row, columns, mask, block, temporary, start;
  std::set<std::string> taken;

  // `hint` itself, or hint with the first free number.
  std::string fresh(const std::string& hint);
  void release(const std::string& name) { taken.erase(name); }
};

NameSet name_set(int naming);
inline constexpr int kNameSets = 3;

}  // namespace tilewright::stack
