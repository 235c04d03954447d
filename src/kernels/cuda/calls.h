// Calls of a compiled extension's functions and what they gave, as bytes between the program and its runner. Results come from a
// process that ran a candidate: every length is checked while they are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::kernels::cuda {

enum class ValueKind : uint8_t { None, Bool, Integer, Floating, Text, Tensor, List, Tuple };

// Row-major strides in elements; element types are numbered as PyTorch's ScalarType.
struct CallTensor {
  uint32_t storage = 0;  // of its call
  int32_t dtype = 6;
  int64_t offset = 0;  // elements
  std::vector<int64_t> sizes, strides;
};

struct CallValue {
  ValueKind kind = ValueKind::None;
  int64_t integer = 0;  // Bool, Integer
  double floating = 0;
  std::string text;
  CallTensor tensor;
  std::vector<CallValue> items;  // List, Tuple
};

// Memory that tensors of one call share. The bytes belong to somebody else.
struct CallStorage {
  bool is_cuda = true;
  bool is_read_only = false;  // an input: writing to it is a fault
  std::string_view bytes;
  uint64_t blank_bytes = 0;    // of memory whose values do not matter; `bytes` is empty then
  std::string_view unwritten;  // one byte a byte, 1: nothing has written it; empty: all are written
};

struct Call {
  std::string function;
  std::vector<CallValue> arguments;
  std::vector<std::string> names;  // keywords; "": by position
  std::vector<CallStorage> storages;
};

// Who wrote the bytes of a tensor last.
struct Origins {
  uint64_t kernels = 0;    // stored by kernels, or copied from such bytes
  uint64_t constants = 0;  // filled with one value
  uint64_t inputs = 0;     // copied from arguments of the call
  uint64_t host = 0;       // copied from host memory
  uint64_t unwritten = 0;
};

struct ResultTensor {
  bool is_cuda = true;
  int32_t dtype = 6;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;         // elements, in its storage
  int32_t argument = -1;      // the storage of the call that it lies in; -1: memory of its own
  std::string data;           // elements in row-major order
  std::string unwritten;      // of `data`, as in CallStorage
  Origins origins;
};

// A storage that was no input, as the call left it.
struct ReturnedStorage {
  uint32_t storage = 0;
  std::string bytes, unwritten;
  Origins origins;
};

struct ResultValue {
  ValueKind kind = ValueKind::None;
  int64_t integer = 0;
  double floating = 0;
  std::string text;
  ResultTensor tensor;
  std::vector<ResultValue> items;
};

struct CallResult {
  bool has_failed = false;  // an exception: its message and place (empty: not known)
  std::string message, file;
  uint32_t line = 0;
  ResultValue value;
  std::vector<ReturnedStorage> storages;
  uint32_t launches = 0;
  uint64_t bytes_to_host = 0;  // of device memory that host code read
};

std::string encode(const std::vector<Call>& calls);
// Views into `bytes`; false: they are no calls.
bool decode(std::string_view bytes, std::vector<Call>& calls);
std::string encode(const CallResult& result);
// One result after the other; false: what follows is none.
bool decode(std::string_view bytes, std::vector<CallResult>& results);

// Bytes of an element; 0: no element type that can be passed.
uint64_t element_bytes(int32_t dtype);
int64_t elements(const std::vector<int64_t>& sizes);

}  // namespace tilewright::kernels::cuda
