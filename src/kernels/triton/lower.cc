// Block program -> code: slots, flattening of control flow, arena places by lifetime.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/check.h"
#include "kernels/triton/code.h"
#include "kernels/triton/loop_slices.h"
#include "kernels/triton/program_passes.h"

namespace tilewright::kernels::triton {
namespace {

class Lowering {
 public:
  explicit Lowering(BlockProgram program) : code_(std::make_unique<Code>()) {
    code_->program = std::make_unique<BlockProgram>(std::move(program));
  }

  Result<std::unique_ptr<Code>> run() {
    const BlockProgram& p = *code_->program;
    for (const Operation& operation : p.operations) {
      for (uint32_t i = 0; i < operation.result_count; ++i) {
        if (rank_of(p.values[operation.first_result.index + i]) > kMaxRank) {
          return fail(DiagnosticKind::Unsupported,
                      fmt::format("a block of more than {} dimensions: {}", kMaxRank,
                                  describe(p.values[operation.first_result.index + i].shape)),
                      operation.span);
        }
      }
    }
    fuse_dots(*code_->program);
    hoist_invariants(*code_->program);
    is_address_part_ = find_address_parts(*code_->program);
    puts_back_ = find_stores_that_put_back(*code_->program);
    assign_slots();
    out_ = &code_->prologue;
    block(p.prologue);
    out_ = &code_->instructions;
    block(p.entry);
    end_program(p.span);
    find_atomics();
    place();
    return std::move(code_);
  }

 private:
  static int rank_of(const BlockType& type) {
    return static_cast<int>(
        std::count_if(type.shape.begin(), type.shape.end(), [](int64_t e) { return e > 1; }));
  }

  // ---- slots -------------------------------------------------------------------------------
  void assign_slots() {
    const BlockProgram& p = *code_->program;
    slot_of_.assign(p.values.size(), -1);
    // Loop results live where the loop's parameters live.
    std::vector<uint32_t> alias(p.values.size());
    std::iota(alias.begin(), alias.end(), 0u);
    for (const Operation& operation : p.operations) {
      if (operation.op == Op::For) {
        const Block& body = p[operation.blocks[0]];
        for (uint32_t i = 0; i < operation.result_count; ++i) {
          alias[operation.first_result.index + i] = body.parameters[i + 1].index;
        }
        coalesce_carried(body, alias);
      } else if (operation.op == Op::While) {
        const Block& test = p[operation.blocks[0]];
        const Block& body = p[operation.blocks[1]];
        for (uint32_t i = 0; i < operation.result_count; ++i) {
          alias[operation.first_result.index + i] = test.parameters[i].index;
          alias[body.parameters[i].index] = test.parameters[i].index;
        }
      }
    }
    for (uint32_t v = 0; v < p.values.size(); ++v) {
      if (alias[v] == v) slot_of_[v] = add_slot(p.values[v]);
    }
    for (uint32_t v = 0; v < p.values.size(); ++v) {
      uint32_t root = v;
      while (alias[root] != root) root = alias[root];
      slot_of_[v] = slot_of_[root];
    }
    keep_bytes();
    start_.assign(code_->slots.size(), INT32_MAX);
    end_.assign(code_->slots.size(), -1);
    keeps_alive_.resize(code_->slots.size());
  }

  // Loads of 8-bit integers that only products take stay as they are in memory.
  void keep_bytes() {
    const BlockProgram& p = *code_->program;
    std::vector<bool> is_else(p.values.size());  // used in another way
    for (const Operation& operation : p.operations) {
      for (size_t i = 0; i < operation.operands.size(); ++i) {
        if (operation.op != Op::Dot || i > 1) is_else[operation.operands[i].index] = true;
      }
    }
    for (const Operation& operation : p.operations) {
      if (operation.op != Op::Load || is_else[operation.first_result.index]) continue;
      SlotInfo& loaded = code_->slots[static_cast<size_t>(slot(operation.first_result))];
      bool is_byte = loaded.type.dtype == DType::Int8 || loaded.type.dtype == DType::UInt8;
      if (!loaded.type.is_pointer && is_byte && loaded.numel > 1) loaded.reg = Reg::I8;
    }
  }

