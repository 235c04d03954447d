// Row kernels: whole rows, or loops over blocks of columns in as many passes as reductions need each other.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "stack/tile_kernels.h"
#include "stack/tile_passes.h"

namespace tilewright::stack {
namespace {

std::string infinity_text(double value) {
  if (value == std::numeric_limits<double>::infinity()) return "float(\"inf\")";
  if (value == -std::numeric_limits<double>::infinity()) return "float(\"-inf\")";
  return value == 0 ? "0.0" : "1.0";
}

bool is_index_reduction(ReduceKind kind) { return kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin; }

class RowKernel {
 public:
  explicit RowKernel(const KernelContext& context)
      : context_(context),
        program_(context.fused.program),
        group_(context.group),
        style_(context.style),
        names_(name_set(style_.naming, program_.arguments)),
        accesses_(accesses_of(context)),
        row_axes_(without(accesses_.primary, group_.reduced)),
        is_tall_(style_.rows_per_program > 1 && !row_axes_.empty()),
        space_(program_,
               {{names_.row, names_.size("num_rows"), {names_.size("inner"), names_.size("mid")}, row_axes_},
                {names_.columns,
                 names_.size("n"),
                 {names_.size("part"), names_.size("part1")},
                 only(accesses_.primary, group_.reduced)}}),
        body_(context.fused, group_, style_, announce(), names_, context.host_names) {}

  Kernel run() {
    std::vector<ProgramValueId> all = body_.needed(group_.outputs);
    for (ProgramValueId id : all) {
      if (body_.in_memory(id)) body_.pointer_of(id);
    }
    space_.total(1);
    is_reversed_ = style_.loop_over_columns && has_reverse_scan();
    set_shape();
    body_.choose_padding(all);
    if (!row_axes_.empty()) {
      std::string text = is_tall_ ? fmt::format("tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]")
                                  : std::string("tl.program_id(0)");
      kernel_.body.push_back(assign(names_.row, text));
    }
    style_.loop_over_columns ? looped() : whole();
    finish();
    return std::move(kernel_);
  }

 private:
  TileSpace& announce() {
    for (const AxisList& storage : accesses_.storages) space_.announce(storage);
    space_.announce(space_.part(1).axes);
    space_.merge();
    return space_;
  }

  bool has_reverse_scan() const {
    return std::any_of(group_.values.begin(), group_.values.end(), [&](ProgramValueId id) {
      return program_[id].kind == ValueKind::Scan && program_[id].is_reverse;
    });
  }

  void set_shape() {
    body_.shape.axis = is_tall_ ? 1 : 0;
    body_.shape.keeps_axis = is_tall_;
    body_.shape.lanes = names_.mask;
    if (is_tall_ && group_.adds_up) body_.shape.rows = fmt::format("{} < {}", names_.row, space_.total(0));
    body_.shape.mask = [this](const AxisList& storage) -> std::string {
      bool has_row = space_.walks(storage, 0);
      bool has_column = space_.walks(storage, 1);
      if (!has_column) return is_tall_ && has_row ? fmt::format("{} < {}", names_.row, space_.total(0)) : "";
      return is_tall_ && !has_row ? column_mask() : names_.mask;
    };
  }

  std::string column_mask() const {
    return is_reversed_ ? fmt::format("{} >= 0", names_.columns)
                        : fmt::format("{} < {}", names_.columns, names_.size("n"));
  }

  void columns(const std::string& text, std::vector<Statement>& into) {
    into.push_back(assign(names_.columns, text));
    std::string mask = column_mask();
    if (is_tall_) mask = fmt::format("({} < {}) & ({})", names_.row, space_.total(0), mask);
    into.push_back(assign(names_.mask, mask));
  }

  std::string arange() const {
    return fmt::format("tl.arange(0, {}){}", names_.block, is_tall_ ? "[None, :]" : "");
  }

