// The front end: walks the syntax tree of a jit function with argument types and constants known, and
// builds a block program by the rules of triton's code_generator.py and semantic.py.
//   compile_statements.cc   statements and control flow
//   compile_expressions.cc  names, operators, subscripts, attributes
//   compile_calls.cc        argument binding, inlined jit calls, Python built-ins
//   typed_operations.cc     promotion, casts, broadcasting: semantic.py
//   builtins_*.cc           triton.language
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/triton/front_value.h"
#include "kernels/triton/objects.h"
#include "kernels/triton/program.h"
#include "kernels/triton/triton.h"

namespace tilewright::kernels::triton {

// Thrown inside the front end; becomes an AbortRun at the launch.
struct CompileError {
  Diagnostic diagnostic;
};

// A type of argument or a constant for one parameter of the kernel.
struct ArgumentSpec {
  enum class Kind : uint8_t { Typed, Constant, Tuple, Descriptor } kind = Kind::Typed;
  BlockType type;
  script::Value constant;
  std::vector<ArgumentSpec> items;  // Tuple; Descriptor: base, shape..., strides...
  std::vector<std::string> fields;  // Tuple: of a named tuple
  Shape extents;                    // Descriptor: the block's
  bool is_nan_padded = false;       // Descriptor
};

class Compiler {
 public:
  Compiler(script::Interpreter& interpreter, const TritonOptions& options, int num_warps = 4)
      : interpreter_(interpreter), options_(options), num_warps_(num_warps) {}

  // Throws CompileError.
  BlockProgram compile(JitFunction& function, const std::vector<ArgumentSpec>& arguments);
  // Where the compiled function's own statements were visited last: how far a failed compile() came.
  uint32_t furthest() const { return furthest_; }
  // A function that kernels call, compiled by itself: what it returns is computed and dropped.
  BlockProgram compile_helper(JitFunction& function, const std::vector<ArgumentSpec>& arguments) {
    drops_result_ = true;
    return compile(function, arguments);
  }

 private:
  friend struct Builtins;
  friend class PtxTranslator;
  using Fv = FrontValue;
  struct Frame {
    JitFunction* function = nullptr;
    const python::Ast* ast = nullptr;
    Scope scope;
    bool is_kernel = false;
    int runtime_depth = 0;  // enclosing run-time ifs inside this function
    int loop_depth = 0;
    bool is_called_in_loop = false;
    bool is_terminated = false;    // the statements that follow are unreachable
    bool returned_inside = false;  // some return sits inside a run-time if
    struct Return {
      Fv value;
      OperationId operation;  // without operands until all returns are known
      Span span;
    };
    std::vector<Return> returns;
    // Names that one path set and that have no value where the paths meet, by NameId.
    struct Lost {
      const char* how;
      Span set;
    };
    std::map<uint32_t, Lost> lost;
    Span call_span;
  };
  struct Arguments {  // of a call, evaluated
    std::vector<Fv> positional;
    std::vector<std::pair<std::string, Fv>> keywords;
    std::vector<Span> positional_spans;
    Span span;
  };

  // ---- errors ----
  [[noreturn]] void error(DiagnosticKind kind, std::string message, Span span, std::vector<Note> notes = {});
  [[noreturn]] void type_error(std::string message, Span span) {
    error(DiagnosticKind::KernelType, std::move(message), span);
  }
  [[noreturn]] void unsupported(std::string message, Span span) {
    error(DiagnosticKind::Unsupported, std::move(message), span);
  }

  // A parameter of the kernel.
  Fv declare(const std::string& name, const ArgumentSpec& argument, Span span);