  int32_t add_slot(const BlockType& type) {
    SlotInfo info;
    info.type = type;
    info.reg = reg_of(type);
    info.is_unsigned = !type.is_pointer && is_unsigned(type.dtype);
    for (int64_t extent : type.shape) {
      if (extent > 1) info.extents[info.rank++] = extent;
    }
    info.full_mask = static_cast<uint8_t>((1u << info.rank) - 1);
    info.numel = type.numel();
    code_->max_block_elements = std::max(code_->max_block_elements, info.numel);
    code_->scratch_bytes = std::max(code_->scratch_bytes, static_cast<size_t>(info.numel) * 8);
    code_->slots.push_back(std::move(info));
    return static_cast<int32_t>(code_->slots.size() - 1);
  }

  int32_t slot(ValueId id) const { return slot_of_[id.index]; }

  // ---- lifetimes ------------------------------------------------------------------------------
  int32_t now() const { return static_cast<int32_t>(code_->instructions.size()); }
  bool in_prologue() const { return out_ == &code_->prologue; }

  void define(int32_t s) {
    start_[s] = in_prologue() ? -1 : std::min(start_[s], now());
    use(s);
  }
  void use(int32_t s) {
    int32_t position = in_prologue() ? 0 : now();
    uses_.emplace_back(s, position);
  }

  struct Loop {
    int32_t begin, end;
  };

  // ---- flattening -------------------------------------------------------------------------------
  Instruction& append(Instruction instruction) {
    if (instruction.result >= 0) define(instruction.result);
    for (int32_t s : instruction.sources) {
      if (s >= 0) use(s);
    }
    out_->push_back(std::move(instruction));
    return out_->back();
  }

  // Copies as if all at once: sources that an earlier copy overwrites go through fresh slots.
  void moves(std::vector<std::pair<int32_t, int32_t>> pairs, const Operation* operation) {  // (from, to)
    std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
    std::vector<std::pair<int32_t, int32_t>> late;
    auto is_target = [&](int32_t s) {
      return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.second == s; });
    };
    for (auto& [from, to] : pairs) {
      bool depends = is_target(from);
      for (int32_t root : roots_of(from)) depends = depends || is_target(root);
      if (depends && pairs.size() > 1) {
        int32_t fresh = add_slot(code_->slots[static_cast<size_t>(from)].type);
        start_.push_back(INT32_MAX);
        end_.push_back(-1);
        keeps_alive_.emplace_back();
        move(from, fresh, operation);
        late.emplace_back(fresh, to);
      } else {
        late.emplace_back(from, to);
      }
    }
    for (auto& [from, to] : late) move(from, to, operation);
  }

  void move(int32_t from, int32_t to, const Operation* operation) {
    Instruction instruction;
    instruction.action = Action::Move;
    instruction.operation = operation;
    instruction.result = to;
    instruction.sources[0] = from;
    append(std::move(instruction));
  }

  // Slots whose data a view shares.
  std::vector<int32_t> roots_of(int32_t s) const {
    std::vector<int32_t> roots;
    for (size_t i = 0; i < keeps_alive_.size(); ++i) {
      for (int32_t viewer : keeps_alive_[i]) {
        if (viewer != s) continue;
        roots.push_back(static_cast<int32_t>(i));
        for (int32_t deeper : roots_of(static_cast<int32_t>(i))) roots.push_back(deeper);
      }
    }
    return roots;
  }

  int32_t jump(Action action, int32_t condition, const Operation* operation) {
    Instruction instruction;
    instruction.action = action;
    instruction.sources[0] = condition;
    instruction.operation = operation;
    append(std::move(instruction));
    return now() - 1;
  }
  void land(int32_t at) { (*out_)[static_cast<size_t>(at)].target = now(); }

  void end_program(Span) {
    Instruction instruction;
    instruction.action = Action::End;
    out_->push_back(instruction);
  }

  // The block's operations; returns the Yield that ends it, or null.
  const Operation* block(BlockId id) {
    const BlockProgram& p = *code_->program;
    for (OperationId operation_id : p[id].operations) {
      const Operation& operation = p[operation_id];
      if (operation.op == Op::Yield) return &operation;
      lower_operation(operation);
    }
    return nullptr;
  }

