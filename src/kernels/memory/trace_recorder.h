// Fills an AccessTrace while launches run. Pictures and sums cover every program; the steps of single programs
// are kept up to a cap, then every second, fourth, ... program is kept, so the result depends on nothing but
// the accesses.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/access_trace.h"
#include "base/diagnostic.h"
#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

struct TraceLimits {
  size_t launches = 64;          // with pictures
  size_t listed = 2000;          // with counters alone; later ones are counted
  size_t patches = 20'000;       // of a launch
  size_t program_patches = 4000;  // of one program
  int64_t cells = 128;           // of a picture along each side
};

class TraceRecorder {
 public:
  explicit TraceRecorder(AccessTrace& trace, TraceLimits limits = {}) : trace_(trace), limits_(limits) {}

  // ---- a launch ----
  struct Target {
    std::string name;
    TensorView view;
  };
  void begin_launch(std::string kernel, Span span, std::array<int64_t, 3> grid, const std::vector<Target>& targets);
  void end_launch(const WorkCounters& work);
  // The launch ends with this diagnostic, at the place noted last.
  void end_launch(const Diagnostic& diagnostic);

  // ---- one access of a program: begin, runs, end ----
  // `key` names the place in the program that accesses.
  void begin_access(uint32_t program, const void* key, Span span, TraceAccess kind, size_t element_bytes);
  // `count` elements, `stride` bytes apart; `offset` counts from the beginning of the target's region.
  void add_run(size_t target, int64_t offset, int64_t count, int64_t stride);
  void end_access(uint64_t lanes, uint64_t lanes_off, uint64_t sectors);

  // ---- where a fault is, before it is thrown ----
  void note_program(uint32_t program);
  void note_place(size_t target, int64_t offset);

 private:
  // How offsets become places of the picture.
  struct Layout {
    int64_t view_offset = 0, element_bytes = 1;
    struct Axis {
      int64_t stride, extent, weight;  // elements; of the index in row-major order
    };
    std::vector<Axis> axes;  // descending strides
    bool is_linear = false;  // the offset is the index
    int64_t elements = 0;
  };
  static Layout make_layout(const TensorView& view, TracePicture& picture, int64_t most_cells);
  // Index of the element in row-major order, -1: none.
  static int64_t element_at(const Layout& layout, int64_t byte);
  void draw(const TracePatch& patch);
  void flush();
  TraceProgram* program_record(uint32_t program);
  bool is_kept(uint32_t program) const { return program % keep_every_ == 0; }
  void note_dropped(uint32_t program);
  void thin_out();
  void close_launch();

  AccessTrace& trace_;
  TraceLimits limits_;
  TraceLaunch* launch_ = nullptr;
  std::vector<Layout> layouts_;
  std::unordered_map<const void*, uint32_t> sites_;
  std::unordered_map<uint32_t, TraceProgram> programs_;
  std::vector<bool> was_dropped_;  // programs whose first steps are gone
  uint64_t keep_every_ = 1, grid_size_ = 0, dropped_ = 0;
  size_t kept_patches_ = 0;
  // Of the present access.
  uint32_t program_ = 0, site_ = 0;
  TraceAccess kind_ = TraceAccess::Read;
  TraceProgram* record_ = nullptr;
  TraceStep step_;
  TracePatch patch_;
  bool has_patch_ = false;
  int64_t bytes_ = 0;
};

}  // namespace tilewright::kernels::memory
