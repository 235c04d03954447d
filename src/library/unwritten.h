// Memory that nothing has written (torch.empty), seen by operators of the host: what only moves elements
// hands on which of them hold no value; what computes with them, or gives them to the script, is a fault.
#pragma once

#include <memory>
#include <string_view>

#include "library/call_operator.h"
#include "library/tensor_object.h"

namespace tilewright::library {

struct MovingOperator;

// What one call makes of unwritten elements. check() ends the script where the call reads any.
class UnwrittenElements {
 public:
  UnwrittenElements(Context& context, const MatchedCall& call) : context_(context), call_(call) {}
  // Before the call runs.
  void check();
  // Afterwards: marks what the call wrote, less what it moved there unwritten.
  void pass_on(const script::Value& result);

  // Of a view that turned out to be a copy: both, after the call.
  void follow_copy(const script::Value& result);

 private:
  void check_operands();
  void move(const MovingOperator* row);
  Context& context_;
  const MatchedCall& call_;
  std::unique_ptr<at::Tensor> moved_;  // not 0 where an element of the result is unwritten; null: none
};

// For copies that are no operator's call.
void copy_unwritten(const TensorObject& from, TensorObject& to);

// Elements that nothing wrote, at least one: how many, where the first is ("[3, 0]"), and where the memory
// came from.
struct UnwrittenSummary {
  size_t count = 0;
  std::string first;
  std::vector<Note> notes;
};
UnwrittenSummary summarise_unwritten(const TensorObject& tensor);

// Ends the script: `operation` reads `tensor`, of which some bytes were never written.
[[noreturn]] void fail_unwritten_read(script::Interpreter& interpreter, const TensorObject& tensor,
                                      std::string_view operation);

}  // namespace tilewright::library
