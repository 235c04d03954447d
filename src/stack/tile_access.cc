// What a kernel's body reads and writes: pointers, loads with their padding, stores, index variables.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "stack/tile_body.h"

namespace tilewright::stack {
namespace {

bool is_half(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

}  // namespace

std::string BodyBuilder::pointer_of(ProgramValueId id) {
  const ProgramValue& value = program_[id];
  std::string host = value.kind == ValueKind::Leaf ? value.name : host_names_.at(id.index);
  auto found = pointer_names_.find(host);
  if (found != pointer_names_.end()) return found->second;
  std::string stem = members_.contains(id) ? names_.out : value.kind == ValueKind::Leaf ? value.result : host;
  std::string name = names_.fresh(stem + "_ptr");
  pointer_names_[host] = name;
  if (members_.contains(id)) results_.insert(name);
  pointers_.push_back({name, host, value.dtype, members_.contains(id)});
  return name;
}

std::string BodyBuilder::index_of(const AxisList& storage) {
  std::string text = space_.index(storage);
  auto found = index_variables_.find(text);
  return found == index_variables_.end() ? text : found->second;
}

Expr BodyBuilder::load(ProgramValueId id) {
  const ProgramValue& value = program_[id];
  AxisList storage = program_.storage(id);
  Expr expr;
  expr.kind = Expr::Kind::Load;
  expr.text = pointer_of(id);
  expr.index = index_of(storage);
  if (expr.index == "0") expr.index.clear();
  expr.mask = shape.mask(storage);
  if (!expr.mask.empty() && (pads_all_ || padded_.contains(id))) {
    auto other = other_.find(id);
    expr.other = is_float(value.dtype) ? number_text(other == other_.end() ? 0.0 : other->second) : "0";
  }
  return is_half(value.dtype) ? apply_expr(Primitive::ToFloat, {expr}) : expr;
}

// Whether the value differs from column to column, although what it is stored to may not.
bool BodyBuilder::varies_in_row(ProgramValueId id) const {
  if (is_full(id)) return true;
  const ProgramValue& value = program_[id];
  if (in_memory(id) || value.kind != ValueKind::Pointwise) return false;
  return std::any_of(value.operands.begin(), value.operands.end(), [this](const Operand& operand) {
    const auto* source = std::get_if<ProgramValueId>(&operand);
    return source != nullptr && varies_in_row(*source);
  });
}

Statement BodyBuilder::store(ProgramValueId id, Expr value) {
  AxisList storage = program_.storage(id);
  Statement statement;
  statement.kind = Statement::Kind::Store;
  statement.target = pointer_of(id);
  statement.index = index_of(storage);
  if (statement.index == "0") statement.index.clear();
  statement.mask = shape.mask(storage);
  if (group_.adds_up) {
    statement.kind = Statement::Kind::AtomicAdd;
    const std::string& lanes = varies_in_row(id) ? shape.lanes : shape.rows;
    if (!lanes.empty()) {
      Expr zero = Expr::variable("0.0");
      BodyShape whole;
      whole.axis = kEveryAxis;
      value =
          reduce_expr(ReduceKind::Sum,
                      apply_expr(Primitive::Where, {Expr::variable(lanes), std::move(value), zero}), whole);
    }
  }
  statement.value = std::move(value);
  return statement;
}

// Indices that take computing get a variable.
void BodyBuilder::name_indices(const std::vector<ProgramValueId>& needed,
                               const std::vector<ProgramValueId>& stored, std::vector<Statement>& into) {
  std::vector<std::pair<std::string, int>> counts;
  auto count = [&](const AxisList& storage) {
    std::string text = space_.index(storage);
    if (text.find(' ') == text.npos || index_variables_.contains(text)) return;
    for (auto& [known, times] : counts) {
      if (known == text) {
        ++times;
        return;
      }
    }
    counts.emplace_back(text, 1);
  };
  for (ProgramValueId id : needed) {
    if (in_memory(id)) count(program_.storage(id));
  }
  for (ProgramValueId id : stored) count(program_.storage(id));
  // Loops compute their indices anew: there a name pays from the second use.
  int least = style_.loop_over_columns || shape.is_thread ? 2 : 1;
  for (const auto& [text, times] : counts) {
    if (times < least) continue;
    std::string name = names_.taken.contains("#" + names_.index) ? names_.fresh("j") : names_.index;
    names_.taken.insert("#" + names_.index);
    index_variables_[text] = name;
    Statement statement;
    statement.target = name;
    statement.value = text_expr(text, Precedence::Sum);
    into.push_back(std::move(statement));
  }
}

// ---- padding -----------------------------------------------------------------------------

std::optional<double> BodyBuilder::padding(ProgramValueId id) const {
  const ProgramValue& value = program_[id];
  if (!is_full(id) || value.kind == ValueKind::Index) return std::nullopt;
  if (in_memory(id)) {
    auto other = other_.find(id);
    return other == other_.end() ? 0.0 : other->second;
  }
  if (value.kind != ValueKind::Pointwise) return std::nullopt;
  std::vector<std::optional<double>> operands;
  for (const Operand& operand : value.operands) {
    if (const auto* source = std::get_if<ProgramValueId>(&operand)) {
      operands.push_back(padding(*source));
    } else {
      const Literal& number = std::get<Literal>(operand);
      operands.push_back(number.is_extent() ? std::nullopt : std::optional(number.number));
    }
  }
  return evaluate(value.primitive, operands);
}

// Memory reads whose lanes outside the tensor reach a reduction or scan, directly or through operations.
void BodyBuilder::mark_padded(const std::vector<ProgramValueId>& values) {
  std::vector<ProgramValueId> open;
  for (ProgramValueId id : values) {
    bool gathers = program_[id].kind == ValueKind::Reduce || program_[id].kind == ValueKind::Scan;
    if (!in_memory(id) && gathers) open.push_back(std::get<ProgramValueId>(program_[id].operands[0]));
  }
  std::set<ProgramValueId> seen;
  while (!open.empty()) {
    ProgramValueId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    if (in_memory(id)) {
      padded_.insert(id);
    } else if (program_[id].kind == ValueKind::Pointwise) {
      for (const Operand& operand : program_[id].operands) {
        if (const auto* source = std::get_if<ProgramValueId>(&operand)) open.push_back(*source);
      }
    }
  }
}

void BodyBuilder::choose_padding(const std::vector<ProgramValueId>& values) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kCandidates[] = {0.0, 1.0, -kInfinity, kInfinity};
  std::vector<ProgramValueId> loads;
  std::vector<ProgramValueId> reductions;
  for (ProgramValueId id : values) {
    if (in_memory(id) && is_full(id) && is_float(program_[id].dtype)) loads.push_back(id);
    const ProgramValue& value = program_[id];
    bool is_reverse_scan = value.kind == ValueKind::Scan && value.is_reverse;
    if (!in_memory(id) && (value.kind == ValueKind::Reduce || is_reverse_scan)) reductions.push_back(id);
  }
  if (!style_.padded_loads) return;
  mark_padded(values);
  if (loads.size() > 3) return;
  auto selects = [&] {
    return std::count_if(reductions.begin(), reductions.end(),
                         [&](ProgramValueId id) { return needs_select(id); });
  };
  auto best_count = selects();
  std::map<ProgramValueId, double> best;
  int combinations = 1 << (2 * loads.size());
  for (int c = 1; c < combinations; ++c) {
    other_.clear();
    for (size_t i = 0; i < loads.size(); ++i) other_[loads[i]] = kCandidates[(c >> (2 * i)) & 3];
    if (auto count = selects(); count < best_count) {
      best_count = count;
      best = other_;
    }
  }
  other_ = best;
}

}  // namespace tilewright::stack
