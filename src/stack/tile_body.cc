#include "stack/tile_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "graph/number_text.h"

namespace tilewright::stack {
namespace {

constexpr size_t kLineBreak = 72;  // an expression longer than this gets a variable

bool is_trivial(Primitive primitive) {
  return primitive == Primitive::Copy || primitive == Primitive::ToFloat;
}

}  // namespace

std::string number_text(double value) {
  return std::isfinite(value) ? graph::python_repr(value)
                              : fmt::format("float(\"{}\")", graph::python_repr(value));
}

size_t text_length(const Expr& expr) {
  size_t length = expr.text.size() + expr.index.size() + expr.mask.size();
  for (const Expr& argument : expr.arguments) length += text_length(argument) + 3;
  return length + (expr.kind == Expr::Kind::Text ? 0 : 5);
}

Expr text_expr(std::string text, Precedence precedence) {
  Expr expr = Expr::variable(std::move(text));
  expr.precedence = precedence;
  return expr;
}

Expr apply_expr(Primitive primitive, std::vector<Expr> arguments) {
  Expr expr;
  expr.kind = Expr::Kind::Apply;
  expr.primitive = primitive;
  expr.arguments = std::move(arguments);
  return expr;
}

Expr reduce_expr(ReduceKind kind, Expr operand, const BodyShape& shape) {
  Expr expr;
  expr.kind = Expr::Kind::Reduce;
  expr.reduce = kind;
  expr.axis = shape.axis;
  expr.keeps_axis = shape.keeps_axis;
  expr.arguments = {std::move(operand)};
  return expr;
}

BodyBuilder::BodyBuilder(const FusedProgram& fused, const Group& group, const Style& style, TileSpace& space,
                         NameSet names, std::map<uint32_t, std::string> host_names)
    : fused_(fused),
      program_(fused.program),
      group_(group),
      style_(style),
      space_(space),
      names_(std::move(names)),
      members_(group.values.begin(), group.values.end()),
      host_names_(std::move(host_names)) {}

bool BodyBuilder::in_memory(ProgramValueId id) const {
  return program_[id].kind != ValueKind::Index && !members_.contains(id);
}

bool BodyBuilder::is_full(ProgramValueId id) const {
  AxisList storage = program_.storage(id);
  return std::any_of(storage.begin(), storage.end(), [&](AxisId axis) {
    return std::find(group_.reduced.begin(), group_.reduced.end(), axis) != group_.reduced.end();
  });
}

std::vector<ProgramValueId> BodyBuilder::needed(const std::vector<ProgramValueId>& targets) const {
  std::set<ProgramValueId> found;
  std::vector<ProgramValueId> open = targets;
  while (!open.empty()) {
    ProgramValueId id = open.back();
    open.pop_back();
    if (variables_.contains(id) || !found.insert(id).second || in_memory(id)) continue;
    const ProgramValue& value = program_[id];
    for (const Operand& operand : value.operands) {
      if (const auto* source = std::get_if<ProgramValueId>(&operand)) open.push_back(*source);
    }
  }
  return {found.begin(), found.end()};
}

// ---- expressions -------------------------------------------------------------------------

Expr BodyBuilder::literal(const Literal& literal) {
  if (!literal.is_extent()) {
    const std::string& text = literal.text;
    if (text.find(" * ") != text.npos || text.find(" / ") != text.npos)
      return text_expr(text, Precedence::Product);
    if (text.find(' ') != text.npos) return text_expr(text, Precedence::Sum);
    return text_expr(text, text.starts_with('-') ? Precedence::Unary : Precedence::Atom);
  }
  std::string count = space_.count(program_.axes.resolve(literal.extent));
  if (literal.offset == 0) return text_expr(count, Precedence::Atom);
  return text_expr(fmt::format("{} {} {}", count, literal.offset < 0 ? '-' : '+', std::abs(literal.offset)),
                   Precedence::Sum);
}

Expr BodyBuilder::read(const Operand& operand, std::vector<ProgramValueId>& reads) {
  if (const auto* number = std::get_if<Literal>(&operand)) return literal(*number);
  ProgramValueId id = std::get<ProgramValueId>(operand);
  if (auto bound = variables_.find(id); bound != variables_.end()) {
    reads.push_back(id);
    return Expr::variable(bound->second);
  }
  if (program_[id].kind == ValueKind::Index) {
    std::string text = space_.index(program_.axes.resolve(program_[id].axes));
    return text_expr(text, text.find(' ') == text.npos ? Precedence::Atom : Precedence::Sum);
  }
  auto found = inlined_.find(id);
  TW_CHECK(found != inlined_.end(), "value %{} is read before it is made", id.index);
  reads.insert(reads.end(), found->second.reads.begin(), found->second.reads.end());
  return found->second.expr;
}

bool BodyBuilder::needs_select(ProgramValueId reduction) const {
  if (!style_.padded_loads) return true;
  const ProgramValue& value = program_[reduction];
  ProgramValueId operand = std::get<ProgramValueId>(value.operands[0]);
  std::optional<double> pad = padding(operand);
  return !pad || *pad != neutral(value.reduce);
}

Expr BodyBuilder::reduction_operand(ProgramValueId reduction) {
  std::vector<ProgramValueId> reads;
  const ProgramValue& value = program_[reduction];
  Expr operand = read(value.operands[0], reads);
  if (shape.lanes.empty() || !needs_select(reduction)) return operand;
  return apply_expr(Primitive::Where, {Expr::variable(shape.lanes), operand,
                                       Expr::variable(number_text(neutral(value.reduce)))});
}

// The element one position earlier along the columns, 0 before the first.
Expr BodyBuilder::shifted_load(ProgramValueId source) {
  Expr expr = load(source);
  expr.index = fmt::format("{} - 1", expr.index);
  expr.mask = fmt::format("{} & ({} > 0)", expr.mask, names_.columns);
  expr.other = "0.0";
  return expr;
}

// Whether every reader is an exclusive scan along the tensor's last axis: then a shifted load serves.
bool BodyBuilder::is_only_shifted(ProgramValueId id, const std::vector<ProgramValueId>& readers) const {
  if (shape.is_thread) return false;
  bool is_read = false;
  for (ProgramValueId reader : readers) {
    const ProgramValue& value = program_[reader];
    if (in_memory(reader)) continue;
    for (const Operand& operand : value.operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr || *source != id) continue;
      AxisList along = program_.axes.resolve(value.axes);
      bool serves = value.is_exclusive && along.size() == 1 && program_.storage(id).back() == along[0];
      if (!serves) return false;
      is_read = true;
    }
  }
  return is_read;
}

