// Python's operators on tensors, as torch.Tensor defines them: which ATen operator each one calls.
#include <ATen/core/Tensor.h>

#include "library/call_operator.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::Binary;
using script::Comparison;
using script::Interpreter;
using script::Unary;
using script::Value;

bool is_operand(const Value& value) {
  return value.is_int() || value.is_float() || value.is_bool() || value.as<TensorObject>() != nullptr;
}

std::string_view operator_name(Binary op) {
  switch (op) {
    case Binary::Add:
      return "add";
    case Binary::Sub:
      return "sub";
    case Binary::Mult:
      return "mul";
    case Binary::MatMult:
      return "matmul";
    case Binary::Div:
      return "div";
    case Binary::Mod:
      return "remainder";
    case Binary::Pow:
      return "pow";
    case Binary::LShift:
      return "bitwise_left_shift";
    case Binary::RShift:
      return "bitwise_right_shift";
    case Binary::BitOr:
      return "bitwise_or";
    case Binary::BitXor:
      return "bitwise_xor";
    case Binary::BitAnd:
      return "bitwise_and";
    case Binary::FloorDiv:
      return "floor_divide";
  }
  return "";
}

// number op tensor; torch.Tensor's __rsub__ and so on.
Value reflected(Interpreter& interpreter, Binary op, const Value& tensor, const Value& number) {
  switch (op) {
    case Binary::Add:
    case Binary::Mult:
    case Binary::BitOr:
    case Binary::BitXor:
    case Binary::BitAnd:
      return call_operator(interpreter, operator_name(op), {tensor, number});
    case Binary::Sub:
      return call_operator(interpreter, "rsub", {tensor, number});
    case Binary::Div: {
      Value inverse = call_operator(interpreter, "reciprocal", {tensor});
      return call_operator(interpreter, "mul", {inverse, number});
    }
    default:
      return call_operator(interpreter, operator_name(op), {number, tensor});
  }
}

std::string_view operator_name(Comparison op) {
  switch (op) {
    case Comparison::Eq:
      return "eq";
    case Comparison::NotEq:
      return "ne";
    case Comparison::Lt:
      return "lt";
    case Comparison::LtE:
      return "le";
    case Comparison::Gt:
      return "gt";
    case Comparison::GtE:
      return "ge";
  }
  return "";
}

}  // namespace

std::optional<Value> TensorObject::binary(Interpreter& interpreter, Binary op, const Value& other,
                                          bool is_reflected) {
  if (!is_operand(other)) return std::nullopt;
  if (is_reflected) return reflected(interpreter, op, Value(this), other);
  return call_operator(interpreter, operator_name(op), {Value(this), other});
}

std::optional<Value> TensorObject::in_place(Interpreter& interpreter, Binary op, const Value& other) {
  if (!is_operand(other) || op == Binary::MatMult) return std::nullopt;
  return call_operator(interpreter, std::string(operator_name(op)) + "_", {Value(this), other});
}

std::optional<Value> TensorObject::unary(Interpreter& interpreter, Unary op) {
  switch (op) {
    case Unary::Invert:
      return call_operator(interpreter, "bitwise_not", {Value(this)});
    case Unary::UAdd:
      return call_operator(interpreter, "positive", {Value(this)});
    case Unary::USub:
      return call_operator(interpreter, "neg", {Value(this)});
  }
  return std::nullopt;
}

std::optional<Value> TensorObject::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  if (!is_operand(other)) return std::nullopt;
  return call_operator(interpreter, operator_name(op), {Value(this), other});
}

}  // namespace tilewright::library
