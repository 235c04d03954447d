// math.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/builtin_types.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

double number(Interpreter& interpreter, const CallArguments& arguments, size_t i = 0) {
  if (arguments.positional.size() <= i) interpreter.raise("TypeError", fmt::format("expected {} argument{}, got {}", i + 1, i == 0 ? "" : "s", arguments.positional.size()));
  return interpreter.to_float(arguments.positional[i], "");
}

// A function of one double; NaN from a number is a domain error, infinity an overflow.
template <double (*function)(double)>
Value unary(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 1) interpreter.raise("TypeError", fmt::format("expected exactly 1 argument, got {}", arguments.positional.size()));
  double x = number(interpreter, arguments);
  double result = function(x);
  if (std::isnan(result) && !std::isnan(x)) interpreter.raise("ValueError", "math domain error");
  if (std::isinf(result) && std::isfinite(x)) {
    if (function == static_cast<double (*)(double)>(std::atanh) || function == static_cast<double (*)(double)>(std::tgamma)) interpreter.raise("ValueError", "math domain error");
    interpreter.raise("OverflowError", "math range error");
  }
  return result;
}
template <double (*function)(double, double)>
Value binary(Interpreter& interpreter, CallArguments& arguments) {
  double x = number(interpreter, arguments), y = number(interpreter, arguments, 1);
  double result = function(x, y);
  if (std::isnan(result) && !std::isnan(x) && !std::isnan(y)) interpreter.raise("ValueError", "math domain error");
  if (std::isinf(result) && std::isfinite(x) && std::isfinite(y)) {
    bool is_pole = x == 0 && y < 0;
    interpreter.raise(is_pole ? "ValueError" : "OverflowError", is_pole ? "math domain error" : "math range error");
  }
  return result;
}

Value rounded(Interpreter& interpreter, CallArguments& arguments, HashedName method, double (*round)(double)) {
  const Value& value = arguments.positional.at(0);
  if (auto big = as_big(value)) return make_integer(*big);
  if (!value.is_float()) {
    if (auto result = interpreter.call_method(value, method, {})) return *result;
  }
  double x = number(interpreter, arguments);
  if (std::isnan(x)) interpreter.raise("ValueError", "cannot convert float NaN to integer");
  if (std::isinf(x)) interpreter.raise("OverflowError", "cannot convert float infinity to integer");
  return make_integer(BigInt::from_double(round(x)));
}
Value math_floor(Interpreter& i, CallArguments& a) { return rounded(i, a, names::dunder_floor, std::floor); }
Value math_ceil(Interpreter& i, CallArguments& a) { return rounded(i, a, names::dunder_ceil, std::ceil); }
Value math_trunc(Interpreter& i, CallArguments& a) { return rounded(i, a, names::dunder_trunc, std::trunc); }

// log of an int of any size.
double log_of(Interpreter& interpreter, const Value& value, double (*function)(double)) {
  if (auto big = as_big(value); big && value.is_object()) {
    if (big->is_negative() || big->is_zero()) interpreter.raise("ValueError", "math domain error");
    size_t shift = big->bit_length() > 1000 ? big->bit_length() - 1000 : 0;
    return function(big->shift_right(shift).to_double()) + static_cast<double>(shift) * function(2.0);
  }
  double x = interpreter.to_float(value, "");
  if (x <= 0 && !std::isnan(x)) interpreter.raise("ValueError", "math domain error");
  return function(x);
}
Value math_log(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty() || arguments.positional.size() > 2) interpreter.raise("TypeError", fmt::format("log expected at least 1 argument, got {}", arguments.positional.size()));
  double result = log_of(interpreter, arguments.positional[0], std::log);
  if (arguments.positional.size() == 1) return result;
  double base = log_of(interpreter, arguments.positional[1], std::log);
  if (base == 0) interpreter.raise("ZeroDivisionError", "float division by zero");
  return result / base;
}
Value math_log2(Interpreter& i, CallArguments& a) { return log_of(i, a.positional.at(0), std::log2); }
Value math_log10(Interpreter& i, CallArguments& a) { return log_of(i, a.positional.at(0), std::log10); }

