// Estimates and their uncertainty: pass@k, expected best of k, bootstrap intervals over tasks.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::report {

// Chance that at least one of k samples drawn without replacement from n, c of them correct, is correct:
// 1 - C(n - c, k) / C(n, k), the unbiased estimator of 2107.03374. Needs 1 <= k <= n.
double pass_at_k(int n, int c, int k);

// Expected largest of k values drawn without replacement from `values`; needs 1 <= k <= values.size().
double best_of_k(std::vector<double> values, int k);

struct Interval {
  double estimate = 0, low = 0, high = 0;
  int tasks = 0;
};

struct BootstrapOptions {
  int resamples = 2000;
  double confidence = 0.95;
  uint64_t seed = 0;
};

// Mean over tasks with a percentile interval from resampled tasks. Empty: all 0.
Interval bootstrap_mean(const std::vector<double>& by_task, const BootstrapOptions& options = {});

// Mean of left - right over the same tasks: tasks are resampled, pairs stay together.
Interval bootstrap_difference(const std::vector<double>& left, const std::vector<double>& right,
                              const BootstrapOptions& options = {});

double median(std::vector<double> values);  // empty: 0

}  // namespace tilewright::report
