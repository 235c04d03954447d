// SFT, RL and SFT continued: each a loop of steps that appends metrics, saves and asks whether to stop.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "model/checkpoint.h"
#include "report/run_record.h"
#include "teach/evaluation.h"
#include "teach/reward.h"
#include "teach/stages.h"
#include "tune/rl.h"
#include "tune/sft.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path checkpoint_path(const Teaching& teaching, const std::string& name) {
  return teaching.folder.path() / "checkpoints" / name;
}

// The mean of several updates, as one line of metrics.
report::MetricLine mean_line(const std::string& stage, int64_t step,
                             const std::vector<tune::SftMetrics>& updates) {
  report::MetricLine line{stage, step, {}};
  auto mean = [&](double tune::SftMetrics::*member) {
    double sum = 0;
    for (const tune::SftMetrics& update : updates) sum += update.*member;
    return sum / static_cast<double>(updates.size());
  };
  line.values = {{"loss", mean(&tune::SftMetrics::loss)},
                 {"mean_token_accuracy", mean(&tune::SftMetrics::mean_token_accuracy)},
                 {"entropy", mean(&tune::SftMetrics::entropy)},
                 {"grad_norm", mean(&tune::SftMetrics::grad_norm)},
                 {"learning_rate", updates.back().learning_rate},
                 {"num_tokens", static_cast<double>(updates.back().num_tokens)},
                 {"epoch", updates.back().epoch}};
  return line;
}

// What SFT needs to go on: the trainer's state and, when Ctrl-C came within a step, the metrics of the
// updates that were done of it, as one line of JSON before the state's bytes.
std::string sft_snapshot(const tune::SftTrainer& trainer, const std::vector<tune::SftMetrics>& updates) {
  Json line = Json::array();
  for (const tune::SftMetrics& update : updates)
    line.push_back({update.loss, update.mean_token_accuracy, update.entropy, update.grad_norm});
  return line.dump() + "\n" + trainer.save_state();
}

Result<std::vector<tune::SftMetrics>> restore_sft(tune::SftTrainer& trainer, std::string_view snapshot,
                                                  const std::string& stage) {
  size_t end = std::min(snapshot.find('\n'), snapshot.size());
  std::vector<tune::SftMetrics> updates;
  // JSON knows no NaN: it is written as null.
  auto number = [](const Json& value) { return value.is_null() ? NAN : value.get<double>(); };
  try {
    for (const Json& each : Json::parse(snapshot.substr(0, end))) {
      tune::SftMetrics update;
      update.loss = number(each.at(0));
      update.mean_token_accuracy = number(each.at(1));
      update.entropy = number(each.at(2));
      update.grad_norm = number(each.at(3));
      updates.push_back(update);
    }
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: not a training state of this version", stage));
  }
  auto restored = trainer.load_state(snapshot.substr(std::min(end + 1, snapshot.size())), stage);
  if (!restored) return tl::unexpected(restored.error());
  return updates;
}

Result<StageEnd> train(Teaching& teaching, const std::string& stage, const std::string& from,
                       const tune::SftOptions& options) {
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  auto start = model::load_checkpoint(checkpoint_path(teaching, from));
  if (!start) return tl::unexpected(start.error());
  std::vector<tune::Example> pairs;
  for (const ExampleRecord& example : teaching.examples)
    pairs.push_back({example.prompt, example.completion});
  std::vector<tune::TokenizedExample> examples = tune::tokenize(pairs, start->tokenizer);
  tune::SftTrainer trainer(start->model, examples, options);
  std::vector<tune::SftMetrics> updates;  // of the step in progress
  if (!teaching.folder.snapshot().empty()) {
    auto restored = restore_sft(trainer, teaching.folder.snapshot(), stage);
    if (!restored) return tl::unexpected(restored.error());
    updates = std::move(*restored);
  }
  int64_t updates_per_step = teaching.options.sft_updates_per_step;
  teaching.progress.begin(stage, "steps", options.steps / updates_per_step,
                          trainer.steps_done() / updates_per_step);
  report::MetricLine line;
  while (!trainer.done()) {
    updates.push_back(trainer.step());
    if (std::ssize(updates) < updates_per_step && !trainer.done()) {
      if (!teaching.should_stop()) continue;
      auto saved = teaching.folder.save(sft_snapshot(trainer, updates));
      if (!saved) return tl::unexpected(saved.error());
      return StageEnd{.is_stopped = true};
    }
    int64_t step = trainer.steps_done() / updates_per_step;
    line = mean_line(stage, step, updates);
    updates.clear();
    auto appended = teaching.folder.append("metrics.jsonl", report::to_json(line) + "\n");
    if (!appended) return tl::unexpected(appended.error());
    auto saved = teaching.folder.save(sft_snapshot(trainer, updates));
    if (!saved) return tl::unexpected(saved.error());
    teaching.progress.update(step, fmt::format("loss {:.4f}, token accuracy {:.1f} %", line.values[0].second,
                                               100 * line.values[1].second));
    if (teaching.should_stop()) return StageEnd{.is_stopped = true};
  }
  if (auto saved = model::save_checkpoint(checkpoint_path(teaching, stage), start->model, start->tokenizer);
      !saved) {
    return tl::unexpected(saved.error());
  }
  Json facts{{"parameters", start->model.parameter_count()},
             {"examples", examples.size()},
             {"updates", options.steps},
             {"batch_tokens", options.batch_tokens},
             {"peak_learning_rate", options.learning_rate}};
  if (!line.values.empty()) facts["last_loss"] = line.values[0].second;
  teaching.progress.finish();
  return StageEnd{.facts = facts.dump()};
}

