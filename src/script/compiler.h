// The compiler's state for one scope; its parts are in compile_*.cc. Internal to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "script/code.h"

namespace tilewright::script {

struct Label {
  static constexpr uint32_t kUnset = ~0u;
  uint32_t position = kUnset;
  int depth = -1;
  std::vector<uint32_t> jumps;
  std::vector<size_t> ranges;  // protected ranges whose handler this is
};

// What `return`, `break` and `continue` must undo on their way out.
struct Block {
  enum class Kind : uint8_t {
    WhileLoop, ForLoop, Try, Handlers, HandlerBody, Finally, FinallyHandler, With, Value
  };
  Kind kind;
  Label* loop_start = nullptr;
  Label* loop_end = nullptr;
  Label* handler = nullptr;  // of the protected range that begins at range_begin
  uint32_t range_begin = 0;
  int range_depth = 0;
  const python::Body* finally_body = nullptr;
  std::optional<python::Identifier> name{};  // of except ... as name
};

class Compiler {
 public:
  Compiler(CodeUnit& unit, Code& code);
  void run();

 private:
  friend struct PlaceScope;
  // ---- emission (compiler.cc) ----
  void emit(Opcode op, uint32_t a = 0, uint32_t b = 0);
  void jump(Opcode op, Label& label);
  void bind(Label& label);
  void adjust(int effect);
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  uint32_t constant(Value value);
  uint32_t name_index(std::string_view name);
  uint32_t child(const void* node);
  void load_constant(Value value) { emit(Opcode::LoadConstant, constant(std::move(value))); }
  void unsupported(std::string_view what);
  enum class Access : uint8_t { Load, Store, Delete };
  void variable(Access access, python::NameId name) { variable(access, unit_.symbols.symbol(*code_.scope, name)); }
  void variable(Access access, SymbolId symbol);
  void variable_by_text(Access access, std::string_view name);
  uint32_t slot(SymbolId symbol) const;
  std::string attribute_name(const python::Identifier& identifier) const;

  // ---- protected ranges and blocks (compile_blocks.cc) ----
  void open_range(Block& block, Label& handler, int depth);
  void close_range(Block& block);
  void unwind_to(size_t kept_blocks, bool has_value);
  void unwind(const Block& block, bool has_value);
  void compile_try_except(const python::Try& s);
  void compile_try_finally(const python::Try& s);
  void compile_with(const python::Stmt& node, const python::With& s, size_t item);
  void forget_exception_name(const python::Identifier& name);

  // ---- statements (compile_statements.cc) ----
  void body(const python::Body& statements);
  void visit(const python::Stmt& node, const python::FunctionDef& s);
  void visit(const python::Stmt& node, const python::ClassDef& s);
  void visit(const python::Stmt& node, const python::Return& s);
  void visit(const python::Stmt& node, const python::Delete& s);
  void visit(const python::Stmt& node, const python::Assign& s);
  void visit(const python::Stmt& node, const python::AugAssign& s);
  void visit(const python::Stmt& node, const python::AnnAssign& s);
  void visit(const python::Stmt& node, const python::For& s);
  void visit(const python::Stmt& node, const python::While& s);
  void visit(const python::Stmt& node, const python::If& s);
  void visit(const python::Stmt& node, const python::With& s);
  void visit(const python::Stmt& node, const python::Match& s);
  void visit(const python::Stmt& node, const python::Raise& s);
  void visit(const python::Stmt& node, const python::Try& s);
  void visit(const python::Stmt& node, const python::Assert& s);
  void visit(const python::Stmt& node, const python::Import& s);
  void visit(const python::Stmt& node, const python::ImportFrom& s);
  void visit(const python::Stmt&, const python::Global&) {}
  void visit(const python::Stmt&, const python::Nonlocal&) {}
  void visit(const python::Stmt& node, const python::ExprStmt& s);
  void visit(const python::Stmt&, const python::Pass&) {}
  void visit(const python::Stmt& node, const python::Break& s);
  void visit(const python::Stmt& node, const python::Continue& s);
  uint32_t function_extras(const python::Arguments& arguments, const python::FunctionDef* definition);
  void annotation(std::string_view name, python::ExprId id);
  void annotation_value(python::ExprId id);

