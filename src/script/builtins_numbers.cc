// Built-in functions on numbers and characters.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/builtin_types.h"
#include "script/builtins.h"
#include "script/implementation.h"
#include "script/names.h"
#include "script/number_format.h"
#include "script/text.h"

namespace tilewright::script {

void expect_count(Interpreter& interpreter, const CallArguments& arguments, std::string_view name, size_t least, size_t most) {
  size_t given = arguments.positional.size();
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", fmt::format("{}() takes no keyword arguments", name));
  if (given >= least && given <= most) return;
  if (least == most) {
    if (least == 1) interpreter.raise("TypeError", fmt::format("{}() takes exactly one argument ({} given)", name, given));
    interpreter.raise("TypeError", fmt::format("{} expected {} arguments, got {}", name, least, given));
  }
  bool is_few = given < least;
  size_t bound = is_few ? least : most;
  interpreter.raise("TypeError", fmt::format("{} expected at {} {} argument{}, got {}", name, is_few ? "least" : "most",
                                             bound, bound == 1 ? "" : "s", given));
}

namespace {

Value builtin_abs(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "abs", 1, 1);
  const Value& value = arguments.positional[0];
  if (value.is_float()) return std::fabs(value.floating());
  if ((value.is_int() || value.is_bool()) && value.integer() != INT64_MIN) return std::abs(value.integer());
  if (auto big = as_big(value); big && !(value.is_object() && value.object()->tag() == TypeTag::Instance)) return make_integer(big->is_negative() ? -*big : *big);
  if (auto result = interpreter.call_method(value, names::dunder_abs, {})) return *result;
  interpreter.raise("TypeError", fmt::format("bad operand type for abs(): '{}'", interpreter.type_name(value)));
}

template <int base>
Value builtin_radix(Interpreter& interpreter, CallArguments& arguments) {
  constexpr std::string_view kName = base == 2 ? "bin" : base == 8 ? "oct" : "hex";
  expect_count(interpreter, arguments, kName, 1, 1);
  std::optional<BigInt> number = as_big(arguments.positional[0]);
  if (!number) {
    if (auto index = interpreter.call_method(arguments.positional[0], names::dunder_index, {})) number = as_big(*index);
  }
  if (!number) {
    interpreter.raise("TypeError", fmt::format("'{}' object cannot be interpreted as an integer", interpreter.type_name(arguments.positional[0])));
  }
  std::string prefix = base == 2 ? "0b" : base == 8 ? "0o" : "0x";
  bool is_negative = number->is_negative();
  return make_string((is_negative ? "-" : "") + prefix + (is_negative ? -*number : *number).to_string(base));
}

Value builtin_chr(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "chr", 1, 1);
  int64_t code = interpreter.to_int(arguments.positional[0], "");
  if (code < 0 || code > 0x10ffff) interpreter.raise("ValueError", "chr() arg not in range(0x110000)");
  std::string text;
  append_code_point(text, static_cast<uint32_t>(code));
  return make_string(std::move(text));
}
Value builtin_ord(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "ord", 1, 1);
  const std::string* text = as_string(arguments.positional[0]);
  if (text == nullptr) interpreter.raise("TypeError", fmt::format("ord() expected string of length 1, but {} found", interpreter.type_name(arguments.positional[0])));
  if (code_point_count(*text) != 1) {
    interpreter.raise("TypeError", fmt::format("ord() expected a character, but string of length {} found", code_point_count(*text)));
  }
  return static_cast<int64_t>(decode_code_point(*text, 0));
}

Value builtin_divmod(Interpreter& interpreter, CallArguments& arguments) {
  expect_count(interpreter, arguments, "divmod", 2, 2);
  if (auto result = interpreter.call_method(arguments.positional[0], names::dunder_divmod, {arguments.positional[1]})) return *result;
  return make_tuple({interpreter.binary(Binary::FloorDiv, arguments.positional[0], arguments.positional[1]),
                     interpreter.binary(Binary::Mod, arguments.positional[0], arguments.positional[1])});
}

Value builtin_pow(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "pow", arguments);
  Value base = reader.required("base"), exponent = reader.required("exp");
  Value modulus = reader.optional("mod").value_or(Value());
  reader.finish();
  if (modulus.is_none()) return interpreter.binary(Binary::Pow, base, exponent);
  std::optional<BigInt> b = as_big(base), e = as_big(exponent), m = as_big(modulus);
  if (!b || !e || !m) interpreter.raise("TypeError", "pow() 3rd argument not allowed unless all arguments are integers");
  if (m->is_zero()) interpreter.raise("ValueError", "pow() 3rd argument cannot be 0");
  BigInt x = BigInt::floor_divide(*b, *m).second;
  if (e->is_negative()) {  // inverse by the extended Euclidean algorithm
    BigInt r0 = *m, r1 = x, s0(0), s1(1);
    while (!r1.is_zero()) {
      auto [quotient, rest] = BigInt::floor_divide(r0, r1);
      r0 = r1;
      r1 = rest;
      BigInt next = s0 - quotient * s1;
      s0 = s1;
      s1 = next;
    }
    if (r0 != BigInt(1) && r0 != BigInt(-1)) interpreter.raise("ValueError", "base is not invertible for the given modulus");
    x = BigInt::floor_divide(r0.is_negative() ? -s0 : s0, *m).second;
    e = -*e;
  }
  interpreter.spend(e->bit_length() * (m->limb_count() * m->limb_count() + 1));
  BigInt result = BigInt::floor_divide(BigInt(1), *m).second;
  std::vector<uint32_t> bits = e->twos_complement(0);
  for (size_t i = e->bit_length(); i-- > 0;) {
    result = BigInt::floor_divide(result * result, *m).second;
    if (bits[i / 32] >> (i % 32) & 1) result = BigInt::floor_divide(result * x, *m).second;
  }
  return make_integer(result);
}

