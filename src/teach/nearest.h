// The baseline that learns nothing: a training task's completion, copied, for the task whose prompt is
// nearest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::teach {

// Finds the most similar of a fixed set of prompts: Jaccard similarity of the sets of word 1-, 2- and 3-grams
// (names, numbers and single signs are words). Ties go to the first.
class NearestPrompt {
 public:
  explicit NearestPrompt(const std::vector<std::string>& prompts);
  // Index of the nearest; similarity from 0 to 1. There must be a prompt.
  struct Match {
    size_t index = 0;
    double similarity = 0;
  };
  Match find(std::string_view prompt) const;

 private:
  std::vector<std::vector<uint64_t>> grams_;  // sorted, distinct hashes
};

}  // namespace tilewright::teach