  std::vector<std::pair<int32_t, int32_t>> pairs(const Operation& yield, size_t skip,
                                                 const std::function<int32_t(size_t)>& target) {
    std::vector<std::pair<int32_t, int32_t>> result;
    for (size_t i = skip; i < yield.operands.size(); ++i)
      result.emplace_back(slot(yield.operands[i]), target(i - skip));
    return result;
  }

  void lower_operation(const Operation& operation) {
    switch (operation.op) {
      case Op::If:
        return lower_if(operation);
      case Op::For:
        return lower_for(operation);
      case Op::While:
        return lower_while(operation);
      case Op::Inline:
        return lower_inline(operation);
      case Op::Return:
        return lower_return(operation);
      default:
        return lower_plain(operation);
    }
  }

  void lower_if(const Operation& operation) {
    auto target = [&](size_t i) { return slot(ValueId(operation.first_result.index + i)); };
    int32_t to_else = jump(Action::JumpIfFalse, slot(operation.operands[0]), &operation);
    if (const Operation* yield = block(operation.blocks[0])) moves(pairs(*yield, 0, target), yield);
    int32_t to_end = jump(Action::Jump, -1, &operation);
    land(to_else);
    if (const Operation* yield = block(operation.blocks[1])) moves(pairs(*yield, 0, target), yield);
    land(to_end);
    for (uint32_t i = 0; i < operation.result_count; ++i) use(target(i));
  }

  void lower_for(const Operation& operation) {
    code_->loop_stages = std::max(code_->loop_stages, operation.integer);
    const Block& body = (*code_->program)[operation.blocks[0]];
    std::vector<std::pair<int32_t, int32_t>> entry;
    for (size_t i = 0; i < body.parameters.size(); ++i) {
      int32_t from = slot(operation.operands[i == 0 ? 0 : i + 2]);
      entry.emplace_back(from, slot(body.parameters[i]));
    }
    moves(entry, &operation);
    int32_t index = slot(body.parameters[0]), upper = slot(operation.operands[1]),
            step = slot(operation.operands[2]);
    int32_t top = now();
    for (ValueId parameter : body.parameters) define(slot(parameter));
    Instruction test;
    test.action = Action::LoopTest;
    test.operation = &operation;
    test.sources = {index, upper, step, -1, -1};
    append(test);
    if (const Operation* yield = block(operation.blocks[0])) {
      moves(pairs(*yield, 0, [&](size_t i) { return slot(body.parameters[i + 1]); }), yield);
    }
    Instruction advance;
    advance.action = Action::LoopStep;
    advance.operation = &operation;
    advance.sources = {index, step, -1, -1, -1};
    append(advance);
    close_loop(top, operation, false);
    (*out_)[static_cast<size_t>(top)].target = now();
    for (ValueId parameter : body.parameters) use(slot(parameter));
  }

  void close_loop(int32_t top, const Operation& operation, bool is_while) {
    Instruction back;
    back.action = Action::Jump;
    back.operation = &operation;
    back.target = top;
    back.is_back_edge = true;
    if (is_while) {
      std::vector<bool> is_decisive = decisive_parameters(*code_->program, operation);
      std::vector<int32_t> carried;
      size_t position = 0;
      for (ValueId parameter : (*code_->program)[operation.blocks[0]].parameters) {
        if (is_decisive[position++]) carried.push_back(slot(parameter));
      }
      back.carried = static_cast<int32_t>(code_->carried.size());
      code_->carried.push_back(std::move(carried));
      LoopTest test = test_of_loop(*code_->program, operation);
      std::vector<int32_t> tested;
      position = 0;
      for (ValueId parameter : (*code_->program)[operation.blocks[0]].parameters) {
        if (test.parameters[position++]) tested.push_back(slot(parameter));
      }
      code_->tested.emplace_back();
      if (!test.depends_on_memory) code_->tested.back() = std::move(tested);
      code_->loop_heads.push_back(top);
      back.waits = contains_atomic(operation) || waits_for_load(operation);
      code_->has_spin = code_->has_spin || back.waits;
    }
    append(back);
    loops_.push_back({top, now()});
  }

