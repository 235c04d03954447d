// The operators that scripts may reach: rows of torch_ops.def joined with the dispatcher's schemas.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "library/library.h"

namespace c10 {
class OperatorHandle;
}

namespace tilewright::library {

enum class ParameterKind : uint8_t {
  Tensor,
  TensorList,
  OptionalTensorList,
  Int,
  IntList,
  Float,
  FloatList,
  Bool,
  BoolList,
  Scalar,
  ScalarList,
  String,
  DType,
  Layout,
  MemoryFormat,
  Device,
  Generator,
  Other,
};

struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::Other;
  bool is_optional = false;  // accepts None
  bool has_default = false;
  bool is_keyword_only = false;
  bool is_written = false;  // the operator writes it
  bool is_aliased = false;  // a result may be a view of it
  bool is_out = false;
  int fixed_size = 0;  // int[2]: one int stands for all
};

// One overload: "aten::add.Tensor".
struct Overload {
  std::string full_name;
  std::string overload_name;
  const c10::OperatorHandle* handle = nullptr;  // lives as long as the process
  std::vector<Parameter> parameters;
  std::vector<std::string> result_names;  // empty strings where the schema names none
  size_t positional_count = 0;            // parameters before the keyword-only ones
  bool has_out = false;
  bool is_view = false;  // results alias arguments without writing them
  bool writes = false;
  bool overwrites = false;  // written arguments are not read (copy_, fill_, out=)
};

struct OperatorEntry {
  std::string name;  // as scripts spell it: "add_"
  OpWork work = OpWork::None;
  std::string reach;
  bool accepts_numbers_as_tensors = false;
  bool makes_unwritten = false;                      // empty and its like
  bool mixes_devices = false;                        // copy_, index: operands on two devices are allowed
  std::vector<std::unique_ptr<Overload>> overloads;  // out= variants last
};

// The entry of a name (without namespace; "add" or "add_"), null unless the table lists it with one of
// the letters of `reach` (see torch_ops.def). Thread-safe; entries live as long as the process.
const OperatorEntry* find_operator(std::string_view name, std::string_view reach);
// Every name reachable by a letter, sorted, for suggestions and tests.
std::vector<std::string> operator_names(char reach);
// The overload without out= that takes the same other arguments, or null.
const Overload* without_out(const OperatorEntry& entry, const Overload& overload);

}  // namespace tilewright::library
