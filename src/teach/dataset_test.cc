#include "teach/dataset.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilewright::teach {
namespace {

TEST(Dataset, RecordsSurviveJson) {
  TaskRecord task{.name = "softmax_000001",
                  .family = "softmax",
                  .source = "import torch\n# \"quoted\" \\ and \xc3\xa4\n",
                  .composition = "abc",
                  .prompt = "class Model",
                  .is_held_out = true,
                  .is_unseen = true,
                  .median_example = 2.5,
                  .fastest_example = 2};
  auto read = task_from_json(to_json(task), "tasks.jsonl:1");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_json(*read), to_json(task));
  EXPECT_EQ(read->source, task.source);
  ExampleRecord example{"softmax_000001", "p", "c", "row kernel", 1.25};
  EXPECT_EQ(to_json(*example_from_json(to_json(example), "examples.jsonl:1")), to_json(example));
}

TEST(Dataset, BadLinesAreNamed) {
  auto read = task_from_json("{\"schema\": 1}", "tasks.jsonl:7");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("tasks.jsonl:7"), std::string::npos);
  EXPECT_FALSE(task_from_json("{\"schema\": 99}", "tasks.jsonl:7"));
  EXPECT_FALSE(example_from_json("[]", "examples.jsonl:1"));
}

TEST(CompositionSplit, KeepsACompositionOnOneSide) {
  CompositionSplit split;
  std::vector<bool> sides;
  for (int i = 0; i < 10; ++i) sides.push_back(split.is_held_out("softmax" + std::to_string(i), "softmax"));
  EXPECT_EQ(std::count(sides.begin(), sides.end(), true), 2);
  EXPECT_FALSE(sides[0]);  // a family of one composition trains on it
  EXPECT_TRUE(sides[1]);   // and from two on holds one out
  for (int i = 0; i < 10; ++i) EXPECT_EQ(split.is_held_out("softmax" + std::to_string(i), "other"), sides[i]);
}

TEST(CompositionSplit, UnseenTasksNeverTakeATrainingComposition) {
  CompositionSplit split;
  EXPECT_FALSE(split.is_held_out("a", "f"));
  EXPECT_FALSE(split.hold_out_if_new("a"));
  EXPECT_TRUE(split.hold_out_if_new("z"));
  EXPECT_TRUE(split.is_held_out("z", "f"));  // training may not have it any more
}

TEST(CompositionSplit, SurvivesJson) {
  CompositionSplit split;
  for (int i = 0; i < 7; ++i) split.is_held_out(std::to_string(i), "f");
  EXPECT_TRUE(split.train_on("0"));
  EXPECT_FALSE(split.train_on("1"));
  auto copy = CompositionSplit::from_json(split.to_json());
  ASSERT_TRUE(copy);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(copy->is_held_out(std::to_string(i), "f"), split.is_held_out(std::to_string(i), "f"));
  }
  EXPECT_FALSE(CompositionSplit::from_json("{}"));
}

TEST(Dataset, SharedCompositionsAreCounted) {
  auto task = [](std::string composition, bool is_held_out) {
    TaskRecord record;
    record.composition = std::move(composition);
    record.is_held_out = is_held_out;
    return record;
  };
  SplitCounts counts =
      count_compositions({task("a", false), task("b", false), task("b", true), task("c", true)});
  EXPECT_EQ(counts.training_compositions, 2);
  EXPECT_EQ(counts.held_out_compositions, 2);
  EXPECT_EQ(counts.shared, 1);
}

}  // namespace
}  // namespace tilewright::teach
