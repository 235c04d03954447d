// Extents or strides of a tensor: a short list that needs no allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace tilewright::kernels::nki {

class Dims {
 public:
  static constexpr size_t kMost = 10;
  Dims() = default;
  Dims(std::initializer_list<int64_t> values) {
    for (int64_t value : values) push_back(value);
  }
  Dims(size_t count, int64_t value) : count_(count) { std::fill_n(values_.begin(), count, value); }
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  bool is_full() const { return count_ == kMost; }
  int64_t& operator[](size_t i) { return values_[i]; }
  int64_t operator[](size_t i) const { return values_[i]; }
  int64_t back() const { return values_[count_ - 1]; }
  void push_back(int64_t value) { values_[count_++] = value; }
  void pop_back() { --count_; }
  void erase(size_t i) {
    std::copy(begin() + i + 1, end(), begin() + i);
    --count_;
  }
  void insert(size_t i, int64_t value) {
    std::copy_backward(begin() + i, end(), end() + 1);
    values_[i] = value;
    ++count_;
  }
  int64_t* begin() { return values_.data(); }
  int64_t* end() { return values_.data() + count_; }
  const int64_t* begin() const { return values_.data(); }
  const int64_t* end() const { return values_.data() + count_; }
  bool operator==(const Dims& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }
  int64_t product(size_t from = 0) const {
    int64_t result = 1;
    for (size_t i = from; i < count_; ++i) result *= values_[i];
    return result;
  }

 private:
  std::array<int64_t, kMost> values_{};
  size_t count_ = 0;
};

// An affine integer over a few dimensions: offset + sum of step * index.
struct Affine {
  int64_t offset = 0;
  Dims shape, steps;
  int64_t at(const Dims& index) const;  // index of a shape that `shape` broadcasts to
  int64_t least() const;
  int64_t largest() const;
};
Affine widened(const Affine& value, size_t rank);  // with leading dimensions of size 1

}  // namespace tilewright::kernels::nki
