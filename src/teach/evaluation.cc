#include "teach/evaluation.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"
#include "tune/data.h"

namespace tilewright::teach {
namespace {

constexpr uint64_t kEvaluationStream = 0x6576616c;  // apart from RL's draws under the same seed

report::EvaluationRecord make_record(const TaskRecord& task, const EvaluationOptions& options) {
  report::EvaluationRecord record;
  record.evaluation = options.name;
  record.task = task.name;
  record.family = task.family;
  record.composition = task.composition;
  record.is_unseen = task.is_unseen;
  record.median_example = task.median_example;
  record.fastest_example = task.fastest_example;
  return record;
}

void add_sample(report::EvaluationRecord& record, const judge::Verdict& verdict, const tune::Reward& reward,
                const std::string& text) {
  ++record.statuses[reward.status];
  if (!reward.value) return;
  ++record.samples;
  record.rewards.push_back(*reward.value);
  if (verdict.status != judge::Status::Correct) return;
  ++record.correct;
  double microseconds = verdict.time ? verdict.time->microseconds : 0;
  if (microseconds <= 0) return;
  bool is_fastest =
      record.correct_times.empty() ||
      microseconds < *std::min_element(record.correct_times.begin(), record.correct_times.end());
  record.correct_times.push_back(microseconds);
  if (is_fastest) record.fastest_text = text;
}

}  // namespace

std::vector<int32_t> prompt_tokens(const std::string& prompt, const model::Tokenizer& tokenizer) {
  tune::TokenizedExample tokenized = tune::tokenize(tune::Example{prompt, ""}, tokenizer);
  tokenized.tokens.resize(static_cast<size_t>(tokenized.prompt_length));
  return tokenized.tokens;
}

Evaluation evaluate_texts(const std::vector<std::vector<std::string>>& texts,
                          const std::vector<const TaskRecord*>& tasks, const EvaluationOptions& options,
                          Grader& grader, const EvaluationProgress& progress) {
  TW_CHECK(texts.size() == tasks.size());
  std::vector<Submission> submissions;
  for (size_t i = 0; i < tasks.size(); ++i) {
    for (const std::string& text : texts[i]) submissions.push_back({tasks[i], text});
  }
  Evaluation evaluation;
  std::vector<judge::Verdict> verdicts = grader.grade(submissions, [&](size_t done, size_t total) {
    if (progress && !progress("judged", done, total)) evaluation.is_stopped = true;
  });
  size_t next = 0;
  for (size_t i = 0; i < tasks.size(); ++i) {
    report::EvaluationRecord record = make_record(*tasks[i], options);
    for (size_t j = 0; j < texts[i].size(); ++j, ++next) {
      tune::RlSample sample;
      sample.stage = "evaluate_" + options.name;
      sample.group = static_cast<int64_t>(i);
      sample.index = static_cast<int32_t>(j);
      sample.task = tasks[i]->name;
      sample.text = texts[i][j];
      sample.reward = reward_of(verdicts[next], tasks[i]->median_example, options.reward);
      add_sample(record, verdicts[next], sample.reward, sample.text);
      evaluation.samples.push_back(std::move(sample));
    }
    evaluation.records.push_back(std::move(record));
  }
  return evaluation;
}

Evaluation evaluate_model(const model::Transformer& model, const model::Tokenizer& tokenizer,
                          const std::vector<const TaskRecord*>& tasks, const EvaluationOptions& options,
                          Grader& grader, const EvaluationProgress& progress) {
  std::vector<decode::SampleRequest> requests;
  for (const TaskRecord* task : tasks) {
    requests.push_back(
        {.prompt = prompt_tokens(task->prompt, tokenizer),
         .count = options.samples,
         .key = {.seed = options.seed, .step = kEvaluationStream, .task = hash64(task->name), .sample = 0}});
  }
  decode::SamplingOptions sampling;
  sampling.max_new_tokens = options.max_new_tokens;
  bool is_stopped = false;
  auto completions = decode::sample(model, requests, sampling, [&](int64_t finished, int64_t total) {
    is_stopped = progress && !progress("sampled", static_cast<size_t>(finished), static_cast<size_t>(total));
    return !is_stopped;
  });
  if (is_stopped) return {.records = {}, .samples = {}, .is_stopped = true};
  std::vector<std::vector<std::string>> texts;
  for (const auto& group : completions) {
    texts.emplace_back();
    for (const decode::Completion& completion : group)
      texts.back().push_back(tokenizer.decode(completion.tokens));
  }
  Evaluation evaluation = evaluate_texts(texts, tasks, options, grader, progress);
  size_t next = 0;
  for (size_t i = 0; i < completions.size(); ++i) {
    for (const decode::Completion& completion : completions[i]) {
      tune::RlSample& sample = evaluation.samples[next++];
      sample.prompt_tokens = requests[i].prompt;
      sample.tokens = completion.tokens;
      sample.log_probabilities = completion.log_probabilities;
      sample.mask.assign(completion.tokens.size(), 0);  // nothing is trained on held-out tasks
      sample.is_truncated = !completion.stopped;
    }
  }
  return evaluation;
}

}  // namespace tilewright::teach