  // ---- statements ----
  void statements(const python::Body& body);
  void statement(python::StmtId id);
  void assign(python::ExprId target, Fv value, Span span);
  Fv assignable(Fv value, Span span);
  void if_statement(const python::If& node, Span span);
  void runtime_if(ValueId condition, const std::function<void()>& then_body,
                  const std::function<void()>& else_body, Span span);
  void for_statement(const python::For& node, Span span);
  void while_statement(const python::While& node, Span span);
  void return_statement(const python::Return& node, Span span);
  bool is_returnable(const Fv& value) const;
  Fv common_return(const Fv& left, const Fv& right, Span span);
  void match_returns(Frame& frame, Fv& result);
  [[noreturn]] void refuse_reassignment(python::NameId name, std::string_view where, Span span);
  void leave_loop(const Scope& before);
  void check_range_keywords(Arguments& arguments, bool is_python);
  void static_loop(const python::For& node, const Arguments& arguments, Span span);
  std::vector<python::NameId> carried_names(const python::Body& body);
  void erase_unchanged(const python::Body& body, std::vector<python::NameId>& names);
  void collect_assigned(const python::Body& body, std::vector<python::NameId>& names) const;
  void check_carried(const std::vector<python::NameId>& names, const std::vector<Fv>& initial, Span span);

  // ---- expressions ----
  Fv expression(python::ExprId id);
  Fv name(python::NameId id, Span span);
  Fv attribute(const Fv& object, const std::string& attribute, Span span, python::ExprId object_expression);
  Fv subscript(const python::Subscript& node, Span span);
  Fv index_tensor(const Fv& tensor, python::ExprId slice, Span span);
  Fv conditional(const python::IfExp& node, Span span);
  Fv boolean(const python::BoolOp& node, Span span);
  Fv comparison(const python::Compare& node, Span span);
  Fv comprehension(const python::ListComp& node, Span span);
  Fv formatted(const python::JoinedStr& node, Span span);
  Fv from_host(const script::Value& value, Span span);
  Fv from_host_at(const script::Value& value, Span span, int depth, size_t& left);
  // Python's truth of a constant; a tensor must be scalar (message names `what`) and gives `runtime`.
  bool is_true_constant(const Fv& value, Span span);
  ValueId scalar_condition(const Fv& value, std::string_view what, Span span);
  bool is_true(const script::Value& value, Span span);
  // Of an `if` that is decided at compile time: a bool, an int or None only.
  bool decides(const Fv& value, Span span);
  static bool is_least_integer(const python::Expr& node);
  Fv large_integer(const std::string& decimal, Span span);
  script::Value unary_constant(python::UnaryOperator op, const script::Value& value, Span span);
  Fv host_call(const std::function<script::Value()>& body, Span span);

  // ---- calls ----
  Fv call(const python::Call& node, Span span);
  Arguments evaluate_arguments(const python::Call& node, Span span);
  Fv call_value(const Fv& callee, Arguments arguments, Span span);
  Fv call_builtin(int builtin, Arguments arguments, Span span);
  Fv call_jit(JitFunction& function, Arguments arguments, Span span);
  Fv call_python_builtin(const std::string& name, Arguments arguments, Span span);
  Fv call_host(const script::Value& function, const std::string& name, Arguments& arguments, bool wraps_numbers,
               Span span);
  static std::optional<script::Value> to_host(const Fv& value);
  std::optional<Fv> named_tuple(const script::Value& cls, const Arguments& arguments, Span span);
  // Calls a combine function on whole values of equal shape.
  // `is_single` (may be null): whether it returned one value and no tuple.
  std::vector<Fv> call_combine(const Fv& function, std::vector<Fv> arguments, Span span, bool* is_single = nullptr);

  // ---- building ----
  Operation& emit(Op op, std::vector<ValueId> operands, std::vector<BlockType> results, Span span);
  ValueId emit_one(Op op, std::vector<ValueId> operands, BlockType result, Span span);
  ValueId new_value(BlockType type);
  BlockId new_block();
  const BlockType& type(ValueId id) const { return program_.values[id.index]; }
  const BlockType& type(const Fv& value) const { return program_.values[value.id.index]; }
  ValueId integer_constant(DType dtype, int64_t value, Span span);
  ValueId float_constant(DType dtype, double value, Span span);
  void flatten(const Fv& value, std::vector<ValueId>& ids, Span span) const;
  Fv unflatten(const Fv& shape, const std::vector<ValueId>& ids, size_t& next) const;
  std::string describe_value(const Fv& value) const;
  bool same_structure(const Fv& left, const Fv& right) const;

