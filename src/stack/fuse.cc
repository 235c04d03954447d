#include "stack/fuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilewright::stack {
namespace {

bool contains(const AxisList& list, AxisId axis) {
  return std::find(list.begin(), list.end(), axis) != list.end();
}
bool is_subset(const AxisList& part, const AxisList& whole) {
  return std::all_of(part.begin(), part.end(), [&](AxisId axis) { return contains(whole, axis); });
}
void add_all(AxisList& list, const AxisList& more) {
  for (AxisId axis : more) {
    if (!contains(list, axis)) list.push_back(axis);
  }
}

class Fuser {
 public:
  explicit Fuser(Program program) : program_(std::move(program)) {}

  FusedProgram run() {
    share_leaves();
    std::vector<bool> is_needed = needed_values();
    group_of_.assign(program_.values.size(), -1);
    for (size_t i = 0; i < program_.values.size(); ++i) {
      ValueKind kind = program_.values[i].kind;
      if (is_needed[i] && kind != ValueKind::Leaf && kind != ValueKind::Index) place(ProgramValueId(i));
    }
    collect_outputs();
    for (Group& group : groups_) finish(group);
    return {std::move(program_), std::move(groups_)};
  }

 private:
  // Reads of one tensor in one order are one value.
  void share_leaves() {
    std::map<std::pair<std::string, AxisList>, ProgramValueId> first;
    std::vector<ProgramValueId> stands_for;
    for (size_t i = 0; i < program_.values.size(); ++i) {
      ProgramValueId id(i);
      const ProgramValue& value = program_[id];
      stands_for.push_back(value.kind == ValueKind::Leaf
                               ? first.emplace(std::pair(value.name, program_.storage(id)), id).first->second
                               : id);
    }
    for (ProgramValue& value : program_.values) {
      for (Operand& operand : value.operands) {
        if (auto* id = std::get_if<ProgramValueId>(&operand)) *id = stands_for[id->index];
      }
    }
  }

  std::vector<bool> needed_values() const {
    std::vector<bool> is_needed(program_.values.size(), false);
    for (ProgramValueId id : program_.outputs) is_needed[id.index] = true;
    for (size_t i = program_.values.size(); i-- > 0;) {
      if (!is_needed[i]) continue;
      for (const Operand& operand : program_.values[i].operands) {
        if (const auto* id = std::get_if<ProgramValueId>(&operand)) is_needed[id->index] = true;
      }
    }
    return is_needed;
  }

  // Every axis the value's computation walks.
  AxisList walked(ProgramValueId id) const {
    AxisList all = program_.storage(id);
    if (program_[id].kind != ValueKind::Index) add_all(all, program_.axes.resolve(program_[id].axes));
    return all;
  }

  void place(ProgramValueId id) {
    int first = 0;
    for (const Operand& operand : program_[id].operands) {
      if (const auto* source = std::get_if<ProgramValueId>(&operand))
        first = std::max(first, group_of_[source->index]);
    }
    for (size_t g = first; g < groups_.size(); ++g) {
      if (can_join(groups_[g], static_cast<int>(g), id)) return join(static_cast<int>(g), id);
    }
    groups_.emplace_back();
    join(static_cast<int>(groups_.size()) - 1, id);
  }

  void join(int g, ProgramValueId id) {
    Group& group = groups_[g];
    group_of_[id.index] = g;
    group.values.push_back(id);
    add_all(group.space, walked(id));
    const ProgramValue& value = program_[id];
    if (value.kind == ValueKind::Reduce || value.kind == ValueKind::Scan) {
      add_all(group.space, program_.storage(std::get<ProgramValueId>(value.operands[0])));
      group.reduced = program_.axes.resolve(value.axes);
    }
    if (value.kind == ValueKind::Contract) {
      group.reduced = program_.axes.resolve(value.axes);
      group.kind = GroupKind::Contract;
    }
  }

  bool can_join(const Group& group, int g, ProgramValueId id) const {
    const ProgramValue& value = program_[id];
    AxisList axes = walked(id);
    switch (value.kind) {
      case ValueKind::Leaf:
      case ValueKind::Index:
        return true;
      case ValueKind::Contract:
        return false;
      case ValueKind::Pointwise: {
        if (group.kind == GroupKind::Contract) {
          return is_subset(axes, group.space) && std::none_of(axes.begin(), axes.end(), [&](AxisId axis) {
                   return contains(group.reduced, axis);
                 });
        }
        if (group.reduced.empty()) return true;
        if (!is_subset(axes, group.space)) return false;
        // After a reduction over everything, what walks all elements again is another launch, but for the few
        // elements of a vector.
        bool is_full = group.reduced.size() == group.space.size() && group.space.size() > 1;
        return !(is_full && !axes.empty() && reads_reduction(g, id));
      }
      case ValueKind::Reduce:
      case ValueKind::Scan: {
        if (group.kind == GroupKind::Contract) return false;
        AxisList over = program_.axes.resolve(value.axes);
        AxisList operand = program_.storage(std::get<ProgramValueId>(value.operands[0]));
        if (group.reduced.empty()) return is_subset(group.space, operand);
        return is_subset(operand, group.space) && is_subset(over, group.reduced) &&
               is_subset(group.reduced, over);
      }
    }
    return false;
  }

  // Whether the value depends on a reduction inside group g.
  bool reads_reduction(int g, ProgramValueId id) const {
    for (const Operand& operand : program_[id].operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr || group_of_[source->index] != g) continue;
      if (program_[*source].kind == ValueKind::Reduce || reads_reduction(g, *source)) return true;
    }
    return false;
  }

