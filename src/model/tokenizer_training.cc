#include "model/tokenizer_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>

#include "model/byte_level.h"
#include "model/fixed_vocabulary.h"
#include "model/pre_tokenizer.h"

namespace tilewright::model {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSpecialTokens[] = {"<|endoftext|>", "<|pad|>"};
constexpr int32_t kSpecialCount = 2;
constexpr int32_t kByteCount = 256;

struct Word {
  std::vector<int32_t> symbols;
  int64_t count = 0;
  bool is_name = false;
};

uint64_t pair_key(int32_t left, int32_t right) {
  return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32) | static_cast<uint32_t>(right);
}

// Learns merges one by one: the most frequent pair joins, everywhere (Sennrich et al. 2016). Pair counts are
// kept up to date from the words that hold the pair; the queue holds counts that may be stale and are
// checked.
class MergeLearner {
 public:
  MergeLearner(std::vector<Word> words, std::vector<std::string> bytes_of, size_t longest_name_piece)
      : words_(std::move(words)), bytes_of_(std::move(bytes_of)), longest_name_piece_(longest_name_piece) {
    for (size_t id = 0; id < bytes_of_.size(); ++id) id_of_.emplace(bytes_of_[id], static_cast<int32_t>(id));
    for (size_t i = 0; i < words_.size(); ++i) count(static_cast<uint32_t>(i), +1);
    for (const auto& [key, entry] : pairs_) offer(key, entry.count);
  }

  // The next pair, joined; nothing when no pair occurs twice.
  bool next(std::pair<int32_t, int32_t>& merged) {
    while (!queue_.empty()) {
      auto [count, key_order] = queue_.top();
      queue_.pop();
      uint64_t key = ~key_order;
      auto found = pairs_.find(key);
      if (found == pairs_.end() || found->second.count != count) continue;
      if (count < 2) return false;
      merged = {static_cast<int32_t>(key >> 32), static_cast<int32_t>(key & 0xffffffffu)};
      join(merged.first, merged.second, std::move(found->second.words));
      return true;
    }
    return false;
  }
  const std::vector<std::string>& bytes_of() const { return bytes_of_; }

 private:
  struct Pair {
    int64_t count = 0;
    std::vector<uint32_t> words;  // may repeat and be out of date
  };

  void offer(uint64_t key, int64_t count) {
    // Of equal counts the smallest ids first: the result does not depend on hashing.
    if (count > 1) queue_.emplace(count, ~key);
  }

  bool may_join(const Word& word, int32_t left, int32_t right) const {
    return !word.is_name ||
           bytes_of_[static_cast<size_t>(left)].size() + bytes_of_[static_cast<size_t>(right)].size() <=
               longest_name_piece_;
  }

  void count(uint32_t index, int64_t sign) {
    const Word& word = words_[index];
    for (size_t i = 0; i + 1 < word.symbols.size(); ++i) {
      if (!may_join(word, word.symbols[i], word.symbols[i + 1])) continue;
      uint64_t key = pair_key(word.symbols[i], word.symbols[i + 1]);
      Pair& pair = pairs_[key];
      pair.count += sign * word.count;
      if (sign > 0) pair.words.push_back(index);
      touched_.push_back(key);
    }
  }

  void join(int32_t left, int32_t right, std::vector<uint32_t> holders) {
    // Two pairs may spell the same token ("a" + "bc", "ab" + "c"): it keeps one id.
    std::string joined = bytes_of_[static_cast<size_t>(left)] + bytes_of_[static_cast<size_t>(right)];
    auto [place, is_new] = id_of_.emplace(joined, static_cast<int32_t>(bytes_of_.size()));
    if (is_new) bytes_of_.push_back(joined);
    int32_t result = place->second;
    std::sort(holders.begin(), holders.end());
    holders.erase(std::unique(holders.begin(), holders.end()), holders.end());
    touched_.clear();
    for (uint32_t index : holders) {
      count(index, -1);
      std::vector<int32_t>& symbols = words_[index].symbols;
      size_t kept = 0;
      for (size_t i = 0; i < symbols.size(); ++i) {
        if (i + 1 < symbols.size() && symbols[i] == left && symbols[i + 1] == right) {
          symbols[kept++] = result;
          ++i;
        } else {
          symbols[kept++] = symbols[i];
        }
      }
      symbols.resize(kept);
      count(index, +1);
    }
    pairs_.erase(pair_key(left, right));
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (uint64_t key : touched_) {
      auto found = pairs_.find(key);
      if (found != pairs_.end()) offer(key, found->second.count);
    }
  }

  std::vector<Word> words_;
  std::vector<std::string> bytes_of_;
  std::unordered_map<std::string, int32_t> id_of_;
  size_t longest_name_piece_;
  std::unordered_map<uint64_t, Pair> pairs_;
  std::priority_queue<std::pair<int64_t, uint64_t>> queue_;
  std::vector<uint64_t> touched_;
};