Value math_isnan(Interpreter& i, CallArguments& a) { return std::isnan(number(i, a)); }
Value math_isinf(Interpreter& i, CallArguments& a) { return std::isinf(number(i, a)); }
Value math_isfinite(Interpreter& i, CallArguments& a) {
  if (as_big(a.positional.at(0))) return true;
  return static_cast<bool>(std::isfinite(number(i, a)));
}
Value math_copysign(Interpreter& i, CallArguments& a) { return std::copysign(number(i, a), number(i, a, 1)); }
Value math_degrees(Interpreter& i, CallArguments& a) { return number(i, a) * (180.0 / std::numbers::pi); }
Value math_radians(Interpreter& i, CallArguments& a) { return number(i, a) * (std::numbers::pi / 180.0); }
Value math_ldexp(Interpreter& i, CallArguments& a) {
  double result = std::ldexp(number(i, a), static_cast<int>(std::clamp<int64_t>(i.to_int(a.positional.at(1), ""), -10000, 10000)));
  if (std::isinf(result) && std::isfinite(number(i, a))) i.raise("OverflowError", "math range error");
  return result;
}
Value math_frexp(Interpreter& i, CallArguments& a) {
  int exponent = 0;
  double x = number(i, a);
  if (!std::isfinite(x)) return make_tuple({Value(x), Value(0)});
  double fraction = std::frexp(x, &exponent);
  return make_tuple({Value(fraction), Value(exponent)});
}
Value math_modf(Interpreter& i, CallArguments& a) {
  double whole = 0;
  double fraction = std::modf(number(i, a), &whole);
  return make_tuple({Value(fraction), Value(whole)});
}
Value math_hypot(Interpreter& i, CallArguments& a) {
  double total = 0;
  if (a.positional.size() == 2) return std::hypot(number(i, a), number(i, a, 1));
  for (size_t k = 0; k < a.positional.size(); ++k) total = std::hypot(total, number(i, a, k));
  return total;
}
Value math_dist(Interpreter& i, CallArguments& a) {
  std::vector<Value> p = i.to_vector(a.positional.at(0)), q = i.to_vector(a.positional.at(1));
  if (p.size() != q.size()) i.raise("ValueError", "both points must have the same number of dimensions");
  double total = 0;
  for (size_t k = 0; k < p.size(); ++k) total = std::hypot(total, i.to_float(p[k], "") - i.to_float(q[k], ""));
  return total;
}

// Shewchuk's exact partial sums, as CPython's math.fsum.
Value math_fsum(Interpreter& interpreter, CallArguments& arguments) {
  std::vector<double> partials;
  double special = 0;
  bool has_special = false;
  interpreter.for_each(arguments.positional.at(0), [&](Value item) {
    double x = interpreter.to_float(item, "");
    if (!std::isfinite(x)) {
      special += x;
      has_special = true;
      return true;
    }
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0) partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    partials.push_back(x);
    return true;
  });
  if (has_special) return special;
  double total = 0, low = 0;
  size_t n = partials.size();
  if (n == 0) return 0.0;
  total = partials[--n];
  while (n > 0) {
    double x = total, y = partials[--n];
    total = x + y;
    low = y - (total - x);
    if (low != 0) break;
  }
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    double y = low * 2, x = total + y;
    if (y == x - total) total = x;
  }
  return total;
}

BigInt integer(Interpreter& interpreter, const Value& value) {
  if (auto big = as_big(value)) return *big;
  if (auto index = interpreter.call_method(value, names::dunder_index, {})) {
    if (auto big = as_big(*index)) return *big;
  }
  interpreter.raise("TypeError", fmt::format("'{}' object cannot be interpreted as an integer", interpreter.type_name(value)));
}
BigInt gcd(Interpreter& interpreter, BigInt a, BigInt b) {
  if (a.is_negative()) a = -a;
  if (b.is_negative()) b = -b;
  while (!b.is_zero()) {
    interpreter.spend(a.limb_count() * b.limb_count());
    BigInt rest = BigInt::floor_divide(a, b).second;
    a = b;
    b = rest;
  }
  return a;
}
Value math_gcd(Interpreter& i, CallArguments& a) {
  BigInt result;
  for (const Value& value : a.positional) result = gcd(i, result, integer(i, value));
  return make_integer(result);
}
Value math_lcm(Interpreter& i, CallArguments& a) {
  BigInt result(1);
  for (const Value& value : a.positional) {
    BigInt x = integer(i, value);
    if (x.is_zero()) return 0;
    result = BigInt::floor_divide(result, gcd(i, result, x)).first * x;
    if (result.is_negative()) result = -result;
  }
  return make_integer(result);
}
Value math_factorial(Interpreter& interpreter, CallArguments& arguments) {
  const Value& value = arguments.positional.at(0);
  if (value.is_float()) interpreter.raise("TypeError", "'float' object cannot be interpreted as an integer");
  int64_t n = interpreter.to_int(value, "");
  if (n < 0) interpreter.raise("ValueError", "factorial() not defined for negative values");
  BigInt result(1);
  for (int64_t k = 2; k <= n; ++k) {
    interpreter.spend(1 + result.limb_count());
    result = result * BigInt(k);
  }
  return make_integer(result);
}
Value math_isqrt(Interpreter& interpreter, CallArguments& arguments) {
  BigInt n = integer(interpreter, arguments.positional.at(0));
  if (n.is_negative()) interpreter.raise("ValueError", "isqrt() argument must be nonnegative");
  if (n.is_zero()) return 0;
  BigInt x = BigInt(1).shift_left((n.bit_length() + 1) / 2);
  while (true) {
    interpreter.spend(n.limb_count() * n.limb_count() + 1);
    BigInt y = (x + BigInt::floor_divide(n, x).first).shift_right(1);
    if (y >= x) return make_integer(x);
    x = y;
  }
}
Value choose(Interpreter& interpreter, CallArguments& arguments, bool is_ordered) {
  int64_t n = interpreter.to_int(arguments.positional.at(0), "");
  int64_t k = arguments.positional.size() > 1 && !arguments.positional[1].is_none() ? interpreter.to_int(arguments.positional[1], "") : n;
  std::string_view name = is_ordered ? "n" : "n";
  if (n < 0) interpreter.raise("ValueError", fmt::format("{} must be a non-negative integer", name));
  if (k < 0) interpreter.raise("ValueError", "k must be a non-negative integer");
  if (k > n) return 0;
  if (!is_ordered) k = std::min(k, n - k);
  BigInt result(1);
  for (int64_t i = 0; i < k; ++i) {
    interpreter.spend(1 + result.limb_count());
    result = result * BigInt(n - i);
    if (!is_ordered) result = BigInt::floor_divide(result, BigInt(i + 1)).first;
  }
  return make_integer(result);
}
Value math_comb(Interpreter& i, CallArguments& a) { return choose(i, a, false); }
Value math_perm(Interpreter& i, CallArguments& a) { return choose(i, a, true); }
Value math_prod(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "prod", arguments);
  Value iterable = reader.required("iterable");
  Value total = reader.keyword("start").value_or(Value(1));
  reader.finish();
  interpreter.for_each(iterable, [&](Value item) {
    total = interpreter.binary(Binary::Mult, total, item);
    return true;
  });
  return total;
}
Value math_isclose(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "isclose", arguments);
  double a = interpreter.to_float(reader.required("a"), ""), b = interpreter.to_float(reader.required("b"), "");
  double relative = interpreter.to_float(reader.keyword("rel_tol").value_or(Value(1e-9)), "");
  double absolute = interpreter.to_float(reader.keyword("abs_tol").value_or(Value(0.0)), "");
  reader.finish();
  if (relative < 0 || absolute < 0) interpreter.raise("ValueError", "tolerances must be non-negative");
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  double difference = std::fabs(b - a);
  return difference <= std::fabs(relative * b) || difference <= std::fabs(relative * a) || difference <= absolute;
}
double fmod_checked(double x, double y) { return std::fmod(x, y); }
double pow_checked(double x, double y) { return std::pow(x, y); }
double exp2_of(double x) { return std::exp2(x); }

}  // namespace

