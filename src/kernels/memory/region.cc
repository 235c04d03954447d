// Bit ranges over whole 64-bit words, with the ragged ends masked.
#include "kernels/memory/region.h"

#include <algorithm>
#include <cstring>

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

// Words are shared by threads where runs of bytes meet; what a thread set itself is all it relies on.
uint64_t read_word(const uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }

void set_bits(uint64_t& word, uint64_t mask) {
  if (mask == ~uint64_t{0}) {
    __atomic_store_n(&word, mask, __ATOMIC_RELAXED);
  } else if ((read_word(word) & mask) != mask) {
    __atomic_fetch_or(&word, mask, __ATOMIC_RELAXED);
  }
}

}  // namespace

bool ByteSet::all(size_t begin, size_t end) const { return first_clear(begin, end) == end; }

bool ByteSet::none(size_t begin, size_t end) const {
  if (begin >= end) return true;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) {
    if (read_word(bits_[word]) & range_mask(word, begin, end)) return false;
  }
  return true;
}

void ByteSet::set(size_t begin, size_t end) {
  if (begin >= end) return;
  size_t first = begin / 64, last = (end - 1) / 64;
  set_bits(bits_[first], range_mask(first, begin, end));
  // Words between hold bytes of this run alone: nobody else sets them but in a race that is found elsewhere.
  if (last > first + 1) std::memset(&bits_[first + 1], 0xff, (last - first - 1) * sizeof(uint64_t));
  if (last > first) set_bits(bits_[last], range_mask(last, begin, end));
}

void ByteSet::reset(size_t begin, size_t end) {
  if (begin >= end) return;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) bits_[word] &= ~range_mask(word, begin, end);
}

size_t ByteSet::first_clear(size_t begin, size_t end) const {
  if (begin >= end) return end;
  for (size_t word = begin / 64; word <= (end - 1) / 64; ++word) {
    uint64_t clear = ~read_word(bits_[word]) & range_mask(word, begin, end);
    if (clear) return word * 64 + static_cast<size_t>(__builtin_ctzll(clear));
  }
  return end;
}

size_t ByteSet::count(size_t begin, size_t end) const {
  size_t sum = 0;
  for (size_t word = begin / 64; begin < end && word <= (end - 1) / 64; ++word)
    sum += static_cast<size_t>(__builtin_popcountll(read_word(bits_[word]) & range_mask(word, begin, end)));
  return sum;
}

void KernelWork::track(size_t bytes) {
  if (state_ != State::None) return;
  state_ = State::Some;
  bits_ = ByteSet(bytes);
}

void KernelWork::set(size_t begin, size_t end, size_t bytes) {
  if (begin == 0 && end == bytes) {
    state_ = State::All;
    bits_ = ByteSet();
    return;
  }
  track(bytes);
  mark(begin, end);
}

void KernelWork::reset(size_t begin, size_t end, size_t bytes) {
  if (state_ == State::None) return;
  if (begin == 0 && end == bytes) {
    *this = KernelWork();
    return;
  }
  if (state_ == State::All) bits_ = ByteSet(bytes, true);
  state_ = State::Some;
  bits_.reset(begin, end);
}

void KernelWork::settle(size_t bytes) {
  if (state_ != State::Some) return;
  if (bits_.all(0, bytes)) {
    state_ = State::All;
  } else if (bits_.none(0, bytes)) {
    state_ = State::None;
    is_stored = false;
  } else {
    return;
  }
  bits_ = ByteSet();
}

size_t KernelWork::count(size_t begin, size_t end) const {
  if (state_ == State::None) return 0;
  return state_ == State::All ? end - begin : bits_.count(begin, end);
}

}  // namespace tilewright::kernels::memory
