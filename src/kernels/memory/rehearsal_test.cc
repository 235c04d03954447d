// Noted values stand in at a larger size, page by page and only where values are missing.
#include "kernels/memory/rehearsal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace tilewright::kernels::memory {
namespace {

struct Buffer {
  explicit Buffer(size_t elements) : values(elements) {
    region->base = reinterpret_cast<std::byte*>(values.data());
    region->bytes = elements * sizeof(float);
  }
  std::vector<float> values;
  std::shared_ptr<Region> region = std::make_shared<Region>();
};

TEST(RehearsalTest, ValuesOfTheSmallCallStandInForThoseOfTheLargeOne) {
  Buffer small(100), large(100'000);
  for (size_t i = 0; i < small.values.size(); ++i) small.values[i] = static_cast<float>(i + 1);
  Rehearsal rehearsal;
  rehearsal.begin_notes();
  rehearsal.begin_launch(0);
  EXPECT_EQ(rehearsal.meet(0, small.region, DType::Float32), nullptr);
  rehearsal.note_use(small.region, {.tensor = "x", .bytes_loaded = 400, .unique_bytes = 400}, true);
  EXPECT_EQ(rehearsal.use_of(*small.region).distinct_bytes, 400u);
  EXPECT_TRUE(rehearsal.is_whole());

  rehearsal.begin_replay(7);
  rehearsal.begin_launch(0);
  StandIn* stand_in = rehearsal.meet(0, large.region, DType::Float32);
  ASSERT_NE(stand_in, nullptr);
  EXPECT_EQ(rehearsal.meet(1, large.region, DType::Float32), stand_in) << "one for each region";
  stand_in->fill(200'000, 200'004);
  auto is_known = [](float value) { return value >= 1 && value <= 100; };
  EXPECT_EQ(std::count_if(large.values.begin(), large.values.end(), is_known), 1024) << "one page";
  EXPECT_TRUE(is_known(large.values[50'000]));
  large.values[50'000] = -1;  // a program stores
  stand_in->fill(199'000, 208'000);
  EXPECT_EQ(large.values[50'000], -1);
}

TEST(RehearsalTest, OnlyWhatIsMissingIsStoodInFor) {
  Buffer given(64), partial(64), whole(64), integers(64);
  Rehearsal rehearsal;
  for (bool is_replay : {false, true}) {
    if (is_replay)
      rehearsal.begin_replay(3);
    else
      rehearsal.begin_notes();
    rehearsal.begin_launch(0);
    rehearsal.note_use(partial.region, {.tensor = "x", .bytes_stored = 8}, !is_replay);
    rehearsal.note_use(whole.region, {.tensor = "x", .bytes_stored = 256}, true);
    rehearsal.begin_launch(1);
    EXPECT_EQ(rehearsal.meet(0, given.region, DType::Float32) != nullptr, is_replay);
    EXPECT_EQ(rehearsal.meet(1, partial.region, DType::Float32) != nullptr, is_replay);
    EXPECT_EQ(rehearsal.meet(2, whole.region, DType::Float32), nullptr) << "it holds what launches stored";
    EXPECT_EQ(rehearsal.meet(3, integers.region, DType::Int32), nullptr) << "made by the host, of sizes";
  }
  EXPECT_FALSE(rehearsal.is_whole());
  rehearsal.begin_replay(3);
  rehearsal.add_unfilled(integers.region);
  rehearsal.begin_launch(1);
  EXPECT_NE(rehearsal.meet(3, integers.region, DType::Int32), nullptr) << "an argument without values";
}

TEST(RehearsalTest, MemoryThatNothingWroteHasNoValuesToStandIn) {
  Buffer out(64);
  out.region->initialised = ByteSet(out.region->bytes);
  Rehearsal rehearsal;
  rehearsal.begin_notes();
  rehearsal.begin_launch(0);
  rehearsal.meet(0, out.region, DType::Float32);
  rehearsal.begin_replay(1);
  rehearsal.begin_launch(0);
  EXPECT_EQ(rehearsal.meet(0, out.region, DType::Float32), nullptr);
}

}  // namespace
}  // namespace tilewright::kernels::memory
