// Bit ranges over whole 64-bit words, with the ragged ends masked.
#include "kernels/memory/region.h"

#include <algorithm>

namespace tilewright::kernels::memory {
namespace {

// Bits [begin, end) of the word that holds byte number `word * 64`.
uint64_t range_mask(size_t word, size_t begin, size_t end) {
  size_t first = word * 64;
  size_t low = std::max(begin, first) - first;
  size_t high = std::min(end, first + 64) - first;
  uint64_t upper = high == 64 ? ~uint64_t{0} : (uint64_t{1} << high) - 1;
  return upper & ~((uint64_t{1} << low) - 1);
}

}  // namespace

bool ByteSet::all(size_t begin, size_t end) const { return first_clear(begin, end) == end; }

bool ByteSet::none(size_t begin, size_t end) const {
  if (begin >= end) return true;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) {
    if (bits_[word] & range_mask(word, begin, end)) return false;
  }
  return true;
}

void ByteSet::set(size_t begin, size_t end) {
  if (begin >= end) return;
  size_t first = begin / 64, last = (end - 1) / 64;
  bits_[first] |= range_mask(first, begin, end);
  if (last > first) {
    std::fill(bits_.begin() + first + 1, bits_.begin() + last, ~uint64_t{0});
    bits_[last] |= range_mask(last, begin, end);
  }
}

void ByteSet::reset(size_t begin, size_t end) {
  if (begin >= end) return;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) bits_[word] &= ~range_mask(word, begin, end);
}

size_t ByteSet::first_clear(size_t begin, size_t end) const {
  if (begin >= end) return end;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) {
    uint64_t clear = ~bits_[word] & range_mask(word, begin, end);
    if (clear) return word * 64 + static_cast<size_t>(__builtin_ctzll(clear));
  }
  return end;
}

}  // namespace tilewright::kernels::memory
