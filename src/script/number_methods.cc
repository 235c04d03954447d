// Methods of int and float.
#include <cmath>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/builtin_types.h"
#include "script/bytes.h"
#include "script/implementation.h"
#include "script/number_format.h"

namespace tilewright::script {

namespace {

Value plain(const Value& self) {
  if (self.is_object()) {
    if (const Value* part = self.object()->native_part()) return *part;
  }
  return self;
}
double floating(const Value& self) { return plain(self).floating(); }

Value int_bit_length(Interpreter&, const Value& self, CallArguments&) {
  return static_cast<int64_t>(as_big(self)->bit_length());
}
Value int_bit_count(Interpreter&, const Value& self, CallArguments&) {
  BigInt value = *as_big(self);
  if (value.is_negative()) value = -value;
  int64_t count = 0;
  for (uint32_t limb : value.twos_complement(0)) count += __builtin_popcount(limb);
  return count;
}
Value int_same(Interpreter&, const Value& self, CallArguments&) { return make_integer(*as_big(self)); }
Value int_to_float(Interpreter& interpreter, const Value& self, CallArguments&) { return interpreter.to_float(self, ""); }
Value int_bool(Interpreter&, const Value& self, CallArguments&) { return !as_big(self)->is_zero(); }
Value int_abs(Interpreter&, const Value& self, CallArguments&) {
  BigInt value = *as_big(self);
  return make_integer(value.is_negative() ? -value : value);
}
Value int_ratio(Interpreter&, const Value& self, CallArguments&) { return make_tuple({make_integer(*as_big(self)), Value(1)}); }
Value int_to_bytes(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "to_bytes", arguments);
  int64_t length = reader.integer("length", 1);
  std::optional<Value> order = reader.optional("byteorder");
  bool is_signed = reader.flag("signed", false);
  reader.finish();
  interpreter.check_memory(length);
  BigInt value = *as_big(self);
  if (value.is_negative() && !is_signed) interpreter.raise("OverflowError", "can't convert negative int to unsigned");
  std::vector<uint32_t> limbs = value.twos_complement(static_cast<size_t>(length) / 4 + 2);
  if (value.bit_length() + (is_signed ? 1 : 0) > static_cast<size_t>(length) * 8) interpreter.raise("OverflowError", "int too big to convert");
  std::string bytes;
  for (int64_t i = 0; i < length; ++i) bytes += static_cast<char>(limbs[static_cast<size_t>(i) / 4] >> (i % 4 * 8));
  if (!order || *as_string(*order) == "big") bytes = std::string(bytes.rbegin(), bytes.rend());
  return make<Bytes>(std::move(bytes));
}
Value int_from_bytes(Interpreter& interpreter, const Value&, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "from_bytes", arguments);
  Value source = reader.required("bytes");
  std::optional<Value> order = reader.optional("byteorder");
  bool is_signed = reader.flag("signed", false);
  reader.finish();
  auto* data = source.as<Bytes>();
  if (data == nullptr) interpreter.raise("TypeError", "cannot convert object to bytes");
  std::string bytes = data->bytes;
  if (!order || *as_string(*order) == "big") bytes = std::string(bytes.rbegin(), bytes.rend());
  char fill = is_signed && !bytes.empty() && (bytes.back() & 0x80) ? '\xff' : '\0';
  bytes.append(8 - bytes.size() % 4, fill);
  std::vector<uint32_t> limbs(bytes.size() / 4);
  for (size_t i = 0; i < limbs.size() * 4; ++i) limbs[i / 4] |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << (i % 4 * 8);
  return make_integer(BigInt::from_twos_complement(std::move(limbs)));
}

Value float_is_integer(Interpreter&, const Value& self, CallArguments&) {
  double value = floating(self);
  return std::isfinite(value) && value == std::floor(value);
}
Value float_same(Interpreter&, const Value& self, CallArguments&) { return floating(self); }
Value float_abs(Interpreter&, const Value& self, CallArguments&) { return std::fabs(floating(self)); }
Value float_bool(Interpreter&, const Value& self, CallArguments&) { return floating(self) != 0; }
Value float_trunc(Interpreter& interpreter, const Value& self, CallArguments&) {
  CallArguments arguments{{Value(floating(self))}, {}, {}};
  return construct_int(interpreter, *interpreter.builtin_class("int"), arguments);
}
Value float_ratio(Interpreter& interpreter, const Value& self, CallArguments&) {
  double value = floating(self);
  if (std::isinf(value)) interpreter.raise("OverflowError", "cannot convert Infinity to integer ratio");
  if (std::isnan(value)) interpreter.raise("ValueError", "cannot convert NaN to integer ratio");
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);
  while (fraction != std::floor(fraction)) {
    fraction *= 2;
    --exponent;
  }
  BigInt numerator = BigInt::from_double(fraction), denominator(1);
  if (exponent > 0) numerator = numerator.shift_left(static_cast<size_t>(exponent));
  else denominator = denominator.shift_left(static_cast<size_t>(-exponent));
  return make_tuple({make_integer(numerator), make_integer(denominator)});
}
Value float_hex(Interpreter&, const Value& self, CallArguments&) {
  double value = floating(self);
  if (!std::isfinite(value)) return make_string(float_repr(value));
  if (value == 0) return make_string(std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0");
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent) * 2;
  --exponent;
  if (exponent < -1022) {
    fraction = std::ldexp(fraction, exponent + 1022);
    exponent = -1022;
  }
  std::string digits;
  auto whole = static_cast<int>(fraction);
  fraction -= whole;
  for (int i = 0; i < 13; ++i) {
    fraction *= 16;
    auto digit = static_cast<int>(fraction);
    digits += "0123456789abcdef"[digit];
    fraction -= digit;
  }
  return make_string(fmt::format("{}0x{}.{}p{:+d}", value < 0 ? "-" : "", whole, digits, exponent));
}

}  // namespace

const NativeMethodTable& int_methods() {
  static const NativeMethodTable table{"int",
                                       {{"bit_length", int_bit_length},
                                        {"bit_count", int_bit_count},
                                        {"conjugate", int_same},
                                        {"as_integer_ratio", int_ratio},
                                        {"to_bytes", int_to_bytes},
                                        {"from_bytes", int_from_bytes, true},
                                        {"__int__", int_same},
                                        {"__index__", int_same},
                                        {"__trunc__", int_same},
                                        {"__floor__", int_same},
                                        {"__ceil__", int_same},
                                        {"__float__", int_to_float},
                                        {"__bool__", int_bool},
                                        {"__abs__", int_abs}}};
  return table;
}

const NativeMethodTable& float_methods() {
  static const NativeMethodTable table{"float",
                                       {{"is_integer", float_is_integer},
                                        {"conjugate", float_same},
                                        {"as_integer_ratio", float_ratio},
                                        {"hex", float_hex},
                                        {"__float__", float_same},
                                        {"__int__", float_trunc},
                                        {"__trunc__", float_trunc},
                                        {"__abs__", float_abs},
                                        {"__bool__", float_bool}}};
  return table;
}

}  // namespace tilewright::script
