#include "tasks/generator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "tasks/vocabulary.h"

namespace tilewright::tasks {
namespace {

TEST(Generator, SameSeedAndIndexGiveTheSameTask) {
  for (uint64_t index = 0; index < 50; ++index) {
    EXPECT_EQ(generate({.seed = 3}, index).source, generate({.seed = 3}, index).source);
  }
  EXPECT_NE(generate({.seed = 3}, 0).source, generate({.seed = 4}, 0).source);
}

TEST(Generator, FamiliesRotate) {
  std::set<std::string> seen;
  for (uint64_t index = 0; index < families().size(); ++index) seen.insert(generate({}, index).family);
  EXPECT_EQ(seen.size(), families().size());
}

TEST(Generator, TasksDiffer) {
  std::set<std::string> sources;
  for (uint64_t index = 0; index < 1000; ++index) sources.insert(generate({.seed = 1}, index).source);
  EXPECT_GT(sources.size(), 990u);
}

}  // namespace
}  // namespace tilewright::tasks