  void whole() {
    columns(arange(), kernel_.body);
    body_.emit({}, group_.outputs, kernel_.body);
    kernel_.constants.push_back({names_.block, fmt::format("triton.next_power_of_2({})", names_.size("n"))});
  }

  // ---- loops ---------------------------------------------------------------------------

  void looped() {
    std::vector<ProgramValueId> all = body_.needed(group_.outputs);
    RowPasses passes(body_, group_, all);
    body_.emit(passes.row_reads(), {}, kernel_.body, true);
    for (int index = 0; index <= passes.last(); ++index) {
      RowPass pass = passes.pass(index);
      if (index == 0) body_.emit(passes.ready_at_start(pass), {}, kernel_.body, true);
      if (!pass.reductions.empty() || !pass.block_stores.empty())
        loop(pass.reductions, pass.scans, pass.block_stores);
      body_.emit(passes.read_after(index, pass), pass.row_stores, kernel_.body, true);
    }
    kernel_.constants.push_back({names_.block, std::to_string(style_.block_size)});
  }

  void loop(const std::vector<ProgramValueId>& reductions, const std::vector<ProgramValueId>& scans,
            const std::vector<ProgramValueId>& block_stores) {
    std::map<ProgramValueId, std::string> accumulators;
    std::map<ProgramValueId, std::string> indices;  // of index reductions: the best value's accumulator
    for (ProgramValueId id : reductions) {
      ReduceKind kind = program_[id].reduce;
      accumulators[id] = body_.fresh_name(id);
      if (is_index_reduction(kind)) {
        indices[id] = body_.names().fresh("best");
        kernel_.body.push_back(assign(indices[id], fill(block_shape(), infinity_text(neutral(kind)))));
        kernel_.body.push_back(
            assign(accumulators[id], fmt::format("tl.zeros([{}], dtype=tl.int32)", block_shape())));
      } else {
        kernel_.body.push_back(assign(accumulators[id], fill(block_shape(), infinity_text(neutral(kind)))));
      }
    }
    std::map<ProgramValueId, std::string> carries;
    for (ProgramValueId id : scans) {
      carries[id] = body_.names().fresh("carry");
      std::string start = infinity_text(neutral(program_[id].reduce));
      kernel_.body.push_back(assign(carries[id], is_tall_ ? fill("ROWS, 1", start) : Expr::variable(start)));
    }
    Statement statement;
    statement.kind = Statement::Kind::Loop;
    statement.target = names_.start;
    statement.limit = names_.size("n");
    statement.step = names_.block;
    std::set<ProgramValueId> kept = body_.mark();
    columns(is_reversed_ ? fmt::format("{} - 1 - {} - {}", names_.size("n"), names_.start, arange())
                         : fmt::format("{} + {}", names_.start, arange()),
            statement.body);
    std::vector<ProgramValueId> operands;
    for (ProgramValueId id : reductions)
      operands.push_back(std::get<ProgramValueId>(program_[id].operands[0]));
    body_.set_carries(carries, is_reversed_);
    body_.emit(operands, block_stores, statement.body);
    for (ProgramValueId id : reductions) accumulate(id, accumulators[id], indices[id], statement.body);
    body_.forget_since(kept);
    kernel_.body.push_back(std::move(statement));
    for (ProgramValueId id : reductions) close(id, accumulators[id], indices[id]);
  }

  std::string block_shape() const { return is_tall_ ? fmt::format("ROWS, {}", names_.block) : names_.block; }

  static Expr fill(const std::string& shape, const std::string& value) {
    Expr expr;
    expr.kind = Expr::Kind::Fill;
    expr.text = shape;
    expr.arguments = {Expr::variable(value)};
    return expr;
  }

