#include "kernels/nki/unset.h"

namespace tilewright::kernels::nki {
namespace {

void forget(const View& view) {
  memory::ByteSet& set = view.buffer->region->initialised;
  Rows row = flat_row_of(view);
  auto bytes = static_cast<int64_t>(view.element_bytes());
  // A run at a time where the innermost dimension has no gaps.
  bool is_dense = row.sizes.size() == 1 && row.steps[0] == bytes;
  int64_t start = view.offset * bytes;
  if (is_dense) return set.reset(static_cast<size_t>(start), static_cast<size_t>(start + row.count * bytes));
  for (int64_t number = 0; number < row.count; ++number) {
    int64_t at = start, rest = number;
    for (size_t d = row.sizes.size(); d-- > 0;) {
      at += rest % row.sizes[d] * row.steps[d];
      rest /= row.sizes[d];
    }
    set.reset(static_cast<size_t>(at), static_cast<size_t>(at + bytes));
  }
}

View row_of(const View& view, int64_t row) {
  View one = view;
  if (view.shape.empty()) return one;
  one.offset += row * view.strides[0];
  one.shape[0] = 1;
  return one;
}

// Element `index` of every row.
View column_of(const View& view, int64_t index) {
  View one = element_of(view, 0, index);
  one.shape[0] = view.partitions();
  one.strides[0] = view.strides[0];
  return one;
}

}  // namespace

void spread_unset(const View& read, const View& dst) {
  memory::Region& region = *dst.buffer->region;
  const memory::ByteSet& set = read.buffer->region->initialised;
  if (!region.tracks_initialised()) region.initialised = memory::ByteSet(region.bytes, true);
  int64_t rows = read.partitions(), columns = read.free_elements();
  bool is_same = dst.partitions() == rows && dst.free_elements() == columns;
  bool is_turned = !is_same && dst.partitions() == columns && dst.free_elements() == rows;
  for (int64_t p = 0; p < rows; ++p) {
    View row = row_of(read, p);
    if (all_in(set, row)) continue;
    if (!is_same && !is_turned) {
      forget(dst.partitions() == rows ? row_of(dst, p) : dst);
    } else if (none_in(set, row)) {
      forget(is_same ? row_of(dst, p) : column_of(dst, p));
    } else {
      for (int64_t i = 0; i < columns; ++i) {
        if (!all_in(set, element_of(read, p, i)))
          forget(is_same ? element_of(dst, p, i) : element_of(dst, i, p));
      }
    }
  }
}

}  // namespace tilewright::kernels::nki
