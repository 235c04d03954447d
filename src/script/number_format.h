// Numbers and text as Python prints them: repr of floats, the format mini-language, int() and float()
// of text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/big_integer.h"

namespace tilewright::script {

// A parsed [[fill]align][sign][z][#][0][width][grouping][.precision][type].
struct FormatSpec {
  std::string fill = " ";
  char align = 0;  // '<', '>', '^', '=' or 0
  char sign = '-';
  bool alternate = false, zero = false, coerce_zero = false;
  int64_t width = -1;
  char grouping = 0;  // ',' or '_'
  int64_t precision = -1;
  char type = 0;
};

// Raises ValueError as CPython for a malformed spec; `type_name` is named in messages.
FormatSpec parse_format_spec(Interpreter& interpreter, std::string_view spec, std::string_view type_name);

std::string float_repr(double value);
std::string format_integer(Interpreter& interpreter, const BigInt& value, std::string_view spec);
std::string format_float(Interpreter& interpreter, double value, std::string_view spec);
std::string format_text(Interpreter& interpreter, std::string_view text, std::string_view spec);

// One number in style 'e', 'f' or 'g' (or upper case) without sign handling beyond '-'.
std::string float_digits(double value, char style, int64_t precision, bool alternate);

// int("...", base): nullopt if malformed. Base 0 takes prefixes.
std::optional<BigInt> parse_integer(std::string_view text, int base);
std::optional<double> parse_float(std::string_view text);

}  // namespace tilewright::script
