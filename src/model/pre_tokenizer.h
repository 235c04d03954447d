// Splitting text before BPE, as Hugging Face's pre-tokenizers do: regular expressions (PCRE2) and digits.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::model {

// What happens to a match of a Split.
enum class SplitBehavior : uint8_t { Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous };

// A compiled regular expression over UTF-8 with Unicode classes; bytes that are not UTF-8 never match.
class Pattern {
 public:
  static Result<Pattern> compile(std::string_view expression, std::string_view name);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  // Calls use(begin, end) for each match from left to right. A search that exceeds its limit ends the walk.
  void for_each_match(std::string_view text, const std::function<void(size_t, size_t)>& use) const;

  struct Code;

 private:
  explicit Pattern(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code_;
};

// The list of steps of a tokenizer.json's pre_tokenizer; ByteLevel's byte map is applied by the model itself.
class PreTokenizer {
 public:
  // Types: Sequence, Split, ByteLevel, Digits; null: no split.
  static Result<PreTokenizer> from_json(const nlohmann::json& json, std::string_view name);

  // Pieces of the text in order; together they are the text (less what Removed takes away). A space is put
  // before the first piece when the tokenizer asks for one.
  std::vector<std::string> split(std::string_view text) const;

 private:
  struct Step {
    std::shared_ptr<const Pattern> pattern;
    SplitBehavior behavior = SplitBehavior::Isolated;
    bool is_inverted = false;
    bool adds_prefix_space = false;  // ByteLevel's add_prefix_space; then `pattern` may be null
  };
  Result<void> add(const nlohmann::json& json, std::string_view name, int depth);
  std::vector<Step> steps_;
};

}  // namespace tilewright::model
