#include "teach/nearest.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace tilewright::teach {
namespace {

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t') {
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (is_word(text[i]) && end < text.size() && is_word(text[end])) ++end;
    result.push_back(text.substr(i, end - i));
    i = end;
  }
  return result;
}

std::vector<uint64_t> grams(std::string_view text) {
  std::vector<std::string_view> parts = words(text);
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < parts.size(); ++i) {
    uint64_t hash = 0;
    for (size_t length = 1; length <= 3 && i + length <= parts.size(); ++length) {
      hash = hash64(parts[i + length - 1], hash + length);
      hashes.push_back(hash);
    }
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

double similarity(const std::vector<uint64_t>& left, const std::vector<uint64_t>& right) {
  size_t shared = 0;
  for (size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i] == right[j]) {
      ++shared;
      ++i;
      ++j;
    } else {
      ++(left[i] < right[j] ? i : j);
    }
  }
  size_t all = left.size() + right.size() - shared;
  return all == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace

NearestPrompt::NearestPrompt(const std::vector<std::string>& prompts) {
  for (const std::string& prompt : prompts) grams_.push_back(grams(prompt));
}

NearestPrompt::Match NearestPrompt::find(std::string_view prompt) const {
  TW_CHECK(!grams_.empty());
  std::vector<uint64_t> own = grams(prompt);
  Match best{0, -1};
  for (size_t i = 0; i < grams_.size(); ++i) {
    double value = similarity(own, grams_[i]);
    if (value > best.similarity) best = {i, value};
  }
  return best;
}

}  // namespace tilewright::teach