  void finish(Group& group) {
    if (group.kind == GroupKind::Contract || group.reduced.empty()) return;
    group.kind = group.reduced.size() == group.space.size() ? GroupKind::Full : GroupKind::Row;
    // What still writes every element is a row kernel with one row.
    for (ProgramValueId id : group.outputs) {
      if (!program_.storage(id).empty()) group.kind = GroupKind::Row;
    }
  }

  void collect_outputs() {
    std::set<ProgramValueId> stored(program_.outputs.begin(), program_.outputs.end());
    for (size_t i = 0; i < program_.values.size(); ++i) {
      if (group_of_[i] < 0) continue;
      for (const Operand& operand : program_.values[i].operands) {
        const auto* source = std::get_if<ProgramValueId>(&operand);
        if (source != nullptr && group_of_[source->index] >= 0 && group_of_[source->index] != group_of_[i]) {
          stored.insert(*source);
        }
      }
    }
    for (ProgramValueId id : stored) groups_[group_of_[id.index]].outputs.push_back(id);
  }

  Program program_;
  std::vector<Group> groups_;
  std::vector<int> group_of_;
};

std::string_view spelling(GroupKind kind) {
  switch (kind) {
    case GroupKind::Pointwise:
      return "pointwise";
    case GroupKind::Row:
      return "row";
    case GroupKind::Full:
      return "full reduction";
    case GroupKind::Contract:
      return "contraction";
  }
  return "";
}

}  // namespace

ProgramValueId only_reduction(const Program& program, const Group& group) {
  ProgramValueId found;
  for (ProgramValueId id : group.values) {
    if (program[id].kind != ValueKind::Reduce) continue;
    if (found) return {};
    found = id;
  }
  return found;
}

bool is_linear(const Program& program, ProgramValueId result, ProgramValueId reduction) {
  while (result != reduction) {
    const ProgramValue& value = program[result];
    if (value.kind != ValueKind::Pointwise) return false;
    bool scales = value.primitive == Primitive::Mul || value.primitive == Primitive::Div ||
                  value.primitive == Primitive::Neg || value.primitive == Primitive::Copy;
    if (!scales) return false;
    if (value.primitive == Primitive::Div && !std::holds_alternative<ProgramValueId>(value.operands[0]))
      return false;
    ProgramValueId next;
    for (const Operand& operand : value.operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr) continue;
      if (next) return false;
      next = *source;
    }
    if (!next) return false;
    result = next;
  }
  return true;
}

void accumulate_rows(FusedProgram& fused, bool only_row_values) {
  Program& program = fused.program;
  for (size_t g = 0; g + 1 < fused.groups.size(); ++g) {
    Group& rows = fused.groups[g];
    Group& total = fused.groups[g + 1];
    if (rows.kind != GroupKind::Row || total.kind != GroupKind::Full) continue;
    if (rows.outputs.size() != 1 || total.outputs.size() != 1) continue;
    ProgramValueId reduction = only_reduction(program, total);
    if (!reduction || program[reduction].reduce != ReduceKind::Sum || !is_float(program[reduction].dtype))
      continue;
    const auto* summed = std::get_if<ProgramValueId>(&program[reduction].operands[0]);
    if (*summed != rows.outputs[0] || !is_linear(program, total.outputs[0], reduction)) continue;
    if (only_row_values) {
      AxisList stored = program.storage(rows.outputs[0]);
      bool walks_row = std::any_of(stored.begin(), stored.end(),
                                   [&](AxisId axis) { return contains(rows.reduced, axis); });
      if (walks_row || program[total.outputs[0]].dtype != DType::Float32) continue;
    }
    bool is_read_elsewhere = false;
    for (size_t later = g + 2; later < fused.groups.size(); ++later) {
      for (ProgramValueId id : fused.groups[later].values) {
        for (const Operand& operand : program[id].operands) {
          const auto* source = std::get_if<ProgramValueId>(&operand);
          is_read_elsewhere |= source != nullptr && *source == rows.outputs[0];
        }
      }
    }
    bool is_result =
        std::find(program.outputs.begin(), program.outputs.end(), rows.outputs[0]) != program.outputs.end();
    if (is_read_elsewhere || is_result) continue;
    // The sum becomes each row's own part.
    ProgramValue& part = program[reduction];
    part.kind = ValueKind::Pointwise;
    part.primitive = Primitive::Copy;
    part.axes.clear();
    rows.values.insert(rows.values.end(), total.values.begin(), total.values.end());
    rows.outputs = total.outputs;
    rows.adds_up = true;
    fused.groups.erase(fused.groups.begin() + static_cast<long>(g) + 1);
  }
}

Result<FusedProgram> fuse(Program program) { return Fuser(std::move(program)).run(); }

std::string print(const FusedProgram& fused) {
  auto axes = [](const AxisList& list) {
    std::string text;
    for (AxisId axis : list) text += fmt::format("{}a{}", text.empty() ? "" : " ", axis.index);
    return text;
  };
  std::string text;
  for (size_t g = 0; g < fused.groups.size(); ++g) {
    const Group& group = fused.groups[g];
    text += fmt::format("group {}: {} over [{}]", g, spelling(group.kind), axes(group.space));
    if (!group.reduced.empty()) text += fmt::format(" reduced [{}]", axes(group.reduced));
    text += "\n";
    for (ProgramValueId id : group.values) {
      bool is_output = std::find(group.outputs.begin(), group.outputs.end(), id) != group.outputs.end();
      text += fmt::format("  {}{}\n", describe(fused.program, id), is_output ? "  -> stored" : "");
    }
  }
  return text;
}

}  // namespace tilewright::stack
