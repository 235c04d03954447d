// What rounding can do to a result: operations work on operands, and give values, that are off by a unit in the last place of single
// precision, as if each were computed in another order. In double precision the difference to the exact result is what single
// precision may make of it, also where both references happen to be exact (the mean taken off a constant row).
#pragma once

#include <cstdint>

#include "script/interpreter.h"

namespace tilewright::library {

// Operations of the interpreter have noise while this lives. The same seed gives the same noise.
class RoundingNoise {
 public:
  RoundingNoise(script::Interpreter& interpreter, uint64_t seed);
  ~RoundingNoise();
  RoundingNoise(const RoundingNoise&) = delete;
  RoundingNoise& operator=(const RoundingNoise&) = delete;

 private:
  script::Interpreter& interpreter_;
};

}  // namespace tilewright::library
