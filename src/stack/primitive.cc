#include "stack/primitive.h"

#include <cmath>
#include <limits>

namespace tilewright::stack {
namespace {

constexpr PrimitiveInfo kPrimitives[] = {
#define TW_PRIMITIVE(identifier, name, operands, form, triton, precedence) \
  {name, operands, PrimitiveForm::form, triton, Precedence::precedence},
#include "stack/primitives.def"
#undef TW_PRIMITIVE
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Certain although one operand is unknown (any finite number).
std::optional<double> evaluate_partly(Primitive primitive, std::span<const std::optional<double>> operands) {
  const std::optional<double>& left = operands[0];
  const std::optional<double>& right = operands.size() > 1 ? operands[1] : operands[0];
  auto infinite = [](const std::optional<double>& value) { return value && std::isinf(*value); };
  switch (primitive) {
    case Primitive::Add:
      if (infinite(left)) return left;
      if (infinite(right)) return right;
      return std::nullopt;
    case Primitive::Sub:
      if (infinite(left)) return left;
      if (infinite(right)) return -*right;
      return std::nullopt;
    case Primitive::Mul:
      if ((left && *left == 0) || (right && *right == 0)) return 0.0;
      return std::nullopt;
    case Primitive::Div:
      if (left && *left == 0) return 0.0;  // a zero divisor spoils the lanes that count too
      if (infinite(right)) return 0.0;
      return std::nullopt;
    case Primitive::Max:
      if ((left && *left == kInfinity) || (right && *right == kInfinity)) return kInfinity;
      return std::nullopt;
    case Primitive::Min:
      if ((left && *left == -kInfinity) || (right && *right == -kInfinity)) return -kInfinity;
      return std::nullopt;
    case Primitive::Where:
      if (operands[0]) return *operands[0] != 0 ? operands[1] : operands[2];
      if (operands[1] && operands[2] && *operands[1] == *operands[2]) return operands[1];
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<double> evaluate_numbers(Primitive primitive, double a, double b,
                                       std::span<const std::optional<double>> operands) {
  switch (primitive) {
    case Primitive::Copy:
    case Primitive::ToFloat:
      return a;
    case Primitive::Add:
      return a + b;
    case Primitive::Sub:
      return a - b;
    case Primitive::Mul:
      return a * b;
    case Primitive::Div:
      return a / b;
    case Primitive::Neg:
      return -a;
    case Primitive::Max:
      return std::fmax(a, b);
    case Primitive::Min:
      return std::fmin(a, b);
    case Primitive::Exp:
      return std::exp(a);
    case Primitive::Exp2:
      return std::exp2(a);
    case Primitive::Log:
      return std::log(a);
    case Primitive::Log2:
      return std::log2(a);
    case Primitive::Sqrt:
      return std::sqrt(a);
    case Primitive::Rsqrt:
      return 1 / std::sqrt(a);
    case Primitive::Sin:
      return std::sin(a);
    case Primitive::Cos:
      return std::cos(a);
    case Primitive::Abs:
      return std::fabs(a);
    case Primitive::Floor:
      return std::floor(a);
    case Primitive::Ceil:
      return std::ceil(a);
    case Primitive::Erf:
      return std::erf(a);
    case Primitive::Sigmoid:
      return 1 / (1 + std::exp(-a));
    case Primitive::Atan:
      return std::atan(a);
    case Primitive::Tanh:
      return std::tanh(a);
    case Primitive::Expm1:
      return std::expm1(a);
    case Primitive::Log1p:
      return std::log1p(a);
    case Primitive::Where:
      return a != 0 ? b : *operands[2];
    case Primitive::Greater:
      return a > b;
    case Primitive::GreaterEqual:
      return a >= b;
    case Primitive::Less:
      return a < b;
    case Primitive::LessEqual:
      return a <= b;
    case Primitive::Equal:
      return a == b;
    case Primitive::NotEqual:
      return a != b;
    case Primitive::And:
      return a != 0 && b != 0;
    case Primitive::Or:
      return a != 0 || b != 0;
  }
  return std::nullopt;
}

}  // namespace

const PrimitiveInfo& info(Primitive primitive) { return kPrimitives[static_cast<size_t>(primitive)]; }

bool is_comparison(Primitive primitive) { return info(primitive).precedence == Precedence::Compare; }

std::string_view spelling(ReduceKind kind) {
  switch (kind) {
    case ReduceKind::Sum:
      return "sum";
    case ReduceKind::Max:
      return "max";
    case ReduceKind::Min:
      return "min";
    case ReduceKind::Product:
      return "product";
    case ReduceKind::ArgMax:
      return "argmax";
    case ReduceKind::ArgMin:
      return "argmin";
  }
  return "";
}

double neutral(ReduceKind kind) {
  switch (kind) {
    case ReduceKind::Sum:
      return 0;
    case ReduceKind::Product:
      return 1;
    case ReduceKind::Max:
    case ReduceKind::ArgMax:
      return -kInfinity;
    case ReduceKind::Min:
    case ReduceKind::ArgMin:
      return kInfinity;
  }
  return 0;
}

std::optional<double> evaluate(Primitive primitive, std::span<const std::optional<double>> operands) {
  for (const std::optional<double>& operand : operands) {
    if (!operand) return evaluate_partly(primitive, operands);
  }
  double a = *operands[0];
  double b = operands.size() > 1 ? *operands[1] : 0;
  std::optional<double> result = evaluate_numbers(primitive, a, b, operands);
  // Languages differ in what becomes of a NaN.
  return result && std::isnan(*result) ? std::nullopt : result;
}

}  // namespace tilewright::stack
