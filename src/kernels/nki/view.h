// Tensors: a buffer in HBM, SBUF or PSUM and a strided window on it. Dimension 0 of a window on an on-chip
// buffer is the partition; each byte of a buffer knows whether anything has written it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "kernels/memory/region.h"
#include "kernels/nki/dims.h"
#include "kernels/nki/element_type.h"
#include "kernels/nki/timeline.h"

namespace tilewright::kernels::nki {

enum class Space : uint8_t { Sbuf, Psum, PrivateHbm, SharedHbm };
std::string_view spelling(Space space);
inline bool is_on_chip(Space space) { return space <= Space::Psum; }

inline constexpr int64_t kPartitions = 128;
inline constexpr int64_t kBankBytes = 2048;  // of one partition of PSUM

// When a buffer was in use, in instructions of its launch (0: never), for what the launch needs at most at
// one time.
struct Liveness {
  Space space = Space::Sbuf;
  int64_t bytes = 0;  // of every partition
  int64_t partitions = kPartitions;
  uint64_t first = 0, last = 0;
  Span span;
};

// Not copied; shared by the windows on it.
struct Buffer {
  Buffer(Space where, size_t bytes);  // fresh memory, all of it unset; large ones hold zeros
  explicit Buffer(std::shared_ptr<memory::Region> host);
  ~Buffer();
  Buffer(const Buffer&) = delete;

  Space space = Space::Sbuf;
  std::string name;  // of a parameter, or given with name=
  Span span;         // where it was allocated
  std::shared_ptr<memory::Region> region;
  int64_t row_bytes = 0;   // of one partition (of one block of them)
  int64_t partitions = 0;  // of one block
  // Bytes of PSUM that products of the Tensor Engine have written: the next one adds to them.
  memory::ByteSet accumulated;
  // Who touches it when, on the launch's timeline: a list for each block of partitions, or for each range of
  // rows in HBM.
  std::vector<Traffic> traffic;
  std::shared_ptr<Liveness> liveness;                     // null for HBM and for several blocks of partitions
  std::vector<std::shared_ptr<Liveness>> block_liveness;  // of those, null until used

  std::byte* data() const { return region->base; }
  size_t bytes() const { return region->bytes; }
  bool holds_zeros() const { return bytes() >= kZeroed; }  // until something is written
  // Bytes that it takes of every partition.
  int64_t bytes_per_partition() const;

 private:
  // From this size on the system maps pages of zeros, which cost nothing until they are touched.
  static constexpr size_t kZeroed = size_t{32} << 20;
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte[], Free> storage_;
};

// An index grid that leaves the tensor: legal only where a mask keeps the instruction inside.
struct Outside {
  struct Key {
    Affine index;
    int64_t extent = 0;
    size_t dimension = 0;
  };
  std::string message;
  std::vector<Key> keys;
};

struct View {
  std::shared_ptr<Buffer> buffer;
  ElementType type = ElementType::Float32;
  int64_t offset = 0;   // of element 0, in elements
  Dims shape, strides;  // strides in elements
  // Dimensions in front of the partition that count blocks of partitions (generation A's par_dim).
  size_t block_dimensions = 0;
  std::shared_ptr<const Outside> outside;

  Space space() const { return buffer->space; }
  bool is_on_chip() const { return nki::is_on_chip(buffer->space); }
  int64_t elements() const { return shape.product(); }
  size_t element_bytes() const { return size_of(type); }
  std::byte* address() const { return buffer->data() + offset * static_cast<int64_t>(element_bytes()); }
  // On-chip: the partition that row 0 lies on, and the elements of one row.
  int64_t start_partition() const;
  int64_t partitions() const { return shape.empty() ? 1 : shape[0]; }
  int64_t free_elements() const { return shape.empty() ? 1 : shape.product(1); }
};

// Element `index`, in order of iteration, of row `row`.
View element_of(const View& view, int64_t row, int64_t index);
Dims dense_strides(const Dims& shape);
bool is_dense(const View& view);          // row-major without gaps
std::string describe(const Dims& shape);  // "(128, 512)"

// The bytes [begin, end) that hold every element of the view; {0, 0} if it has none.
struct ByteRange {
  int64_t begin = 0, end = 0;
};
ByteRange byte_range(const View& view);
bool is_inside(const View& view);  // whether all of it is memory of the buffer

// A view as rows of one pattern each, neighbouring dimensions merged where memory allows. Steps are bytes.
struct Rows {
  std::byte* base = nullptr;
  int64_t rows = 1, row_step = 0;
  Dims sizes, steps;  // outer to inner, at least one
  int64_t count = 1;  // elements of a row
  ElementType type = ElementType::Float32;

  std::byte* row(int64_t index) const { return base + index * row_step; }
  bool is_contiguous() const { return sizes.size() == 1 && steps[0] == static_cast<int64_t>(size_of(type)); }
  bool is_float_row() const { return type == ElementType::Float32 && is_contiguous(); }
};
Rows rows_of(const View& view);      // one row a partition (dimension 0)
Rows flat_row_of(const View& view);  // all elements in one row

// Elements of row `index` as fp32: in place where they are contiguous fp32, else in `scratch`.
const float* read_row(const Rows& rows, int64_t index, float* scratch);
void write_row(const Rows& rows, int64_t index, const float* values);
void read_integers(const Rows& rows, int64_t index, int64_t* values);
void write_integers(const Rows& rows, int64_t index, const int64_t* values);
// Elements unchanged, in the order of iteration; both have as many and of the same size.
void copy_rows(const Rows& from, int64_t from_index, const Rows& to, int64_t to_index);

// The first element, in order of iteration, that nothing has written; empty: all are set.
std::optional<int64_t> first_unset(const View& view);
void mark_set(const View& view);
// The same for a set of bytes other than the region's own.
bool all_in(const memory::ByteSet& set, const View& view);
bool none_in(const memory::ByteSet& set, const View& view);
void add_to(memory::ByteSet& set, const View& view);

// Whether the two share memory in any other way than element by element.
bool overlaps_otherwise(const View& a, const View& b);

}  // namespace tilewright::kernels::nki
