// Arguments and results outside any interpreter: tensors as plain bytes, everything else by value. The oracle
// keeps them; each run of a candidate gets fresh copies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "library/library.h"

namespace tilewright::judge {

struct HostValue {
  enum class Kind : uint8_t { None, Bool, Int, Float, String, Tensor, List, Tuple };
  Kind kind = Kind::None;
  int64_t integer = 0;  // Bool and Int
  double floating = 0;
  std::string text;
  library::HostTensor tensor;
  std::vector<HostValue> items;  // List and Tuple
};

// Unsupported for values that cannot leave their interpreter (functions, modules, dicts).
struct HostValueOptions {
  bool shapes_only =
      false;  // tensors without their elements, but for small ones of integers that are not all zero
};
Result<HostValue> to_host_value(script::Interpreter& interpreter, const script::Value& value,
                                const HostValueOptions& options = {});

struct FreshOptions {
  std::string_view device = "cpu";
  bool is_read_only = false;
  bool as_double = false;  // floating tensors in double precision
};
// A fresh copy in fresh memory; the interpreter's throwing interface.
script::Value fresh_value(script::Interpreter& interpreter, const HostValue& value,
                          const FreshOptions& options);
std::vector<script::Value> fresh_values(script::Interpreter& interpreter,
                                        const std::vector<HostValue>& values, const FreshOptions& options);
// Floating tensors in double precision; others as they are.
library::HostTensor as_double(const library::HostTensor& tensor);

// Applies `change` to every tensor inside.
template <class Value, class Change>  // HostValue or const HostValue
void for_each_tensor(Value& value, const Change& change) {
  if (value.kind == HostValue::Kind::Tensor) change(value.tensor);
  for (auto& item : value.items) for_each_tensor(item, change);
}

}  // namespace tilewright::judge
