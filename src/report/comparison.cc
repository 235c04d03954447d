#include "report/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tilewright::report {
namespace {

double pass_at_1(const EvaluationRecord& record) {
  return record.samples == 0 ? 0 : static_cast<double>(record.correct) / record.samples;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Score make_score(const EvaluationLabel& label, const std::vector<const EvaluationRecord*>& records) {
  Score result;
  result.id = label.id;
  result.label = label.label;
  std::vector<double> pass, reward, seen, unseen;
  std::map<std::string, std::vector<double>> families;
  for (const EvaluationRecord* record : records) {
    if (record->samples == 0) continue;
    result.samples = result.tasks == 0 ? record->samples : std::min(result.samples, record->samples);
    ++result.tasks;
    double rate = pass_at_1(*record);
    pass.push_back(rate);
    reward.push_back(record->mean_reward());
    (record->is_unseen ? unseen : seen).push_back(rate);
    families[record->family].push_back(rate);
  }
  result.pass_at_1 = bootstrap_mean(pass);
  result.reward = bootstrap_mean(reward);
  result.seen = bootstrap_mean(seen);
  result.unseen = bootstrap_mean(unseen);
  for (int k = 2; k <= result.samples; k *= 2) {
    std::vector<double> each;
    for (const EvaluationRecord* record : records) {
      if (record->samples >= k) each.push_back(pass_at_k(record->samples, record->correct, k));
    }
    result.pass_at.emplace_back(k, bootstrap_mean(each));
  }
  for (const auto& [family, rates] : families) result.by_family.emplace_back(family, bootstrap_mean(rates));
  return result;
}

std::string label_of(const std::string& id) {
  for (const EvaluationLabel& label : evaluation_labels()) {
    if (label.id == id) return label.label;
  }
  return id;
}

}  // namespace

const std::vector<EvaluationLabel>& evaluation_labels() {
  static const std::vector<EvaluationLabel> labels{{"nearest", "Nearest training example"},
                                                   {"sft", "After SFT"},
                                                   {"sft_continued", "SFT continued"},
                                                   {"rl", "After RL"}};
  return labels;
}

std::vector<Score> scores(const RunRecord& record) {
  std::vector<Score> result;
  for (const EvaluationLabel& label : evaluation_labels()) {
    if (auto found = score(record, label.id)) result.push_back(*found);
  }
  return result;
}

std::optional<Score> score(const RunRecord& record, const std::string& id) {
  auto records = record.evaluation(id);
  if (records.empty()) return std::nullopt;
  return make_score({id, label_of(id)}, records);
}

std::optional<Difference> difference(const RunRecord& record, const std::string& left,
                                     const std::string& right) {
  std::map<std::string, const EvaluationRecord*> others;
  for (const EvaluationRecord* other : record.evaluation(right)) others[other->task] = other;
  std::vector<double> left_reward, right_reward, left_pass, right_pass;
  double log_ratio = 0;
  Difference result{.left = label_of(left), .right = label_of(right), .reward = {}, .pass_at_1 = {}};
  for (const EvaluationRecord* one : record.evaluation(left)) {
    auto other = others.find(one->task);
    if (other == others.end() || one->samples == 0 || other->second->samples == 0) continue;
    left_reward.push_back(one->mean_reward());
    right_reward.push_back(other->second->mean_reward());
    left_pass.push_back(pass_at_1(*one));
    right_pass.push_back(pass_at_1(*other->second));
    if (one->correct_times.empty() || other->second->correct_times.empty()) continue;
    log_ratio += std::log(mean(other->second->correct_times) / mean(one->correct_times));
    ++result.speed_tasks;
  }
  if (left_reward.empty()) return std::nullopt;
  result.reward = bootstrap_difference(left_reward, right_reward);
  result.pass_at_1 = bootstrap_difference(left_pass, right_pass);
  if (result.speed_tasks > 0) result.speed_ratio = std::exp(log_ratio / result.speed_tasks);
  return result;
}

std::vector<Win> wins(const RunRecord& record, const std::string& id) {
  std::vector<Win> result;
  for (const EvaluationRecord* each : record.evaluation(id)) {
    if (each->correct_times.empty() || each->fastest_example <= 0) continue;
    double best = *std::min_element(each->correct_times.begin(), each->correct_times.end());
    // Below one part in a thousand two estimates are the same kernel.
    if (best < each->fastest_example * 0.999) {
      result.push_back({each->task, each->family, each->fastest_text, best, each->fastest_example});
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const Win& left, const Win& right) {
    return left.fastest_example / left.best > right.fastest_example / right.best;
  });
  return result;
}

}  // namespace tilewright::report
