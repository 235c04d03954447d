#include "tune/tensor_state.h"

#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "base/check.h"
#include "model/safetensors.h"

namespace tilewright::tune {
namespace {

std::vector<int64_t> shape_of(const at::Tensor& tensor) {
  return {tensor.sizes().begin(), tensor.sizes().end()};
}

Result<void> check_tensors(const std::map<std::string, at::Tensor>& tensors, const model::Safetensors& stored,
                           std::string_view name) {
  for (const auto& [key, tensor] : tensors) {
    const model::StoredTensor* found = stored.find(key);
    if (!found)
      return fail(DiagnosticKind::RunMismatch, fmt::format("{}: tensor '{}' is missing", name, key));
    if (found->dtype != DType::Float32 || found->shape != shape_of(tensor)) {
      return fail(DiagnosticKind::RunMismatch,
                  fmt::format("{}: tensor '{}' has another shape or type", name, key));
    }
  }
  if (stored.tensors.size() != tensors.size()) {
    return fail(DiagnosticKind::RunMismatch, fmt::format("{}: holds {} tensors, this training has {}", name,
                                                         stored.tensors.size(), tensors.size()));
  }
  return {};
}

}  // namespace

std::string save_tensors(const std::map<std::string, at::Tensor>& tensors,
                         const std::map<std::string, std::string>& metadata) {
  model::Safetensors contents;
  contents.metadata = metadata;
  std::vector<at::Tensor> kept;  // contiguous copies live until the bytes are written
  for (const auto& [key, tensor] : tensors) {
    TW_CHECK(tensor.scalar_type() == at::kFloat, "'{}' is not float32", key);
    kept.push_back(tensor.detach().contiguous());
    const at::Tensor& flat = kept.back();
    std::string_view bytes(static_cast<const char*>(flat.const_data_ptr()),
                           static_cast<size_t>(flat.nbytes()));
    contents.tensors.push_back({key, DType::Float32, shape_of(flat), bytes});
  }
  return model::write_safetensors(contents);
}

Result<std::map<std::string, int64_t>> load_tensors(const std::map<std::string, at::Tensor>& tensors,
                                                    const std::map<std::string, std::string>& expected,
                                                    const std::vector<std::string>& numbers,
                                                    std::string_view bytes, std::string_view name) {
  auto stored = model::parse_safetensors(bytes, name);
  if (!stored) return tl::unexpected(stored.error());
  for (const auto& [key, value] : expected) {
    auto found = stored->metadata.find(key);
    if (found == stored->metadata.end() || found->second != value) {
      return fail(DiagnosticKind::RunMismatch,
                  fmt::format("{}: {} is '{}', but '{}' is wanted", name, key,
                              found == stored->metadata.end() ? "" : found->second, value));
    }
  }
  std::map<std::string, int64_t> result;
  for (const std::string& key : numbers) {
    auto found = stored->metadata.find(key);
    int64_t value = 0;
    bool is_number = false;
    if (found != stored->metadata.end()) {
      const char* end = found->second.data() + found->second.size();
      auto parsed = std::from_chars(found->second.data(), end, value);
      is_number = parsed.ec == std::errc{} && parsed.ptr == end;
    }
    if (!is_number)
      return fail(DiagnosticKind::BadFormat, fmt::format("{}: '{}' is no whole number", name, key));
    result[key] = value;
  }
  if (auto checked = check_tensors(tensors, *stored, name); !checked) return tl::unexpected(checked.error());
  at::NoGradGuard no_gradients;
  for (const auto& [key, tensor] : tensors) {
    TW_CHECK(tensor.is_contiguous(), "'{}' is not contiguous", key);
    std::string_view source = stored->find(key)->bytes;
    std::memcpy(tensor.data_ptr(), source.data(), source.size());
  }
  return result;
}

}  // namespace tilewright::tune
