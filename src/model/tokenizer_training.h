// Trains a byte-level BPE tokenizer for source code that must stay copyable. Merges may run across words
// inside a line, so that a line of boilerplate costs a token or two; but digits are tokens of their own, and
// an identifier outside the fixed vocabulary (words that occur in many of the texts) is cut out of its line
// and split into short pieces: a name or number never seen in training is spelled with tokens that were.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/tokenizer.h"

namespace tilewright::model {

struct TokenizerTrainingOptions {
  int32_t vocab_size = 2048;
  // An identifier is fixed vocabulary when at least this share of the texts holds it ...
  double fixed_word_share = 0.0005;
  // ... and at least this many, and it is not among `copied_words`.
  int32_t fixed_word_documents = 8;
  // Words that must stay copyable, unless a twentieth of the texts holds them: argument names of the training
  // tasks.
  std::vector<std::string> copied_words = {};
  // Longest piece, in bytes, of an identifier outside the fixed vocabulary.
  int32_t longest_name_piece = 12;
};

// Texts are prompts and completions, each a document. An empty corpus is refused.
Result<Tokenizer> train_tokenizer(const std::vector<std::string>& texts,
                                  const TokenizerTrainingOptions& options);

}  // namespace tilewright::model
