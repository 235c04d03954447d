#include "stack/axes.h"

#include <fmt/format.h>

namespace tilewright::stack {

AxisId AxisTable::add(int64_t size, std::string host, int priority) {
  AxisId id(axes_.size());
  axes_.push_back({size, std::move(host), priority, id.index, {}});
  return id;
}

AxisId AxisTable::find(AxisId axis) const {
  while (axes_[axis.index].parent != axis.index) axis = AxisId(axes_[axis.index].parent);
  return axis;
}

AxisList AxisTable::resolve(const AxisList& list) const {
  AxisList result;
  for (AxisId axis : list) {
    AxisId root = find(axis);
    if (axes_[root.index].parts.empty()) {
      result.push_back(root);
    } else {
      AxisList parts = resolve(axes_[root.index].parts);
      result.insert(result.end(), parts.begin(), parts.end());
    }
  }
  return result;
}

int64_t AxisTable::product(const AxisList& list) const {
  int64_t product = 1;
  for (AxisId axis : list) product *= size(axis);
  return product;
}

void AxisTable::merge(AxisId left, AxisId right) {
  left = find(left);
  right = find(right);
  if (left == right) return;
  if (axes_[right.index].priority < axes_[left.index].priority) std::swap(left, right);
  axes_[right.index].parent = left.index;
}

bool AxisTable::split(AxisId axis, int64_t inner, const std::string& inner_host,
                      const std::string& outer_host) {
  Axis whole = axes_[find(axis).index];
  if (inner <= 0 || whole.size % inner != 0) return false;
  auto derived = [&](const std::string& other) { return fmt::format("{} // {}", whole.host, other); };
  std::string outer_text = outer_host.empty() ? derived(inner_host) : outer_host;
  std::string inner_text = inner_host.empty() ? derived(outer_host) : inner_host;
  AxisId outer = add(whole.size / inner, outer_text, whole.priority);
  AxisId last = add(inner, inner_text, whole.priority);
  axes_[find(axis).index].parts = {outer, last};
  return true;
}

bool AxisTable::unify(const AxisList& left, const AxisList& right) {
  AxisList a = resolve(left);
  AxisList b = resolve(right);
  // From the least significant factor on, the larger of two that differ is split.
  while (!a.empty() && !b.empty()) {
    AxisId last_a = a.back();
    AxisId last_b = b.back();
    int64_t size_a = size(last_a);
    int64_t size_b = size(last_b);
    if (size_a == size_b) {
      merge(last_a, last_b);
      a.pop_back();
      b.pop_back();
    } else if (size_a > size_b) {
      if (!split(last_a, size_b, host(last_b), "")) return false;
      a = resolve(a);
    } else {
      if (!split(last_b, size_a, host(last_a), "")) return false;
      b = resolve(b);
    }
  }
  return a.empty() && b.empty();
}

}  // namespace tilewright::stack
