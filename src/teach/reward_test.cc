#include "teach/reward.h"

#include <gtest/gtest.h>

namespace tilewright::teach {
namespace {

judge::Verdict verdict_of(judge::Status status, double microseconds = 0) {
  judge::Verdict verdict;
  verdict.status = status;
  if (microseconds > 0) {
    verdict.time.emplace();
    verdict.time->kind = "estimated";
    verdict.time->microseconds = microseconds;
  }
  return verdict;
}

double value(judge::Status status, double microseconds = 0) {
  return *reward_of(verdict_of(status, microseconds), 10, {}).value;
}

TEST(Reward, StepsRiseTowardsCorrect) {
  using judge::Status;
  double before = -1;
  for (Status status : {Status::SyntaxError, Status::CompileError, Status::MemoryFault, Status::WrongValues,
                        Status::Correct}) {
    EXPECT_GT(value(status), before);
    before = value(status);
  }
  EXPECT_EQ(value(Status::Exploit), 0);
}

TEST(Reward, SpeedIsLogScaledAndClipped) {
  using judge::Status;
  EXPECT_NEAR(value(Status::Correct, 10), 1, 1e-12);
  EXPECT_NEAR(value(Status::Correct, 5), 1.5, 1e-12);
  EXPECT_NEAR(value(Status::Correct, 1), 1.5, 1e-12);
  EXPECT_NEAR(value(Status::Correct, 20), 0.5, 1e-12);
  EXPECT_NEAR(value(Status::Correct, 2000), 0.5, 1e-12);
  EXPECT_EQ(value(Status::Correct, 9.7), 1);  // closer than the estimate resolves
  EXPECT_GT(value(Status::Correct, 9), 1);
  // Even the slowest correct kernel is worth more than any wrong one.
  EXPECT_GT(value(Status::Correct, 2000), value(Status::WrongValues));
}

TEST(Reward, WrongKernelsEarnNothingForSpeed) {
  EXPECT_EQ(value(judge::Status::WrongValues, 0.001), value(judge::Status::WrongValues));
}

TEST(Reward, CompileErrorsOfCompiledLanguagesHaveDegrees) {
  judge::Verdict verdict = verdict_of(judge::Status::CompileError);
  verdict.diagnostics.push_back({.kind = "compile-error", .severity = "error", .message = "", .file = "a.cu", .line = 4,
                                 .source_line = "", .notes = {}});
  std::string text = "1\n2\n3\n4\n5\n6\n";
  double later = *reward_of(verdict, 10, {}, text).value;
  EXPECT_NEAR(later, 0.05 * 3 / 6, 1e-12);
  verdict.diagnostics[0].line = 2;
  EXPECT_LT(*reward_of(verdict, 10, {}, text).value, later);
  EXPECT_EQ(*reward_of(verdict, 10, {}).value, 0.05);
  EXPECT_GT(value(judge::Status::LaunchError), later);
}

TEST(Reward, OurShortcomingsHaveNoValue) {
  EXPECT_FALSE(reward_of(verdict_of(judge::Status::Unsupported), 10, {}).value);
}

TEST(Reward, UnknownReferenceGivesNoSpeedPart) {
  EXPECT_EQ(*reward_of(verdict_of(judge::Status::Correct, 5), 0, {}).value, 1);
}

TEST(Reward, PartsAreNamed) {
  auto reward = reward_of(verdict_of(judge::Status::Correct, 5), 10, {});
  EXPECT_EQ(reward.parts.back().name, "speed");
  EXPECT_NEAR(reward.parts.back().value, 0.5, 1e-12);
  EXPECT_EQ(reward.status, "correct");
}

}  // namespace
}  // namespace tilewright::teach
