// Everything that decides a run's result: command line, TOML recipe, --help and the configuration hash come
// from this one struct. What does not decide it (the folder, the number of workers) is not here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tune/rl.h"
#include "tune/sft.h"

namespace tilewright::teach {

struct TeachOptions {
  std::string lang = "triton";  // teach/language.h
  uint64_t seed = 0;
  std::string chip = "h100";
  int64_t max_elements = 16384;

  int training_tasks = 12000;
  int rl_tasks = 1500;
  int held_out_tasks = 240;
  int examples_per_task = 1;  // styles of one task, at most
  std::string tasks;          // a folder of task files to train on beside the generated ones
  // Of the training tasks whose examples are judged; beside them each family's first example of each style,
  // and the examples of all other tasks. The rest are taken on the compiler's word.
  double judged_share = 1;

  int vocabulary = 2048;
  int width = 96, layers = 4, heads = 6, kv_heads = 2, feed_forward = 288;

  int64_t sft_steps = 420;
  int64_t sft_updates_per_step = 10;
  int64_t sft_batch_tokens = 1536;
  double sft_learning_rate = 3e-3;
  double sft_weight_decay = 0.1;
  std::string sft_optimizer = "muon";

  int evaluation_samples = 8;
  int max_new_tokens = 384;

  std::string rl_algorithm = "grpo";
  int64_t rl_steps = 100;
  int rl_prompts = 16;
  int rl_completions = 8;
  double rl_learning_rate = 2e-4;
  int rl_updates = 1, rl_mini_batches = 1;
  double rl_kl_coefficient = 0;
  std::string rl_truncated = "mask";
  double speed_weight = 0.5, speed_range = 2;

  int64_t continued_steps = 90;
  double continued_learning_rate = 7e-4;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("lang", lang, "what kernels are written in: triton or cuda; it chooses other options' defaults");
    visit("seed", seed, "of everything random");
    visit("chip", chip, "the chip whose time is estimated");
    visit("max-elements", max_elements, "task inputs are shrunk until each has at most this many elements");
    visit("training-tasks", training_tasks, "tasks with worked examples to train on");
    visit("rl-tasks", rl_tasks,
          "tasks for reinforcement learning, of which SFT sees no example; 0: the training tasks");
    visit("held-out-tasks", held_out_tasks,
          "tasks to evaluate on; their compositions never occur in training");
    visit("examples-per-task", examples_per_task, "worked examples of one task, at most (one a style)");
    visit("judged-share", judged_share,
          "share of the training tasks whose worked examples the judge sees; the others are the compiler's");
    visit("tasks", tasks, "a folder of task files to train on beside the generated ones");
    visit("vocabulary", vocabulary, "tokens of the tokenizer");
    visit("width", width, "of the transformer");
    visit("layers", layers, "of the transformer");
    visit("heads", heads, "attention heads");
    visit("kv-heads", kv_heads, "key and value heads");
    visit("feed-forward", feed_forward, "width of the feed-forward part");
    visit("sft-steps", sft_steps, "steps of supervised fine-tuning");
    visit("sft-updates-per-step", sft_updates_per_step, "optimiser updates in one of these steps");
    visit("sft-batch-tokens", sft_batch_tokens, "tokens of one update");
    visit("sft-learning-rate", sft_learning_rate, "peak learning rate");
    visit("sft-weight-decay", sft_weight_decay, "of matrices");
    visit("sft-optimizer", sft_optimizer, "adamw or muon");
    visit("evaluation-samples", evaluation_samples, "samples of one held-out task");
    visit("max-new-tokens", max_new_tokens, "longest completion");
    visit("rl-algorithm", rl_algorithm, "grpo, ppo or another row of the algorithm table");
    visit("rl-steps", rl_steps, "steps of reinforcement learning; 0: none");
    visit("rl-prompts", rl_prompts, "prompts of one step");
    visit("rl-completions", rl_completions, "completions of one prompt");
    visit("rl-learning-rate", rl_learning_rate, "peak learning rate");
    visit("rl-updates", rl_updates, "passes over the samples of a step");
    visit("rl-mini-batches", rl_mini_batches, "optimiser updates of one pass");
    visit("rl-kl-coefficient", rl_kl_coefficient, "penalty for leaving the SFT model; 0: none");
    visit("rl-truncated", rl_truncated, "completions cut off at the limit: mask, keep or shape");
    visit("speed-weight", speed_weight,
          "reward of a correct kernel speed-range times as fast as the median example");
    visit("speed-range", speed_range, "speed-ups are clipped to this and its inverse");
    visit("continued-steps", continued_steps, "steps of SFT in the time of RL, for comparison; 0: none");
    visit("continued-learning-rate", continued_learning_rate, "its peak learning rate");
  }
};

// What is there before any option is given: the language's defaults. BadOption: no such language.
Result<TeachOptions> default_options(std::string_view lang);

// Every value in range, or the diagnostic of the first that is not.
Result<void> validate(const TeachOptions& options);

// The parts as the rooms want them.
tune::SftOptions sft_options(const TeachOptions& options);
tune::SftOptions continued_options(const TeachOptions& options);
tune::RlOptions rl_options(const TeachOptions& options);

}  // namespace tilewright::teach