// Round half to even on the decimal digits that repr-style printing gives, as CPython's float.__round__.
Value round_float(Interpreter& interpreter, double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 323 || value == 0) return value;
  if (digits < -308) return std::copysign(0.0, value);
  if (digits >= 0) {
    double rounded = *parse_float(float_digits(value, 'f', digits, false));
    return rounded;
  }
  double scale = std::pow(10.0, static_cast<double>(-digits));
  double scaled = value / scale;
  double rounded = std::nearbyint(scaled) * scale;
  if (std::isinf(rounded)) interpreter.raise("OverflowError", "rounded value too large to represent");
  return rounded;
}

Value builtin_round(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "round", arguments);
  Value number = reader.required("number");
  Value digits = reader.optional("ndigits").value_or(Value());
  reader.finish();
  if (number.is_float()) {
    if (!digits.is_none()) return round_float(interpreter, number.floating(), interpreter.to_int(digits, ""));
    if (std::isnan(number.floating())) interpreter.raise("ValueError", "cannot convert float NaN to integer");
    if (std::isinf(number.floating())) interpreter.raise("OverflowError", "cannot convert float infinity to integer");
    return make_integer(BigInt::from_double(std::nearbyint(number.floating())));
  }
  if (auto big = as_big(number); big && !(number.is_object() && number.object()->tag() == TypeTag::Instance)) {
    int64_t places = digits.is_none() ? 0 : interpreter.to_int(digits, "");
    if (places >= 0) return make_integer(*big);
    if (places < -4000) return 0;
    BigInt unit(1);
    for (int64_t i = 0; i < -places; ++i) unit = unit * BigInt(10);
    auto [quotient, rest] = BigInt::floor_divide(*big, unit);
    BigInt twice = rest + rest;
    if (twice > unit || (twice == unit && quotient.bit(0))) quotient = quotient + BigInt(1);
    return make_integer(quotient * unit);
  }
  std::vector<Value> extra;
  if (!digits.is_none()) extra.push_back(digits);
  if (auto result = interpreter.call_method(number, names::dunder_round, extra)) return *result;
  interpreter.raise("TypeError", fmt::format("type {} doesn't define __round__ method", interpreter.type_name(number)));
}

Value builtin_sum(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "sum", arguments);
  Value iterable = reader.required("iterable");
  Value total = reader.optional("start").value_or(Value(0));
  reader.finish();
  if (as_string(total) != nullptr) interpreter.raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
  interpreter.for_each(iterable, [&](Value item) {
    total = interpreter.binary(Binary::Add, total, item);
    return true;
  });
  return total;
}

template <bool is_max>
Value builtin_extreme(Interpreter& interpreter, CallArguments& arguments) {
  constexpr std::string_view kName = is_max ? "max" : "min";
  Value key = arguments.take_keyword("key").value_or(Value());
  std::optional<Value> fallback = arguments.take_keyword("default");
  if (!arguments.keywords.empty()) {
    interpreter.raise("TypeError", fmt::format("'{}' is an invalid keyword argument for {}()", arguments.keywords[0].first, kName));
  }
  if (arguments.positional.empty()) interpreter.raise("TypeError", fmt::format("{} expected at least 1 argument, got 0", kName));
  if (fallback && arguments.positional.size() > 1) {
    interpreter.raise("TypeError", fmt::format("Cannot specify a default for {}() with multiple positional arguments", kName));
  }
  std::optional<Value> best;
  Value best_key;
  auto consider = [&](Value item) {
    Value item_key = key.is_none() ? item : interpreter.call_value(key, {{item}, {}, interpreter.current_span()});
    bool is_better = !best || interpreter.truthy(interpreter.compare(is_max ? Comparison::Gt : Comparison::Lt, item_key, best_key));
    if (is_better) {
      best = item;
      best_key = item_key;
    }
    return true;
  };
  if (arguments.positional.size() == 1) interpreter.for_each(arguments.positional[0], consider);
  else for (const Value& item : arguments.positional) consider(item);
  if (best) return *best;
  if (fallback) return *fallback;
  interpreter.raise("ValueError", fmt::format("{}() arg is an empty sequence", kName));
}

constexpr BuiltinRow kFunctions[] = {
    {"abs", builtin_abs},
    {"bin", builtin_radix<2>},
    {"chr", builtin_chr},
    {"divmod", builtin_divmod},
    {"hex", builtin_radix<16>},
    {"max", builtin_extreme<true>},
    {"min", builtin_extreme<false>},
    {"oct", builtin_radix<8>},
    {"ord", builtin_ord},
    {"pow", builtin_pow},
    {"round", builtin_round},
    {"sum", builtin_sum},
};

}  // namespace

std::span<const BuiltinRow> number_builtins() { return kFunctions; }

}  // namespace tilewright::script