  void accumulate(ProgramValueId id, const std::string& target, const std::string& best,
                  std::vector<Statement>& into) {
    Expr operand = body_.reduction_operand(id);
    switch (program_[id].reduce) {
      case ReduceKind::Sum:
        into.push_back(update(target, Primitive::Add, operand));
        return;
      case ReduceKind::Product:
        into.push_back(update(target, Primitive::Mul, operand));
        return;
      case ReduceKind::Max:
        into.push_back(update(target, Primitive::Max, operand));
        return;
      case ReduceKind::Min:
        into.push_back(update(target, Primitive::Min, operand));
        return;
      case ReduceKind::ArgMax:
      case ReduceKind::ArgMin: {
        bool is_max = program_[id].reduce == ReduceKind::ArgMax;
        Expr held = Expr::variable(best);
        Expr is_better = apply_expr(is_max ? Primitive::Greater : Primitive::Less, {operand, held});
        into.push_back(assign(target, apply_expr(Primitive::Where, {is_better, Expr::variable(names_.columns),
                                                                    Expr::variable(target)})));
        into.push_back(update(best, is_max ? Primitive::Max : Primitive::Min, operand));
        return;
      }
    }
  }

  // The block of partial results becomes the row's value.
  void close(ProgramValueId id, const std::string& target, const std::string& best) {
    ReduceKind kind = program_[id].reduce;
    Expr result = reduce_expr(kind, Expr::variable(target), body_.shape);
    if (is_index_reduction(kind)) {
      // The first position among the lanes that hold the best value.
      ReduceKind value_kind = kind == ReduceKind::ArgMax ? ReduceKind::Max : ReduceKind::Min;
      Expr top = reduce_expr(value_kind, Expr::variable(best), body_.shape);
      Expr is_top = apply_expr(Primitive::Equal, {Expr::variable(best), top});
      result = reduce_expr(
          ReduceKind::Min,
          apply_expr(Primitive::Where, {is_top, Expr::variable(target), Expr::variable(names_.size("n"))}),
          body_.shape);
    }
    kernel_.body.push_back(assign(target, result));
    body_.bind(id, target);
  }

  void finish() {
    kernel_.name = context_.name;
    add_pointers_and_sizes(kernel_, body_, space_);
    std::string covering = accesses_.covering_host;
    std::string rows = row_axes_.empty()  ? "1"
                       : covering.empty() ? space_.host_product(row_axes_)
                                          : fmt::format("{}.numel() // {}", covering, names_.size("n"));
    for (KernelArgument& size : kernel_.sizes) {
      if (size.name == names_.size("num_rows")) size.host = rows;
    }
    // n comes first: the number of rows is computed from it.
    std::stable_partition(kernel_.sizes.begin(), kernel_.sizes.end(),
                          [this](const KernelArgument& size) { return size.name == names_.size("n"); });
    bool names_rows =
        std::any_of(kernel_.sizes.begin(), kernel_.sizes.end(),
                    [this](const KernelArgument& size) { return size.name == names_.size("num_rows"); });
    if (names_rows) rows = names_.size("num_rows");
    if (is_tall_) {
      kernel_.constants.insert(kernel_.constants.begin(), {"ROWS", std::to_string(style_.rows_per_program)});
      rows = fmt::format("triton.cdiv({}, {})", rows, style_.rows_per_program);
    }
    kernel_.grid = {rows};
    kernel_.num_warps = style_.num_warps;
    kernel_.description =
        fmt::format("{} a program, {}",
                    is_tall_ ? fmt::format("{} rows", style_.rows_per_program) : std::string("one row"),
                    style_.loop_over_columns ? fmt::format("loops over blocks of {}", style_.block_size)
                                             : std::string("the whole row at once"));
  }

  const KernelContext& context_;
  const Program& program_;
  const Group& group_;
  const Style& style_;
  NameSet names_;
  GroupAccesses accesses_;
  AxisList row_axes_;
  bool is_tall_;
  bool is_reversed_ = false;
  TileSpace space_;
  BodyBuilder body_;
  Kernel kernel_;
};

}  // namespace

Kernel row_kernel(const KernelContext& context) { return RowKernel(context).run(); }

}  // namespace tilewright::stack