  bool contains_atomic(const Operation& operation) const {
    const BlockProgram& p = *code_->program;
    for (BlockId id : operation.blocks) {
      for (OperationId inner : p[id].operations) {
        if (p[inner].op == Op::Atomic || contains_atomic(p[inner])) return true;
      }
    }
    return false;
  }

  // Whether turns of a while loop differ only by what they load: its end then depends on other programs.
  bool waits_for_load(const Operation& loop) const {
    const BlockProgram& p = *code_->program;
    const Block &test = p[loop.blocks[0]], &body = p[loop.blocks[1]];
    if (test.operations.empty() || body.operations.empty()) return false;
    const Operation &test_end = p[test.operations.back()], &body_end = p[body.operations.back()];
    if (test_end.op != Op::Yield || body_end.op != Op::Yield) return false;
    std::vector<bool> changes(test.parameters.size(), true);  // by carried value: depends on the turn before
    for (;;) {
      std::vector<bool> depends(p.values.size());
      bool has_steady_load = false;
      for (size_t i = 0; i < changes.size(); ++i) depends[test.parameters[i].index] = changes[i];
      follow(test, depends, has_steady_load);
      for (size_t i = 0; i < changes.size(); ++i)
        depends[body.parameters[i].index] = depends[test_end.operands[i + 1].index];
      follow(body, depends, has_steady_load);
      std::vector<bool> next(changes.size());
      for (size_t i = 0; i < changes.size(); ++i) next[i] = depends[body_end.operands[i].index];
      if (next == changes) return has_steady_load && !depends[test_end.operands[0].index];
      changes = std::move(next);
    }
  }

  // Carries on which values depend on marked ones; a load from an unmarked address is steady. Whether any does.
  bool follow(const Block& block, std::vector<bool>& depends, bool& has_steady_load) const {
    const BlockProgram& p = *code_->program;
    bool is_any = false;
    for (OperationId id : block.operations) {
      const Operation& operation = p[id];
      bool does = false;
      for (ValueId operand : operation.operands) does = does || depends[operand.index];
      for (BlockId inner : operation.blocks) {
        for (ValueId parameter : p[inner].parameters) depends[parameter.index] = does;
        does = follow(p[inner], depends, has_steady_load) || does;
      }
      for (uint32_t i = 0; i < operation.result_count; ++i) depends[operation.first_result.index + i] = does;
      has_steady_load = has_steady_load || (operation.op == Op::Load && !does);
      is_any = is_any || does;
    }
    return is_any;
  }

  void lower_while(const Operation& operation) {
    const BlockProgram& p = *code_->program;
    const Block& test = p[operation.blocks[0]];
    std::vector<std::pair<int32_t, int32_t>> entry;
    for (size_t i = 0; i < test.parameters.size(); ++i)
      entry.emplace_back(slot(operation.operands[i]), slot(test.parameters[i]));
    moves(entry, &operation);
    int32_t top = now();
    for (ValueId parameter : test.parameters) define(slot(parameter));
    const Operation* yield = block(operation.blocks[0]);
    TW_CHECK(yield != nullptr, "a while test must yield");
    int32_t leave = jump(Action::JumpIfFalse, slot(yield->operands[0]), &operation);
    if (const Operation* end = block(operation.blocks[1])) {
      moves(pairs(*end, 0, [&](size_t i) { return slot(test.parameters[i]); }), end);
    }
    close_loop(top, operation, true);
    land(leave);
    for (ValueId parameter : test.parameters) use(slot(parameter));
  }

  void lower_inline(const Operation& operation) {
    inline_stack_.push_back({&operation, {}});
    block(operation.blocks[0]);
    for (int32_t at : inline_stack_.back().exits) land(at);
    inline_stack_.pop_back();
    for (uint32_t i = 0; i < operation.result_count; ++i)
      use(slot(ValueId(size_t{operation.first_result.index} + i)));
  }

