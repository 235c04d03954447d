#include "kernels/nki/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

#include "base/check.h"
#include "script/value.h"

namespace tilewright::kernels::nki {
namespace {

// Calls visit(byte offset in the buffer, step, count) for every run along the innermost dimension; stops when
// it returns false.
template <class Visit>
bool for_each_run(const Rows& rows, Visit&& visit) {
  size_t inner = rows.sizes.size() - 1;
  for (int64_t index = 0; index < rows.rows; ++index) {
    std::byte* row = rows.row(index);
    std::array<int64_t, Dims::kMost> position{};
    while (true) {
      int64_t offset = 0;
      for (size_t d = 0; d < inner; ++d) offset += position[d] * rows.steps[d];
      if (!visit(row + offset, rows.steps[inner], rows.sizes[inner])) return false;
      size_t d = inner;
      while (d > 0 && ++position[d - 1] == rows.sizes[d - 1]) position[--d] = 0;
      if (d == 0) break;
    }
  }
  return true;
}

// The same for one row.
template <class Visit>
void for_each_run_of(const Rows& rows, int64_t index, Visit&& visit) {
  Rows one = rows;
  one.base = rows.row(index);
  one.rows = 1;
  for_each_run(one, [&](std::byte* run, int64_t step, int64_t count) {
    visit(run, step, count);
    return true;
  });
}

Rows merged(const View& view, size_t first) {
  Rows rows;
  rows.type = view.type;
  rows.base = view.address();
  auto bytes = static_cast<int64_t>(view.element_bytes());
  for (size_t d = first; d < view.shape.size(); ++d) {
    int64_t size = view.shape[d], step = view.strides[d] * bytes;
    rows.count *= size;
    if (size == 1) continue;
    bool joins = !rows.sizes.empty() && rows.steps.back() == size * step;
    if (joins) {
      rows.sizes[rows.sizes.size() - 1] *= size;
      rows.steps[rows.steps.size() - 1] = step;
    } else {
      rows.sizes.push_back(size);
      rows.steps.push_back(step);
    }
  }
  if (rows.sizes.empty()) {
    rows.sizes.push_back(1);
    rows.steps.push_back(bytes);
  }
  return rows;
}

// Runs of set bytes: [begin, end) where a run is contiguous, else element by element.
template <class Visit>
bool for_each_bytes(const View& view, Visit&& visit) {
  if (view.elements() == 0) return true;
  std::byte* start = view.buffer->data();
  auto bytes = static_cast<int64_t>(view.element_bytes());
  return for_each_run(flat_row_of(view), [&](std::byte* run, int64_t step, int64_t count) {
    int64_t begin = run - start;
    if (step == bytes) return visit(begin, begin + count * bytes);
    if (step == 0) return visit(begin, begin + bytes);
    for (int64_t i = 0; i < count; ++i) {
      if (!visit(begin + i * step, begin + i * step + bytes)) return false;
    }
    return true;
  });
}

}  // namespace

std::string_view spelling(Space space) {
  switch (space) {
    case Space::Sbuf:
      return "SBUF";
    case Space::Psum:
      return "PSUM";
    case Space::PrivateHbm:
      return "HBM";
    case Space::SharedHbm:
      return "shared HBM";
  }
  TW_CHECK(false, "space {}", static_cast<int>(space));
}

Buffer::Buffer(Space where, size_t bytes)
    : space(where),
      region(std::make_shared<memory::Region>()),
      storage_(static_cast<std::byte*>(bytes >= kZeroed ? std::calloc(bytes, 1)
                                                        : std::malloc(std::max<size_t>(bytes, 1)))) {
  if (storage_ == nullptr) throw std::bad_alloc();
  region->base = storage_.get();
  region->bytes = bytes;
  region->initialised = memory::ByteSet(bytes);
  script::live_object_bytes += static_cast<int64_t>(bytes);
}

Buffer::Buffer(std::shared_ptr<memory::Region> host) : space(Space::SharedHbm), region(std::move(host)) {}

Buffer::~Buffer() {
  if (storage_) {
    script::live_object_bytes -= static_cast<int64_t>(region->bytes);
    region->is_released = true;
  }
}

int64_t Buffer::bytes_per_partition() const {
  return partitions == 0 ? 0 : static_cast<int64_t>(region->bytes) / partitions;
}

int64_t View::start_partition() const {
  if (buffer->row_bytes == 0 || buffer->partitions == 0) return 0;
  return offset * static_cast<int64_t>(element_bytes()) / buffer->row_bytes % buffer->partitions;
}

View element_of(const View& view, int64_t row, int64_t index) {
  View one = view;
  if (!view.shape.empty()) one.offset += row * view.strides[0];
  for (size_t d = view.shape.size(); d-- > 1;) {
    one.offset += index % view.shape[d] * view.strides[d];
    index /= view.shape[d];
  }
  one.shape = {1, 1};
  one.strides = {1, 1};
  return one;
}

Dims dense_strides(const Dims& shape) {
  Dims strides = shape;
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = step;
    step *= shape[d];
  }
  return strides;
}

bool is_dense(const View& view) {
  int64_t step = 1;
  for (size_t d = view.shape.size(); d-- > 0;) {
    if (view.shape[d] != 1 && view.strides[d] != step) return false;
    step *= view.shape[d];
  }
  return true;
}

std::string describe(const Dims& shape) {
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(std::span(shape.begin(), shape.size()), ", "));
}

