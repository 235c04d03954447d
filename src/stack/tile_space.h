// A kernel's iteration space: the axes of its group, merged where every access walks them together, dealt to
// parts (rows, columns, or the M, N, K and batch of a product), and the index text of each access.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "stack/program.h"

namespace tilewright::stack {

// One direction of the space: the variable that walks it and the names of its sizes.
struct Part {
  std::string variable;            // "row", "cols", "i"
  std::string total;               // name of the number of positions: "n"
  std::vector<std::string> names;  // for several axes, from the last: "inner", "mid", ...
  AxisList axes;                   // most significant first (representatives, unmerged)
};

class TileSpace {
 public:
  TileSpace(const Program& program, std::vector<Part> parts);
  // Every access must be announced before the first index is asked for.
  void announce(const AxisList& storage) { accesses_.push_back(storage); }
  void merge();

  // Offset text of an element of a tensor that stores these axes in this order; "0" for a single element.
  std::string index(const AxisList& storage);
  // Whether the access walks the part.
  bool walks(const AxisList& storage, size_t part) const;
  // Whether two accesses walk the same parts, so that their blocks have one shape.
  bool same_parts(const AxisList& left, const AxisList& right) const;
  const Part& part(size_t index) const { return parts_[index]; }
  // The total's name, marked as used.
  std::string total(size_t part);
  // Number of elements along a list of axes: a size's name, else a new argument "count".
  std::string count(const AxisList& list);

  // Names asked for, with the wrapper's expression of each, in the order of first use.
  const std::vector<std::pair<std::string, std::string>>& used() const { return used_; }
  std::string host_product(const AxisList& list) const;

 private:
  struct Merged {
    AxisList members;
    size_t part;
    std::string name;
  };
  std::string use(const std::string& name, const AxisList& axes);
  std::string size_of_run(size_t part, size_t begin, size_t end);
  std::string term(size_t part, size_t begin, size_t end);

  const Program& program_;
  std::vector<Part> parts_;
  std::vector<AxisList> accesses_;
  std::vector<std::vector<Merged>> merged_;  // by part
  std::vector<std::pair<std::string, std::string>> used_;
};

}  // namespace tilewright::stack