  void lower_return(const Operation& operation) {
    if (inline_stack_.empty()) return end_program(operation.span);
    const Operation& target = *inline_stack_.back().operation;
    moves(pairs(operation, 0, [&](size_t i) { return slot(ValueId(target.first_result.index + i)); }),
          &operation);
    int32_t at = jump(Action::Jump, -1, &operation);
    inline_stack_.back().exits.push_back(at);
  }

  // ---- plain operations ---------------------------------------------------------------------------
  void lower_plain(const Operation& operation) {
    const BlockProgram& p = *code_->program;
    Instruction instruction;
    instruction.op = operation.op;
    instruction.operation = &operation;
    if (operation.result_count) instruction.result = slot(operation.first_result);
    for (size_t i = 0; i < operation.operands.size() && i < 5; ++i)
      instruction.sources[i] = slot(operation.operands[i]);
    for (size_t i = 5; i < operation.operands.size(); ++i) use(slot(operation.operands[i]));
    for (uint32_t i = 1; i < operation.result_count; ++i)
      define(slot(ValueId(size_t{operation.first_result.index} + i)));
    const SlotInfo* result =
        instruction.result >= 0 ? &code_->slots[static_cast<size_t>(instruction.result)] : nullptr;
    const SlotInfo* first =
        instruction.sources[0] >= 0 ? &code_->slots[static_cast<size_t>(instruction.sources[0])] : nullptr;
    int64_t elements = result ? result->numel : 1;
    if (first) elements = std::max(elements, first->numel);
    instruction.elements = static_cast<uint64_t>(elements);
    switch (group(operation.op)) {
      case OpGroup::Unary:
      case OpGroup::Test:
        instruction.unary = unary_kernel(operation.op, first->reg);
        break;
      case OpGroup::Binary:
      case OpGroup::Compare:
        instruction.binary = binary_kernels(operation.op, first->reg, first->is_unsigned);
        break;
      default:
        break;
    }
    if (result && !result->type.is_pointer && group(operation.op) != OpGroup::Memory)
      instruction.round = round_kernel(result->type.dtype);
    if (operation.op == Op::Broadcast)
      map_broadcast(instruction, p.type(operation.operands[0]).shape, result->type.shape);
    if (operation.op == Op::Permute)
      map_permute(instruction, p.type(operation.operands[0]).shape, operation.integer);
    if (operation.op == Op::Reshape) {
      instruction.is_identity = first->rank == result->rank && first->extents == result->extents;
    }
    instruction.checks_wrap = result && first && may_wrap(operation.op, *first, *result) &&
                              is_address_part_[operation.first_result.index];
    instruction.puts_back = puts_back_[static_cast<size_t>(&operation - p.operations.data())];
    if (operation.op == Op::Dot) {
      const Shape& a = first->type.shape;
      instruction.elements = static_cast<uint64_t>(result->numel * a.back() / 16 + 1);
    }
    if (group(operation.op) == OpGroup::Memory)
      code_->granule = std::min(code_->granule, size_of(first->type.dtype));
    append(instruction);
    bool is_view = operation.op == Op::Broadcast || operation.op == Op::Reshape ||
                   operation.op == Op::Permute || operation.op == Op::Bitcast;
    if (is_view) keeps_alive_[static_cast<size_t>(instruction.sources[0])].push_back(instruction.result);
  }

  // Differences of unsigned integers wrap on purpose and come back; their products do not.
  static bool may_wrap(Op op, const SlotInfo& from, const SlotInfo& to) {
    if (to.type.is_pointer || !to.type.is_int()) return false;
    if (op == Op::Cast)
      return from.type.is_int() && !from.type.is_pointer && size_of(to.type.dtype) < size_of(from.type.dtype);
    return op == Op::Mul || (!to.is_unsigned && (op == Op::Add || op == Op::Sub));
  }

  static void map_broadcast(Instruction& instruction, const Shape& from, const Shape& to) {
    int source_axis = 0, axis = 0;
    for (size_t i = 0; i < to.size(); ++i) {
      size_t missing = to.size() - from.size();
      int64_t extent = i < missing ? 1 : from[i - missing];
      if (to[i] > 1)
        instruction.axes[static_cast<size_t>(axis++)] = static_cast<int8_t>(extent > 1 ? source_axis : -1);
      if (extent > 1) ++source_axis;
    }
  }

