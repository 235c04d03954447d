// What an expression of a kernel means while it is compiled: a run-time block value, a constant
// (numbers, dtypes, functions, modules: any host value), a tuple, or a block pointer.
#pragma once

#include <memory>
#include <vector>

#include "kernels/triton/program.h"
#include "script/value.h"

namespace tilewright::kernels::triton {

struct FrontValue {
  enum class Kind : uint8_t {
    Missing,       // an argument that was not given
    Tensor,        // `id`
    Constant,      // `constant`
    Tuple,         // `items`
    BlockPointer,  // items: base, shape..., strides..., offsets... (int64 scalars); `extents`
    Descriptor,    // base, shape..., strides... (int64), offsets... (int64 zeros); `extents`
  };
  Kind kind = Kind::Missing;
  ValueId id;
  script::Value constant;
  std::vector<FrontValue> items;
  Shape extents;                    // block shape of a block pointer or descriptor
  bool is_nan_padded = false;       // descriptor
  std::vector<std::string> fields;  // names of a tuple's items, if it is a named tuple

  static FrontValue tensor(ValueId value) { return {Kind::Tensor, value, {}, {}, {}, false, {}}; }
  static FrontValue of(script::Value value) { return {Kind::Constant, {}, std::move(value), {}, {}, false, {}}; }
  static FrontValue tuple(std::vector<FrontValue> values) {
    return {Kind::Tuple, {}, {}, std::move(values), {}, false, {}};
  }

  bool is_missing() const { return kind == Kind::Missing; }
  bool is_tensor() const { return kind == Kind::Tensor; }
  bool is_constant() const { return kind == Kind::Constant; }
  bool is_tuple() const { return kind == Kind::Tuple; }
  bool is_none() const { return is_constant() && constant.is_none(); }
  bool is_given() const { return !is_missing() && !is_none(); }
  bool is_number() const {
    return is_constant() && (constant.is_int() || constant.is_float() || constant.is_bool());
  }
};

// Names of one function being compiled, with the place of the last assignment.
struct Scope {
  struct Entry {
    python::NameId name;
    FrontValue value;
    Span assigned;
  };
  std::vector<Entry> entries;

  Entry* find(python::NameId name) {
    for (Entry& entry : entries) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }
  void set(python::NameId name, FrontValue value, Span span) {
    if (Entry* entry = find(name)) {
      entry->value = std::move(value);
      entry->assigned = span;
    } else {
      entries.push_back({name, std::move(value), span});
    }
  }
};

}  // namespace tilewright::kernels::triton
