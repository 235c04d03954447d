#include "stack/tile_passes.h"

#include <algorithm>

namespace tilewright::stack {

RowPasses::RowPasses(const BodyBuilder& body, const Group& group, std::vector<ProgramValueId> all)
    : body_(body), group_(group), all_(std::move(all)) {
  for (ProgramValueId id : all_) find_level(id);
}

// The pass in which a value can be computed: one after every reduction that it reads.
int RowPasses::find_level(ProgramValueId id) {
  if (auto known = levels_.find(id); known != levels_.end()) return known->second;
  int result = 0;
  const ProgramValue& value = body_.program()[id];
  if (!body_.in_memory(id)) {
    for (const Operand& operand : value.operands) {
      if (const auto* source = std::get_if<ProgramValueId>(&operand))
        result = std::max(result, find_level(*source));
    }
    if (value.kind == ValueKind::Reduce) ++result;
  }
  levels_[id] = result;
  return result;
}

int RowPasses::last() const {
  int last = 0;
  for (ProgramValueId id : all_) last = std::max(last, level(id));
  return last;
}

std::vector<ProgramValueId> RowPasses::row_reads() const {
  std::vector<ProgramValueId> reads;
  for (ProgramValueId id : all_) {
    if (body_.in_memory(id) && !body_.is_full(id)) reads.push_back(id);
  }
  return reads;
}

RowPass RowPasses::pass(int index) const {
  RowPass pass;
  for (ProgramValueId id : all_) {
    const ProgramValue& value = body_.program()[id];
    if (body_.in_memory(id)) continue;
    bool is_output = std::find(group_.outputs.begin(), group_.outputs.end(), id) != group_.outputs.end();
    if (value.kind == ValueKind::Reduce) {
      if (level(id) != index + 1) continue;
      pass.reductions.push_back(id);
      if (is_output) pass.row_stores.push_back(id);
    } else if (body_.is_full(id)) {
      if (is_output && level(id) == index) pass.block_stores.push_back(id);
      if (value.kind == ValueKind::Scan && level(id) == index) pass.scans.push_back(id);
    } else if (level(id) == index + 1 || (index == 0 && level(id) == 0)) {
      pass.row_values.push_back(id);
      if (is_output) pass.row_stores.push_back(id);
    }
  }
  return pass;
}

std::vector<ProgramValueId> RowPasses::ready_at_start(const RowPass& first) const {
  std::vector<ProgramValueId> ready;
  for (ProgramValueId id : first.row_values) {
    if (level(id) == 0) ready.push_back(id);
  }
  return ready;
}

std::vector<ProgramValueId> RowPasses::read_after(int index, const RowPass& pass) const {
  std::vector<ProgramValueId> result;
  for (ProgramValueId id : pass.row_values) {
    bool is_read = std::any_of(all_.begin(), all_.end(), [&](ProgramValueId reader) {
      if (body_.in_memory(reader)) return false;
      const auto& operands = body_.program()[reader].operands;
      bool reads = std::any_of(operands.begin(), operands.end(), [&](const Operand& operand) {
        const auto* source = std::get_if<ProgramValueId>(&operand);
        return source != nullptr && *source == id;
      });
      return reads && (body_.is_full(reader) || level(reader) > index + 1);
    });
    if (is_read) result.push_back(id);
  }
  return result;
}

}  // namespace tilewright::stack