  static void map_permute(Instruction& instruction, const Shape& from, int64_t packed) {
    std::vector<int8_t> number(from.size(), -1);
    int8_t next = 0;
    for (size_t i = 0; i < from.size(); ++i) {
      if (from[i] > 1) number[i] = next++;
    }
    size_t axis = 0;
    instruction.is_identity = true;
    for (size_t i = 0; i < from.size(); ++i) {
      int8_t source = number[static_cast<size_t>((packed >> (4 * i)) & 15)];
      if (source < 0) continue;
      instruction.is_identity = instruction.is_identity && source == static_cast<int8_t>(axis);
      instruction.axes[axis++] = source;
    }
  }

  void find_atomics() {
    const BlockProgram& p = *code_->program;
    std::vector<bool> is_used(p.values.size());
    for (const Operation& operation : p.operations) {
      for (ValueId id : operation.operands) is_used[id.index] = true;
    }
    bool waits_by_loads = std::any_of(p.operations.begin(), p.operations.end(), [](const Operation& operation) {
      return operation.op == Op::Load && operation.flag;
    });
    for (const Operation& operation : p.operations) {
      if (operation.op != Op::Atomic) continue;
      code_->uses_atomic_results = code_->uses_atomic_results || is_used[operation.first_result.index];
      code_->drops_acquires = code_->drops_acquires || (operation.acquires && waits_by_loads);
    }
    code_->drops_acquires = code_->drops_acquires && !code_->uses_atomic_results;
  }

