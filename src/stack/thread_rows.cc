// Rows by a thread, a warp or a block: loops over the columns in as many passes as reductions need each
// other.
#include <fmt/format.h>

#include <algorithm>

#include "stack/thread_kernels.h"
#include "stack/tile_passes.h"

namespace tilewright::stack {
namespace {

constexpr const char* kThreadOfGrid = "blockIdx.x * blockDim.x + threadIdx.x";

class ThreadRows {
 public:
  explicit ThreadRows(const KernelContext& context)
      : context_(context),
        program_(context.fused.program),
        group_(context.group),
        style_(context.style),
        names_(thread_names(style_.naming, program_.arguments)),
        accesses_(accesses_of(context)),
        row_axes_(without(accesses_.primary, group_.reduced)),
        adds_parts_(adds_parts(context.fused, group_, style_)),
        space_(program_,
               {{names_.row, names_.size("num_rows"), {names_.size("inner"), names_.size("mid")}, row_axes_},
                {names_.columns,
                 names_.size("n"),
                 {names_.size("part"), names_.size("part1")},
                 only(accesses_.primary, group_.reduced)}}),
        body_(context.fused, group_, style_, announced(), names_, context.host_names) {
    body_.shape.is_thread = true;
    body_.shape.mask = [](const AxisList&) { return std::string(); };
  }

  Kernel run() {
    std::vector<ProgramValueId> all = body_.needed(group_.outputs);
    for (ProgramValueId id : all) {
      if (body_.in_memory(id)) body_.pointer_of(id);
    }
    space_.total(1);
    is_reversed_ = std::any_of(group_.values.begin(), group_.values.end(), [&](ProgramValueId id) {
      return program_[id].kind == ValueKind::Scan && program_[id].is_reverse;
    });
    if (!row_axes_.empty()) find_row();
    RowPasses passes(body_, group_, all);
    body_.emit(passes.row_reads(), {}, kernel_.body, true);
    for (int index = 0; index <= passes.last(); ++index) {
      RowPass pass = passes.pass(index);
      if (index == 0) body_.emit(passes.ready_at_start(pass), {}, kernel_.body, true);
      if (!pass.reductions.empty() || !pass.block_stores.empty()) loop(pass);
      std::vector<Statement> after;
      body_.emit(passes.read_after(index, pass), pass.row_stores, after, true);
      add_row_stores(std::move(after));
    }
    finish();
    return std::move(kernel_);
  }

 private:
  TileSpace& announced() {
    for (const AxisList& storage : accesses_.storages) space_.announce(storage);
    space_.announce(space_.part(1).axes);
    space_.merge();
    return space_;
  }

  bool is_thread() const { return style_.gather == Gather::None; }
  bool is_several() const { return style_.gather == Gather::Warp && style_.rows_per_program > 1; }

  // The row of this thread; threads without one leave, which no warp or block waits for does in part.
  void find_row() {
    std::string text = is_thread()    ? kThreadOfGrid
                       : is_several() ? fmt::format("blockIdx.x * {} + threadIdx.y", style_.rows_per_program)
                                      : "blockIdx.x";
    kernel_.body.push_back(assign(names_.row, text));
    if (!is_thread() && !is_several()) return;
    Statement leave;
    leave.kind = Statement::Kind::If;
    leave.value =
        apply_expr(Primitive::GreaterEqual, {Expr::variable(names_.row), Expr::variable(space_.total(0))});
    kernel_.body.push_back(std::move(leave));
  }

  Statement columns() const {
    Statement loop;
    loop.kind = Statement::Kind::Loop;
    loop.target = names_.columns;
    loop.limit = names_.size("n");
    loop.counts_down = is_reversed_;
    loop.step = "1";
    if (adds_parts_) {
      loop.start = kThreadOfGrid;
      loop.step = "gridDim.x * blockDim.x";
    } else if (!is_thread()) {
      loop.start = "threadIdx.x";
      loop.step = style_.gather == Gather::Warp ? "32" : "blockDim.x";
    }
    return loop;
  }

  Statement start(const std::string& name, double value, DType type) {
    Statement statement = assign(name, Expr::variable(number_text(value)));
    if (!is_float(type)) statement.value = Expr::variable(fmt::format("{}", static_cast<int64_t>(value)));
    statement.type = is_float(type) ? DType::Float32 : type;
    return statement;
  }

  void loop(const RowPass& pass) {
    std::map<ProgramValueId, std::string> accumulators, best, running;
    for (ProgramValueId id : pass.reductions) {
      const ProgramValue& value = program_[id];
      accumulators[id] = body_.fresh_name(id);
      if (is_position(id)) {
        best[id] = body_.names().fresh("best");
        kernel_.body.push_back(start(best[id], neutral(value.reduce), DType::Float32));
        kernel_.body.push_back(start(accumulators[id], 0, DType::Int32));
      } else {
        kernel_.body.push_back(start(accumulators[id], neutral(value.reduce), value.dtype));
      }
    }
    std::vector<ProgramValueId> operands, targets;
    for (ProgramValueId id : pass.reductions)
      operands.push_back(std::get<ProgramValueId>(program_[id].operands[0]));
    targets = operands;
    targets.insert(targets.end(), pass.block_stores.begin(), pass.block_stores.end());
    for (ProgramValueId id : body_.needed(targets)) {
      const ProgramValue& value = program_[id];
      if (body_.in_memory(id) || value.kind != ValueKind::Scan) continue;
      running[id] = value.is_exclusive ? body_.names().fresh("before") : body_.fresh_name(id);
      kernel_.body.push_back(start(running[id], neutral(value.reduce), value.dtype));
    }
    Statement statement = columns();
    std::set<ProgramValueId> kept = body_.mark();
    body_.set_carries(running, is_reversed_);
    body_.emit(operands, pass.block_stores, statement.body);
    for (ProgramValueId id : pass.reductions) accumulate(id, accumulators[id], best[id], statement.body);
    body_.forget_since(kept);
    kernel_.body.push_back(std::move(statement));
    for (ProgramValueId id : pass.reductions) {
      if (!is_thread()) close(id, accumulators[id], best[id]);
      body_.bind(id, accumulators[id]);
    }
  }

