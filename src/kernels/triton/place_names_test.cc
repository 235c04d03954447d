// Indices by axis of places in and around views.
#include "kernels/triton/place_names.h"

#include <gtest/gtest.h>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

PointerTarget view(Shape shape, Shape strides) {
  PointerTarget target;
  target.name = "x";
  target.shape = std::move(shape);
  target.strides = std::move(strides);
  return target;
}

TEST(PlaceNamesTest, InsideAndOutside) {
  PointerTarget rows = view({4, 16}, {16, 1});
  EXPECT_EQ(index_name(rows, 35), "index 35 [2, 3]");
  EXPECT_EQ(index_name(rows, 64), "index 64 [4, 0]");
  EXPECT_EQ(index_name(rows, -1), "index -1 [-1, 15]");
  EXPECT_EQ(index_name(view({64}, {1}), 64), "index 64");
}

TEST(PlaceNamesTest, OtherOrders) {
  EXPECT_EQ(index_name(view({16, 4}, {1, 16}), 35), "index 35 [3, 2]");
  EXPECT_EQ(index_name(view({4, 8}, {32, 1}), 44), "index 44 [1, 12]");  // between the rows of a slice
  EXPECT_EQ(index_name(view({1, 64}, {1, 1}), 5), "index 5 [0, 5]");
  EXPECT_EQ(index_name(view({64, 1}, {1, 1}), 5), "index 5 [5, 0]");
  EXPECT_EQ(index_name(view({4, 8}, {16, 2}), 3), "index 3");  // between elements
  EXPECT_EQ(index_name(view({4, 8}, {0, 0}), 3), "index 3");
}

}  // namespace
}  // namespace tilewright::kernels::triton
