#include "teach/nearest.h"

#include <gtest/gtest.h>

namespace tilewright::teach {
namespace {

TEST(NearestPrompt, FindsTheOneWithTheSameOperations) {
  NearestPrompt nearest(
      {"return torch.relu(x) * 2", "return torch.softmax(x, dim=1)", "return x.sum(dim=-1)"});
  EXPECT_EQ(nearest.find("return torch.softmax(tensor, dim=1)").index, 1u);
  EXPECT_EQ(nearest.find("return x.sum(dim=-1)").similarity, 1);
  EXPECT_EQ(nearest.find("y = torch.relu(a)").index, 0u);
}

TEST(NearestPrompt, TiesGoToTheFirst) {
  NearestPrompt nearest({"a b", "a b"});
  EXPECT_EQ(nearest.find("a b").index, 0u);
  EXPECT_EQ(nearest.find("").index, 0u);
}

TEST(NearestPrompt, OrderMatters) {
  NearestPrompt nearest({"relu exp log", "log exp relu"});
  EXPECT_EQ(nearest.find("log exp relu").index, 1u);
}

}  // namespace
}  // namespace tilewright::teach
