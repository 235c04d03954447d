// Arithmetic and comparison of numbers, and the dispatch of operators to objects.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "script/big_integer.h"
#include "script/bytes.h"
#include "script/implementation.h"
#include "script/interpreter.h"
#include "script/number_format.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

constexpr int64_t kFuelBits = 64;
constexpr int64_t kMaxBits = int64_t{1} << 33;

bool is_integer_like(const Value& value) { return value.is_int() || value.is_bool() || value.as<Integer>() != nullptr; }

// The number inside an instance of a class derived from int or float.
Value plain_number(const Value& value) {
  if (value.is_object() && value.object()->tag() == TypeTag::Instance) {
    if (const Value* part = value.object()->native_part(); part != nullptr && is_number(*part)) return *part;
  }
  return value;
}

double to_double(Interpreter& interpreter, const Value& value) {
  if (value.is_float()) return value.floating();
  if (!value.is_object()) return static_cast<double>(value.integer());
  double result = as_big(value)->to_double();
  if (std::isinf(result)) interpreter.raise("OverflowError", "int too large to convert to float");
  return result;
}

[[noreturn]] void zero_division(Interpreter& interpreter, std::string message) {
  interpreter.raise("ZeroDivisionError", std::move(message));
}

double float_modulo(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) rest += b;
  } else {
    rest = std::copysign(0.0, b);
  }
  return rest;
}

double float_floor_divide(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1.0;
  if (quotient == 0) return std::copysign(0.0, a / b);
  double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1.0 : floored;
}

Value float_power(Interpreter& interpreter, double a, double b) {
  if (a == 0 && b < 0) zero_division(interpreter, "0.0 cannot be raised to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) {
    interpreter.unsupported("complex numbers are not supported (a negative number to a fractional power)");
  }
  double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
    interpreter.raise("OverflowError", "(34, 'Numerical result out of range')");
  }
  return result;
}

Value float_binary(Interpreter& interpreter, Binary op, double a, double b) {
  switch (op) {
    case Binary::Add: return a + b;
    case Binary::Sub: return a - b;
    case Binary::Mult: return a * b;
    case Binary::Div:
      if (b == 0) zero_division(interpreter, "float division by zero");
      return a / b;
    case Binary::FloorDiv:
      if (b == 0) zero_division(interpreter, "float floor division by zero");
      return float_floor_divide(a, b);
    case Binary::Mod:
      if (b == 0) zero_division(interpreter, "float modulo");
      return float_modulo(a, b);
    default: return float_power(interpreter, a, b);
  }
}

void charge_bits(Interpreter& interpreter, double bits) {
  if (bits > static_cast<double>(kMaxBits)) {
    interpreter.abort(DiagnosticKind::MemoryBudget, "an integer of more than 2**33 bits does not fit the memory budget");
  }
  interpreter.check_memory(static_cast<int64_t>(bits / 8));
}

Value integer_power(Interpreter& interpreter, const BigInt& base, const BigInt& exponent) {
  if (exponent.is_negative()) {
    if (base.is_zero()) zero_division(interpreter, "0.0 cannot be raised to a negative power");
    return float_power(interpreter, base.to_double(), exponent.to_double());
  }
  size_t bits = base.bit_length();
  if (bits <= 1) {  // 0, 1, -1
    if (exponent.is_zero()) return 1;
    if (base.is_zero()) return 0;
    return base.is_negative() && exponent.bit(0) ? -1 : 1;
  }
  double result_bits = static_cast<double>(bits - 1) * exponent.to_double();
  charge_bits(interpreter, result_bits);
  // The last multiplications dominate: limbs squared.
  double limbs = result_bits / 32;
  interpreter.spend(static_cast<uint64_t>(std::min(limbs * limbs / 4, 1e18)));
  BigInt result(1), square = base;
  auto rest = static_cast<uint64_t>(*exponent.to_int64());
  while (true) {
    if (rest & 1) result = result * square;
    rest >>= 1;
    if (rest == 0) break;
    square = square * square;
  }
  return make_integer(result);
}

Value shift(Interpreter& interpreter, Binary op, const BigInt& a, const BigInt& b) {
  if (b.is_negative()) interpreter.raise("ValueError", "negative shift count");
  std::optional<int64_t> count = b.to_int64();
  if (op == Binary::RShift) {
    if (!count || *count > static_cast<int64_t>(a.bit_length())) return a.is_negative() ? -1 : 0;
    return make_integer(a.shift_right(static_cast<size_t>(*count)));
  }
  if (a.is_zero()) return 0;
  charge_bits(interpreter, static_cast<double>(a.bit_length()) + b.to_double());
  interpreter.spend(static_cast<uint64_t>(*count / kFuelBits));
  return make_integer(a.shift_left(static_cast<size_t>(*count)));
}

