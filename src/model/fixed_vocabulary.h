// What of a corpus of source code is boilerplate: the words, long numbers and "word, punctuation, number"
// phrases that tokens may swallow. Everything else (argument names, constants) must stay copyable.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tilewright::model {

struct FixedVocabularyOptions {
  double word_share = 0.0005;                  // of the texts that must hold it
  int32_t documents = 8;                       // and at least this many
  std::vector<std::string> copied_words = {};  // not fixed, unless in `common_share` of the texts
  double common_share = 0.05;
};

// - Words: identifiers in enough texts.
// - Numbers of six or more characters in enough texts (0.7071067811865476 in a GELU), and such as 0.0 and 1.0
//   that are in `common_share` of them.
// - Phrases such as "axis=0": a fixed word, up to four characters of punctuation, a number, where only a few
//   numbers ever follow, each of them often: such a number belongs to the template. A place where constants
//   vary ("min=" in a clamp) is never fixed.
std::set<std::string> find_fixed_vocabulary(const std::vector<std::string>& texts,
                                            const FixedVocabularyOptions& options);

// A regular expression, read alike by PCRE2 and Oniguruma, whose matches are the pre-tokens: line breaks and
// then a run of fixed vocabulary, punctuation and blanks; or one identifier without its digits; or one digit.
std::string copyable_expression(const std::set<std::string>& fixed);

// True for a pre-token that is an identifier cut out of its line.
bool is_cut_name(std::string_view piece, const std::set<std::string>& fixed);

}  // namespace tilewright::model
