#include "kernels/cuda/printed_output.h"

#include <gtest/gtest.h>

namespace tilewright::kernels::cuda {
namespace {

TEST(PrintedOutput, LastDigitsAndGapsAreNoDifference) {
  EXPECT_TRUE(prints_the_same("sum 1.00001 of 4\n", "sum 1.00002 of 4\n"));
  EXPECT_TRUE(prints_the_same("took   9.9999 s", "took 10.0001 s"));
  EXPECT_FALSE(prints_the_same("sum 1.1", "sum 1.2"));
  EXPECT_FALSE(prints_the_same("4 errors", "5 errors"));
  EXPECT_FALSE(prints_the_same("ok", "ok\nand more"));
  EXPECT_FALSE(prints_the_same("PASSED", "FAILED"));
}

TEST(PrintedOutput, NumbersThatFollowTheClockAreLeftOut) {
  auto moving = moving_numbers("4 errors in 10 ms", "4 errors in 30 ms");
  ASSERT_TRUE(moving.has_value());
  EXPECT_EQ(*moving, (MovingNumbers{false, true}));
  EXPECT_TRUE(prints_the_same("4 errors in 10 ms", "4 errors in 11 ms", *moving));
  EXPECT_FALSE(prints_the_same("4 errors in 10 ms", "5 errors in 11 ms", *moving));
  EXPECT_FALSE(moving_numbers("1 turn", "2 turns, 3 polls").has_value());
}

TEST(PrintedOutput, LinesAreSorted) {
  EXPECT_EQ(sorted_lines("b\na\n\nc"), "\na\nb\nc\n");
  EXPECT_EQ(sorted_lines(""), "");
}

}  // namespace
}  // namespace tilewright::kernels::cuda
