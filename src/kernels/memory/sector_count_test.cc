// Distinct sectors, counted by hand.
#include "kernels/memory/sector_count.h"

#include <gtest/gtest.h>

namespace tilewright::kernels::memory {
namespace {

TEST(SectorCountTest, RangesThatMeetShareASector) {
  SectorCount count;
  EXPECT_EQ(count.take(), 0u);
  count.add(0, 128);
  EXPECT_EQ(count.take(), 4u);
  count.add(28, 36);  // across a boundary
  EXPECT_EQ(count.take(), 2u);
  count.add(0, 4);
  count.add(4, 8);
  count.add(40, 44);
  EXPECT_EQ(count.take(), 2u);
}

TEST(SectorCountTest, EverySecondWordWastesHalf) {
  SectorCount count;
  for (size_t lane = 0; lane < 32; ++lane) count.add(lane * 8, lane * 8 + 4);
  EXPECT_EQ(count.take(), 8u);
}

TEST(SectorCountTest, ColumnsOfAMatrixTakeASectorALane) {
  SectorCount count;
  for (size_t lane = 0; lane < 32; ++lane) count.add(lane * 4096, lane * 4096 + 4);
  EXPECT_EQ(count.take(), 32u);
}

TEST(SectorCountTest, RepeatsCountOnceInAnyOrder) {
  SectorCount count;
  for (int row = 0; row < 4; ++row) {
    count.add(64, 192);
    count.add(1024, 1028);
    count.add(0, 4);
  }
  EXPECT_EQ(count.take(), 6u);
  for (size_t lane = 32; lane-- > 0;) count.add(lane * 4, lane * 4 + 4);
  EXPECT_EQ(count.take(), 4u);
}

}  // namespace
}  // namespace tilewright::kernels::memory
