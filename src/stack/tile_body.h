// Makes the statements of a kernel's body from program values: which values get a variable, which are written
// inside another's expression, the names, the padding of lanes outside the tensor.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "stack/names.h"
#include "stack/tile.h"
#include "stack/tile_space.h"

namespace tilewright::stack {

// How the kernel walks its space.
struct BodyShape {
  int axis = 0;             // of block reductions
  bool keeps_axis = false;  // blocks of several rows keep reduced axes as size 1
  // Names stand for one thread's elements: no masks, and scans are running variables (set_carries).
  bool is_thread = false;
  std::string lanes;  // mask of lanes that count, for reductions
  std::string rows;   // mask of rows that count, for sums over rows; "" where a program has one row
  std::function<std::string(const AxisList&)> mask;  // of an access; "" where every lane is inside
};

class BodyBuilder {
 public:
  BodyBuilder(const FusedProgram& fused, const Group& group, const Style& style, TileSpace& space,
              NameSet names, std::map<uint32_t, std::string> host_names);

  BodyShape shape;

  // Statements that compute `targets` and store `stored`, after what is bound already.
  // `binds_targets`: targets get variables even where one reader could hold their expression.
  void emit(const std::vector<ProgramValueId>& targets, const std::vector<ProgramValueId>& stored,
            std::vector<Statement>& into, bool binds_targets = false);
  // The value as an expression, after emit() made it.
  Expr value_of(ProgramValueId id);
  // Scans in a loop add what earlier blocks came to, or, in one thread, are the variable that runs; with
  // `is_reversed` columns run from the end.
  void set_carries(std::map<ProgramValueId, std::string> carries, bool is_reversed);
  // The value is in a variable that the caller assigns (accumulators, the result of a product).
  void bind(ProgramValueId id, std::string variable) { variables_[id] = std::move(variable); }
  // A variable for it: its hint, or the temporaries' name.
  std::string fresh_name(ProgramValueId id);
  // The operand of a reduction as an expression, lanes outside replaced by what does not change the result.
  // Its reads are bound or inlined already.
  Expr reduction_operand(ProgramValueId reduction);
  // Variables bound in a loop's body end with it: everything bound after `mark()` is forgotten.
  std::set<ProgramValueId> mark();
  void forget_since(const std::set<ProgramValueId>& kept);

  // Values that must be computed for `targets` and are not bound, in program order, memory reads included.
  std::vector<ProgramValueId> needed(const std::vector<ProgramValueId>& targets) const;
  bool in_memory(ProgramValueId id) const;
  bool is_full(ProgramValueId id) const;  // walks the group's reduced axes (columns)
  std::string pointer_of(ProgramValueId id);
  const std::vector<KernelArgument>& pointers() const { return pointers_; }
  bool is_result(const KernelArgument& pointer) const { return results_.contains(pointer.name); }
  const Program& program() const { return program_; }
  Expr load(ProgramValueId id);
  Expr literal(const Literal& literal);
  Statement store(ProgramValueId id, Expr value);
  // Chooses what masked loads give, so that as few reductions as possible need a select.
  void choose_padding(const std::vector<ProgramValueId>& values);
  // Whether every masked load gives a value for the lanes outside; else those that reductions read do.
  void pad_all(bool pads) { pads_all_ = pads; }
  NameSet& names() { return names_; }
  TileSpace& space() { return space_; }

 private:
  struct Inlined {
    Expr expr;
    std::vector<ProgramValueId> reads;
  };
  void count_uses(const std::vector<ProgramValueId>& needed, const std::vector<ProgramValueId>& stored);
  void emit_value(ProgramValueId id, std::vector<Statement>& into);
  void name_indices(const std::vector<ProgramValueId>& needed, const std::vector<ProgramValueId>& stored,
                    std::vector<Statement>& into);
  bool stays_inline(ProgramValueId id, const Expr& expr) const;
  Expr build(ProgramValueId id, std::vector<ProgramValueId>& reads);
  Expr read(const Operand& operand, std::vector<ProgramValueId>& reads);
  Expr shifted_load(ProgramValueId source);
  bool is_only_shifted(ProgramValueId id, const std::vector<ProgramValueId>& readers) const;
  void loads_first(std::vector<ProgramValueId>& values) const;
  void emit_carry(ProgramValueId id, std::vector<Statement>& into);
  void emit_running(ProgramValueId id, std::vector<Statement>& into);
  std::string reusable_name(ProgramValueId id, const std::vector<ProgramValueId>& reads) const;
  bool varies_in_row(ProgramValueId id) const;
  bool is_free_again(const std::string& name) const;
  std::string index_of(const AxisList& storage);
  std::optional<double> padding(ProgramValueId id) const;
  bool needs_select(ProgramValueId reduction) const;
  void mark_padded(const std::vector<ProgramValueId>& values);

  const FusedProgram& fused_;
  const Program& program_;
  const Group& group_;
  const Style& style_;
  TileSpace& space_;
  NameSet names_;
  std::set<ProgramValueId> members_;
  std::map<uint32_t, std::string> host_names_;        // stored values -> host tensor
  std::map<std::string, std::string> pointer_names_;  // host tensor -> pointer argument
  std::vector<KernelArgument> pointers_;
  std::set<std::string> results_;  // pointers that the kernel writes to
  std::map<ProgramValueId, std::string> variables_;
  std::map<ProgramValueId, Inlined> inlined_;
  std::map<ProgramValueId, int> uses_left_;
  std::map<ProgramValueId, int> uses_;
  std::set<ProgramValueId> crosses_origin_;        // read by another author's operation, or stored
  std::set<ProgramValueId> shifted_;               // memory reads bound one position earlier
  std::map<ProgramValueId, std::string> carries_;  // of scans in a loop
  bool is_reversed_ = false;
  std::set<ProgramValueId> outer_;  // bound outside the current loop
  std::map<std::string, std::string> index_variables_;
  std::map<ProgramValueId, double> other_;  // of masked loads
  std::set<ProgramValueId> padded_;         // reads that need it
  bool pads_all_ = false;
};

// Length of the expression as text, for deciding where lines break.
size_t text_length(const Expr& expr);
Expr reduce_expr(ReduceKind kind, Expr operand, const BodyShape& shape);
Expr apply_expr(Primitive primitive, std::vector<Expr> arguments);
// What brings two parts of a sum, product, maximum or minimum together.
Primitive combine_of(ReduceKind kind);
Expr text_expr(std::string text, Precedence precedence);
// As kernels write it: 0.5, float("-inf").
std::string number_text(double value);

}  // namespace tilewright::stack