  // ---- arena ------------------------------------------------------------------------------------
  void place() {
    // A slot lives from its first definition to its last use; a use inside a loop of a slot that was
    // defined outside lasts until the loop's end.
    for (auto& [s, position] : uses_) {
      int32_t last = position;
      for (const Loop& loop : loops_) {
        if (position >= loop.begin && position <= loop.end && start_[static_cast<size_t>(s)] < loop.begin)
          last = std::max(last, loop.end);
      }
      end_[static_cast<size_t>(s)] = std::max(end_[static_cast<size_t>(s)], last);
    }
    for (const Instruction& instruction : code_->prologue)
      end_[static_cast<size_t>(instruction.result)] = INT32_MAX;
    // What a view shares must live as long as the view; views of views need repetition.
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t root = 0; root < keeps_alive_.size(); ++root) {
        for (int32_t viewer : keeps_alive_[root]) {
          if (end_[static_cast<size_t>(viewer)] > end_[root]) {
            end_[root] = end_[static_cast<size_t>(viewer)];
            changed = true;
          }
        }
      }
    }
    mark_aliasing_loads();
    std::vector<std::pair<int32_t, int32_t>> loops;
    for (const Loop& loop : loops_) loops.emplace_back(loop.begin, loop.end);
    code_->resources = estimate_resources(*code_, start_, end_, loops);
    std::vector<size_t> order;
    for (size_t s = 0; s < code_->slots.size(); ++s) {
      if (code_->slots[s].numel > 1) order.push_back(s);
    }
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return start_[a] < start_[b]; });
    struct Place {
      size_t offset, bytes;
      int32_t busy_until;
    };
    std::vector<Place> places;
    for (size_t s : order) {
      SlotInfo& info = code_->slots[s];
      size_t needed = (static_cast<size_t>(info.numel) * bytes(info.reg) + 63) / 64 * 64;
      Place* best = nullptr;
      for (Place& place : places) {
        if (place.busy_until >= start_[s] || place.bytes < needed) continue;
        if (!best || place.bytes < best->bytes) best = &place;
      }
      if (!best) {
        places.push_back({code_->arena_bytes, needed, 0});
        code_->arena_bytes += needed + 64;
        best = &places.back();
      }
      info.offset = best->offset;
      best->busy_until = end_[s];
    }
  }

  void mark_aliasing_loads() {
    if (code_->has_spin) return;
    std::vector<Instruction>& instructions = code_->instructions;
    std::vector<int32_t> writes(instructions.size() + 1, 0);  // before each position
    for (size_t at = 0; at < instructions.size(); ++at) {
      bool is_write = instructions[at].action == Action::Operation &&
                      (instructions[at].op == Op::Store || instructions[at].op == Op::Atomic);
      writes[at + 1] = writes[at] + is_write;
    }
    for (size_t at = 0; at < instructions.size(); ++at) {
      if (instructions[at].action != Action::Operation || instructions[at].op != Op::Load) continue;
      size_t last =
          std::min(static_cast<size_t>(std::max(end_[static_cast<size_t>(instructions[at].result)], 0)) + 1,
                   instructions.size());
      instructions[at].may_alias = last >= at && writes[last] == writes[at];
    }
  }

  // A carried value that is made from its own old value, and whose old value is not needed afterwards,
  // is made in place: `acc += ...` and `ptr += ...` copy nothing.
  void coalesce_carried(const Block& body, std::vector<uint32_t>& alias) const {
    const BlockProgram& p = *code_->program;
    if (body.operations.empty()) return;
    const Operation& yield = p[body.operations.back()];
    if (yield.op != Op::Yield || yield.operands.size() + 1 != body.parameters.size()) return;
    for (size_t i = 0; i < yield.operands.size(); ++i) {
      ValueId old = body.parameters[i + 1], made = yield.operands[i];
      if (made == old || std::count(yield.operands.begin(), yield.operands.end(), made) != 1) continue;
      if (std::count(yield.operands.begin(), yield.operands.end(), old) != 0) continue;
      size_t at = body.operations.size();
      for (size_t k = 0; k < body.operations.size(); ++k) {
        const Operation& operation = p[body.operations[k]];
        bool defines = operation.result_count == 1 && operation.first_result == made;
        if (defines) at = k;
      }
      if (at == body.operations.size()) continue;
      const Operation& maker = p[body.operations[at]];
      bool is_in_place_kind =
          group(maker.op) == OpGroup::Unary || group(maker.op) == OpGroup::Binary || maker.op == Op::Where ||
          (maker.op == Op::Dot && maker.flag && maker.operands[0] != old && maker.operands[1] != old);
      if (!is_in_place_kind) continue;
      bool is_free = true;
      for (size_t k = 0; k < body.operations.size() && is_free; ++k)
        is_free = !needs(p[body.operations[k]], old, k > at);
      if (is_free) alias[made.index] = old.index;
    }
  }

  // Whether an operation (or one inside it) views `value`, or reads it where `is_after`.
  bool needs(const Operation& operation, ValueId value, bool is_after) const {
    bool reads = std::count(operation.operands.begin(), operation.operands.end(), value) != 0;
    bool is_view = operation.op == Op::Broadcast || operation.op == Op::Reshape ||
                   operation.op == Op::Permute || operation.op == Op::Bitcast;
    if (reads && (is_after || is_view)) return true;
    for (BlockId id : operation.blocks) {
      for (OperationId inner : (*code_->program)[id].operations) {
        const Operation& nested = (*code_->program)[inner];
        bool carries = (operation.op == Op::For || operation.op == Op::While || operation.op == Op::If) &&
                       nested.op == Op::Yield &&
                       std::count(nested.operands.begin(), nested.operands.end(), value) != 0;
        if (carries || needs(nested, value, is_after)) return true;
      }
    }
    return false;
  }

  struct InlineFrame {
    const Operation* operation;
    std::vector<int32_t> exits;
  };

  std::unique_ptr<Code> code_;
  std::vector<Instruction>* out_ = nullptr;
  std::vector<bool> is_address_part_;  // by value
  std::vector<bool> puts_back_;        // by operation
  std::vector<int32_t> slot_of_, start_, end_;
  std::vector<std::vector<int32_t>> keeps_alive_;  // slot -> views of it
  std::vector<std::pair<int32_t, int32_t>> uses_;
  std::vector<Loop> loops_;
  std::vector<InlineFrame> inline_stack_;
};

}  // namespace

Result<std::unique_ptr<Code>> lower(BlockProgram program) { return Lowering(std::move(program)).run(); }

}  // namespace tilewright::kernels::triton
