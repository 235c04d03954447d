#include "teach/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "teach/run_folder.h"

namespace tilewright::teach {
namespace {

bool is_better(const Attempt& left, const Attempt& right) {
  auto rank = [](const Attempt& attempt) {
    tune::Reward reward = reward_of(attempt.verdict, 0, {});
    double time = attempt.verdict.time ? attempt.verdict.time->microseconds : 0;
    bool is_timed = attempt.verdict.status == judge::Status::Correct && time > 0;
    return std::tuple(reward.value.value_or(0), is_timed ? -time : 0, attempt.log_probability);
  };
  return rank(left) > rank(right);
}

}  // namespace

std::vector<Attempt> solve(const model::Checkpoint& checkpoint, const TaskRecord& task,
                           const SolveOptions& options, Grader& grader, const EvaluationProgress& progress) {
  decode::SampleRequest request{
      .prompt = prompt_tokens(task.prompt, checkpoint.tokenizer),
      .count = options.samples,
      .key = {.seed = options.seed, .step = 0, .task = hash64(task.prompt), .sample = 0}};
  decode::SamplingOptions sampling;
  sampling.temperature = options.temperature;
  sampling.max_new_tokens = options.max_new_tokens;
  auto completions =
      decode::sample(checkpoint.model, std::span(&request, 1), sampling, [&](int64_t done, int64_t total) {
        return !progress || progress("sampled", static_cast<size_t>(done), static_cast<size_t>(total));
      });
  std::vector<Attempt> attempts;
  std::map<std::string, size_t> known;
  for (const decode::Completion& completion : completions[0]) {
    Attempt attempt;
    attempt.text = checkpoint.tokenizer.decode(completion.tokens);
    for (float log_probability : completion.log_probabilities) attempt.log_probability += log_probability;
    auto [place, is_new] = known.try_emplace(attempt.text, attempts.size());
    if (is_new) {
      attempts.push_back(std::move(attempt));
    } else {
      ++attempts[place->second].repeats;
    }
  }
  std::vector<Submission> submissions;
  for (const Attempt& attempt : attempts) submissions.push_back({&task, attempt.text});
  std::vector<judge::Verdict> verdicts = grader.grade(submissions, [&](size_t done, size_t total) {
    if (progress) progress("judged", done, total);
  });
  for (size_t i = 0; i < attempts.size(); ++i) attempts[i].verdict = std::move(verdicts[i]);
  std::stable_sort(attempts.begin(), attempts.end(), is_better);
  return attempts;
}

Result<std::filesystem::path> find_model(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder / "config.json", ignored)) return folder;
  for (const char* name : {"rl", "sft"}) {
    std::filesystem::path checkpoint = folder / "checkpoints" / name;
    if (std::filesystem::exists(checkpoint / "config.json", ignored)) return checkpoint;
  }
  return fail(DiagnosticKind::FileNotFound,
              fmt::format("no model in '{}': neither config.json nor checkpoints/rl or checkpoints/sft "
                          "(`tilewright teach` makes them)",
                          folder.string()));
}

Result<const Language*> language_of_model(const std::filesystem::path& folder, std::string_view lang) {
  if (!lang.empty()) return language_named(lang);
  std::error_code ignored;
  if (!std::filesystem::exists(folder / "recipe.toml", ignored)) return language_named("triton");
  auto recipe = read_recipe(folder / "recipe.toml");
  if (!recipe) return tl::unexpected(recipe.error());
  auto found = recipe->find("lang");
  // Runs of before there were several languages do not say.
  if (found == recipe->end()) return language_named("triton");
  std::string name = found->second;
  std::erase(name, '"');
  return language_named(name);
}

}  // namespace tilewright::teach