std::vector<Word> count_words(const std::vector<std::string>& texts, const PreTokenizer& pre_tokenizer,
                              const std::set<std::string>& fixed) {
  std::map<std::string, int64_t> counts;
  {
    std::unordered_map<std::string, int64_t> unordered;
    for (const std::string& text : texts) {
      for (std::string& piece : pre_tokenizer.split(text)) ++unordered[std::move(piece)];
    }
    counts.insert(unordered.begin(), unordered.end());
  }
  std::vector<Word> words;
  for (const auto& [piece, count] : counts) {
    Word word{{}, count, is_cut_name(piece, fixed)};
    for (char c : piece) word.symbols.push_back(kSpecialCount + static_cast<uint8_t>(c));
    words.push_back(std::move(word));
  }
  return words;
}

Json pre_tokenizer_json(const std::string& expression) {
  Json split = {
      {"type", "Split"}, {"pattern", {{"Regex", expression}}}, {"behavior", "Isolated"}, {"invert", false}};
  Json bytes = {
      {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", false}};
  return {{"type", "Sequence"}, {"pretokenizers", {split, bytes}}};
}

Json tokenizer_json(const std::string& expression, const std::vector<std::string>& bytes_of,
                    const std::vector<std::pair<int32_t, int32_t>>& merges) {
  Json added = Json::array();
  Json vocabulary = Json::object();
  for (int32_t id = 0; id < kSpecialCount; ++id) {
    added.push_back({{"id", id},
                     {"content", kSpecialTokens[id]},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false},
                     {"special", true}});
    vocabulary[kSpecialTokens[id]] = id;
  }
  auto written = [&](int32_t id) { return bytes_to_characters(bytes_of[static_cast<size_t>(id)]); };
  for (int32_t id = kSpecialCount; id < static_cast<int32_t>(bytes_of.size()); ++id)
    vocabulary[written(id)] = id;
  Json joins = Json::array();
  // Strings, not pairs: both old and new readers take them, and no byte is written as a space.
  for (auto [left, right] : merges) joins.push_back(written(left) + " " + written(right));
  Json byte_level = {
      {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", false}};
  return {{"version", "1.0"},
          {"truncation", nullptr},
          {"padding", nullptr},
          {"added_tokens", added},
          {"normalizer", nullptr},
          {"pre_tokenizer", pre_tokenizer_json(expression)},
          {"post_processor", nullptr},
          {"decoder", byte_level},
          {"model",
           {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", nullptr},
            {"continuing_subword_prefix", nullptr},
            {"end_of_word_suffix", nullptr},
            {"fuse_unk", false},
            {"byte_fallback", false},
            {"ignore_merges", false},
            {"vocab", vocabulary},
            {"merges", joins}}}};
}

}  // namespace

Result<Tokenizer> train_tokenizer(const std::vector<std::string>& texts,
                                  const TokenizerTrainingOptions& options) {
  if (texts.empty()) return fail(DiagnosticKind::BadOption, "a tokenizer needs texts to be trained on");
  if (options.vocab_size < kSpecialCount + kByteCount || options.vocab_size > (1 << 20)) {
    return fail(DiagnosticKind::BadOption,
                fmt::format("a vocabulary of {} tokens is not in {}..{}", options.vocab_size,
                            kSpecialCount + kByteCount, 1 << 20));
  }
  std::set<std::string> fixed = find_fixed_vocabulary(
      texts, {options.fixed_word_share, options.fixed_word_documents, options.copied_words});
  std::string expression = copyable_expression(fixed);
  auto pre_tokenizer =
      PreTokenizer::from_json(nlohmann::json(pre_tokenizer_json(expression)), "trained tokenizer");
  if (!pre_tokenizer) return tl::unexpected(pre_tokenizer.error());
  std::vector<std::string> bytes_of(kSpecialTokens, kSpecialTokens + kSpecialCount);
  for (int b = 0; b < kByteCount; ++b) bytes_of.emplace_back(1, static_cast<char>(b));
  MergeLearner learner(count_words(texts, *pre_tokenizer, fixed), std::move(bytes_of),
                       static_cast<size_t>(options.longest_name_piece));
  std::vector<std::pair<int32_t, int32_t>> merges;
  std::pair<int32_t, int32_t> merged;
  while (static_cast<int32_t>(learner.bytes_of().size()) < options.vocab_size && learner.next(merged)) {
    merges.push_back(merged);
  }
  Json json = tokenizer_json(expression, learner.bytes_of(), merges);
  return Tokenizer::from_json(json.dump(-1, ' ', false, Json::error_handler_t::replace), "trained tokenizer");
}

}  // namespace tilewright::model
