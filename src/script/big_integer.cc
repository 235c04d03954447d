// Arbitrary-precision integers: addition, multiplication, Knuth's division, shifts, conversion.
#include "script/big_integer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "script/interpreter.h"
#include "script/number_format.h"

namespace tilewright::script {
namespace {

using Limbs = std::vector<uint32_t>;

void trim_limbs(Limbs& limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

int compare_magnitude(const Limbs& a, const Limbs& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

Limbs add_magnitude(const Limbs& a, const Limbs& b) {
  const Limbs& longer = a.size() >= b.size() ? a : b;
  const Limbs& shorter = a.size() >= b.size() ? b : a;
  Limbs sum(longer.size() + 1);
  uint64_t carry = 0;
  for (size_t i = 0; i < longer.size(); ++i) {
    carry += uint64_t{longer[i]} + (i < shorter.size() ? shorter[i] : 0);
    sum[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  sum[longer.size()] = static_cast<uint32_t>(carry);
  trim_limbs(sum);
  return sum;
}

// a >= b
Limbs subtract_magnitude(const Limbs& a, const Limbs& b) {
  Limbs difference(a.size());
  int64_t borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t digit = int64_t{a[i]} - (i < b.size() ? int64_t{b[i]} : 0) + borrow;
    borrow = digit < 0 ? -1 : 0;
    difference[i] = static_cast<uint32_t>(digit);
  }
  trim_limbs(difference);
  return difference;
}

uint32_t divide_small(Limbs& a, uint32_t divisor) {
  uint64_t remainder = 0;
  for (size_t i = a.size(); i-- > 0;) {
    remainder = remainder << 32 | a[i];
    a[i] = static_cast<uint32_t>(remainder / divisor);
    remainder %= divisor;
  }
  trim_limbs(a);
  return static_cast<uint32_t>(remainder);
}

// Knuth, The Art of Computer Programming 2, algorithm 4.3.1 D. Leaves the remainder in `a`.
Limbs divide_magnitude(Limbs& a, const Limbs& divisor) {
  if (compare_magnitude(a, divisor) < 0) return {};
  if (divisor.size() == 1) {
    Limbs quotient = a;
    uint32_t remainder = divide_small(quotient, divisor[0]);
    a = remainder == 0 ? Limbs{} : Limbs{remainder};
    return quotient;
  }
  int shift = std::countl_zero(divisor.back());
  size_t n = divisor.size();
  Limbs v(n), u(a.size() + 1);
  for (size_t i = n; i-- > 0;) {
    v[i] = divisor[i] << shift | (shift != 0 && i > 0 ? divisor[i - 1] >> (32 - shift) : 0);
  }
  u[a.size()] = shift != 0 ? a.back() >> (32 - shift) : 0;
  for (size_t i = a.size(); i-- > 0;) {
    u[i] = a[i] << shift | (shift != 0 && i > 0 ? a[i - 1] >> (32 - shift) : 0);
  }
  Limbs quotient(u.size() - n);
  for (size_t j = u.size() - n; j-- > 0;) {
    uint64_t head = uint64_t{u[j + n]} << 32 | u[j + n - 1];
    uint64_t digit = head / v[n - 1], rest = head % v[n - 1];
    while (digit >> 32 != 0 || digit * v[n - 2] > (rest << 32 | u[j + n - 2])) {
      --digit;
      rest += v[n - 1];
      if (rest >> 32 != 0) break;
    }
    int64_t borrow = 0;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; ++i) {
      carry += digit * v[i];
      int64_t part = int64_t{u[i + j]} - int64_t{static_cast<uint32_t>(carry)} + borrow;
      carry >>= 32;
      u[i + j] = static_cast<uint32_t>(part);
      borrow = part < 0 ? -1 : 0;
    }
    int64_t part = int64_t{u[j + n]} - static_cast<int64_t>(carry) + borrow;
    u[j + n] = static_cast<uint32_t>(part);
    if (part < 0) {
      --digit;
      uint64_t sum = 0;
      for (size_t i = 0; i < n; ++i) {
        sum += uint64_t{u[i + j]} + v[i];
        u[i + j] = static_cast<uint32_t>(sum);
        sum >>= 32;
      }
      u[j + n] += static_cast<uint32_t>(sum);
    }
    quotient[j] = static_cast<uint32_t>(digit);
  }
  a.assign(n, 0);
  for (size_t i = 0; i < n; ++i) {
    a[i] = u[i] >> shift | (shift != 0 ? static_cast<uint32_t>(uint64_t{u[i + 1]} << (32 - shift)) : 0);
  }
  trim_limbs(a);
  trim_limbs(quotient);
  return quotient;
}

}  // namespace

BigInt::BigInt(int64_t value) {
  negative_ = value < 0;
  uint64_t magnitude = negative_ ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  while (magnitude != 0) {
    limbs_.push_back(static_cast<uint32_t>(magnitude));
    magnitude >>= 32;
  }
}

BigInt BigInt::from_unsigned(uint64_t value) {
  BigInt result;
  while (value != 0) {
    result.limbs_.push_back(static_cast<uint32_t>(value));
    value >>= 32;
  }
  return result;
}

BigInt BigInt::from_double(double value) {
  int exponent = 0;
  double fraction = std::frexp(std::trunc(value), &exponent);
  if (exponent <= 63) return BigInt(static_cast<int64_t>(value));
  auto mantissa = static_cast<int64_t>(std::ldexp(fraction, 53));
  return BigInt(mantissa).shift_left(static_cast<size_t>(exponent - 53));
}

BigInt BigInt::from_digits(std::string_view digits, int base) {
  BigInt result;
  uint32_t chunk = 0, scale = 1;
  auto flush = [&] {
    uint64_t carry = chunk;
    for (uint32_t& limb : result.limbs_) {
      carry += uint64_t{limb} * scale;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) result.limbs_.push_back(static_cast<uint32_t>(carry));
    chunk = 0;
    scale = 1;
  };
  for (char c : digits) {
    int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    chunk = chunk * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
    scale *= static_cast<uint32_t>(base);
    if (scale > 0x4000000u / 2) flush();
  }
  if (scale != 1) flush();
  result.trim();
  return result;
}

void BigInt::trim() {
  trim_limbs(limbs_);
  if (limbs_.empty()) negative_ = false;
}

size_t BigInt::bit_length() const {
  return limbs_.empty() ? 0 : limbs_.size() * 32 - static_cast<size_t>(std::countl_zero(limbs_.back()));
}

std::optional<int64_t> BigInt::to_int64() const {
  if (limbs_.size() > 2) return std::nullopt;
  uint64_t magnitude = 0;
  for (size_t i = limbs_.size(); i-- > 0;) magnitude = magnitude << 32 | limbs_[i];
  if (!negative_) return magnitude >> 63 ? std::nullopt : std::optional(static_cast<int64_t>(magnitude));
  if (magnitude > uint64_t{1} << 63) return std::nullopt;
  return static_cast<int64_t>(uint64_t{0} - magnitude);
}

double BigInt::to_double() const {
  size_t bits = bit_length();
  if (bits > 1024) return negative_ ? -HUGE_VAL : HUGE_VAL;
  uint64_t head = 0;
  size_t dropped = bits > 64 ? bits - 64 : 0;
  bool is_inexact = false;
  if (dropped != 0) {
    BigInt magnitude = *this;
    magnitude.negative_ = false;
    BigInt shifted = magnitude.shift_right(dropped);
    head = uint64_t{shifted.limbs_[1]} << 32 | shifted.limbs_[0];
    is_inexact = shifted.shift_left(dropped) != magnitude;
    if (is_inexact) head |= 1;  // sticky bit below the 53 that count
  } else {
    for (size_t i = limbs_.size(); i-- > 0;) head = head << 32 | limbs_[i];
  }
  double value = std::ldexp(static_cast<double>(head), static_cast<int>(dropped));
  return negative_ ? -value : value;
}

std::string BigInt::to_string(int base) const {
  if (limbs_.empty()) return "0";
  std::string digits;
  uint32_t chunk = static_cast<uint32_t>(base);
  int chunk_digits = 1;
  while (uint64_t{chunk} * static_cast<uint32_t>(base) <= 0xffffffffu) {
    chunk *= static_cast<uint32_t>(base);
    ++chunk_digits;
  }
  Limbs rest = limbs_;
  while (!rest.empty()) {
    uint32_t part = divide_small(rest, chunk);
    for (int i = 0; i < chunk_digits && (part != 0 || !rest.empty()); ++i) {
      digits += "0123456789abcdefghijklmnopqrstuvwxyz"[part % static_cast<uint32_t>(base)];
      part /= static_cast<uint32_t>(base);
    }
  }
  if (negative_) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

uint64_t BigInt::hash_residue() const {
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  uint64_t residue = 0;
  for (size_t i = limbs_.size(); i-- > 0;) {
    residue = static_cast<uint64_t>(((static_cast<unsigned __int128>(residue) << 32) | limbs_[i]) % kModulus);
  }
  return residue;
}

std::vector<uint32_t> BigInt::twos_complement(size_t count) const {
  Limbs limbs = limbs_;
  limbs.resize(std::max(count, limbs_.size() + 1), 0);
  if (negative_) {
    uint64_t carry = 1;
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint32_t>(~limb);
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
  }
  return limbs;
}

BigInt BigInt::from_twos_complement(std::vector<uint32_t> limbs) {
  BigInt result;
  result.negative_ = !limbs.empty() && limbs.back() >> 31 != 0;
  if (result.negative_) {
    uint64_t carry = 1;
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint32_t>(~limb);
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
  }
  result.limbs_ = std::move(limbs);
  result.trim();
  return result;
}

bool BigInt::bit(size_t index) const {
  Limbs limbs = twos_complement(index / 32 + 2);
  return (limbs[index / 32] >> (index % 32) & 1u) != 0;
}

BigInt BigInt::operator-() const {
  BigInt result = *this;
  if (!result.limbs_.empty()) result.negative_ = !negative_;
  return result;
}

BigInt operator+(const BigInt& a, const BigInt& b) {
  BigInt result;
  if (a.negative_ == b.negative_) {
    result.limbs_ = add_magnitude(a.limbs_, b.limbs_);
    result.negative_ = a.negative_;
  } else {
    int order = compare_magnitude(a.limbs_, b.limbs_);
    if (order == 0) return result;
    result.limbs_ = order > 0 ? subtract_magnitude(a.limbs_, b.limbs_) : subtract_magnitude(b.limbs_, a.limbs_);
    result.negative_ = order > 0 ? a.negative_ : b.negative_;
  }
  result.trim();
  return result;
}

BigInt operator*(const BigInt& a, const BigInt& b) {
  BigInt result;
  result.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
  for (size_t i = 0; i < a.limbs_.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.limbs_.size(); ++j) {
      carry += uint64_t{a.limbs_[i]} * b.limbs_[j] + result.limbs_[i + j];
      result.limbs_[i + j] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    result.limbs_[i + b.limbs_.size()] = static_cast<uint32_t>(carry);
  }
  result.negative_ = a.negative_ != b.negative_;
  result.trim();
  return result;
}

std::pair<BigInt, BigInt> BigInt::floor_divide(const BigInt& a, const BigInt& b) {
  BigInt quotient, remainder;
  remainder.limbs_ = a.limbs_;
  quotient.limbs_ = divide_magnitude(remainder.limbs_, b.limbs_);
  quotient.negative_ = a.negative_ != b.negative_;
  remainder.negative_ = a.negative_;
  quotient.trim();
  remainder.trim();
  if (!remainder.is_zero() && a.negative_ != b.negative_) {
    quotient = quotient - BigInt(1);
    remainder = remainder + b;
  }
  return {quotient, remainder};
}

BigInt BigInt::shift_left(size_t bits) const {
  if (limbs_.empty()) return *this;
  BigInt result;
  size_t whole = bits / 32, part = bits % 32;
  result.limbs_.assign(whole, 0);
  uint32_t carry = 0;
  for (uint32_t limb : limbs_) {
    result.limbs_.push_back(part == 0 ? limb : limb << part | carry);
    carry = part == 0 ? 0 : limb >> (32 - part);
  }
  if (carry != 0) result.limbs_.push_back(carry);
  result.negative_ = negative_;
  return result;
}

BigInt BigInt::shift_right(size_t bits) const {
  if (negative_) return -((-*this - BigInt(1)).shift_right(bits)) - BigInt(1);
  BigInt result;
  size_t whole = bits / 32, part = bits % 32;
  for (size_t i = whole; i < limbs_.size(); ++i) {
    uint32_t high = i + 1 < limbs_.size() && part != 0 ? limbs_[i + 1] << (32 - part) : 0;
    result.limbs_.push_back(limbs_[i] >> part | high);
  }
  result.trim();
  return result;
}

std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) {
  if (a.negative_ != b.negative_) return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  int order = compare_magnitude(a.limbs_, b.limbs_);
  return (a.negative_ ? -order : order) <=> 0;
}

std::optional<double> true_divide(const BigInt& a, const BigInt& b) {
  if (a.is_zero()) return 0.0;
  bool is_negative = a.is_negative() != b.is_negative();
  BigInt numerator = a.is_negative() ? -a : a, denominator = b.is_negative() ? -b : b;
  // A quotient of 66 bits or more, its last bit sticky, rounds as the exact one does.
  int64_t shift = 66 - (static_cast<int64_t>(numerator.bit_length()) - static_cast<int64_t>(denominator.bit_length()));
  int64_t least = -(-1074 - 2);  // subnormal results keep fewer bits
  if (shift > least) shift = least;
  if (shift >= 0) numerator = numerator.shift_left(static_cast<size_t>(shift));
  else denominator = denominator.shift_left(static_cast<size_t>(-shift));
  auto [quotient, remainder] = BigInt::floor_divide(numerator, denominator);
  quotient = quotient.shift_left(1);
  if (!remainder.is_zero()) quotient = quotient + BigInt(1);
  // to_double rounds once to 53 bits; ldexp into the subnormal range would round again, so there the
  // quotient is cut to the bits that remain first.
  double value = 0;
  int64_t exponent = -shift - 1;
  int64_t excess = (-1074) - exponent;  // bits of the quotient below the smallest subnormal
  if (excess > 0 && static_cast<int64_t>(quotient.bit_length()) + exponent < -1021) {
    BigInt kept = quotient.shift_right(static_cast<size_t>(excess));
    BigInt rest = quotient - kept.shift_left(static_cast<size_t>(excess));
    BigInt half = BigInt(1).shift_left(static_cast<size_t>(excess - 1));
    bool is_odd = kept.bit(0);
    if (rest > half || (rest == half && is_odd)) kept = kept + BigInt(1);
    value = std::ldexp(kept.to_double(), -1074);
  } else {
    value = std::ldexp(quotient.to_double(), static_cast<int>(exponent));
  }
  if (std::isinf(value)) return std::nullopt;
  return is_negative ? -value : value;
}

std::string Integer::repr(Interpreter& interpreter) {
  if (value.bit_length() > 14284) {  // 4300 decimal digits
    interpreter.raise("ValueError",
                      "Exceeds the limit (4300 digits) for integer string conversion; use "
                      "sys.set_int_max_str_digits() to increase the limit");
  }
  return value.to_string();
}

std::string Integer::format(Interpreter& interpreter, std::string_view spec) {
  return format_integer(interpreter, value, spec);
}

uint64_t Integer::hash(Interpreter&) {
  auto residue = static_cast<int64_t>(value.hash_residue());
  if (value.is_negative()) residue = -residue;
  return static_cast<uint64_t>(residue == -1 ? -2 : residue);
}

Value make_integer(const BigInt& value) {
  if (auto small = value.to_int64()) return *small;
  return make<Integer>(value);
}

std::optional<BigInt> as_big(const Value& value) {
  if (value.is_int() || value.is_bool()) return BigInt(value.integer());
  if (auto* big = value.as<Integer>()) return big->value;
  if (value.is_object()) {
    if (const Value* part = value.object()->native_part()) return as_big(*part);
  }
  return std::nullopt;
}

}  // namespace tilewright::script
