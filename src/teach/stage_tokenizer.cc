// The tokenizer, trained on the worked examples, and the model's first weights.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "model/checkpoint.h"
#include "model/tokenizer_training.h"
#include "teach/stages.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::ordered_json;

// Names in the parameter lists of a prompt: they must stay copyable however often they occur.
void add_parameter_names(const std::string& prompt, std::set<std::string>& names) {
  for (size_t at = 0; (at = prompt.find("def ", at)) != std::string::npos;) {
    size_t open = prompt.find('(', at), close = prompt.find(')', at);
    at += 4;
    if (open == std::string::npos || close == std::string::npos || close < open) continue;
    std::string name;
    for (size_t i = open + 1; i <= close; ++i) {
      char c = prompt[i];
      if (c == '_' || std::isalnum(static_cast<unsigned char>(c))) {
        name += c;
        continue;
      }
      if (!name.empty() && name != "self" && !std::isdigit(static_cast<unsigned char>(name[0])))
        names.insert(name);
      name.clear();
    }
  }
}

}  // namespace

Result<StageEnd> make_tokenizer(Teaching& teaching) {
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  std::vector<std::string> texts;
  std::set<std::string> names;
  for (const ExampleRecord& example : teaching.examples) {
    texts.push_back(example.prompt);
    texts.push_back(example.completion);
    add_parameter_names(example.prompt, names);
  }
  teaching.progress.begin("tokenizer", "texts", static_cast<int64_t>(texts.size()));
  model::TokenizerTrainingOptions training;
  training.vocab_size = teaching.options.vocabulary;
  training.copied_words.assign(names.begin(), names.end());
  auto tokenizer = model::train_tokenizer(texts, training);
  if (!tokenizer) return tl::unexpected(tokenizer.error());

  size_t prompt_sum = 0, completion_sum = 0, longest = 0;
  for (const ExampleRecord& example : teaching.examples) {
    size_t prompt = tokenizer->encode(example.prompt).size(),
           completion = tokenizer->encode(example.completion).size();
    prompt_sum += prompt;
    completion_sum += completion;
    longest = std::max(longest, prompt + completion);
  }
  size_t longest_prompt = 0;
  for (const TaskRecord& task : teaching.tasks)
    longest_prompt = std::max(longest_prompt, tokenizer->encode(task.prompt).size());
  model::ModelConfig config;
  config.vocab_size = tokenizer->vocab_size();
  config.width = teaching.options.width;
  config.layers = teaching.options.layers;
  config.heads = teaching.options.heads;
  config.kv_heads = teaching.options.kv_heads;
  config.head_dim = teaching.options.width / teaching.options.heads;
  config.feed_forward = teaching.options.feed_forward;
  config.eos_tokens = {tokenizer->eos()};
  if (tokenizer->pad() >= 0) config.pad_token = tokenizer->pad();
  size_t positions =
      std::max(longest + 8, longest_prompt + static_cast<size_t>(teaching.options.max_new_tokens) + 8);
  config.max_positions = static_cast<int64_t>((positions + 255) / 256 * 256);
  if (auto checked = model::validate(config, "the model's options"); !checked)
    return tl::unexpected(checked.error());
  model::Transformer transformer(config, teaching.options.seed);
  std::filesystem::path path = teaching.folder.path() / "checkpoints";
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("cannot make folder '{}': {}", path.string(), error.message()));
  if (auto saved = model::save_checkpoint(path / "start", transformer, *tokenizer); !saved)
    return tl::unexpected(saved.error());

  double count = static_cast<double>(teaching.examples.size());
  Json facts{{"vocabulary", tokenizer->vocab_size()},
             {"copied_names", names.size()},
             {"mean_prompt_tokens", static_cast<double>(prompt_sum) / count},
             {"mean_completion_tokens", static_cast<double>(completion_sum) / count},
             {"longest_example_tokens", longest},
             {"positions", config.max_positions},
             {"parameters", transformer.parameter_count()}};
  teaching.progress.update(static_cast<int64_t>(texts.size()));
  teaching.progress.finish(
      fmt::format("{:.0f} + {:.0f} tokens an example, {} parameters", static_cast<double>(prompt_sum) / count,
                  static_cast<double>(completion_sum) / count, transformer.parameter_count()));
  return StageEnd{.facts = facts.dump()};
}

}  // namespace tilewright::teach
