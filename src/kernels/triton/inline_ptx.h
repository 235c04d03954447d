// tl.inline_asm_elementwise: PTX text becomes operations on blocks, one a PTX instruction. A register is a
// block of its bits (uint32, uint64 or int1 for predicates); instructions view it as their type.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/triton/compiler.h"

namespace tilewright::kernels::triton {

class PtxTranslator {
 public:
  PtxTranslator(Compiler& compiler, std::string text, Span span)
      : c_(compiler), text_(std::move(text)), span_(span) {}

  // `registers`: what $0, $1, ... hold; those of outputs come first and may be null. Returns all after the
  // text has run. Ends with CompileError (Unsupported, naming the instruction) on what it does not know.
  std::vector<ValueId> run(std::vector<ValueId> registers, const Shape& shape);

 private:
  using Fv = FrontValue;
  struct Statement {
    std::string predicate;  // register
    bool is_inverted = false;
    std::vector<std::string> opcode;  // between dots
    std::vector<std::string> operands;
    std::string spelled;
  };
  std::vector<Statement> parse() const;
  void execute(const Statement& statement);
  ValueId compute(const Statement& statement);
  ValueId arithmetic(const Statement& statement, const std::string& name, const std::string& type);
  ValueId convert(const Statement& statement);
  ValueId paired(const Statement& statement, const std::string& name, DType half);
  ValueId compare(const Statement& statement);
  ValueId lookup3(ValueId a, ValueId b, ValueId c, int64_t table);
  ValueId permute_bytes(ValueId a, ValueId b, ValueId selector);
  void write(const std::string& name, ValueId value, const Statement& statement);

  [[noreturn]] void refuse(const Statement& statement) const;
  ValueId bits(const std::string& operand, int width, const Statement& statement);
  Fv typed(const std::string& operand, const std::string& type, const Statement& statement);
  ValueId to_bits(ValueId value);                   // a block of any type as uint32 or uint64
  Fv half_of(ValueId word, int index, DType half);  // of a pair in 32 bits (or of 8 bits in 16)
  ValueId pair(ValueId low, ValueId high);
  static DType dtype_of(std::string_view type);
  int64_t immediate(const std::string& operand, const Statement& statement) const;

  Fv binary(python::Operator op, const Fv& x, const Fv& y) { return c_.binary(op, x, y, span_); }
  Fv number(int64_t value, DType dtype) {
    return Fv::tensor(c_.broadcast(c_.integer_constant(dtype, value, span_), shape_, span_));
  }

  Compiler& c_;
  std::string text_;
  Span span_;
  Shape shape_;
  std::vector<ValueId> numbered_;
  std::map<std::string, ValueId> named_;
};

}  // namespace tilewright::kernels::triton