  // ---- expressions (compile_expressions.cc) ----
  void expr(python::ExprId id);
  void store(python::ExprId target);
  void erase(python::ExprId target);
  void store_sequence(const std::vector<python::ExprId>& elements);
  void visit(const python::Expr& node, const python::BoolOp& e);
  void visit(const python::Expr& node, const python::NamedExpr& e);
  void visit(const python::Expr& node, const python::BinOp& e);
  void visit(const python::Expr& node, const python::UnaryOp& e);
  void visit(const python::Expr& node, const python::Lambda& e);
  void visit(const python::Expr& node, const python::IfExp& e);
  void visit(const python::Expr& node, const python::Dict& e);
  void visit(const python::Expr& node, const python::Set& e);
  void visit(const python::Expr& node, const python::ListComp& e);
  void visit(const python::Expr& node, const python::SetComp& e);
  void visit(const python::Expr& node, const python::DictComp& e);
  void visit(const python::Expr& node, const python::GeneratorExp& e);
  void visit(const python::Expr& node, const python::Await& e);
  void visit(const python::Expr& node, const python::Yield& e);
  void visit(const python::Expr& node, const python::YieldFrom& e);
  void visit(const python::Expr& node, const python::Compare& e);
  void visit(const python::Expr& node, const python::Call& e);
  void visit(const python::Expr& node, const python::FormattedValue& e);
  void visit(const python::Expr& node, const python::JoinedStr& e);
  void visit(const python::Expr& node, const python::ConstantExpr& e);
  void visit(const python::Expr& node, const python::Attribute& e);
  void visit(const python::Expr& node, const python::Subscript& e);
  void visit(const python::Expr& node, const python::Starred& e);
  void visit(const python::Expr& node, const python::Name& e);
  void visit(const python::Expr& node, const python::List& e);
  void visit(const python::Expr& node, const python::Tuple& e);
  void visit(const python::Expr& node, const python::Slice& e);
  void jump_if(python::ExprId test, bool condition, Label& label);
  void list_of(const std::vector<python::ExprId>& elements, bool is_for_call = false);  // handles stars
  void keyword_dict(const std::vector<python::Keyword>& keywords, bool is_for_call);
  void run_comprehension(const void* node, const std::vector<python::Comprehension>& generators);
  void comprehension_body(const std::vector<python::Comprehension>& generators, python::ExprId first,
                          python::ExprId second, Opcode add, Opcode build);
  void comprehension_loop(const std::vector<python::Comprehension>& generators, size_t index,
                          python::ExprId first, python::ExprId second, Opcode add);
  std::optional<Value> constant_value(const python::Constant& constant);
  std::optional<Value> constant_of(python::ExprId id);

  // ---- patterns (compile_patterns.cc) ----
  struct Captures {
    std::vector<SymbolId> names;
  };
  void pattern(python::PatternId id, Label& fail, Captures& captures);
  void sequence_pattern(const python::MatchSequence& p, Label& fail, Captures& captures);
  void mapping_pattern(const python::MatchMapping& p, Label& fail, Captures& captures);
  void class_pattern(const python::MatchClass& p, Label& fail, Captures& captures);
  void or_pattern(const python::MatchOr& p, Label& fail, Captures& captures);
  void capture(const std::optional<python::Identifier>& name, Captures& captures);

  CodeUnit& unit_;
  const python::Ast& ast_;
  Code& code_;
  std::vector<Block> blocks_;
  std::pair<uint32_t, uint32_t> place_{0, 0};
  int depth_ = 0;
  bool is_reachable_ = true;
  std::unordered_map<std::string, uint32_t> name_indices_;
  std::unordered_map<SymbolId, uint32_t> slots_;
};

// Sets the place of the instructions emitted while it lives.
struct PlaceScope {
  PlaceScope(Compiler& compiler, Span span) : compiler_(compiler), saved_(compiler.place_) {
    compiler.place_ = {span.begin, span.end};
  }
  ~PlaceScope() { compiler_.place_ = saved_; }
  Compiler& compiler_;
  std::pair<uint32_t, uint32_t> saved_;
};

}  // namespace tilewright::script
