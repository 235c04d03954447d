#include "report/statistics.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/random.h"

namespace tilewright::report {

double pass_at_k(int n, int c, int k) {
  TW_CHECK(1 <= k && k <= n && 0 <= c && c <= n, "pass@{} of {} correct in {}", k, c, n);
  if (n - c < k) return 1;
  double none = 1;
  for (int i = n - c + 1; i <= n; ++i) none *= 1 - static_cast<double>(k) / i;
  return 1 - none;
}

double best_of_k(std::vector<double> values, int k) {
  int n = static_cast<int>(values.size());
  TW_CHECK(1 <= k && k <= n, "best of {} in {}", k, n);
  std::sort(values.begin(), values.end());
  // The i-th smallest (1-based) is the largest of k with chance C(i - 1, k - 1) / C(n, k).
  double sum = 0;
  double chance = static_cast<double>(k) / n;  // of i = n
  for (int i = n; i >= k; --i) {
    sum += chance * values[i - 1];
    if (i > k) chance *= static_cast<double>(i - k) / (i - 1);
  }
  return sum;
}

Interval bootstrap_mean(const std::vector<double>& by_task, const BootstrapOptions& options) {
  Interval result{.tasks = static_cast<int>(by_task.size())};
  if (by_task.empty()) return result;
  double count = static_cast<double>(by_task.size());
  for (double value : by_task) result.estimate += value / count;
  std::vector<double> means(static_cast<size_t>(std::max(1, options.resamples)), 0.0);
  Random random({.seed = options.seed, .step = 0x626f6f74});
  for (double& mean : means) {
    for (size_t i = 0; i < by_task.size(); ++i) mean += by_task[random.below(by_task.size())] / count;
  }
  std::sort(means.begin(), means.end());
  double tail = (1 - options.confidence) / 2;
  auto quantile = [&](double q) {
    double place = q * static_cast<double>(means.size() - 1);
    size_t below = static_cast<size_t>(place);
    size_t above = std::min(below + 1, means.size() - 1);
    return means[below] + (place - static_cast<double>(below)) * (means[above] - means[below]);
  };
  result.low = quantile(tail);
  result.high = quantile(1 - tail);
  return result;
}

Interval bootstrap_difference(const std::vector<double>& left, const std::vector<double>& right,
                              const BootstrapOptions& options) {
  TW_CHECK(left.size() == right.size(), "{} and {} tasks", left.size(), right.size());
  std::vector<double> differences(left.size());
  for (size_t i = 0; i < left.size(); ++i) differences[i] = left[i] - right[i];
  return bootstrap_mean(differences, options);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace tilewright::report