  // ---- typed operations (semantic.py) ----
  ValueId to_tensor(const Fv& value, Span span);
  ValueId scalar_constant(const script::Value& value, DType dtype, Span span);
  Fv binary(python::Operator op, const Fv& left, const Fv& right, Span span);
  Fv arithmetic(Op op, const Fv& left, const Fv& right, Span span);
  Fv shift(Op op, const Fv& left, const Fv& right, Span span);
  Fv compare(Op op, const Fv& left, const Fv& right, Span span);
  void needs_bool(const BlockType& type, std::string_view what, Span span);
  Fv logical(Op op, const Fv& left, const Fv& right, Span span);
  Fv negate(const Fv& value, Span span);
  Fv invert(const Fv& value, Span span);
  Fv logical_not(const Fv& value, Span span);
  Fv unary_float(Op op, const Fv& value, std::string_view name, Span span);
  Fv where(const Fv& condition, const Fv& x, const Fv& y, Span span);
  Fv minimum_maximum(Op op, const Fv& x, const Fv& y, Span span);
  ValueId pointer_add(ValueId pointer, ValueId offset, Span span);
  ValueId cast(ValueId value, BlockType to, Span span, bool toward_zero = false);
  ValueId cast(ValueId value, DType to, Span span) { return cast(value, type(value).with_dtype(to), span); }
  ValueId bitcast(ValueId value, BlockType to, Span span);
  ValueId convert_address(ValueId value, BlockType to, Span span);
  Fv make_descriptor(const Fv& base, const std::vector<Fv>& shape, const std::vector<Fv>& strides,
                     const Shape& block, bool is_nan_padded, Span span);
  // A check at run time of `condition`, where `mask` (may be null) is on.
  void device_assert(const Fv& condition, const Fv* mask, std::string message, Span span);
  ValueId broadcast(ValueId value, const Shape& shape, Span span);
  Shape broadcast_shape(const Shape& left, const Shape& right, Span span);
  std::pair<ValueId, ValueId> promote(const Fv& left, const Fv& right, bool allow_left_pointer,
                                      bool allow_right_pointer, bool arithmetic, bool div_or_mod, Span span);
  ValueId reshape(ValueId value, Shape shape, Span span);
  ValueId expand_dims(ValueId value, int64_t axis, Span span);
  ValueId permute(ValueId value, const std::vector<int64_t>& order, Span span);

  // ---- arguments of builtins ----
  int64_t constant_int(const Fv& value, std::string_view what, Span span);
  bool constant_bool(const Fv& value, std::string_view what, Span span);
  std::string constant_string(const Fv& value, std::string_view what, Span span);
  DType constant_dtype(const Fv& value, std::string_view what, Span span);
  Shape constant_shape(const Fv& value, std::string_view what, Span span);
  std::vector<Fv> sequence(const Fv& value, Span span);
  void check_block_shape(const Shape& shape, Span span);
  int64_t axis_of(const Fv& value, const Shape& shape, Span span);

  script::Interpreter& interpreter_;
  const TritonOptions& options_;
  int num_warps_;
  BlockProgram program_;
  BlockId block_;     // where operations go
  BlockId prologue_;  // constants and arguments: once a launch
  Frame* frame_ = nullptr;
  int call_depth_ = 0;
  bool drops_result_ = false;
  uint32_t furthest_ = 0;
  uint64_t steps_ = 0;  // statements visited, against endless unrolling
  std::map<std::pair<int, uint64_t>, ValueId> constants_;
};

}  // namespace tilewright::kernels::triton
