// The safetensors format (huggingface/safetensors): named tensors in one file, read from hostile bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "base/result.h"

namespace tilewright::model {

struct StoredTensor {
  std::string name;
  DType dtype = DType::Float32;
  std::vector<int64_t> shape;
  std::string_view bytes;  // row-major, little-endian
};

struct Safetensors {
  std::vector<StoredTensor> tensors;            // in the order of their bytes
  std::map<std::string, std::string> metadata;  // "__metadata__"

  const StoredTensor* find(std::string_view name) const;
};

// Views into `bytes`, which must outlive the result. Every rule of the format is checked: header size and
// syntax, known dtypes, sizes that match shapes, no holes, no overlaps, nothing after the end.
Result<Safetensors> parse_safetensors(std::string_view bytes, std::string_view name);
std::string write_safetensors(const Safetensors& contents);

}  // namespace tilewright::model
