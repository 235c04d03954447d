#include "stack/tile_space.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace tilewright::stack {

TileSpace::TileSpace(const Program& program, std::vector<Part> parts)
    : program_(program), parts_(std::move(parts)) {}

void TileSpace::merge() {
  // Axes b after a stay together when every access has both, a directly before b, or neither.
  auto together = [&](AxisId a, AxisId b) {
    for (const AxisList& access : accesses_) {
      auto at_a = std::find(access.begin(), access.end(), a);
      auto at_b = std::find(access.begin(), access.end(), b);
      bool has_a = at_a != access.end();
      bool has_b = at_b != access.end();
      if (has_a != has_b || (has_a && at_a + 1 != at_b)) return false;
    }
    return true;
  };
  merged_.clear();
  for (size_t p = 0; p < parts_.size(); ++p) {
    std::vector<Merged> list;
    for (AxisId axis : parts_[p].axes) {
      if (!list.empty() && together(list.back().members.back(), axis)) {
        list.back().members.push_back(axis);
      } else {
        list.push_back({{axis}, p, ""});
      }
    }
    for (size_t i = 0; i < list.size(); ++i) {
      size_t from_last = list.size() - 1 - i;
      const std::vector<std::string>& names = parts_[p].names;
      if (list.size() == 1) {
        list[i].name = parts_[p].total;
      } else {
        list[i].name =
            from_last < names.size() ? names[from_last] : fmt::format("{}{}", names.back(), from_last);
      }
    }
    merged_.push_back(std::move(list));
  }
}

std::string TileSpace::host_product(const AxisList& list) const {
  if (list.empty()) return "1";
  // All of one tensor.
  for (const ProgramInput& input : program_.tensors) {
    if (input.is_used && list.size() > 1 && program_.storage(input.dims) == list)
      return input.name + ".numel()";
  }
  std::string text;
  for (AxisId axis : list) {
    std::string host = program_.axes.host(axis);
    if (list.size() > 1 && host.find(' ') != host.npos) host = "(" + host + ")";
    text += (text.empty() ? "" : " * ") + host;
  }
  return text;
}

std::string TileSpace::use(const std::string& name, const AxisList& axes) {
  for (const auto& [used, host] : used_) {
    if (used == name) return name;
  }
  used_.emplace_back(name, host_product(axes));
  return name;
}

std::string TileSpace::total(size_t part) { return use(parts_[part].total, parts_[part].axes); }

std::string TileSpace::count(const AxisList& list) {
  for (size_t p = 0; p < parts_.size(); ++p) {
    AxisList sorted_part = parts_[p].axes;
    AxisList sorted_list = list;
    std::sort(sorted_part.begin(), sorted_part.end());
    std::sort(sorted_list.begin(), sorted_list.end());
    if (sorted_part == sorted_list && !list.empty()) return total(p);
    for (const Merged& merged : merged_[p]) {
      if (merged.members == list) return use(merged.name, list);
    }
  }
  return use("count", list);
}

std::string TileSpace::size_of_run(size_t part, size_t begin, size_t end) {
  const std::vector<Merged>& list = merged_[part];
  if (begin == 0 && end == list.size()) return total(part);
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    text += (text.empty() ? "" : " * ") + use(list[i].name, list[i].members);
  }
  return end - begin > 1 ? "(" + text + ")" : text;
}

// The position along merged axes [begin, end) of a part.
std::string TileSpace::term(size_t part, size_t begin, size_t end) {
  const std::vector<Merged>& list = merged_[part];
  std::string text = parts_[part].variable;
  if (end < list.size()) text += " // " + size_of_run(part, end, list.size());
  if (begin > 0) text += " % " + size_of_run(part, begin, end);
  return text;
}

std::string TileSpace::index(const AxisList& storage) {
  struct Run {
    size_t part, begin, end;
  };
  std::vector<Run> runs;
  for (size_t i = 0; i < storage.size();) {
    bool found = false;
    for (size_t p = 0; p < merged_.size() && !found; ++p) {
      for (size_t m = 0; m < merged_[p].size(); ++m) {
        const AxisList& members = merged_[p][m].members;
        if (members.front() != storage[i]) continue;
        TW_CHECK(i + members.size() <= storage.size() &&
                     std::equal(members.begin(), members.end(), storage.begin() + static_cast<long>(i)),
                 "axes were merged that an access does not walk together");
        if (!runs.empty() && runs.back().part == p && runs.back().end == m) {
          runs.back().end = m + 1;
        } else {
          runs.push_back({p, m, m + 1});
        }
        i += members.size();
        found = true;
        break;
      }
    }
    TW_CHECK(found, "an access walks an axis outside its kernel's space");
  }
  if (runs.empty()) return "0";
  // Horner's scheme: ((a * size_b + b) * size_c + c).
  std::string text = term(runs[0].part, runs[0].begin, runs[0].end);
  for (size_t r = 1; r < runs.size(); ++r) {
    if (r > 1) text = "(" + text + ")";
    text = fmt::format("{} * {} + {}", text, size_of_run(runs[r].part, runs[r].begin, runs[r].end),
                       term(runs[r].part, runs[r].begin, runs[r].end));
  }
  return text;
}

bool TileSpace::walks(const AxisList& storage, size_t part) const {
  const AxisList& axes = parts_[part].axes;
  return std::any_of(storage.begin(), storage.end(),
                     [&](AxisId axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); });
}

bool TileSpace::same_parts(const AxisList& left, const AxisList& right) const {
  for (size_t p = 0; p < parts_.size(); ++p) {
    if (walks(left, p) != walks(right, p)) return false;
  }
  return true;
}

}  // namespace tilewright::stack
