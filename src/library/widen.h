// Operations of halves in single precision. libtorch multiplies fp16 matrices element by element on CPUs without
// the instructions (1024^3: 6.8 s, in fp32 0.12 s); sums are single either way, so only their order differs. The
// backward passes of its normalisations add halves on the CPU, where a GPU adds in fp32: gradients of 1151 rows
// were off by 0.07.
#pragma once

#include <cstdint>
#include <vector>

#include "library/call_operator.h"

namespace c10 {
struct IValue;
}

namespace tilewright::library {

class WidenedOperation {
 public:
  // Widens the stack's tensors where the call is a large product of halves, or a normalisation on the tape.
  WidenedOperation(const MatchedCall& call, std::vector<c10::IValue>& stack, bool has_tape);
  // Gives results the operands' type back.
  void narrow(std::vector<c10::IValue>& stack) const;

 private:
  bool applies_ = false;
  int8_t type_ = 0;  // c10::ScalarType of the operands
};

}  // namespace tilewright::library
