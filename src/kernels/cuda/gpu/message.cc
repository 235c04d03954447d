#include "kernels/cuda/gpu/message.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "base/json_reader.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

struct Sizes {
  uint32_t mark = kMark, unused = 0;
  uint64_t head = 0, bytes = 0;
  static constexpr uint32_t kMark = 0x54574731;
};

class Deadline {
 public:
  explicit Deadline(int milliseconds)
      : is_endless_(milliseconds < 0),
        end_(std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds)) {}
  // Waits until the descriptor is ready; false: too late.
  bool wait(int descriptor, short events) const {
    int left = -1;
    if (!is_endless_) {
      auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - std::chrono::steady_clock::now());
      if (rest.count() <= 0) return false;
      left = static_cast<int>(rest.count());
    }
    pollfd waiting{descriptor, events, 0};
    return ::poll(&waiting, 1, left) > 0;
  }

 private:
  bool is_endless_;
  std::chrono::steady_clock::time_point end_;
};

bool read_all(int descriptor, void* data, size_t bytes, const Deadline& deadline) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    if (!deadline.wait(descriptor, POLLIN)) return false;
    ssize_t got = ::read(descriptor, at, bytes);
    if (got > 0) {
      at += got;
      bytes -= static_cast<size_t>(got);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      return false;
    }
  }
  return true;
}

bool write_all(int descriptor, const void* data, size_t bytes, const Deadline& deadline) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    if (!deadline.wait(descriptor, POLLOUT)) return false;
    ssize_t put = ::write(descriptor, at, bytes);
    if (put > 0) {
      at += put;
      bytes -= static_cast<size_t>(put);
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Message> read_message(int descriptor, int milliseconds) {
  Deadline deadline(milliseconds);
  Sizes sizes;
  if (!read_all(descriptor, &sizes, sizeof sizes, deadline)) return std::nullopt;
  if (sizes.mark != Sizes::kMark || sizes.head > kLargestHead || sizes.bytes > kLargestBytes) return std::nullopt;
  std::string head(sizes.head, '\0');
  Message message;
  message.bytes.resize(sizes.bytes);
  if (!read_all(descriptor, head.data(), head.size(), deadline) ||
      !read_all(descriptor, message.bytes.data(), message.bytes.size(), deadline))
    return std::nullopt;
  Result<nlohmann::json> parsed = parse_json(head, "a message of the GPU's worker");
  if (!parsed || !parsed->is_object()) return std::nullopt;
  message.head = std::move(*parsed);
  return message;
}

bool write_message(int descriptor, const Message& message, int milliseconds) {
  Deadline deadline(milliseconds);
  std::string head = dump_json(message.head);
  Sizes sizes;
  sizes.head = head.size();
  sizes.bytes = message.bytes.size();
  return write_all(descriptor, &sizes, sizeof sizes, deadline) &&
         write_all(descriptor, head.data(), head.size(), deadline) &&
         write_all(descriptor, message.bytes.data(), message.bytes.size(), deadline);
}

}  // namespace tilewright::kernels::cuda::gpu
