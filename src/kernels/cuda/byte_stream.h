// Plain values one after the other in a string: what processes of one build tell each other. Reading checks every length.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::kernels::cuda {

class ByteWriter {
 public:
  template <class T>
  void number(T value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number<uint64_t>(value.size());
    text_.append(value);
  }
  void numbers(const std::vector<int64_t>& values) {
    number<uint64_t>(values.size());
    for (int64_t value : values) number(value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  bool is_good() const { return is_good_; }
  bool is_at_end() const { return rest_.empty(); }
  template <class T>
  T number() {
    T value{};
    if (rest_.size() < sizeof value) return fail(value);
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view text() {
    uint64_t size = number<uint64_t>();
    if (size > rest_.size()) return fail(std::string_view());
    std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }
  uint64_t count(uint64_t most) {
    uint64_t value = number<uint64_t>();
    return value > most ? fail(uint64_t{0}) : value;
  }
  std::vector<int64_t> numbers(uint64_t most) {
    std::vector<int64_t> values(count(most));
    for (int64_t& value : values) value = number<int64_t>();
    return values;
  }
  template <class T>
  T fail(T value) {
    is_good_ = false;
    rest_ = {};
    return value;
  }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace tilewright::kernels::cuda
