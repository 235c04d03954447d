// Byte-pair encoding over byte strings.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilewright::model {

class Bpe {
 public:
  // Two tokens that join, and what they become; earlier in the list joins first.
  struct Merge {
    int32_t left = 0;
    int32_t right = 0;
    int32_t result = 0;
  };

  // bytes_of[id] are a token's bytes; nothing where an id is not in the vocabulary.
  Bpe(std::vector<std::optional<std::string>> bytes_of, const std::vector<Merge>& merges, bool ignore_merges);

  // Appends the ids of one piece. A byte outside the vocabulary is passed over, as Hugging Face does without
  // an unknown token.
  void encode(std::string_view piece, std::vector<int32_t>& ids) const;
  // Null for ids that are not in the vocabulary.
  const std::string* bytes_of(int32_t id) const;
  std::optional<int32_t> id_of(std::string_view bytes) const;
  int32_t size() const { return static_cast<int32_t>(bytes_of_.size()); }

 private:
  std::vector<int32_t> merge(std::string_view piece) const;

  std::vector<std::optional<std::string>> bytes_of_;
  std::unordered_map<std::string, int32_t> id_of_;
  struct Join {
    int32_t rank;
    int32_t result;
  };
  std::unordered_map<uint64_t, Join> joins_;
  int32_t byte_ids_[256];
  bool ignore_merges_ = false;
  // Pieces repeat (a line of boilerplate, a common word): their ids are kept, up to a bound.
  mutable std::mutex cache_mutex_;
  mutable std::unordered_map<std::string, std::vector<int32_t>> cache_;
};

}  // namespace tilewright::model