Value bitwise(Binary op, const BigInt& a, const BigInt& b) {
  size_t count = std::max(a.limb_count(), b.limb_count()) + 1;
  std::vector<uint32_t> left = a.twos_complement(count), right = b.twos_complement(count);
  left.resize(count, a.is_negative() ? ~0u : 0);
  right.resize(count, b.is_negative() ? ~0u : 0);
  for (size_t i = 0; i < count; ++i) {
    left[i] = op == Binary::BitAnd ? left[i] & right[i] : op == Binary::BitOr ? left[i] | right[i] : left[i] ^ right[i];
  }
  return make_integer(BigInt::from_twos_complement(std::move(left)));
}

Value integer_binary(Interpreter& interpreter, Binary op, const Value& left, const Value& right) {
  if (op == Binary::Div && !left.is_object() && !right.is_object()) {
    constexpr int64_t kExact = int64_t{1} << 53;
    int64_t a = left.integer(), b = right.integer();
    if (b != 0 && a <= kExact && a >= -kExact && b <= kExact && b >= -kExact) {
      return static_cast<double>(a) / static_cast<double>(b);
    }
  }
  BigInt a = *as_big(left), b = *as_big(right);
  switch (op) {
    case Binary::Add: return make_integer(a + b);
    case Binary::Sub: return make_integer(a - b);
    case Binary::Mult:
      interpreter.spend(a.limb_count() * b.limb_count());
      charge_bits(interpreter, static_cast<double>(a.bit_length() + b.bit_length()));
      return make_integer(a * b);
    case Binary::Div: {
      if (b.is_zero()) zero_division(interpreter, "division by zero");
      std::optional<double> quotient = true_divide(a, b);
      if (!quotient) interpreter.raise("OverflowError", "integer division result too large for a float");
      return *quotient;
    }
    case Binary::FloorDiv:
    case Binary::Mod: {
      if (b.is_zero()) zero_division(interpreter, op == Binary::Mod ? "integer modulo by zero" : "integer division or modulo by zero");
      interpreter.spend(a.limb_count() * b.limb_count());
      auto [quotient, rest] = BigInt::floor_divide(a, b);
      return make_integer(op == Binary::Mod ? rest : quotient);
    }
    case Binary::Pow: return integer_power(interpreter, a, b);
    case Binary::LShift:
    case Binary::RShift: return shift(interpreter, op, a, b);
    default: return bitwise(op, a, b);
  }
}

bool is_bitwise(Binary op) {
  return op == Binary::BitAnd || op == Binary::BitOr || op == Binary::BitXor || op == Binary::LShift ||
         op == Binary::RShift || op == Binary::MatMult;
}

}  // namespace

bool is_number(const Value& value) { return value.is_float() || is_integer_like(value); }

std::optional<Value> number_binary(Interpreter& interpreter, Binary op, const Value& left_value,
                                   const Value& right_value) {
  Value left = plain_number(left_value), right = plain_number(right_value);
  if (!is_number(left) || !is_number(right) || op == Binary::MatMult) return std::nullopt;
  if (left.is_float() || right.is_float()) {
    if (is_bitwise(op)) return std::nullopt;
    return float_binary(interpreter, op, to_double(interpreter, left), to_double(interpreter, right));
  }
  if (left.is_bool() && right.is_bool()) {
    if (op == Binary::BitAnd) return Value(left.boolean() && right.boolean());
    if (op == Binary::BitOr) return Value(left.boolean() || right.boolean());
    if (op == Binary::BitXor) return Value(left.boolean() != right.boolean());
  }
  return integer_binary(interpreter, op, left, right);
}

std::optional<bool> number_compare(Comparison op, const Value& left_value, const Value& right_value) {
  Value left = plain_number(left_value), right = plain_number(right_value);
  if (!is_number(left) || !is_number(right)) return std::nullopt;
  std::partial_ordering order = std::partial_ordering::equivalent;
  if (left.is_float() && right.is_float()) {
    order = left.floating() <=> right.floating();
  } else if (left.is_float() || right.is_float()) {
    double floating = left.is_float() ? left.floating() : right.floating();
    const Value& integer = left.is_float() ? right : left;
    if (std::isnan(floating)) {
      order = std::partial_ordering::unordered;
    } else if (std::isinf(floating)) {
      order = floating > 0 ? std::partial_ordering::greater : std::partial_ordering::less;
    } else {
      BigInt whole = BigInt::from_double(std::floor(floating));
      auto whole_order = whole <=> *as_big(integer);
      order = whole_order != 0 ? std::partial_ordering(whole_order)
              : floating > std::floor(floating) ? std::partial_ordering::greater
                                                : std::partial_ordering::equivalent;
    }
    if (!left.is_float()) order = 0 <=> order;
  } else if (!left.is_object() && !right.is_object()) {
    order = left.integer() <=> right.integer();
  } else {
    order = *as_big(left) <=> *as_big(right);
  }
  switch (op) {
    case Comparison::Eq: return order == 0;
    case Comparison::NotEq: return order != 0;
    case Comparison::Lt: return order < 0;
    case Comparison::LtE: return order <= 0;
    case Comparison::Gt: return order > 0;
    case Comparison::GtE: return order >= 0;
  }
  return std::nullopt;
}

