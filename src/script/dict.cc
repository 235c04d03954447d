// The insertion-ordered dictionary: a vector of entries, and an open-addressed index once it is not small.
#include <bit>

#include <fmt/format.h>

#include "script/implementation.h"
#include "script/interpreter.h"
#include "script/exceptions.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {
constexpr size_t kScanned = 8;  // up to so many entries are scanned without an index
constexpr int32_t kEmpty = -1, kErased = -2;
constexpr size_t kManyProbes = 64;
}  // namespace

int64_t Dict::locate(HashedName key) const {
  auto matches = [&](const Entry& entry) {
    if (entry.hash != key.hash || entry.key.is_unbound()) return false;
    auto* string = entry.key.as<String>();
    return string != nullptr && string->text == key.text;
  };
  if (index_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (matches(entries_[i])) return static_cast<int64_t>(i);
    }
    return -1;
  }
  size_t mask = index_.size() - 1;
  uint64_t perturb = key.hash;
  for (size_t at = key.hash & mask;; perturb >>= 5, at = (at * 5 + perturb + 1) & mask) {
    int32_t entry = index_[at];
    if (entry == kEmpty) return -1;
    if (entry != kErased && matches(entries_[static_cast<size_t>(entry)])) return entry;
  }
}

int64_t Dict::locate(Interpreter& interpreter, const Value& key, uint64_t hash) const {
  if (key.is_object() && key.object()->tag() == TypeTag::String) {
    return locate(static_cast<String*>(key.object())->hashed_name());
  }
  size_t probes = 0;
  // 1: equal, 0: not; 2: __eq__ changed the dictionary, start again
  auto matches = [&](size_t position) {
    const Entry& entry = entries_[position];
    if (entry.hash != hash || entry.key.is_unbound()) return 0;
    if (entry.key.is_identical(key)) return 1;
    if (entry.key.is_int() && key.is_int()) return 0;
    uint64_t version = version_;
    Value candidate = entry.key;
    bool is_equal = interpreter.equals(candidate, key);
    return version != version_ ? 2 : is_equal ? 1 : 0;
  };
restart:
  if (index_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      int match = matches(i);
      if (match == 1) return static_cast<int64_t>(i);
      if (match == 2) goto restart;
    }
    return -1;
  }
  size_t mask = index_.size() - 1;
  uint64_t perturb = hash;
  for (size_t at = hash & mask;; perturb >>= 5, at = (at * 5 + perturb + 1) & mask) {
    int32_t entry = index_[at];
    if (entry == kEmpty) return -1;
    if (++probes > kManyProbes) interpreter.spend(1);
    if (entry == kErased) continue;
    int match = matches(static_cast<size_t>(entry));
    if (match == 1) return entry;
    if (match == 2) goto restart;
  }
}

void Dict::rebuild(size_t capacity) {
  if (live_ != entries_.size()) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.key.is_unbound(); });
  }
  index_.clear();
  if (capacity > kScanned) {
    index_.assign(std::bit_ceil(capacity * 2), kEmpty);
    size_t mask = index_.size() - 1;
    for (size_t i = 0; i < entries_.size(); ++i) {
      uint64_t perturb = entries_[i].hash;
      size_t at = entries_[i].hash & mask;
      while (index_[at] != kEmpty) {
        perturb >>= 5;
        at = (at * 5 + perturb + 1) & mask;
      }
      index_[at] = static_cast<int32_t>(i);
    }
  }
  account(entries_.capacity() * sizeof(Entry) + index_.size() * sizeof(int32_t));
}

void Dict::insert(Value key, uint64_t hash, Value value) {
  ++version_;
  bool needs_index = entries_.size() + 1 > kScanned;
  if (needs_index && (entries_.size() + 1) * 3 > index_.size() * 2) rebuild(live_ + 1 + live_ / 2);
  entries_.push_back({std::move(key), std::move(value), hash});
  ++live_;
  if (index_.empty()) return;
  size_t mask = index_.size() - 1;
  uint64_t perturb = hash;
  size_t at = hash & mask;
  while (index_[at] >= 0) {
    perturb >>= 5;
    at = (at * 5 + perturb + 1) & mask;
  }
  index_[at] = static_cast<int32_t>(entries_.size() - 1);
}

void Dict::erase_at(int64_t position) {
  ++version_;
  auto entry = static_cast<size_t>(position);
  if (!index_.empty()) {
    size_t mask = index_.size() - 1;
    uint64_t hash = entries_[entry].hash, perturb = hash;
    size_t at = hash & mask;
    while (index_[at] != position) {
      perturb >>= 5;
      at = (at * 5 + perturb + 1) & mask;
    }
    index_[at] = kErased;
  }
  // Destroyed only once the dictionary is consistent again.
  Value key = std::exchange(entries_[entry].key, Value::unbound());
  Value value = std::exchange(entries_[entry].value, Value());
  --live_;
  if (live_ == 0) {
    entries_.clear();
    index_.clear();
  } else if (index_.empty() && entries_.size() == kScanned) {
    rebuild(live_);
  }
}

