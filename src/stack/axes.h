// Axes: the named dimensions of a program. Each dimension of each tensor is a list of axes (most significant
// first; empty: size 1). Operations that walk two tensors together make their axes one; a reshape may split
// an axis. With named axes a transpose is no operation at all: it only decides the order in which a result is
// stored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"

namespace tilewright::stack {

struct AxisTag;
using AxisId = Id<AxisTag>;
using AxisList = std::vector<AxisId>;

class AxisTable {
 public:
  // `host` is the wrapper's Python expression of the size; where axes meet, the smaller priority's is kept.
  AxisId add(int64_t size, std::string host, int priority);
  int64_t size(AxisId axis) const { return axes_[find(axis).index].size; }
  const std::string& host(AxisId axis) const { return axes_[find(axis).index].host; }

  // The axes that stand for these now: representatives, splits followed.
  AxisList resolve(const AxisList& list) const;
  // Makes two lists one, splitting where their factors differ. False where sizes do not fit.
  bool unify(const AxisList& left, const AxisList& right);
  // Splits an axis into (size / inner, inner); either host may be given, the other is derived.
  bool split(AxisId axis, int64_t inner, const std::string& inner_host, const std::string& outer_host);
  int64_t product(const AxisList& list) const;

 private:
  struct Axis {
    int64_t size;
    std::string host;
    int priority;
    uint32_t parent;
    AxisList parts;  // when split
  };
  AxisId find(AxisId axis) const;
  void merge(AxisId left, AxisId right);
  std::vector<Axis> axes_;
};

}  // namespace tilewright::stack