void BodyBuilder::set_carries(std::map<ProgramValueId, std::string> carries, bool is_reversed) {
  carries_ = std::move(carries);
  is_reversed_ = is_reversed;
}

Expr BodyBuilder::build(ProgramValueId id, std::vector<ProgramValueId>& reads) {
  const ProgramValue& value = program_[id];
  switch (value.kind) {
    case ValueKind::Pointwise: {
      std::vector<Expr> arguments;
      for (const Operand& operand : value.operands) arguments.push_back(read(operand, reads));
      return apply_expr(value.primitive, std::move(arguments));
    }
    case ValueKind::Reduce: {
      read(value.operands[0], reads);
      return reduce_expr(value.reduce, reduction_operand(id), shape);
    }
    case ValueKind::Scan: {
      Expr expr;
      expr.kind = Expr::Kind::Scan;
      expr.reduce = value.reduce;
      expr.axis = shape.axis;
      expr.is_reverse = value.is_reverse && !is_reversed_;
      Expr operand = read(value.operands[0], reads);
      expr.arguments = {expr.is_reverse ? reduction_operand(id) : operand};
      if (auto carry = carries_.find(id); carry != carries_.end()) {
        Primitive combine = value.reduce == ReduceKind::Sum ? Primitive::Add : Primitive::Mul;
        expr = apply_expr(combine, {expr, Expr::variable(carry->second)});
      }
      bool is_shifted = shifted_.contains(std::get<ProgramValueId>(value.operands[0]));
      return value.is_exclusive && !is_shifted ? apply_expr(Primitive::Sub, {expr, operand}) : expr;
    }
    case ValueKind::Leaf:
    case ValueKind::Index:
    case ValueKind::Contract:
      break;
  }
  TW_CHECK(false, "no expression for value %{}", id.index);
}

