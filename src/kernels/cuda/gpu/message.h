// Messages between the program and the GPU's worker: JSON that describes, and the bytes of tensors.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tilewright::kernels::cuda::gpu {

struct Message {
  nlohmann::json head;
  std::string bytes;
};

inline constexpr uint64_t kLargestHead = 16 << 20, kLargestBytes = uint64_t{64} << 30;

// Blocking, also on descriptors that do not block. Empty: the other side is gone, speaks something else, or said nothing
// for `milliseconds` (-1: for ever).
std::optional<Message> read_message(int descriptor, int milliseconds);
bool write_message(int descriptor, const Message& message, int milliseconds);

}  // namespace tilewright::kernels::cuda::gpu