  bool is_position(ProgramValueId id) const {
    ReduceKind kind = program_[id].reduce;
    return kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin;
  }

  void accumulate(ProgramValueId id, const std::string& target, const std::string& best,
                  std::vector<Statement>& into) {
    Expr operand = body_.reduction_operand(id);
    if (!is_position(id)) {
      into.push_back(update(target, combine_of(program_[id].reduce), std::move(operand)));
      return;
    }
    if (operand.kind != Expr::Kind::Text) {
      std::string name = body_.names().fresh(names_.temporary);
      into.push_back(assign(name, std::move(operand)));
      operand = Expr::variable(name);
    }
    Statement better;
    better.kind = Statement::Kind::If;
    better.value =
        apply_expr(program_[id].reduce == ReduceKind::ArgMax ? Primitive::Greater : Primitive::Less,
                   {operand, Expr::variable(best)});
    better.body = {assign(best, operand), assign(target, Expr::variable(names_.columns))};
    into.push_back(std::move(better));
  }

  // The threads' parts become the row's value, in every thread.
  void close(ProgramValueId id, const std::string& target, const std::string& best) {
    Expr whole = reduce_expr(program_[id].reduce, Expr::variable(target), body_.shape);
    if (is_position(id)) whole.arguments.push_back(Expr::variable(best));
    kernel_.body.push_back(assign(target, std::move(whole)));
  }

  // One thread writes what is the same in all of them.
  void add_row_stores(std::vector<Statement> after) {
    Statement first;
    first.kind = Statement::Kind::If;
    first.value = apply_expr(Primitive::Equal, {Expr::variable("threadIdx.x"), Expr::variable("0")});
    for (Statement& statement : after) {
      bool writes = statement.kind == Statement::Kind::Store || statement.kind == Statement::Kind::AtomicAdd;
      if (writes && adds_parts_) statement.kind = Statement::Kind::AtomicAdd;
      (writes && !is_thread() ? first.body : kernel_.body).push_back(std::move(statement));
    }
    if (!first.body.empty()) kernel_.body.push_back(std::move(first));
  }

  void finish() {
    kernel_.name = context_.name;
    add_pointers_and_sizes(kernel_, body_, space_);
    std::string n = names_.size("n"), num_rows = names_.size("num_rows");
    const std::string& covering = accesses_.covering_host;
    std::string rows = row_axes_.empty()  ? "1"
                       : covering.empty() ? space_.host_product(row_axes_)
                                          : fmt::format("{}.numel() // {}", covering, n);
    bool names_rows = false;
    for (KernelArgument& size : kernel_.sizes) {
      if (size.name != num_rows) continue;
      size.host = rows;
      names_rows = true;
    }
    // n comes first: the number of rows is computed from it.
    std::stable_partition(kernel_.sizes.begin(), kernel_.sizes.end(),
                          [&](const KernelArgument& size) { return size.name == n; });
    if (names_rows) rows = num_rows;
    int threads = style_.gather == Gather::Warp ? 32 : style_.block_size;
    if (is_thread() && row_axes_.empty()) threads = 1;
    kernel_.threads = {std::to_string(threads)};
    kernel_.gather = style_.gather;
    auto blocks_of = [](const std::string& count, int size) {
      return fmt::format("({} + {}) / {}", count, size - 1, size);
    };
    if (adds_parts_) {
      rows = blocks_of(n, threads);
    } else if (is_thread() && !row_axes_.empty()) {
      rows = blocks_of(rows, threads);
    } else if (is_several() && !row_axes_.empty()) {
      rows = blocks_of(rows, style_.rows_per_program);
      kernel_.threads.push_back(std::to_string(style_.rows_per_program));
    }
    kernel_.grid = {rows};
    kernel_.description = describe(threads);
  }

  std::string describe(int threads) const {
    std::string what = row_axes_.empty() ? "everything" : "a row";
    switch (style_.gather) {
      case Gather::None:
        return fmt::format("{} a thread", what);
      case Gather::Warp:
        return fmt::format(
            "{} a warp{}", what,
            is_several() && !row_axes_.empty() ? fmt::format(", {} a block", style_.rows_per_program) : "");
      case Gather::Tree:
      case Gather::Shuffle:
        break;
    }
    std::string how = style_.gather == Gather::Tree ? "in shared memory" : "by shuffles";
    return adds_parts_ ? fmt::format("blocks of {} threads added up {} and by atomics", threads, how)
                       : fmt::format("{} a block of {} threads, reduced {}", what, threads, how);
  }

  const KernelContext& context_;
  const Program& program_;
  const Group& group_;
  const Style& style_;
  NameSet names_;
  GroupAccesses accesses_;
  AxisList row_axes_;
  bool adds_parts_;
  bool is_reversed_ = false;
  TileSpace space_;
  BodyBuilder body_;
  Kernel kernel_;
};

}  // namespace

Kernel thread_rows(const KernelContext& context) { return ThreadRows(context).run(); }

}  // namespace tilewright::stack