Ref<Module> make_math_module(Interpreter&) {
  Ref<Module> module = make<Module>("math");
  auto add = [&](std::string name, Value (*body)(Interpreter&, CallArguments&)) { module->set(name, make_function(name, body)); };
  add("sqrt", unary<std::sqrt>);
  add("exp", unary<std::exp>);
  add("exp2", unary<exp2_of>);
  add("expm1", unary<std::expm1>);
  add("log1p", unary<std::log1p>);
  add("sin", unary<std::sin>);
  add("cos", unary<std::cos>);
  add("tan", unary<std::tan>);
  add("asin", unary<std::asin>);
  add("acos", unary<std::acos>);
  add("atan", unary<std::atan>);
  add("sinh", unary<std::sinh>);
  add("cosh", unary<std::cosh>);
  add("tanh", unary<std::tanh>);
  add("asinh", unary<std::asinh>);
  add("acosh", unary<std::acosh>);
  add("atanh", unary<std::atanh>);
  add("erf", unary<std::erf>);
  add("erfc", unary<std::erfc>);
  add("gamma", unary<std::tgamma>);
  add("lgamma", unary<std::lgamma>);
  add("fabs", unary<std::fabs>);
  add("cbrt", unary<std::cbrt>);
  add("atan2", binary<std::atan2>);
  add("pow", binary<pow_checked>);
  add("fmod", binary<fmod_checked>);
  add("remainder", binary<std::remainder>);
  add("nextafter", binary<std::nextafter>);
  add("log", math_log);
  add("log2", math_log2);
  add("log10", math_log10);
  add("floor", math_floor);
  add("ceil", math_ceil);
  add("trunc", math_trunc);
  add("isnan", math_isnan);
  add("isinf", math_isinf);
  add("isfinite", math_isfinite);
  add("isclose", math_isclose);
  add("copysign", math_copysign);
  add("degrees", math_degrees);
  add("radians", math_radians);
  add("ldexp", math_ldexp);
  add("frexp", math_frexp);
  add("modf", math_modf);
  add("hypot", math_hypot);
  add("dist", math_dist);
  add("fsum", math_fsum);
  add("gcd", math_gcd);
  add("lcm", math_lcm);
  add("factorial", math_factorial);
  add("isqrt", math_isqrt);
  add("comb", math_comb);
  add("perm", math_perm);
  add("prod", math_prod);
  module->set("pi", Value(std::numbers::pi));
  module->set("e", Value(std::numbers::e));
  module->set("tau", Value(2 * std::numbers::pi));
  module->set("inf", Value(HUGE_VAL));
  module->set("nan", Value(std::nan("")));
  return module;
}

}  // namespace tilewright::script
