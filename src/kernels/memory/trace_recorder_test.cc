// Pictures, steps and caps of a trace, filled by hand.
#include "kernels/memory/trace_recorder.h"

#include <gtest/gtest.h>

namespace tilewright::kernels::memory {
namespace {

using Cell = TracePicture::Cell;

TensorView view(std::vector<int64_t> shape, std::vector<int64_t> strides, size_t bytes,
                size_t byte_offset = 0) {
  TensorView made;
  made.region = std::make_shared<Region>();
  made.region->bytes = bytes;
  made.byte_offset = byte_offset;
  made.shape = std::move(shape);
  made.strides = std::move(strides);
  return made;
}

struct Recorded {
  explicit Recorded(TraceLimits limits = {}) : recorder(trace, limits) {}
  void begin(std::vector<TensorView> views, int64_t programs = 4) {
    std::vector<TraceRecorder::Target> targets;
    for (TensorView& each : views) targets.push_back({"t" + std::to_string(targets.size()), each});
    recorder.begin_launch("kernel", {}, {programs, 1, 1}, targets);
  }
  void access(uint32_t program, TraceAccess kind, int64_t offset, int64_t count, int64_t stride = 4) {
    recorder.begin_access(program, &keys[static_cast<size_t>(kind)], {}, kind, 4);
    recorder.add_run(0, offset, count, stride);
    recorder.end_access(static_cast<uint64_t>(count) + 2, 2, 1);
  }
  const TraceLaunch& end() {
    recorder.end_launch(WorkCounters{});
    return trace.launches.back();
  }
  AccessTrace trace;
  TraceRecorder recorder;
  int keys[3];
};

TEST(TraceRecorderTest, CellsKnowWhoReadAndWrote) {
  Recorded r;
  r.begin({view({4, 8}, {8, 1}, 128)});
  r.access(0, TraceAccess::Read, 0, 8);
  r.access(1, TraceAccess::Read, 16, 8);  // elements 4 to 11
  r.access(1, TraceAccess::Write, 64, 4);
  const TraceLaunch& launch = r.end();
  const TracePicture& picture = launch.tensors[0].picture;
  EXPECT_EQ(picture.rows, 4);
  EXPECT_EQ(picture.columns, 8);
  EXPECT_EQ(picture.cells[0].reader, 1u);
  EXPECT_EQ(picture.cells[4].reader, Cell::kSeveral);
  EXPECT_EQ(picture.cells[4].first_reader, 0u);
  EXPECT_EQ(picture.cells[4].reads, 2u);
  EXPECT_EQ(picture.cells[8].reader, 2u);
  EXPECT_EQ(picture.cells[12].reader, Cell::kNobody);
  EXPECT_EQ(picture.cells[16].writer, 2u);
  ASSERT_EQ(launch.sites.size(), 2u);
  EXPECT_EQ(launch.sites[0].executions, 2u);
  EXPECT_EQ(launch.sites[0].bytes, 64u);
  EXPECT_EQ(launch.sites[0].lanes, 20u);
  EXPECT_EQ(launch.sites[0].lanes_off, 4u);
  ASSERT_EQ(launch.programs.size(), 2u);
  EXPECT_EQ(launch.programs_left_out, 0u);
  EXPECT_EQ(launch.programs[1].steps.size(), 2u);
}

TEST(TraceRecorderTest, StridesAreUndone) {
  Recorded r;
  // The transpose of a [8, 4] slice at column 1 of rows of 6.
  r.begin({view({4, 8}, {1, 6}, 8 * 6 * 4, 4)});
  r.access(0, TraceAccess::Read, 4 + 6 * 4 * 2 + 4 * 3, 1);  // row 2, column 3 of memory
  r.access(0, TraceAccess::Read, 0, 1);                      // column 0 is not part of it
  const TraceLaunch& launch = r.end();
  const TracePicture& picture = launch.tensors[0].picture;
  EXPECT_FALSE(picture.is_storage);
  EXPECT_EQ(picture.cells[3 * 8 + 2].reads, 1u);
  EXPECT_EQ(launch.tensors[0].lanes_elsewhere, 1u);
}

TEST(TraceRecorderTest, OverlappingStridesAreDrawnAsMemory) {
  Recorded r;
  r.begin({view({4, 8}, {0, 1}, 32)});
  r.access(0, TraceAccess::Read, 8, 1);
  const TracePicture& picture = r.end().tensors[0].picture;
  EXPECT_TRUE(picture.is_storage);
  EXPECT_EQ(picture.columns, 8);
  EXPECT_EQ(picture.cells[2].reads, 1u);
}

TEST(TraceRecorderTest, LongTensorsAreWrappedAndBinned) {
  Recorded r;
  r.begin({view({1 << 20}, {1}, 4 << 20)});
  r.access(0, TraceAccess::Write, 0, 1024);
  const TracePicture& picture = r.end().tensors[0].picture;
  EXPECT_TRUE(picture.is_wrapped);
  EXPECT_EQ(picture.columns, 8192);
  EXPECT_EQ(picture.rows, 128);
  EXPECT_EQ(picture.cell_rows, 1);
  EXPECT_EQ(picture.cell_columns, 64);
  EXPECT_EQ(picture.cells.size(), 128u * 128u);
  for (size_t c = 0; c < 16; ++c) EXPECT_EQ(picture.cells[c].writes, 64u);
  EXPECT_EQ(picture.cells[16].writes, 0u);
}

TEST(TraceRecorderTest, TilesAndColumnsAreOnePatch) {
  Recorded r;
  r.begin({view({64, 64}, {64, 1}, 64 * 64 * 4)});
  r.recorder.begin_access(0, &r.keys[0], {}, TraceAccess::Read, 4);
  for (int row = 0; row < 16; ++row) r.recorder.add_run(0, row * 256, 8, 4);
  r.recorder.end_access(128, 0, 16);
  r.recorder.begin_access(0, &r.keys[0], {}, TraceAccess::Read, 4);
  for (int row = 0; row < 16; ++row) r.recorder.add_run(0, row * 256, 1, 4);
  r.recorder.end_access(16, 0, 16);
  const TraceLaunch& launch = r.end();
  ASSERT_EQ(launch.programs[0].patches.size(), 2u);
  const TracePatch &tile = launch.programs[0].patches[0], &column = launch.programs[0].patches[1];
  EXPECT_EQ(tile.count, 8);
  EXPECT_EQ(tile.repeat, 16);
  EXPECT_EQ(tile.repeat_stride, 256);
  EXPECT_EQ(column.count * column.repeat, 16);
  EXPECT_EQ(launch.tensors[0].picture.cells[15 * 64].reads, 2u);
}

TEST(TraceRecorderTest, ProgramsThinOutEvenly) {
  Recorded r({.patches = 40});
  r.begin({view({1 << 12}, {1}, 4 << 12)}, 1000);
  for (uint32_t program = 0; program < 1000; ++program)
    r.access(program, TraceAccess::Write, program * 16, 4);
  const TraceLaunch& launch = r.end();
  ASSERT_LE(launch.programs.size(), 42u);
  ASSERT_GE(launch.programs.size(), 20u);
  EXPECT_EQ(launch.programs_left_out + launch.programs.size(), 1000u);
  EXPECT_EQ(launch.programs[1].index - launch.programs[0].index,
            launch.programs[2].index - launch.programs[1].index);
  EXPECT_EQ(launch.sites[0].executions, 1000u);
  uint64_t writes = 0;
  for (const Cell& cell : launch.tensors[0].picture.cells) writes += cell.writes;
  EXPECT_EQ(writes, 4000u);
}

TEST(TraceRecorderTest, TheFaultingProgramIsKept) {
  Recorded r({.patches = 10});
  r.begin({view({1 << 12}, {1}, 4 << 12)}, 1000);
  for (uint32_t program = 0; program < 503; ++program) r.access(program, TraceAccess::Write, program * 16, 4);
  r.recorder.begin_access(503, &r.keys[0], {}, TraceAccess::Read, 4);
  r.recorder.note_program(503);
  r.recorder.note_place(0, 4 << 12);
  r.recorder.end_launch(Diagnostic{DiagnosticKind::OutOfBounds, "beyond", {}, {}});
  const TraceLaunch& launch = r.trace.launches[0];
  ASSERT_TRUE(launch.has_fault);
  EXPECT_EQ(launch.fault.kind, "out-of-bounds");
  EXPECT_EQ(launch.fault.offset, 4 << 12);
  EXPECT_EQ(launch.programs.back().index, 503u);
}

TEST(TraceRecorderTest, LaunchesBeyondTheCapsAreListedThenCounted) {
  Recorded r({.launches = 2, .listed = 3});
  for (int i = 0; i < 5; ++i) {
    r.begin({view({8}, {1}, 32)});
    r.access(0, TraceAccess::Read, 0, 8);
    r.recorder.end_launch(WorkCounters{});
  }
  ASSERT_EQ(r.trace.launches.size(), 3u);
  EXPECT_FALSE(r.trace.launches[1].is_listed_only);
  EXPECT_TRUE(r.trace.launches[2].is_listed_only);
  EXPECT_EQ(r.trace.launches_left_out, 2u);
}

}  // namespace
}  // namespace tilewright::kernels::memory