ByteRange byte_range(const View& view) {
  if (view.elements() == 0) return {};
  int64_t low = view.offset, high = view.offset;
  for (size_t d = 0; d < view.shape.size(); ++d) {
    int64_t reach = (view.shape[d] - 1) * view.strides[d];
    (reach < 0 ? low : high) += reach;
  }
  auto bytes = static_cast<int64_t>(view.element_bytes());
  return {low * bytes, (high + 1) * bytes};
}

bool is_inside(const View& view) {
  ByteRange range = byte_range(view);
  return range.begin >= 0 && range.end <= static_cast<int64_t>(view.buffer->bytes());
}

Rows rows_of(const View& view) {
  Rows rows = merged(view, view.shape.empty() ? 0 : 1);
  if (!view.shape.empty()) {
    rows.rows = view.shape[0];
    rows.row_step = view.strides[0] * static_cast<int64_t>(view.element_bytes());
  }
  return rows;
}

Rows flat_row_of(const View& view) { return merged(view, 0); }

const float* read_row(const Rows& rows, int64_t index, float* scratch) {
  if (rows.is_float_row()) return reinterpret_cast<const float*>(rows.row(index));
  float* out = scratch;
  for_each_run_of(rows, index, [&](const std::byte* run, int64_t step, int64_t count) {
    load_floats(rows.type, run, step, static_cast<size_t>(count), out);
    out += count;
  });
  return scratch;
}

void write_row(const Rows& rows, int64_t index, const float* values) {
  if (rows.is_float_row()) {
    auto* target = reinterpret_cast<float*>(rows.row(index));
    if (target != values) std::memcpy(target, values, static_cast<size_t>(rows.count) * sizeof(float));
    return;
  }
  for_each_run_of(rows, index, [&](std::byte* run, int64_t step, int64_t count) {
    store_floats(rows.type, run, step, static_cast<size_t>(count), values);
    values += count;
  });
}

void read_integers(const Rows& rows, int64_t index, int64_t* values) {
  for_each_run_of(rows, index, [&](const std::byte* run, int64_t step, int64_t count) {
    load_integers(rows.type, run, step, static_cast<size_t>(count), values);
    values += count;
  });
}

void write_integers(const Rows& rows, int64_t index, const int64_t* values) {
  for_each_run_of(rows, index, [&](std::byte* run, int64_t step, int64_t count) {
    store_integers(rows.type, run, step, static_cast<size_t>(count), values);
    values += count;
  });
}

void copy_rows(const Rows& from, int64_t from_index, const Rows& to, int64_t to_index) {
  size_t bytes = size_of(to.type);
  if (from.sizes == to.sizes && from.sizes.size() == 1) {
    copy_elements(bytes, from.row(from_index), from.steps[0], to.row(to_index), to.steps[0],
                  static_cast<size_t>(to.count));
    return;
  }
  std::vector<std::byte> dense(static_cast<size_t>(from.count) * bytes);
  auto step = static_cast<ptrdiff_t>(bytes);
  std::byte* at = dense.data();
  for_each_run_of(from, from_index, [&](const std::byte* run, int64_t run_step, int64_t count) {
    copy_elements(bytes, run, run_step, at, step, static_cast<size_t>(count));
    at += count * step;
  });
  at = dense.data();
  for_each_run_of(to, to_index, [&](std::byte* run, int64_t run_step, int64_t count) {
    copy_elements(bytes, at, step, run, run_step, static_cast<size_t>(count));
    at += count * step;
  });
}

std::optional<int64_t> first_unset(const View& view) {
  const memory::Region& region = *view.buffer->region;
  if (!region.tracks_initialised()) return std::nullopt;
  const memory::ByteSet& set = region.initialised;
  if (all_in(set, view)) return std::nullopt;
  auto bytes = static_cast<int64_t>(view.element_bytes());
  std::byte* start = view.buffer->data();
  int64_t number = 0, found = 0;
  for_each_run(flat_row_of(view), [&](std::byte* run, int64_t step, int64_t count) {
    for (int64_t i = 0; i < count; ++i, ++number) {
      auto begin = static_cast<size_t>(run - start + i * step);
      if (!set.all(begin, begin + static_cast<size_t>(bytes))) {
        found = number;
        return false;
      }
    }
    return true;
  });
  return found;
}

void mark_set(const View& view) {
  memory::Region& region = *view.buffer->region;
  if (!region.tracks_initialised()) return;
  if (is_dense(view) &&
      view.elements() * static_cast<int64_t>(view.element_bytes()) == static_cast<int64_t>(region.bytes)) {
    region.initialised = memory::ByteSet();
    return;
  }
  add_to(region.initialised, view);
}

bool all_in(const memory::ByteSet& set, const View& view) {
  return for_each_bytes(view, [&](int64_t begin, int64_t end) {
    return set.all(static_cast<size_t>(begin), static_cast<size_t>(end));
  });
}

bool none_in(const memory::ByteSet& set, const View& view) {
  return for_each_bytes(view, [&](int64_t begin, int64_t end) {
    return set.none(static_cast<size_t>(begin), static_cast<size_t>(end));
  });
}

void add_to(memory::ByteSet& set, const View& view) {
  for_each_bytes(view, [&](int64_t begin, int64_t end) {
    set.set(static_cast<size_t>(begin), static_cast<size_t>(end));
    return true;
  });
}

bool overlaps_otherwise(const View& a, const View& b) {
  if (a.buffer->region != b.buffer->region) return false;
  ByteRange x = byte_range(a), y = byte_range(b);
  if (x.begin >= y.end || y.begin >= x.end) return false;
  bool is_same = a.address() == b.address() && a.shape == b.shape && a.strides == b.strides &&
                 a.element_bytes() == b.element_bytes();
  return !is_same;
}

}  // namespace tilewright::kernels::nki
