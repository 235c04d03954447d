// Variable names of a kernel: what the recorded graph calls a value is its name (graph::signature); for the
// rest a few sets that people use, and fresh names that do not collide.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace tilewright::stack {

struct NameSet {
  std::string out;  // pointer stem of results
  std::string index, row, columns, mask, block, temporary, start;
  std::set<std::string> taken;
  std::set<std::string> arguments;  // of forward

  // `hint` itself, or hint with the first free number.
  std::string fresh(const std::string& hint);
  // The name of a size: `name`, or another where forward has an argument of that name.
  std::string size(const std::string& name) const { return arguments.contains(name) ? "num_" + name : name; }
  void release(const std::string& name) { taken.erase(name); }
};

// The set `naming`; names of forward's arguments are not used for sizes, which the wrapper computes.
NameSet name_set(int naming, const std::vector<std::string>& arguments);
inline constexpr int kNameSets = 3;

}  // namespace tilewright::stack