std::optional<Value> number_unary(Interpreter&, Unary op, const Value& operand_value) {
  Value operand = plain_number(operand_value);
  if (operand.is_float()) {
    if (op == Unary::Invert) return std::nullopt;
    return Value(op == Unary::USub ? -operand.floating() : operand.floating());
  }
  if (!is_integer_like(operand)) return std::nullopt;
  if (op == Unary::UAdd) return operand.is_bool() ? Value(operand.integer()) : operand;
  if (!operand.is_object()) {
    if (op == Unary::Invert) return Value(~operand.integer());
    if (operand.integer() != std::numeric_limits<int64_t>::min()) return Value(-operand.integer());
  }
  BigInt value = *as_big(operand);
  return make_integer(op == Unary::USub ? -value : -value - BigInt(1));
}

// Python's hash of a float (Objects: numeric hash, modulo 2**61 - 1).
uint64_t hash_double(double value) {
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  if (std::isinf(value)) return static_cast<uint64_t>(value > 0 ? 314159 : -314159);
  if (std::isnan(value)) return 0;
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  bool is_negative = mantissa < 0;
  if (is_negative) mantissa = -mantissa;
  uint64_t hash = 0;
  while (mantissa != 0) {
    hash = ((hash << 28) & kModulus) | hash >> (61 - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    auto whole = static_cast<uint64_t>(mantissa);
    mantissa -= static_cast<double>(whole);
    hash += whole;
    if (hash >= kModulus) hash -= kModulus;
  }
  exponent = exponent >= 0 ? exponent % 61 : 61 - 1 - ((-1 - exponent) % 61);
  hash = ((hash << exponent) & kModulus) | hash >> (61 - exponent);
  auto result = static_cast<int64_t>(hash);
  if (is_negative) result = -result;
  return static_cast<uint64_t>(result == -1 ? -2 : result);
}

std::string_view spelling(Binary op) {
  static constexpr std::string_view kSpellings[] = {"+", "-", "*", "@", "/", "%", "** or pow()", "<<", ">>", "|", "^", "&", "//"};
  return kSpellings[static_cast<size_t>(op)];
}

namespace {

std::string_view comparison_spelling(Comparison op) {
  static constexpr std::string_view kSpellings[] = {"==", "!=", "<", "<=", ">", ">="};
  return kSpellings[static_cast<size_t>(op)];
}

std::string in_place_spelling(Binary op) {
  return op == Binary::Pow ? "**=" : std::string(spelling(op)) + "=";
}

// A right operand whose class derives from the left's class goes first.
bool right_goes_first(const Value& left, const Value& right) {
  if (!right.is_object() || right.object()->tag() != TypeTag::Instance) return false;
  auto& derived = static_cast<Instance&>(*right.object());
  if (left.is_object() && left.object()->tag() == TypeTag::Instance) {
    auto& base = static_cast<Instance&>(*left.object());
    return base.cls.get() != derived.cls.get() && derived.cls->is_subclass_of(*base.cls);
  }
  return derived.native_part() != nullptr;
}

}  // namespace

Value Interpreter::binary(Binary op, const Value& left, const Value& right) {
  bool has_instance = (left.is_object() && left.object()->tag() == TypeTag::Instance) ||
                      (right.is_object() && right.object()->tag() == TypeTag::Instance);
  if (!has_instance) {
    if (auto value = number_binary(*this, op, left, right)) return *value;
  }
  bool is_reversed = right_goes_first(left, right);
  if (is_reversed) {
    if (auto value = right.object()->binary(*this, op, left, true)) return *value;
  }
  if (left.is_object()) {
    if (auto value = left.object()->binary(*this, op, right, false)) return *value;
  }
  if (right.is_object() && !is_reversed) {
    if (auto value = right.object()->binary(*this, op, left, true)) return *value;
  }
  if (has_instance) {
    if (auto value = number_binary(*this, op, left, right)) return *value;
  }
  if (op == Binary::BitOr) {
    bool left_is_type = left.is_none() || left.as<Class>() != nullptr || left.as<TypeAlias>() != nullptr;
    bool right_is_type = right.is_none() || right.as<Class>() != nullptr || right.as<TypeAlias>() != nullptr;
    if (left_is_type && right_is_type && (left.is_object() || right.is_object())) return make_union(*this, left, right);
  }
  if (op == Binary::Mult) {
    auto is_sequence = [](const Value& value) {
      return value.as<String>() != nullptr || value.as<List>() != nullptr || value.as<Tuple>() != nullptr || value.as<Bytes>() != nullptr;
    };
    if (is_sequence(left) || is_sequence(right)) {
      raise("TypeError", fmt::format("can't multiply sequence by non-int of type '{}'", type_name(is_sequence(left) ? right : left)));
    }
  }
  raise("TypeError", fmt::format("unsupported operand type(s) for {}: '{}' and '{}'", spelling(op), type_name(left),
                                 type_name(right)));
}

Value Interpreter::in_place(Binary op, const Value& left, const Value& right) {
  if (left.is_object()) {
    if (auto value = left.object()->in_place(*this, op, right)) return *value;
  }
  try {
    return binary(op, left, right);
  } catch (PythonError& error) {
    // The message of a failed x += y names the operator as written.
    if (!error.traceback.empty()) throw;
    std::string expected = fmt::format("unsupported operand type(s) for {}: '{}' and '{}'", spelling(op),
                                       type_name(left), type_name(right));
    auto* instance = error.exception.as<Instance>();
    if (instance == nullptr || str(error.exception) != expected) throw;
  }
  raise("TypeError", fmt::format("unsupported operand type(s) for {}: '{}' and '{}'", in_place_spelling(op),
                                 type_name(left), type_name(right)));
}

Value Interpreter::unary(Unary op, const Value& operand) {
  if (operand.is_object()) {
    if (auto value = operand.object()->unary(*this, op)) return *value;
  }
  if (auto value = number_unary(*this, op, operand)) return *value;
  std::string_view sign = op == Unary::Invert ? "~" : op == Unary::USub ? "-" : "+";
  raise("TypeError", fmt::format("bad operand type for unary {}: '{}'", sign, type_name(operand)));
}

Value Interpreter::compare(Comparison op, const Value& left, const Value& right) {
  static constexpr Comparison kSwapped[] = {Comparison::Eq, Comparison::NotEq, Comparison::Gt,
                                            Comparison::GtE, Comparison::Lt, Comparison::LtE};
  bool has_instance = (left.is_object() && left.object()->tag() == TypeTag::Instance) ||
                      (right.is_object() && right.object()->tag() == TypeTag::Instance);
  if (!has_instance) {
    if (auto value = number_compare(op, left, right)) return *value;
  }
  Comparison swapped = kSwapped[static_cast<size_t>(op)];
  bool is_reversed = right_goes_first(left, right);
  if (is_reversed) {
    if (auto value = right.object()->compare(*this, swapped, left)) return *value;
  }
  if (left.is_object()) {
    if (auto value = left.object()->compare(*this, op, right)) return *value;
  }
  if (right.is_object() && !is_reversed) {
    if (auto value = right.object()->compare(*this, swapped, left)) return *value;
  }
  if (has_instance) {
    if (auto value = number_compare(op, left, right)) return *value;
  }
  if (op == Comparison::Eq) return left.is_identical(right);
  if (op == Comparison::NotEq) return !left.is_identical(right);
  raise("TypeError", fmt::format("'{}' not supported between instances of '{}' and '{}'", comparison_spelling(op),
                                 type_name(left), type_name(right)));
}

bool Interpreter::equals(const Value& left, const Value& right) {
  if (left.is_identical(right) && !left.is_float()) return true;
  return truthy(compare(Comparison::Eq, left, right));
}

bool Interpreter::truthy(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None: return false;
    case Value::Kind::Bool:
    case Value::Kind::Int: return value.integer() != 0;
    case Value::Kind::Float: return value.floating() != 0;
    case Value::Kind::Object: return value.object()->truthy(*this);
  }
  return false;
}

uint64_t Interpreter::hash(const Value& value) {
  constexpr int64_t kModulus = (int64_t{1} << 61) - 1;
  switch (value.kind()) {
    case Value::Kind::None: return 0xfca86420;
    case Value::Kind::Bool:
    case Value::Kind::Int: {
      int64_t number = value.integer();
      if (number > -kModulus && number < kModulus) return static_cast<uint64_t>(number == -1 ? -2 : number);
      auto residue = static_cast<int64_t>(BigInt(number).hash_residue());
      if (number < 0) residue = -residue;
      return static_cast<uint64_t>(residue == -1 ? -2 : residue);
    }
    case Value::Kind::Float: return hash_double(value.floating());
    case Value::Kind::Object:
      switch (value.object()->tag()) {
        case TypeTag::List: case TypeTag::Dict: case TypeTag::Slice:
          raise("TypeError", fmt::format("unhashable type: '{}'", type_name(value)));
        default: return value.object()->hash(*this);
      }
  }
  return 0;
}

}  // namespace tilewright::script
