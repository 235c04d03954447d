// Data sets of prompt and completion pairs, and their order and batches as pure functions of the seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/tokenizer.h"
#include "model/transformer.h"

namespace tilewright::tune {

struct Example {
  std::string prompt;
  std::string completion;
};

// One JSON object a line with "prompt" and "completion"; other keys are passed over. Errors name file and
// line.
Result<std::vector<Example>> read_examples(std::string_view jsonl, std::string_view name);

struct TokenizedExample {
  std::vector<int32_t> tokens;  // prompt, completion, end token
  int32_t prompt_length = 0;
};
TokenizedExample tokenize(const Example& example, const model::Tokenizer& tokenizer);
std::vector<TokenizedExample> tokenize(const std::vector<Example>& examples,
                                       const model::Tokenizer& tokenizer);

// Where training stands in the data: enough to draw the next batch again.
struct DataPosition {
  uint64_t epoch = 0;
  uint64_t next = 0;  // index into the epoch's order
};

struct TrainingBatch {
  model::PackedTokens packed;
  std::vector<int32_t> prompt_lengths;
  int64_t completion_tokens = 0;
};

// Whole examples in a shuffled order that depends on (seed, epoch) alone, packed without padding until the
// next one would exceed batch_tokens (an example longer than that is a batch of its own).
class BatchReader {
 public:
  BatchReader(const std::vector<TokenizedExample>& examples, int64_t batch_tokens, uint64_t seed);
  TrainingBatch next();
  DataPosition position() const { return position_; }
  void seek(DataPosition position);

 private:
  void shuffle();
  const std::vector<TokenizedExample>& examples_;
  int64_t batch_tokens_;
  uint64_t seed_;
  DataPosition position_;
  std::vector<uint32_t> order_;
};

}  // namespace tilewright::tune
