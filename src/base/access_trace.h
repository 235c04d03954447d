// What kernels did to memory, access by access: plain data that every kernel language fills (kernels/memory/
// trace_recorder.h) and one page draws (report/trace_page.h). Offsets and strides are bytes counted from
// element 0 of the tensor.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/source.h"
#include "base/work_counters.h"

namespace tilewright {

enum class TraceAccess : uint8_t { Read, Write, Atomic };

// `repeat` rows of `count` elements each.
struct TracePatch {
  uint32_t tensor = 0;  // of the launch
  int64_t first = 0;
  int64_t count = 1, stride = 0;
  int64_t repeat = 1, repeat_stride = 0;
};

// One access of one program (thread block).
struct TraceStep {
  uint32_t site = 0;  // of the launch
  uint64_t lanes = 0, lanes_off = 0;
  uint64_t sectors = 0;
  uint32_t first_patch = 0, patches = 0;  // of the program
};

struct TraceProgram {
  uint32_t index = 0;  // linear
  std::vector<TraceStep> steps;
  std::vector<TracePatch> patches;
  uint64_t steps_left_out = 0;
};

// A place in the source that accesses memory, with sums over all programs.
struct TraceSite {
  Span span;
  TraceAccess kind = TraceAccess::Read;
  uint32_t element_bytes = 0;
  uint64_t executions = 0, lanes = 0, lanes_off = 0, bytes = 0, sectors = 0;
};

// A tensor as rows and columns of elements, several of which may share a cell. Row-major.
struct TracePicture {
  int64_t rows = 1, columns = 1;
  int64_t cell_rows = 1, cell_columns = 1;  // elements of a cell
  bool is_wrapped = false;                  // one dimension, cut into rows
  bool is_storage = false;  // strides that have no inverse: element i is the i-th of memory, not of the tensor
  struct Cell {
    static constexpr uint32_t kNobody = 0, kSeveral = 0xffffffffu;  // else program + 1
    uint32_t reader = kNobody, writer = kNobody;
    uint32_t first_reader = 0, first_writer = 0;  // the lowest index of those who did
    uint64_t reads = 0, writes = 0;  // lanes
  };
  std::vector<Cell> cells;
  int64_t cells_across() const { return (columns + cell_columns - 1) / cell_columns; }
  int64_t cells_down() const { return (rows + cell_rows - 1) / cell_rows; }
};

struct TraceTensor {
  std::string name;
  DType dtype = DType::Float32;
  std::vector<int64_t> shape, strides;  // elements
  int64_t storage_begin = 0, storage_end = 0;  // bytes of its memory, from element 0
  uint64_t lanes_elsewhere = 0;  // accesses to memory that belongs to no element of the tensor
  TracePicture picture;
};

struct TraceFault {
  std::string kind, message;
  Span span;
  bool has_program = false, has_place = false;
  uint32_t program = 0;
  uint32_t tensor = 0;
  int64_t offset = 0;
};

struct TraceLaunch {
  std::string kernel;
  Span span;  // of the kernel's definition
  std::array<int64_t, 3> grid{1, 1, 1};
  std::vector<TraceTensor> tensors;
  std::vector<TraceSite> sites;
  std::vector<TraceProgram> programs;  // ascending
  uint64_t programs_left_out = 0;    // that accessed memory too
  bool is_listed_only = false;  // beyond the cap: the counters alone
  bool has_fault = false;
  TraceFault fault;
  WorkCounters work;  // of a launch that ended without a fault
};

struct AccessTrace {
  std::vector<TraceLaunch> launches;
  uint64_t launches_left_out = 0;
};

}  // namespace tilewright
