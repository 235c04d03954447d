#include "model/bpe.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace tilewright::model {
namespace {

constexpr size_t kCachedPieces = 65536;
constexpr size_t kLongestCachedPiece = 256;

uint64_t pair_key(int32_t left, int32_t right) {
  return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32) | static_cast<uint32_t>(right);
}

}  // namespace

Bpe::Bpe(std::vector<std::optional<std::string>> bytes_of, const std::vector<Merge>& merges,
         bool ignore_merges)
    : bytes_of_(std::move(bytes_of)), ignore_merges_(ignore_merges) {
  std::fill(std::begin(byte_ids_), std::end(byte_ids_), -1);
  for (size_t id = 0; id < bytes_of_.size(); ++id) {
    if (!bytes_of_[id]) continue;
    id_of_.emplace(*bytes_of_[id], static_cast<int32_t>(id));
    if (bytes_of_[id]->size() == 1)
      byte_ids_[static_cast<uint8_t>(bytes_of_[id]->front())] = static_cast<int32_t>(id);
  }
  joins_.reserve(merges.size());
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const Merge& merge = merges[rank];
    // A pair written twice keeps its last rank, as a map filled in order does.
    joins_[pair_key(merge.left, merge.right)] = {static_cast<int32_t>(rank), merge.result};
  }
}

const std::string* Bpe::bytes_of(int32_t id) const {
  if (id < 0 || id >= size() || !bytes_of_[static_cast<size_t>(id)]) return nullptr;
  return &*bytes_of_[static_cast<size_t>(id)];
}

std::optional<int32_t> Bpe::id_of(std::string_view bytes) const {
  auto found = id_of_.find(std::string(bytes));
  if (found == id_of_.end()) return std::nullopt;
  return found->second;
}

// The pair of lowest rank joins first, the leftmost of equals before the others.
std::vector<int32_t> Bpe::merge(std::string_view piece) const {
  struct Symbol {
    int32_t id;
    int32_t previous;
    int32_t next;
  };
  std::vector<Symbol> symbols;
  for (char c : piece) {
    int32_t id = byte_ids_[static_cast<uint8_t>(c)];
    if (id < 0) continue;
    int32_t index = static_cast<int32_t>(symbols.size());
    symbols.push_back({id, index - 1, index + 1});
  }
  if (symbols.empty()) return {};
  symbols.back().next = -1;
  using Candidate = std::tuple<int32_t, int32_t, int32_t, int32_t>;  // rank, place, left id, right id
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  auto offer = [&](int32_t place) {
    if (place < 0 || symbols[static_cast<size_t>(place)].next < 0) return;
    int32_t left = symbols[static_cast<size_t>(place)].id;
    int32_t right = symbols[static_cast<size_t>(symbols[static_cast<size_t>(place)].next)].id;
    auto join = joins_.find(pair_key(left, right));
    if (join != joins_.end()) queue.emplace(join->second.rank, place, left, right);
  };
  for (size_t i = 0; i + 1 < symbols.size(); ++i) offer(static_cast<int32_t>(i));
  while (!queue.empty()) {
    auto [rank, place, left_id, right_id] = queue.top();
    queue.pop();
    Symbol& left = symbols[static_cast<size_t>(place)];
    // Stale: one of the two has joined something else meanwhile.
    if (left.id != left_id || left.next < 0) continue;
    Symbol& right = symbols[static_cast<size_t>(left.next)];
    if (right.id != right_id) continue;
    left.id = joins_.at(pair_key(left_id, right_id)).result;
    right.id = -1;
    left.next = right.next;
    if (left.next >= 0) symbols[static_cast<size_t>(left.next)].previous = place;
    offer(place);
    offer(left.previous);
  }
  std::vector<int32_t> ids;
  for (int32_t i = 0; i >= 0; i = symbols[static_cast<size_t>(i)].next)
    ids.push_back(symbols[static_cast<size_t>(i)].id);
  return ids;
}

void Bpe::encode(std::string_view piece, std::vector<int32_t>& ids) const {
  if (piece.empty()) return;
  std::string key(piece);
  if (ignore_merges_) {
    if (auto found = id_of_.find(key); found != id_of_.end()) {
      ids.push_back(found->second);
      return;
    }
  }
  {
    std::lock_guard lock(cache_mutex_);
    if (auto found = cache_.find(key); found != cache_.end()) {
      ids.insert(ids.end(), found->second.begin(), found->second.end());
      return;
    }
  }
  std::vector<int32_t> merged = merge(piece);
  ids.insert(ids.end(), merged.begin(), merged.end());
  if (piece.size() > kLongestCachedPiece) return;
  std::lock_guard lock(cache_mutex_);
  if (cache_.size() < kCachedPieces) cache_.emplace(std::move(key), std::move(merged));
}

}  // namespace tilewright::model
