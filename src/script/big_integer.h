// Integers beyond 64 bits: sign and magnitude in 32-bit limbs, schoolbook algorithms.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "script/value.h"

namespace tilewright::script {

class BigInt {
 public:
  BigInt() = default;
  explicit BigInt(int64_t value);
  static BigInt from_unsigned(uint64_t value);
  static BigInt from_double(double value);  // truncated; finite
  // Digits of `base` only (no sign, prefix or underscore), checked by the caller.
  static BigInt from_digits(std::string_view digits, int base);

  bool is_negative() const { return negative_; }
  bool is_zero() const { return limbs_.empty(); }
  size_t bit_length() const;
  size_t limb_count() const { return limbs_.size(); }
  std::optional<int64_t> to_int64() const;
  double to_double() const;  // correctly rounded; infinite beyond the range
  std::string to_string(int base = 10) const;
  // Residue modulo 2^61 - 1 of the magnitude, as Python hashes integers.
  uint64_t hash_residue() const;
  bool bit(size_t index) const;  // of the two's complement
  // Two's complement, little endian, at least `limbs` limbs.
  std::vector<uint32_t> twos_complement(size_t limbs) const;
  static BigInt from_twos_complement(std::vector<uint32_t> limbs);

  BigInt operator-() const;
  friend BigInt operator+(const BigInt& a, const BigInt& b);
  friend BigInt operator-(const BigInt& a, const BigInt& b) { return a + (-b); }
  friend BigInt operator*(const BigInt& a, const BigInt& b);
  // Floor division and its remainder (the divisor's sign); divisor not zero.
  static std::pair<BigInt, BigInt> floor_divide(const BigInt& a, const BigInt& b);
  BigInt shift_left(size_t bits) const;
  BigInt shift_right(size_t bits) const;  // floor
  friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b);
  friend bool operator==(const BigInt& a, const BigInt& b) { return a.negative_ == b.negative_ && a.limbs_ == b.limbs_; }

 private:
  void trim();
  bool negative_ = false;
  std::vector<uint32_t> limbs_;  // little endian, no leading zeros
};

// a / b correctly rounded, as Python's true division; nullopt: the result is too large for a float.
std::optional<double> true_divide(const BigInt& a, const BigInt& b);

// The object of an int that needs more than 64 bits.
class Integer final : public Object {
 public:
  using TagOwner = Integer;
  static constexpr TypeTag kTag = TypeTag::Integer;
  explicit Integer(BigInt big) : Object(kTag), value(std::move(big)) { account(value.limb_count() * 4); }
  const BigInt value;
  std::string_view type_name() const override { return "int"; }
  bool truthy(Interpreter&) override { return true; }
  std::string repr(Interpreter&) override;
  std::string format(Interpreter&, std::string_view spec) override;
  uint64_t hash(Interpreter&) override;
};

// An inline int where it fits, else an Integer.
Value make_integer(const BigInt& value);
// The int as a BigInt (bool and int subclasses too); nullopt: no int.
std::optional<BigInt> as_big(const Value& value);

}  // namespace tilewright::script
