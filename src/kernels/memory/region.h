// Device memory as kernels see it: regions (one a storage) with shadow state. A region knows its
// bounds and which bytes have been written (initialised). Kernel languages address (region, byte offset) and check every access against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace tilewright::kernels::memory {

// One bit a byte of the region. Threads may set and read bits of different bytes at the same time.
class ByteSet {
 public:
  explicit ByteSet(size_t bytes = 0, bool value = false) : bits_((bytes + 63) / 64, value ? ~uint64_t{0} : 0), size_(bytes) {}
  size_t size() const { return size_; }
  bool all(size_t begin, size_t end) const;   // every byte of [begin, end) set
  bool none(size_t begin, size_t end) const;
  void set(size_t begin, size_t end);
  void reset(size_t begin, size_t end);
  size_t first_clear(size_t begin, size_t end) const;  // `end` if none
  size_t count(size_t begin, size_t end) const;        // of set bytes
  uint64_t* words() { return bits_.data(); }
  const uint64_t* words() const { return bits_.data(); }

 private:
  std::vector<uint64_t> bits_;
  size_t size_;
};

// Which bytes of a region hold what kernels stored there, or the one value that the host filled them with; bytes
// that the host wrote in another way are not among them. Threads may mark different bytes at the same time.
class KernelWork {
 public:
  // Until then mark() keeps nothing: launches outside the judge pay nothing.
  void track(size_t bytes);
  void mark(size_t begin, size_t end) {
    if (state_ == State::Some) bits_.set(begin, end);
  }
  // What the host wrote: a constant, or elements that are (or are not) kernels' themselves.
  void set(size_t begin, size_t end, size_t bytes);
  void reset(size_t begin, size_t end, size_t bytes);
  void settle(size_t bytes);  // forgets the bits where all or none are set
  bool is_empty() const { return state_ == State::None; }
  size_t count(size_t begin, size_t end) const;

  bool is_stored = false;  // a kernel has stored here or to what was copied here: not constants alone

 private:
  enum class State : uint8_t { None, Some, All };
  State state_ = State::None;
  ByteSet bits_;  // while Some
};

// One allocation. `initialised` empty (size 0): every byte counts as initialised; a region made by
// torch.empty has one bit a byte. Owned by the tensor storage it describes; not thread-safe but for
// `initialised`.
struct Region {
  std::string name;       // for messages: the parameter it was last passed as
  std::byte* base = nullptr;
  size_t bytes = 0;
  ByteSet initialised;
  bool is_read_only = false;  // judge: inputs and weights must not be written
  bool is_released = false;
  // The judge asks whether an output is a kernel's work.
  KernelWork work;
  // Bytes that kernels have stored here, summed over launches, of rooms that do not say which (CUDA, NKI).
  uint64_t kernel_bytes = 0;

  bool tracks_initialised() const { return initialised.size() != 0; }
  bool is_initialised(size_t begin, size_t end) const { return !tracks_initialised() || initialised.all(begin, end); }
  void mark_stored(size_t begin, size_t end) {
    mark_initialised(begin, end);
    work.mark(begin, end);
  }
  void mark_initialised(size_t begin, size_t end) { if (tracks_initialised()) initialised.set(begin, end); }
  // Once every byte holds a value there is nothing left to track.
  void forget_if_initialised() { if (tracks_initialised() && initialised.all(0, bytes)) initialised = ByteSet(); }
};

// A strided window on a region: what a host tensor hands to a kernel.
struct TensorView {
  std::shared_ptr<Region> region;
  size_t byte_offset = 0;  // of element 0
  DType dtype = DType::Float32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // in elements
  bool is_on_host = false;       // labelled "cpu": a real device could not reach it
};

// Mixed into the host objects that can be kernel arguments (library's tensor object): kernel rooms
// find it by Value::as<DeviceTensor>() and never see torch.
class DeviceTensor {
 public:
  virtual ~DeviceTensor() = default;
  virtual TensorView device_view() = 0;
};

}  // namespace tilewright::kernels::memory
