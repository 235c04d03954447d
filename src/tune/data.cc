#include "tune/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/check.h"
#include "base/random.h"

namespace tilewright::tune {

Result<std::vector<Example>> read_examples(std::string_view jsonl, std::string_view name) {
  using Json = nlohmann::json;
  std::vector<Example> examples;
  size_t line_number = 0;
  while (!jsonl.empty()) {
    ++line_number;
    size_t end = std::min(jsonl.find('\n'), jsonl.size());
    std::string_view line = jsonl.substr(0, end);
    jsonl.remove_prefix(std::min(end + 1, jsonl.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto bad = [&](std::string_view what) {
      return fail(DiagnosticKind::BadFormat, fmt::format("{}:{}: {}", name, line_number, what));
    };
    Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) return bad("not valid JSON");
    if (!json.is_object()) return bad("not an object");
    Example example;
    for (auto [key, text] :
         {std::pair("prompt", &example.prompt), std::pair("completion", &example.completion)}) {
      auto found = json.find(key);
      if (found == json.end() || !found->is_string()) return bad(fmt::format("'{}' is not a string", key));
      *text = found->get<std::string>();
    }
    if (example.prompt.empty()) return bad("the prompt is empty");
    examples.push_back(std::move(example));
  }
  return examples;
}

TokenizedExample tokenize(const Example& example, const model::Tokenizer& tokenizer) {
  TokenizedExample result;
  // Apart, not joined: at sampling time the prompt is tokenised alone too.
  result.tokens = tokenizer.encode(example.prompt);
  result.prompt_length = static_cast<int32_t>(result.tokens.size());
  std::vector<int32_t> completion = tokenizer.encode(example.completion);
  result.tokens.insert(result.tokens.end(), completion.begin(), completion.end());
  if (tokenizer.eos() >= 0) result.tokens.push_back(tokenizer.eos());
  return result;
}

std::vector<TokenizedExample> tokenize(const std::vector<Example>& examples,
                                       const model::Tokenizer& tokenizer) {
  std::vector<TokenizedExample> result;
  result.reserve(examples.size());
  for (const Example& example : examples) result.push_back(tokenize(example, tokenizer));
  return result;
}

BatchReader::BatchReader(const std::vector<TokenizedExample>& examples, int64_t batch_tokens, uint64_t seed)
    : examples_(examples), batch_tokens_(batch_tokens), seed_(seed) {
  TW_CHECK(!examples.empty(), "no examples");
  shuffle();
}

// Fisher and Yates, from a stream of the epoch's own.
void BatchReader::shuffle() {
  order_.resize(examples_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  Random random({seed_, position_.epoch, 0x5fa, 0});
  for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
}

void BatchReader::seek(DataPosition position) {
  position_ = position;
  shuffle();
}

TrainingBatch BatchReader::next() {
  TrainingBatch batch;
  while (true) {
    if (position_.next >= order_.size()) {
      ++position_.epoch;
      position_.next = 0;
      shuffle();
    }
    const TokenizedExample& example = examples_[order_[position_.next]];
    int64_t length = static_cast<int64_t>(example.tokens.size());
    bool is_first = batch.packed.sequences() == 0;
    if (!is_first && static_cast<int64_t>(batch.packed.tokens.size()) + length > batch_tokens_) return batch;
    ++position_.next;
    batch.packed.add(example.tokens);
    batch.prompt_lengths.push_back(example.prompt_length);
    batch.completion_tokens += length - example.prompt_length;
  }
}

}  // namespace tilewright::tune