// ---- statements --------------------------------------------------------------------------

void BodyBuilder::count_uses(const std::vector<ProgramValueId>& values,
                             const std::vector<ProgramValueId>& stored) {
  uses_left_.clear();
  uses_.clear();
  crosses_origin_.clear();
  for (ProgramValueId id : values) {
    if (in_memory(id)) continue;
    for (const Operand& operand : program_[id].operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr) continue;
      ++uses_[*source];
      if (program_[*source].origin != program_[id].origin) crosses_origin_.insert(*source);
    }
  }
  for (ProgramValueId id : stored) {
    ++uses_[id];
    crosses_origin_.insert(id);
  }
  uses_left_ = uses_;
}

bool BodyBuilder::stays_inline(ProgramValueId id, const Expr& expr) const {
  const ProgramValue& value = program_[id];
  auto uses = uses_.find(id);
  int count = uses == uses_.end() ? 0 : uses->second;
  if (count != 1 || value.kind == ValueKind::Scan || text_length(expr) > kLineBreak) return false;
  if (value.kind == ValueKind::Pointwise && is_trivial(value.primitive)) return true;
  return style_.one_line || !crosses_origin_.contains(id);
}

// Inside an operation a temporary that nothing reads again holds the next step.
std::string BodyBuilder::reusable_name(ProgramValueId id, const std::vector<ProgramValueId>& reads) const {
  if (!is_float(program_[id].dtype) || !program_[id].result.empty()) return "";
  for (ProgramValueId read : reads) {
    auto left = uses_left_.find(read);
    bool is_dead = left == uses_left_.end() || left->second <= 0;
    bool is_temporary = !in_memory(read) && program_[read].result.empty();
    if (is_temporary && is_dead && !outer_.contains(read) && is_full(read) == is_full(id) &&
        is_float(program_[read].dtype) && space_.same_parts(program_.storage(read), program_.storage(id))) {
      return variables_.at(read);
    }
  }
  return "";
}

// Whether the name belonged to a step inside an operation that nothing reads any more. Loops keep theirs: a
// later pass may read it.
bool BodyBuilder::is_free_again(const std::string& name) const {
  if (style_.loop_over_columns || shape.is_thread) return false;
  bool is_known = false;
  for (const auto& [id, variable] : variables_) {
    if (variable != name) continue;
    auto left = uses_left_.find(id);
    if (in_memory(id) || !program_[id].result.empty() || left == uses_left_.end() || left->second > 0)
      return false;
    is_known = true;
  }
  return is_known;
}

std::string BodyBuilder::fresh_name(ProgramValueId id) {
  const ProgramValue& value = program_[id];
  if (!value.result.empty()) return names_.fresh(value.result);
  const std::string& hint =
      value.name.empty() || value.kind == ValueKind::Leaf ? names_.temporary : value.name;
  return is_free_again(hint) ? hint : names_.fresh(hint);
}

void BodyBuilder::emit_value(ProgramValueId id, std::vector<Statement>& into) {
  if (variables_.contains(id) || program_[id].kind == ValueKind::Index) return;
  if (shape.is_thread && program_[id].kind == ValueKind::Scan) return emit_running(id, into);
  Statement statement;
  if (in_memory(id)) {
    statement.value = shifted_.contains(id) ? shifted_load(id) : load(id);
    std::string pointer = pointer_of(id);
    statement.target = names_.fresh(pointer.substr(0, pointer.size() - 4));
  } else {
    std::vector<ProgramValueId> reads;
    statement.value = build(id, reads);
    if (stays_inline(id, statement.value)) {
      inlined_[id] = {std::move(statement.value), std::move(reads)};
      return;
    }
    for (ProgramValueId read : reads) --uses_left_[read];
    statement.target = reusable_name(id, reads);
    if (statement.target.empty()) statement.target = fresh_name(id);
  }
  variables_[id] = statement.target;
  into.push_back(std::move(statement));
}

// Memory reads come first, in the order of forward's arguments.
void BodyBuilder::loads_first(std::vector<ProgramValueId>& values) const {
  auto middle = std::stable_partition(values.begin(), values.end(),
                                      [this](ProgramValueId id) { return in_memory(id); });
  std::stable_sort(values.begin(), middle, [this](ProgramValueId a, ProgramValueId b) {
    return program_.argument_rank(program_[a].name) < program_.argument_rank(program_[b].name);
  });
}