// The prompts of one step: distinct training tasks, drawn by (seed, step).
std::vector<const TaskRecord*> draw_tasks(const std::vector<const TaskRecord*>& tasks,
                                          const TeachOptions& options, int64_t step) {
  std::vector<const TaskRecord*> rest = tasks;
  Random random({.seed = options.seed, .step = static_cast<uint64_t>(step), .task = 0x70726f6d707473});
  size_t count = std::min<size_t>(static_cast<size_t>(options.rl_prompts), rest.size());
  for (size_t i = 0; i < count; ++i) std::swap(rest[i], rest[i + random.below(rest.size() - i)]);
  rest.resize(count);
  return rest;
}

class RewardScorer {
 public:
  RewardScorer(Teaching& teaching, const model::Tokenizer& tokenizer)
      : teaching_(teaching), tokenizer_(tokenizer) {}

  std::vector<std::vector<tune::Reward>> operator()(
      const std::vector<const TaskRecord*>& tasks,
      const std::vector<std::vector<decode::Completion>>& completions) {
    std::vector<Submission> submissions;
    for (size_t i = 0; i < tasks.size(); ++i) {
      for (const decode::Completion& completion : completions[i]) {
        submissions.push_back({tasks[i], tokenizer_.decode(completion.tokens)});
      }
    }
    std::vector<judge::Verdict> verdicts = teaching_.grader.grade(submissions);
    RewardOptions options{teaching_.options.speed_weight, teaching_.options.speed_range};
    std::vector<std::vector<tune::Reward>> rewards(tasks.size());
    bool is_compiled = (*language_named(teaching_.options.lang))->is_compiled;
    size_t next = 0;
    for (size_t i = 0; i < tasks.size(); ++i) {
      for (size_t j = 0; j < completions[i].size(); ++j) {
        std::string_view compiled = is_compiled ? std::string_view(submissions[next].text) : std::string_view();
        rewards[i].push_back(reward_of(verdicts[next++], tasks[i]->median_example, options, compiled));
      }
    }
    return rewards;
  }

 private:
  Teaching& teaching_;
  const model::Tokenizer& tokenizer_;
};

}  // namespace

Result<StageEnd> fine_tune(Teaching& teaching) {
  return train(teaching, "sft", "start", sft_options(teaching.options));
}

Result<StageEnd> continue_fine_tuning(Teaching& teaching) {
  if (teaching.options.continued_steps == 0) return StageEnd{.facts = R"({"skipped": true})"};
  return train(teaching, "sft_continued", "sft", continued_options(teaching.options));
}

Result<StageEnd> reinforce(Teaching& teaching) {
  if (teaching.options.rl_steps == 0) return StageEnd{.facts = R"({"skipped": true})"};
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  auto start = model::load_checkpoint(checkpoint_path(teaching, "sft"));
  if (!start) return tl::unexpected(start.error());
  tune::RlTrainer trainer(start->model, rl_options(teaching.options));
  if (!teaching.folder.snapshot().empty()) {
    if (auto restored = trainer.load_state(teaching.folder.snapshot(), "rl"); !restored)
      return tl::unexpected(restored.error());
  }
  std::vector<const TaskRecord*> training = teaching.reinforcement();
  RewardScorer scorer(teaching, start->tokenizer);
  teaching.progress.begin("rl", "steps", teaching.options.rl_steps, trainer.steps_done());
  int64_t verdicts_before = teaching.grader.verdicts();
  double seconds_before = teaching.grader.seconds();
  while (!trainer.done()) {
    std::vector<const TaskRecord*> tasks = draw_tasks(training, teaching.options, trainer.steps_done());
    std::vector<tune::RlPrompt> prompts;
    for (const TaskRecord* task : tasks) {
      prompts.push_back({static_cast<uint64_t>(task - teaching.tasks.data()), task->name,
                         prompt_tokens(task->prompt, start->tokenizer)});
    }
    tune::RlStep step = trainer.step(
        prompts, [&](const auto&, const auto& completions) { return scorer(tasks, completions); });
    std::string lines;
    for (tune::RlSample& sample : step.samples) {
      sample.stage = "rl";
      sample.text = start->tokenizer.decode(sample.tokens);
      lines += tune::to_json(sample) + "\n";
    }
    report::MetricLine line{"rl", trainer.steps_done(), step.metrics};
    if (auto appended = teaching.folder.append("samples.jsonl", lines); !appended)
      return tl::unexpected(appended.error());
    if (auto appended = teaching.folder.append("metrics.jsonl", report::to_json(line) + "\n"); !appended) {
      return tl::unexpected(appended.error());
    }
    if (auto saved = teaching.folder.save(trainer.save_state()); !saved) return tl::unexpected(saved.error());
    teaching.progress.update(
        trainer.steps_done(),
        fmt::format("reward {:.3f}, correct {:.1f} %, entropy {:.3f}", step.metric("reward"),
                    100 * step.metric("rewards/correct/mean"), step.metric("entropy")));
    if (teaching.should_stop()) return StageEnd{.is_stopped = true};
  }
  if (auto saved = model::save_checkpoint(checkpoint_path(teaching, "rl"), start->model, start->tokenizer);
      !saved) {
    return tl::unexpected(saved.error());
  }
  double seconds = teaching.grader.seconds() - seconds_before;
  int64_t verdicts = teaching.grader.verdicts() - verdicts_before;
  Json facts{{"algorithm", teaching.options.rl_algorithm},
             {"steps", teaching.options.rl_steps},
             {"samples_per_step", teaching.options.rl_prompts * teaching.options.rl_completions},
             {"peak_learning_rate", teaching.options.rl_learning_rate}};
  if (seconds > 0) facts["verdicts_per_second"] = static_cast<double>(verdicts) / seconds;
  teaching.progress.finish();
  return StageEnd{.facts = facts.dump()};
}

}  // namespace tilewright::teach
