// Shared by the bodies of instructions.
#pragma once

#include <vector>

#include "kernels/nki/call.h"
#include "kernels/nki/cost.h"

namespace tilewright::kernels::nki {

using script::Value;

// `source` where it may be read while `target` is written; a copy where the two share memory in another way
// than element by element. An instruction reads all of its operands before the first element is written.
View settled(const View& source, const View& target);

// Calls body(partition, out) for every row of dst, with `out` where its fp32 values go, and writes them.
template <class Body>
void write_rows(const View& dst, Body&& body) {
  Rows rows = rows_of(dst);
  std::vector<float> scratch(rows.is_float_row() ? 0 : static_cast<size_t>(rows.count));
  for (int64_t p = 0; p < rows.rows; ++p) {
    float* out = rows.is_float_row() ? reinterpret_cast<float*>(rows.row(p)) : scratch.data();
    body(p, out);
    if (!rows.is_float_row()) write_row(rows, p, out);
  }
}

// The engine that a call names, or `fallback`; faults if it is none of `allowed` (letters of
// instructions.def).
Engine engine_of(const Call& call, std::string_view allowed, Engine fallback);

// Reads data(scale * x + bias) style rows lazily: rows of a view as fp32.
class RowReader {
 public:
  explicit RowReader(const View& view)
      : rows_(rows_of(view)), scratch_(rows_.is_float_row() ? 0 : static_cast<size_t>(rows_.count)) {}
  const float* operator[](int64_t partition) { return read_row(rows_, partition, scratch_.data()); }
  size_t count() const { return static_cast<size_t>(rows_.count); }

 private:
  Rows rows_;
  std::vector<float> scratch_;
};

}  // namespace tilewright::kernels::nki
