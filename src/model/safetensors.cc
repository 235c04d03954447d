#include "model/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/check.h"
#include "model/json_reader.h"

namespace tilewright::model {
namespace {

using Json = nlohmann::json;

constexpr uint64_t kLargestHeader = 100'000'000;

constexpr std::array<std::pair<const char*, DType>, 14> kDtypes = {{{"BOOL", DType::Bool},
                                                                    {"U8", DType::UInt8},
                                                                    {"I8", DType::Int8},
                                                                    {"F8_E5M2", DType::Float8E5M2},
                                                                    {"F8_E4M3", DType::Float8E4M3FN},
                                                                    {"I16", DType::Int16},
                                                                    {"U16", DType::UInt16},
                                                                    {"F16", DType::Float16},
                                                                    {"BF16", DType::BFloat16},
                                                                    {"I32", DType::Int32},
                                                                    {"U32", DType::UInt32},
                                                                    {"F32", DType::Float32},
                                                                    {"I64", DType::Int64},
                                                                    {"F64", DType::Float64}}};

std::optional<DType> dtype_from_name(std::string_view name) {
  for (auto [spelling, dtype] : kDtypes) {
    if (name == spelling) return dtype;
  }
  if (name == "U64") return DType::UInt64;
  return std::nullopt;
}

std::string_view name_of(DType dtype) {
  for (auto [spelling, known] : kDtypes) {
    if (dtype == known) return spelling;
  }
  TW_CHECK(dtype == DType::UInt64, "no safetensors name for {}", torch_name(dtype));
  return "U64";
}

tl::unexpected<Diagnostic> bad(std::string_view file, std::string message) {
  return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", file, message));
}

// One entry of the header; `data` is everything after it.
Result<StoredTensor> read_entry(const std::string& name, const Json& entry, std::string_view data,
                                std::string_view file) {
  if (!entry.is_object()) return bad(file, fmt::format("tensor '{}' is not described by an object", name));
  JsonReader reader(file);
  auto dtype_name = reader.text(entry, "dtype");
  if (!dtype_name) return tl::unexpected(dtype_name.error());
  auto dtype = dtype_from_name(*dtype_name);
  if (!dtype) return bad(file, fmt::format("tensor '{}' has the unknown dtype '{}'", name, *dtype_name));
  Json shape = entry.value("shape", Json());
  Json offsets = entry.value("data_offsets", Json());
  if (!shape.is_array()) return bad(file, fmt::format("tensor '{}' has no shape", name));
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned()) {
    return bad(file, fmt::format("tensor '{}' has no data_offsets", name));
  }
  StoredTensor tensor{name, *dtype, {}, {}};
  uint64_t bytes = size_of(*dtype);
  for (const Json& size : shape) {
    if (!size.is_number_unsigned()) return bad(file, fmt::format("tensor '{}' has a bad shape", name));
    uint64_t value = size.get<uint64_t>();
    if (value > INT64_MAX || __builtin_mul_overflow(bytes, value, &bytes)) {
      return bad(file, fmt::format("tensor '{}' is too large to address", name));
    }
    tensor.shape.push_back(static_cast<int64_t>(value));
  }
  uint64_t begin = offsets[0].get<uint64_t>(), end = offsets[1].get<uint64_t>();
  if (begin > end || end > data.size()) {
    return bad(file, fmt::format("tensor '{}' ends at byte {} of {}", name, end, data.size()));
  }
  if (end - begin != bytes) {
    return bad(file,
               fmt::format("tensor '{}' has {} bytes where its shape needs {}", name, end - begin, bytes));
  }
  tensor.bytes = data.substr(begin, end - begin);
  return tensor;
}

}  // namespace

const StoredTensor* Safetensors::find(std::string_view name) const {
  for (const StoredTensor& tensor : tensors) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

Result<Safetensors> parse_safetensors(std::string_view bytes, std::string_view file) {
  if (bytes.size() < 8) return bad(file, "too short for a safetensors file");
  uint64_t header_size = 0;
  std::memcpy(&header_size, bytes.data(), 8);
  if (header_size > kLargestHeader || header_size > bytes.size() - 8) {
    return bad(file, fmt::format("header of {} bytes does not fit the file", header_size));
  }
  std::string_view header = bytes.substr(8, header_size);
  if (header.empty() || header.front() != '{') return bad(file, "the header does not begin with '{'");
  auto json = parse_json_object(header, file);
  if (!json) return tl::unexpected(json.error());
  std::string_view data = bytes.substr(8 + header_size);
  Safetensors contents;
  for (const auto& [name, entry] : json->items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) return bad(file, "__metadata__ is not an object");
      for (const auto& [key, value] : entry.items()) {
        if (!value.is_string()) return bad(file, fmt::format("__metadata__ '{}' is not a string", key));
        contents.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    auto tensor = read_entry(name, entry, data, file);
    if (!tensor) return tl::unexpected(tensor.error());
    contents.tensors.push_back(std::move(*tensor));
  }
  std::stable_sort(
      contents.tensors.begin(), contents.tensors.end(), [](const StoredTensor& a, const StoredTensor& b) {
        return std::pair(a.bytes.data(), a.bytes.size()) < std::pair(b.bytes.data(), b.bytes.size());
      });
  const char* expected = data.data();
  for (const StoredTensor& tensor : contents.tensors) {
    if (tensor.bytes.data() != expected) {
      return bad(file, fmt::format("a hole or an overlap before tensor '{}'", tensor.name));
    }
    expected += tensor.bytes.size();
  }
  if (expected != data.data() + data.size()) {
    return bad(file, fmt::format("{} bytes after the last tensor", data.data() + data.size() - expected));
  }
  return contents;
}

std::string write_safetensors(const Safetensors& contents) {
  Json header = Json::object();
  if (!contents.metadata.empty()) header["__metadata__"] = contents.metadata;
  uint64_t offset = 0;
  for (const StoredTensor& tensor : contents.tensors) {
    uint64_t count = size_of(tensor.dtype);
    for (int64_t size : tensor.shape) count *= static_cast<uint64_t>(size);
    TW_CHECK(count == tensor.bytes.size(), "tensor {} has {} bytes for {}", tensor.name, tensor.bytes.size(),
             count);
    header[tensor.name] = {{"dtype", name_of(tensor.dtype)},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  uint64_t header_size = text.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &header_size, 8);
  bytes.reserve(8 + text.size() + offset);
  bytes += text;
  for (const StoredTensor& tensor : contents.tensors) bytes += tensor.bytes;
  return bytes;
}

}  // namespace tilewright::model