Primitive combine_of(ReduceKind kind) {
  switch (kind) {
    case ReduceKind::Product:
      return Primitive::Mul;
    case ReduceKind::Max:
      return Primitive::Max;
    case ReduceKind::Min:
      return Primitive::Min;
    default:
      return Primitive::Add;
  }
}

// In one thread a scan is its running variable, once this column has joined it; an exclusive one is what it
// held before.
void BodyBuilder::emit_running(ProgramValueId id, std::vector<Statement>& into) {
  const ProgramValue& value = program_[id];
  const std::string& running = carries_.at(id);
  std::vector<ProgramValueId> reads;
  Statement join;
  join.target = running;
  join.is_update = true;
  join.value =
      apply_expr(combine_of(value.reduce), {Expr::variable(running), read(value.operands[0], reads)});
  for (ProgramValueId source : reads) --uses_left_[source];
  variables_[id] = running;
  if (value.is_exclusive) {
    Statement before;
    before.target = fresh_name(id);
    before.value = Expr::variable(running);
    variables_[id] = before.target;
    into.push_back(std::move(before));
  }
  into.push_back(std::move(join));
}

// After a scan's block: what later blocks must add.
void BodyBuilder::emit_carry(ProgramValueId id, std::vector<Statement>& into) {
  auto carry = carries_.find(id);
  if (carry == carries_.end() || shape.is_thread) return;
  ReduceKind kind = program_[id].reduce;
  Primitive combine = kind == ReduceKind::Sum ? Primitive::Add : Primitive::Mul;
  Expr block = reduce_expr(kind, reduction_operand(id), shape);
  Statement statement;
  statement.target = carry->second;
  statement.is_update = true;
  statement.value = apply_expr(combine, {Expr::variable(carry->second), block});
  into.push_back(std::move(statement));
}

void BodyBuilder::emit(const std::vector<ProgramValueId>& targets, const std::vector<ProgramValueId>& stored,
                       std::vector<Statement>& into, bool binds_targets) {
  std::vector<ProgramValueId> all = targets;
  all.insert(all.end(), stored.begin(), stored.end());
  std::vector<ProgramValueId> values = needed(all);
  count_uses(values, stored);
  for (ProgramValueId id : targets) {
    // One more use where the caller reads the expression, two where it must be a variable.
    uses_[id] += binds_targets ? 2 : 1;
    ++uses_left_[id];
  }
  for (ProgramValueId id : values) {
    // A scan's operand is read again for its carry, or to take itself out of an exclusive one.
    if (in_memory(id) || program_[id].kind != ValueKind::Scan) continue;
    if (shape.is_thread || (!carries_.contains(id) && !program_[id].is_exclusive)) continue;
    ProgramValueId operand = std::get<ProgramValueId>(program_[id].operands[0]);
    ++uses_[operand], ++uses_left_[operand];
  }
  for (ProgramValueId id : values) {
    if (in_memory(id) && is_only_shifted(id, values)) shifted_.insert(id);
  }
  loads_first(values);
  name_indices(values, stored, into);
  for (ProgramValueId id : values) {
    emit_value(id, into);
    emit_carry(id, into);
  }
  for (ProgramValueId id : stored) into.push_back(store(id, value_of(id)));
}

Expr BodyBuilder::value_of(ProgramValueId id) {
  std::vector<ProgramValueId> reads;
  return read(Operand(id), reads);
}

std::set<ProgramValueId> BodyBuilder::mark() {
  std::set<ProgramValueId> kept;
  for (const auto& [id, name] : variables_) kept.insert(id);
  outer_ = kept;
  return kept;
}

void BodyBuilder::forget_since(const std::set<ProgramValueId>& kept) {
  for (auto it = variables_.begin(); it != variables_.end();) {
    if (kept.contains(it->first)) {
      ++it;
    } else {
      names_.release(it->second);
      it = variables_.erase(it);
    }
  }
  inlined_.clear();
  outer_.clear();
  carries_.clear();
  shifted_.clear();
  index_variables_.clear();
  names_.release("#" + names_.index);
}

}  // namespace tilewright::stack