std::optional<Value> Dict::find(Interpreter& interpreter, const Value& key) const {
  int64_t at = locate(interpreter, key, interpreter.hash(key));
  return at < 0 ? std::nullopt : std::optional(entries_[static_cast<size_t>(at)].value);
}
std::optional<Value> Dict::find(std::string_view key) const { return find(hashed(key)); }
std::optional<Value> Dict::find(HashedName key) const {
  const Value* value = look_up(key);
  return value == nullptr ? std::nullopt : std::optional(*value);
}
const Value* Dict::look_up(HashedName key) const {
  int64_t at = locate(key);
  return at < 0 ? nullptr : &entries_[static_cast<size_t>(at)].value;
}

void Dict::set(Interpreter& interpreter, const Value& key, Value value) {
  uint64_t hash = interpreter.hash(key);
  int64_t at = locate(interpreter, key, hash);
  if (at >= 0) {
    std::swap(entries_[static_cast<size_t>(at)].value, value);  // the old value dies last
    return;
  }
  if (entries_.size() >= (size_t{1} << 30)) interpreter.abort(DiagnosticKind::MemoryBudget, "dictionary too large");
  if (entries_.size() == entries_.capacity()) {
    interpreter.check_memory(static_cast<int64_t>(entries_.capacity() * (sizeof(Entry) + 8)));
  }
  insert(key, hash, std::move(value));
}
void Dict::set(const Ref<String>& key, Value value) {
  int64_t at = locate(key->hashed_name());
  if (at >= 0) std::swap(entries_[static_cast<size_t>(at)].value, value);
  else insert(key, key->hashed_name().hash, std::move(value));
}
void Dict::set(std::string_view key, Value value) {
  HashedName name = hashed(key);
  int64_t at = locate(name);
  if (at >= 0) std::swap(entries_[static_cast<size_t>(at)].value, value);
  else insert(make<String>(std::string(key)), name.hash, std::move(value));
}

bool Dict::erase(Interpreter& interpreter, const Value& key) {
  int64_t at = locate(interpreter, key, interpreter.hash(key));
  if (at < 0) return false;
  erase_at(at);
  return true;
}
bool Dict::erase(std::string_view key) {
  int64_t at = locate(hashed(key));
  if (at < 0) return false;
  erase_at(at);
  return true;
}
void Dict::clear() {
  ++version_;
  std::vector<Entry> old = std::exchange(entries_, {});
  index_.clear();
  live_ = 0;
}

size_t Dict::size() const { return live_; }
std::vector<std::pair<Value, Value>> Dict::entries() const {
  std::vector<std::pair<Value, Value>> list;
  list.reserve(live_);
  for (const Entry& entry : entries_) {
    if (!entry.key.is_unbound()) list.emplace_back(entry.key, entry.value);
  }
  return list;
}

Value Dict::get_item(Interpreter& interpreter, const Value& key) {
  if (auto value = find(interpreter, key)) return *value;
  raise_key_error(interpreter, key);
}
void Dict::set_item(Interpreter& interpreter, const Value& key, Value value) {
  set(interpreter, key, std::move(value));
}
void Dict::delete_item(Interpreter& interpreter, const Value& key) {
  if (!erase(interpreter, key)) raise_key_error(interpreter, key);
}

std::string Dict::repr(Interpreter& interpreter) {
  DepthGuard guard(interpreter);
  auto& printing = interpreter.implementation().repr_stack;
  for (const Object* object : printing) {
    if (object == this) return "{...}";
  }
  printing.push_back(this);
  std::string text = "{";
  try {
    bool is_first = true;
    for (auto& [key, value] : entries()) {
      interpreter.spend(1);
      if (!is_first) text += ", ";
      is_first = false;
      text += interpreter.repr(key) + ": " + interpreter.repr(value);
    }
  } catch (...) {
    printing.pop_back();
    throw;
  }
  printing.pop_back();
  return text + "}";
}

std::optional<Value> Dict::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  auto* right = other.as<Dict>();
  if (op != Binary::BitOr || right == nullptr) return std::nullopt;
  Ref<Dict> merged = make<Dict>();
  const Dict& first = is_reflected ? *right : *this;
  const Dict& second = is_reflected ? *this : *right;
  for (auto& [key, value] : first.entries()) merged->set(interpreter, key, value);
  for (auto& [key, value] : second.entries()) merged->set(interpreter, key, value);
  return Value(merged);
}

std::optional<Value> Dict::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  auto* right = other.as<Dict>();
  if (right == nullptr || (op != Comparison::Eq && op != Comparison::NotEq)) return std::nullopt;
  DepthGuard guard(interpreter);
  bool is_equal = size() == right->size();
  if (is_equal && right != this) {
    for (auto& [key, value] : entries()) {
      interpreter.spend(1);
      std::optional<Value> theirs = right->find(interpreter, key);
      if (!theirs || (!theirs->is_identical(value) && !interpreter.equals(value, *theirs))) {
        is_equal = false;
        break;
      }
    }
  }
  return Value(is_equal == (op == Comparison::Eq));
}

std::optional<bool> Dict::contains(Interpreter& interpreter, const Value& item) {
  return locate(interpreter, item, interpreter.hash(item)) >= 0;
}

}  // namespace tilewright::script
