#include "kernels/triton/axis_knowledge.h"

#include <algorithm>

namespace tilewright::kernels::triton {
namespace {

using Axis = AxisKnowledge::Axis;
constexpr int64_t kMostDivisor = int64_t{1} << 30;

int64_t power_in(int64_t n) { return n == 0 ? kMostDivisor : std::min(n & -n, kMostDivisor); }
int64_t product(int64_t a, int64_t b) { return a >= kMostDivisor / b ? kMostDivisor : a * b; }

class Analysis {
 public:
  Analysis(const BlockProgram& program, const std::vector<int64_t>& divisors)
      : p_(program), divisors_(divisors), known_(program.values.size()) {
    visit(p_.prologue);
    visit(p_.entry);
  }
  std::vector<AxisKnowledge> take() { return std::move(known_); }

 private:
  static size_t rank(const BlockType& type) { return std::max<size_t>(1, type.shape.size()); }
  static int64_t extent(const BlockType& type, size_t axis) {
    return type.shape.empty() ? 1 : type.shape[axis];
  }
  AxisKnowledge& of(ValueId id) { return known_[id.index]; }
  AxisKnowledge nothing(ValueId id) const { return {std::vector<Axis>(rank(p_.type(id))), std::nullopt}; }
  AxisKnowledge alike(ValueId id, int64_t divisor) const {
    AxisKnowledge result = nothing(id);
    for (size_t a = 0; a < result.axes.size(); ++a) result.axes[a] = {1, divisor, extent(p_.type(id), a)};
    return result;
  }

  // What holds whichever of two values it is.
  static AxisKnowledge either(const AxisKnowledge& x, const AxisKnowledge& y) {
    AxisKnowledge result = x;
    if (x.value != y.value) result.value.reset();
    for (size_t a = 0; a < result.axes.size() && a < y.axes.size(); ++a) {
      result.axes[a].contiguous = std::min(x.axes[a].contiguous, y.axes[a].contiguous);
      result.axes[a].divisor = std::min(x.axes[a].divisor, y.axes[a].divisor);
      result.axes[a].constant = std::min(x.axes[a].constant, y.axes[a].constant);
    }
    return result;
  }

  void visit(BlockId block) {
    for (OperationId id : p_[block].operations) visit(p_[id]);
  }

  void visit(const Operation& operation) {
    for (uint32_t i = 0; i < operation.result_count; ++i) {
      ValueId result(size_t{operation.first_result.index} + i);
      of(result) = nothing(result);
    }
    switch (operation.op) {
      case Op::For:
        return visit_for(operation);
      case Op::While:
        return visit_while(operation);
      case Op::If:
      case Op::Inline:
        for (BlockId block : operation.blocks) visit(block);
        return;
      default:
        break;
    }
    if (operation.result_count == 1) of(operation.first_result) = derive(operation);
  }

  // Results of loops stay unknown: what follows a loop loads no tiles for it.
  void visit_for(const Operation& operation) {
    const Block& body = p_[operation.blocks[0]];
    AxisKnowledge index = either(of(operation.operands[0]), of(operation.operands[2]));
    index.value.reset();
    of(body.parameters[0]) = index;
    for (size_t i = 1; i < body.parameters.size(); ++i)
      of(body.parameters[i]) = of(operation.operands[i + 2]);
    for (bool is_changed = true; is_changed;) {
      visit(operation.blocks[0]);
      is_changed = false;
      const Operation& last = p_[body.operations.back()];
      for (size_t i = 1; last.op == Op::Yield && i < body.parameters.size(); ++i) {
        AxisKnowledge met = either(of(body.parameters[i]), of(last.operands[i - 1]));
        is_changed = is_changed || !(met == of(body.parameters[i]));
        of(body.parameters[i]) = std::move(met);
      }
    }
  }

  void visit_while(const Operation& operation) {
    for (BlockId block : operation.blocks) {
      for (ValueId parameter : p_[block].parameters) of(parameter) = nothing(parameter);
      visit(block);
    }
  }

  AxisKnowledge derive(const Operation& o) {
    const ValueId result = o.first_result;
    auto operand = [&](size_t i) -> const AxisKnowledge& { return of(o.operands[i]); };
    switch (o.op) {
      case Op::Constant: {
        if (p_.type(result).is_float()) return nothing(result);
        AxisKnowledge known = alike(result, power_in(o.integer));
        known.value = o.integer;
        return known;
      }
      case Op::Argument:
        return alike(result, divisors_[static_cast<size_t>(o.integer)]);
      case Op::ProgramId:
      case Op::NumPrograms:
        return alike(result, 1);
      case Op::Arange: {
        AxisKnowledge known = nothing(result);
        known.axes[0] = {p_.type(result).shape[0], power_in(o.integer), 1};
        return known;
      }
      case Op::Broadcast:
        return broadcast(o);
      case Op::Reshape:
        return expand(o);
      case Op::Permute: {
        AxisKnowledge known = nothing(result);
        for (size_t a = 0; a < known.axes.size(); ++a)
          known.axes[a] = operand(0).axes[(o.integer >> (4 * a)) & 15];
        return known;
      }
      case Op::Cast:
      case Op::Bitcast:
      case Op::Hint:
        return p_.type(result).is_float() || p_.type(o.operands[0]).is_float() ? nothing(result) : operand(0);
      case Op::Add:
      case Op::Sub:
      case Op::PtrAdd:
      case Op::Mul:
      case Op::Mod:
      case Op::And:
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
        return combine(o);
      default:
        return nothing(result);
    }
  }

