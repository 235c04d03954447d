#include "judge/frame.h"

#include <unistd.h>

#include <cerrno>

namespace tilewright::judge {
namespace {

constexpr size_t kHeader = 4;

uint32_t decode_length(const char* bytes) {
  uint32_t length = 0;
  for (size_t i = 0; i < kHeader; ++i)
    length |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return length;
}

bool read_exactly(int descriptor, char* target, size_t bytes) {
  while (bytes > 0) {
    ssize_t count = ::read(descriptor, target, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    target += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

std::string frame(std::string_view text) {
  std::string bytes;
  bytes.reserve(kHeader + text.size());
  for (size_t i = 0; i < kHeader; ++i) bytes += static_cast<char>(text.size() >> (8 * i) & 0xff);
  bytes += text;
  return bytes;
}

std::optional<std::string> take_frame(std::string& bytes, bool& is_broken) {
  if (bytes.size() < kHeader) return std::nullopt;
  uint32_t length = decode_length(bytes.data());
  if (length > kLargestFrame) {
    is_broken = true;
    return std::nullopt;
  }
  if (bytes.size() < kHeader + length) return std::nullopt;
  std::string text = bytes.substr(kHeader, length);
  bytes.erase(0, kHeader + length);
  return text;
}

std::optional<std::string> read_frame(int descriptor) {
  char header[kHeader];
  if (!read_exactly(descriptor, header, kHeader)) return std::nullopt;
  uint32_t length = decode_length(header);
  if (length > kLargestFrame) return std::nullopt;
  std::string text(length, '\0');
  if (!read_exactly(descriptor, text.data(), length)) return std::nullopt;
  return text;
}

bool write_frame(int descriptor, std::string_view text) {
  std::string bytes = frame(text);
  std::string_view left = bytes;
  while (!left.empty()) {
    ssize_t count = ::write(descriptor, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    left.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace tilewright::judge
