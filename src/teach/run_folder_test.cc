#include "teach/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"

namespace tilewright::teach {
namespace {

struct Options {
  uint64_t seed = 0;
  std::string algorithm = "grpo";
  template <class Visit>
  void fields(Visit&& visit) {
    visit("seed", seed, "");
    visit("algorithm", algorithm, "");
  }
};

class RunFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() /
             ("tilewright_run_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  Result<RunFolder> open() { return RunFolder::open(folder, option_fields(options), R"({"cores": 2})"); }
  std::string content(const std::string& name) { return read_file(folder / name).value_or("<none>"); }

  std::filesystem::path folder;
  Options options;
};

TEST_F(RunFolderTest, LinesPastTheLastSaveAreCutAndTheSnapshotComesBack) {
  {
    auto run = open();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_FALSE(run->is_resumed());
    ASSERT_TRUE(run->begin_stage("sft"));
    ASSERT_TRUE(run->append("metrics.jsonl", "1\n"));
    ASSERT_TRUE(run->save("state one"));
    ASSERT_TRUE(run->append("metrics.jsonl", "2\n"));
    ASSERT_TRUE(run->save("state two"));
    ASSERT_TRUE(run->append("metrics.jsonl", "3\n"));
    ASSERT_TRUE(run->append("samples.jsonl", "cut\n"));
  }  // killed here
  std::ofstream(folder / "metrics.jsonl", std::ios::app) << "4 half a li";
  auto run = open();
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->is_resumed());
  EXPECT_EQ(content("metrics.jsonl"), "1\n2\n");
  EXPECT_EQ(content("samples.jsonl"), "");
  ASSERT_TRUE(run->begin_stage("sft"));
  EXPECT_EQ(run->snapshot(), "state two");
  ASSERT_TRUE(run->append("metrics.jsonl", "3\n"));
  ASSERT_TRUE(run->finish_stage(R"({"steps": 3})"));
  EXPECT_EQ(content("metrics.jsonl"), "1\n2\n3\n");
  EXPECT_EQ(run->finished("sft")->facts, R"({"steps": 3})");
  EXPECT_FALSE(std::filesystem::exists(folder / "snapshot.0.bin"));
}

TEST_F(RunFolderTest, ASnapshotTornByTheKillLeavesTheOneBefore) {
  {
    auto run = open();
    ASSERT_TRUE(run->begin_stage("sft"));
    ASSERT_TRUE(run->save("a"));
    ASSERT_TRUE(run->save("b"));
  }
  std::ofstream(folder / "snapshot.0.bin") << "torn";  // the slot that the next save was writing
  auto run = open();
  ASSERT_TRUE(run->begin_stage("sft"));
  EXPECT_EQ(run->snapshot(), "b");
}

TEST_F(RunFolderTest, ALostSnapshotStartsTheStageAgain) {
  {
    auto run = open();
    ASSERT_TRUE(run->begin_stage("examples"));
    ASSERT_TRUE(run->append("metrics.jsonl", "kept\n"));
    ASSERT_TRUE(run->finish_stage("{}"));
    ASSERT_TRUE(run->begin_stage("sft"));
    ASSERT_TRUE(run->append("metrics.jsonl", "1\n"));
    ASSERT_TRUE(run->save("a"));
  }
  std::ofstream(folder / "snapshot.0.bin") << "x";
  auto run = open();
  ASSERT_TRUE(run);
  EXPECT_EQ(content("metrics.jsonl"), "kept\n");
  ASSERT_TRUE(run->begin_stage("sft"));
  EXPECT_EQ(run->snapshot(), "");
}

TEST_F(RunFolderTest, AnotherConfigurationIsRefusedByName) {
  {
    auto run = open();
    ASSERT_TRUE(run->append("metrics.jsonl", "1\n"));
  }
  std::string state = content("state.json");
  options.algorithm = "ppo";
  auto run = open();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, DiagnosticKind::RunMismatch);
  EXPECT_NE(run.error().message.find("there 'algorithm' is \"grpo\", here it is \"ppo\""), std::string::npos)
      << run.error().message;
  EXPECT_EQ(content("state.json"), state);
  EXPECT_EQ(content("metrics.jsonl"), "1\n");  // not even cut back
}

TEST_F(RunFolderTest, AFolderOfOtherThingsIsRefused) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "thesis.tex") << "dear";
  auto run = open();
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("thesis.tex"), std::string::npos);
  EXPECT_EQ(content("thesis.tex"), "dear");
  EXPECT_FALSE(std::filesystem::exists(folder / "lock"));
}

TEST_F(RunFolderTest, TwoProcessesCannotWorkOnOneRun) {
  auto first = open();
  ASSERT_TRUE(first);
  auto second = open();
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
}

TEST_F(RunFolderTest, ADamagedStateIsNamed) {
  { auto run = open(); }
  std::ofstream(folder / "state.json") << "{\"schema\": 1";
  auto run = open();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, DiagnosticKind::BadFormat);
}

}  // namespace
}  // namespace tilewright::teach
