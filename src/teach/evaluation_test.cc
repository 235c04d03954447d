#include "teach/evaluation.h"

#include <gtest/gtest.h>

#include "report/comparison.h"

namespace tilewright::teach {
namespace {

// A judge for tests: "good N" is correct in N microseconds, "bad" has wrong values, "ours" is unsupported.
struct FakeJudge {
  int requests = 0;
  std::vector<judge::Verdict> operator()(const std::vector<judge::Request>& all,
                                         const std::function<void(size_t)>& progress) {
    std::vector<judge::Verdict> verdicts;
    for (const judge::Request& request : all) {
      ++requests;
      judge::Verdict verdict;
      verdict.status = judge::Status::WrongValues;
      if (request.candidate_source == "ours") verdict.status = judge::Status::Unsupported;
      if (request.candidate_source.starts_with("good")) {
        verdict.status = judge::Status::Correct;
        verdict.time.emplace();
        verdict.time->kind = "estimated";
        verdict.time->microseconds = std::stod(request.candidate_source.substr(5));
      }
      verdict.summary = request.task_name;
      verdicts.push_back(verdict);
      if (progress) progress(verdicts.size());
    }
    return verdicts;
  }
};

TaskRecord task_of(std::string name, double median) {
  TaskRecord task;
  task.name = std::move(name);
  task.family = "family";
  task.median_example = median;
  task.fastest_example = median / 2;
  return task;
}

TEST(Grader, EqualCompletionsOfATaskAreJudgedOnce) {
  FakeJudge judge;
  Grader grader(std::ref(judge), {});
  TaskRecord one = task_of("one", 4), two = task_of("two", 4);
  auto verdicts = grader.grade({{&one, "good 4"}, {&one, "bad"}, {&one, "good 4"}, {&two, "good 4"}});
  EXPECT_EQ(judge.requests, 3);
  EXPECT_EQ(grader.verdicts(), 3);
  EXPECT_EQ(verdicts[2].status, judge::Status::Correct);
  EXPECT_EQ(verdicts[3].summary, "two");
}

TEST(Evaluation, CountsWhatTheJudgeSaid) {
  FakeJudge judge;
  Grader grader(std::ref(judge), {});
  TaskRecord one = task_of("one", 4), two = task_of("two", 4);
  Evaluation evaluation = evaluate_texts({{"good 4", "good 1.5", "bad", "ours"}, {"bad"}}, {&one, &two},
                                         {.name = "sft", .reward = {}}, grader, {});
  ASSERT_EQ(evaluation.records.size(), 2u);
  const report::EvaluationRecord& record = evaluation.records[0];
  EXPECT_EQ(record.samples, 3);  // what we could not judge counts in no score
  EXPECT_EQ(record.correct, 2);
  EXPECT_EQ(record.statuses.at("unsupported"), 1);
  EXPECT_EQ(record.fastest_text, "good 1.5");
  EXPECT_NEAR(record.mean_reward(), (1 + 1.5 + 0.15) / 3, 1e-9);
  EXPECT_EQ(evaluation.samples.size(), 5u);
  EXPECT_EQ(evaluation.samples[4].stage, "evaluate_sft");
  EXPECT_EQ(evaluation.samples[4].task, "two");
  auto read = report::evaluation_from_json(report::to_json(record), "evaluations.jsonl:1");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(report::to_json(*read), report::to_json(record));
}

TEST(Evaluation, ComparisonFindsWinsAndPairedDifferences) {
  FakeJudge judge;
  Grader grader(std::ref(judge), {});
  TaskRecord one = task_of("one", 4), two = task_of("two", 4);
  report::RunRecord run;
  auto add = [&](std::string name, std::vector<std::vector<std::string>> texts) {
    for (auto& record :
         evaluate_texts(texts, {&one, &two}, {.name = name, .reward = {}}, grader, {}).records) {
      run.evaluations.push_back(record);
    }
  };
  add("sft", {{"good 4"}, {"bad"}});
  add("rl", {{"good 1"}, {"good 4"}});
  auto gain = report::difference(run, "rl", "sft");
  ASSERT_TRUE(gain);
  EXPECT_NEAR(gain->reward.estimate, (0.5 + 0.85) / 2, 1e-9);
  EXPECT_NEAR(gain->pass_at_1.estimate, 0.5, 1e-9);
  EXPECT_NEAR(gain->speed_ratio, 4, 1e-9);
  EXPECT_EQ(gain->speed_tasks, 1);
  EXPECT_FALSE(report::difference(run, "rl", "sft_continued"));
  auto wins = report::wins(run, "rl");
  ASSERT_EQ(wins.size(), 1u);
  EXPECT_EQ(wins[0].task, "one");
  EXPECT_EQ(wins[0].text, "good 1");
  EXPECT_TRUE(report::wins(run, "sft").empty());
}

TEST(TeachOptions, MistakesAreNamed) {
  EXPECT_TRUE(validate(TeachOptions{}));
  TeachOptions options;
  options.heads = 5;
  auto result = validate(options);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("width"), std::string::npos);
  options = {};
  options.rl_algorithm = "gpro";
  EXPECT_FALSE(validate(options));
  options = {};
  options.evaluation_samples = 0;
  EXPECT_FALSE(validate(options));
}

}  // namespace
}  // namespace tilewright::teach