  AxisKnowledge broadcast(const Operation& o) {
    const AxisKnowledge& from = of(o.operands[0]);
    const BlockType &source = p_.type(o.operands[0]), &target = p_.type(o.first_result);
    AxisKnowledge known = nothing(o.first_result);
    known.value = from.value;
    size_t missing = target.shape.size() - source.shape.size();
    for (size_t a = 0; a < known.axes.size(); ++a) {
      bool is_new = a < missing;
      const Axis& axis = from.axes[is_new ? 0 : a - missing];
      bool grows = is_new || (extent(source, a - missing) == 1 && target.shape[a] > 1);
      known.axes[a] = grows ? Axis{1, axis.divisor, target.shape[a]} : axis;
    }
    return known;
  }

  // New axes of extent 1; other changes of shape are not followed.
  AxisKnowledge expand(const Operation& o) {
    const AxisKnowledge& from = of(o.operands[0]);
    const Shape &source = p_.type(o.operands[0]).shape, &target = p_.type(o.first_result).shape;
    AxisKnowledge known = nothing(o.first_result);
    int64_t divisor = kMostDivisor;
    for (const Axis& axis : from.axes) divisor = std::min(divisor, axis.contiguous > 1 ? 1 : axis.divisor);
    size_t next = 0;
    for (size_t a = 0; a < target.size(); ++a) {
      if (next < source.size() && source[next] == target[a]) {
        known.axes[a] = from.axes[next++];
      } else if (target[a] == 1) {
        known.axes[a] = {1, divisor, 1};
      } else {
        return nothing(o.first_result);
      }
    }
    return next == source.size() ? known : nothing(o.first_result);
  }

  AxisKnowledge combine(const Operation& o) {
    const AxisKnowledge &x = of(o.operands[0]), &y = of(o.operands[1]);
    AxisKnowledge known = nothing(o.first_result);
    if (x.axes.size() != known.axes.size() || y.axes.size() != known.axes.size()) return known;
    const BlockType& type = p_.type(o.first_result);
    for (size_t a = 0; a < known.axes.size(); ++a) {
      const Axis &l = x.axes[a], &r = y.axes[a];
      Axis& axis = known.axes[a];
      axis.constant = std::min(l.constant, r.constant);
      const bool is_right_alike = r.constant >= extent(type, a),
                 is_left_alike = l.constant >= extent(type, a);
      switch (o.op) {
        case Op::Add:
          axis.contiguous = std::max(std::min(l.constant, r.contiguous), std::min(l.contiguous, r.constant));
          axis.divisor = std::min(l.divisor, r.divisor);
          break;
        case Op::PtrAdd: {
          int64_t size = static_cast<int64_t>(size_of(type.dtype));
          axis.contiguous = std::max(std::min(l.constant, r.contiguous), std::min(l.contiguous, r.constant));
          axis.divisor = std::min(l.divisor, product(r.divisor, size));
          break;
        }
        case Op::Sub:
          axis.contiguous = std::min(l.contiguous, r.constant);
          axis.divisor = std::min(l.divisor, r.divisor);
          break;
        case Op::Mul: {
          bool is_left = y.value == 1, is_right = x.value == 1;
          axis.contiguous = is_left ? l.contiguous : is_right ? r.contiguous : 1;
          // Of a run, only the first is known to be divided.
          int64_t left = l.contiguous > 1 && !is_left ? 1 : l.divisor,
                  right = r.contiguous > 1 && !is_right ? 1 : r.divisor;
          axis.divisor = product(left, right);
          break;
        }
        case Op::Mod:
          if (is_right_alike) axis.contiguous = std::min({l.contiguous, l.divisor, r.divisor});
          axis.divisor = std::min(l.divisor, r.divisor);
          axis.constant = is_right_alike && is_left_alike ? extent(type, a) : 1;
          break;
        case Op::And:
          axis.divisor = 1;
          break;
        default: {  // comparisons
          int64_t steady = 1;
          if (is_right_alike) steady = std::min({l.contiguous, l.divisor, r.divisor});
          if (is_left_alike) steady = std::max(steady, std::min({r.contiguous, l.divisor, r.divisor}));
          bool has_order = o.op != Op::Eq && o.op != Op::Ne;
          if (has_order) axis.constant = std::max(axis.constant, steady);
          axis.divisor = 1;
          break;
        }
      }
    }
    return known;
  }

  const BlockProgram& p_;
  const std::vector<int64_t>& divisors_;
  std::vector<AxisKnowledge> known_;
};

}  // namespace

std::vector<AxisKnowledge> know_axes(const BlockProgram& program, const std::vector<int64_t>& divisors) {
  return Analysis(program, divisors).take();
}

}  // namespace tilewright::kernels::triton
