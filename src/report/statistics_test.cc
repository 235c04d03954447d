#include "report/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace tilewright::report {
namespace {

double choose(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return k > n ? 0 : result;
}

TEST(PassAtK, EqualsTheBinomialFormula) {
  for (int n = 1; n <= 10; ++n) {
    for (int c = 0; c <= n; ++c) {
      for (int k = 1; k <= n; ++k) {
        EXPECT_NEAR(pass_at_k(n, c, k), 1 - choose(n - c, k) / choose(n, k), 1e-12)
            << n << " " << c << " " << k;
      }
    }
  }
}

TEST(PassAtK, IsUnbiasedWhereThePlugInEstimateIsNot) {
  // n = 5 draws at p = 0.3: the exact expectation over the binomial is 1 - 0.7^3.
  double unbiased = 0, plug_in = 0, p = 0.3;
  for (int c = 0; c <= 5; ++c) {
    double chance = choose(5, c) * std::pow(p, c) * std::pow(1 - p, 5 - c);
    unbiased += chance * pass_at_k(5, c, 3);
    plug_in += chance * (1 - std::pow(1 - c / 5.0, 3));
  }
  EXPECT_NEAR(unbiased, 1 - std::pow(0.7, 3), 1e-12);
  EXPECT_GT(std::abs(plug_in - (1 - std::pow(0.7, 3))), 0.01);
}

TEST(BestOfK, EqualsTheMeanOverAllSubsets) {
  std::vector<double> values{0.3, -1, 2, 0.9, 0.3};
  double sum = 0;
  int subsets = 0;
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = i + 1; j < 5; ++j, ++subsets) sum += std::max(values[i], values[j]);
  }
  EXPECT_NEAR(best_of_k(values, 2), sum / subsets, 1e-12);
  EXPECT_NEAR(best_of_k(values, 5), 2, 1e-12);
  EXPECT_NEAR(best_of_k(values, 1), 0.5, 1e-12);
}

TEST(Bootstrap, CoversTheMeanAboutAsOftenAsItSays) {
  int covered = 0, trials = 300;
  for (int trial = 0; trial < trials; ++trial) {
    Random random({.seed = static_cast<uint64_t>(trial)});
    std::vector<double> values(60);
    for (double& value : values) value = random.chance(0.6) ? 1 : 0;
    Interval interval = bootstrap_mean(values, {.resamples = 400, .seed = static_cast<uint64_t>(trial)});
    covered += interval.low <= 0.6 && 0.6 <= interval.high;
  }
  EXPECT_GT(covered, trials * 0.90);
  EXPECT_LT(covered, trials);
}

TEST(Bootstrap, PairingRemovesTheSpreadBetweenTasks) {
  std::vector<double> left, right;
  for (int i = 0; i < 50; ++i) {
    left.push_back(i % 2 + 0.1);
    right.push_back(i % 2);
  }
  Interval difference = bootstrap_difference(left, right);
  EXPECT_NEAR(difference.estimate, 0.1, 1e-9);
  EXPECT_NEAR(difference.low, 0.1, 1e-9);
  EXPECT_NEAR(difference.high, 0.1, 1e-9);
}

TEST(Bootstrap, SameSeedSameInterval) {
  std::vector<double> values{1, 0, 1, 1, 0, 0, 1};
  EXPECT_EQ(bootstrap_mean(values, {.seed = 1}).low, bootstrap_mean(values, {.seed = 1}).low);
  EXPECT_EQ(bootstrap_mean({}).tasks, 0);
}

TEST(Median, OddAndEven) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

}  // namespace
}  // namespace tilewright::report
