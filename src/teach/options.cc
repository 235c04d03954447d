#include "teach/options.h"

#include <fmt/format.h>

#include "teach/language.h"

namespace tilewright::teach {

Result<TeachOptions> default_options(std::string_view lang) {
  auto language = language_named(lang);
  if (!language) return tl::unexpected(language.error());
  TeachOptions options;
  (*language)->set_defaults(options);
  return options;
}

tune::SftOptions sft_options(const TeachOptions& options) {
  tune::SftOptions sft;
  sft.seed = options.seed;
  sft.steps = options.sft_steps * options.sft_updates_per_step;
  sft.batch_tokens = options.sft_batch_tokens;
  sft.learning_rate = options.sft_learning_rate;
  sft.warmup_steps = std::min<int64_t>(100, sft.steps / 10);
  sft.weight_decay = options.sft_weight_decay;
  sft.optimizer = options.sft_optimizer;
  return sft;
}

tune::SftOptions continued_options(const TeachOptions& options) {
  tune::SftOptions sft = sft_options(options);
  sft.seed = options.seed + 1;  // another order of the data
  sft.steps = options.continued_steps * options.sft_updates_per_step;
  sft.warmup_steps = std::min<int64_t>(30, sft.steps / 10);
  sft.learning_rate = options.continued_learning_rate;
  return sft;
}

tune::RlOptions rl_options(const TeachOptions& options) {
  tune::RlOptions rl;
  rl.seed = options.seed;
  rl.algorithm = options.rl_algorithm;
  rl.steps = options.rl_steps;
  rl.completions = options.rl_completions;
  rl.max_new_tokens = options.max_new_tokens;
  rl.learning_rate = options.rl_learning_rate;
  rl.updates = options.rl_updates;
  rl.mini_batches = options.rl_mini_batches;
  rl.kl_coefficient = options.rl_kl_coefficient;
  rl.truncated = options.rl_truncated;
  return rl;
}

Result<void> validate(const TeachOptions& options) {
  if (auto language = language_named(options.lang); !language) return tl::unexpected(language.error());
  struct Bound {
    const char* name;
    double value, least, most;
  };
  const Bound bounds[] = {{"training-tasks", double(options.training_tasks), 1, 1e6},
                          {"rl-tasks", double(options.rl_tasks), 0, 1e6},
                          {"held-out-tasks", double(options.held_out_tasks), 1, 1e5},
                          {"examples-per-task", double(options.examples_per_task), 1, 100},
                          {"judged-share", options.judged_share, 0, 1},
                          {"max-elements", double(options.max_elements), 1, 1e9},
                          {"vocabulary", double(options.vocabulary), 300, 1e6},
                          {"width", double(options.width), 8, 16384},
                          {"layers", double(options.layers), 1, 256},
                          {"heads", double(options.heads), 1, 256},
                          {"kv-heads", double(options.kv_heads), 1, 256},
                          {"feed-forward", double(options.feed_forward), 8, 65536},
                          {"sft-steps", double(options.sft_steps), 1, 1e8},
                          {"sft-updates-per-step", double(options.sft_updates_per_step), 1, 1e6},
                          {"sft-batch-tokens", double(options.sft_batch_tokens), 64, 1e8},
                          {"sft-learning-rate", options.sft_learning_rate, 0, 1},
                          {"evaluation-samples", double(options.evaluation_samples), 1, 1e4},
                          {"max-new-tokens", double(options.max_new_tokens), 1, 1e5},
                          {"rl-steps", double(options.rl_steps), 0, 1e8},
                          {"rl-prompts", double(options.rl_prompts), 1, 1e5},
                          {"rl-completions", double(options.rl_completions), 1, 1e5},
                          {"speed-range", options.speed_range, 1.1, 1e6},
                          {"speed-weight", options.speed_weight, 0, 0.8},
                          {"continued-steps", double(options.continued_steps), 0, 1e8},
                          {"continued-learning-rate", options.continued_learning_rate, 0, 1}};
  for (const Bound& bound : bounds) {
    if (!(bound.value >= bound.least && bound.value <= bound.most)) {
      return fail(DiagnosticKind::BadOption, fmt::format("--{} is {}, but must lie between {} and {}",
                                                         bound.name, bound.value, bound.least, bound.most));
    }
  }
  if (options.width % options.heads != 0 || (options.width / options.heads) % 2 != 0) {
    return fail(
        DiagnosticKind::BadOption,
        fmt::format("--width {} does not split into {} heads of even width", options.width, options.heads));
  }
  if (options.heads % options.kv_heads != 0) {
    return fail(DiagnosticKind::BadOption,
                fmt::format("--heads {} is no multiple of --kv-heads {}", options.heads, options.kv_heads));
  }
  if (auto checked = tune::validate(sft_options(options)); !checked) return checked;
  return tune::validate(rl_options(options));
}

}  // namespace tilewright::teach
