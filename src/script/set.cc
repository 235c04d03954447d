// Sets: linear probes within a cache line, then perturbed jumps (CPython Objects/setobject.c), which fixes
// the order of iteration.
#include "script/set.h"

#include <algorithm>

#include <fmt/format.h>

#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {
constexpr size_t kLinearProbes = 9;

class SetIterator final : public Iterator {
 public:
  explicit SetIterator(Set* set) : set_(set), size_(set->size()) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    if (!set_) return std::nullopt;
    if (set_->size() != size_) interpreter.raise("RuntimeError", "Set changed size during iteration");
    while (position_ < set_->position_end()) {
      const Value& item = set_->at(position_++);
      if (!item.is_unbound()) return item;
    }
    set_ = {};
    return std::nullopt;
  }

 private:
  Ref<Set> set_;
  size_t size_, position_ = 0;
};

}  // namespace

// The position of the item, or -1 - the position of the unused entry where the search ended.
int64_t Set::locate(Interpreter& interpreter, const Value& item, uint64_t hash) const {
restart:
  size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  uint64_t perturb = hash;
  size_t rounds = 0;
  while (true) {
    size_t probes = at + kLinearProbes <= mask ? kLinearProbes : 0;
    for (size_t i = at;; ++i) {
      const Entry& entry = table_[i];
      if (entry.item.is_unbound()) {
        if (!entry.was_used) return -1 - static_cast<int64_t>(i);
      } else if (entry.hash == hash) {
        if (entry.item.is_identical(item)) return static_cast<int64_t>(i);
        uint64_t version = version_;
        Value candidate = entry.item;
        bool is_equal = interpreter.equals(candidate, item);
        if (version != version_) goto restart;
        if (is_equal) return static_cast<int64_t>(i);
      }
      if (i == at + probes) break;
    }
    if (++rounds > 8) interpreter.spend(1);
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

void Set::insert_new(std::vector<Entry>& table, Value item, uint64_t hash) {
  size_t mask = table.size() - 1;
  size_t at = hash & mask;
  uint64_t perturb = hash;
  while (true) {
    size_t probes = at + kLinearProbes <= mask ? kLinearProbes : 0;
    for (size_t i = at; i <= at + probes; ++i) {
      if (!table[i].item.is_unbound()) continue;
      table[i] = {std::move(item), hash, true};
      return;
    }
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

void Set::resize(size_t minimum) {
  size_t size = 8;
  while (size <= minimum) size <<= 1;
  std::vector<Entry> table(size);
  for (Entry& entry : table_) {
    if (!entry.item.is_unbound()) insert_new(table, std::move(entry.item), entry.hash);
  }
  table_ = std::move(table);
  fill_ = used_;
  account(size * sizeof(Entry));
}

bool Set::insert(Interpreter& interpreter, const Value& item, uint64_t hash) {
  int64_t at = locate(interpreter, item, hash);
  if (at >= 0) return false;
  ++version_;
  table_[static_cast<size_t>(-1 - at)] = {item, hash, true};
  ++fill_;
  ++used_;
  if (fill_ * 5 >= (table_.size() - 1) * 3) {
    size_t minimum = used_ > 50000 ? used_ * 2 : used_ * 4;
    interpreter.check_memory(static_cast<int64_t>(minimum * 2 * sizeof(Entry)));
    resize(minimum);
  }
  return true;
}

bool Set::add(Interpreter& interpreter, const Value& item) { return insert(interpreter, item, interpreter.hash(item)); }
bool Set::contains_item(Interpreter& interpreter, const Value& item) const {
  return used_ != 0 ? locate(interpreter, item, interpreter.hash(item)) >= 0 : (interpreter.hash(item), false);
}
bool Set::erase(Interpreter& interpreter, const Value& item) {
  int64_t at = locate(interpreter, item, interpreter.hash(item));
  if (at < 0) return false;
  ++version_;
  Value old = std::exchange(table_[static_cast<size_t>(at)].item, Value::unbound());
  --used_;
  return true;
}
void Set::clear() {
  ++version_;
  std::vector<Entry> old = std::exchange(table_, std::vector<Entry>(8));
  fill_ = used_ = finger_ = 0;
}
std::vector<Value> Set::items() const {
  std::vector<Value> list;
  list.reserve(used_);
  for (const Entry& entry : table_) {
    if (!entry.item.is_unbound()) list.push_back(entry.item);
  }
  return list;
}
std::optional<Value> Set::pop() {
  if (used_ == 0) return std::nullopt;
  size_t at = finger_ & (table_.size() - 1);
  while (table_[at].item.is_unbound()) at = (at + 1) & (table_.size() - 1);
  ++version_;
  Value item = std::exchange(table_[at].item, Value::unbound());
  --used_;
  finger_ = at + 1;
  return item;
}

void Set::merge(Interpreter& interpreter, const Set& other) {
  if (&other == this || other.used_ == 0) return;
  if ((fill_ + other.used_) * 5 >= (table_.size() - 1) * 3) resize((used_ + other.used_) * 2);
  std::vector<std::pair<Value, uint64_t>> entries;
  bool is_same_layout = fill_ == 0 && table_.size() == other.table_.size() && other.fill_ == other.used_;
  if (is_same_layout) {
    ++version_;
    table_ = other.table_;
    fill_ = used_ = other.used_;
    return;
  }
  for (const Entry& entry : other.table_) {
    if (!entry.item.is_unbound()) entries.emplace_back(entry.item, entry.hash);
  }
  if (fill_ == 0) {
    ++version_;
    for (auto& [item, hash] : entries) insert_new(table_, item, hash);
    fill_ = used_ = entries.size();
    return;
  }
  for (auto& [item, hash] : entries) {
    interpreter.spend(1);
    insert(interpreter, item, hash);
  }
}
Ref<Set> Set::copy(Interpreter& interpreter, bool frozen) const {
  Ref<Set> result = make<Set>(frozen);
  result->merge(interpreter, *this);
  return result;
}

std::optional<Value> Set::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}
std::unique_ptr<Iterator> Set::iterate(Interpreter&) { return std::make_unique<SetIterator>(this); }

std::string Set::repr(Interpreter& interpreter) {
  if (used_ == 0) return is_frozen ? "frozenset()" : "set()";
  DepthGuard guard(interpreter);
  std::string text;
  for (const Value& item : items()) {
    interpreter.spend(1);
    text += (text.empty() ? "" : ", ") + interpreter.repr(item);
  }
  return is_frozen ? "frozenset({" + text + "})" : "{" + text + "}";
}

uint64_t Set::hash(Interpreter& interpreter) {
  if (!is_frozen) interpreter.raise("TypeError", "unhashable type: 'set'");
  uint64_t hash = 0;
  auto shuffle = [](uint64_t bits) { return ((bits ^ 89869747u) ^ (bits << 16)) * 3644798167u; };
  for (const Entry& entry : table_) {
    if (!entry.item.is_unbound()) hash ^= shuffle(entry.hash);
  }
  hash ^= (used_ + 1) * 1927868237u;
  hash ^= (hash >> 11) ^ (hash >> 25);
  hash = hash * 69069u + 907133923u;
  return hash == ~uint64_t{0} ? 590923713u : hash;
}

Value set_operation(Interpreter& interpreter, const Set& left, const Value& right_value, Binary op, bool frozen) {
  Ref<Set> right;
  if (auto* set = right_value.as<Set>()) {
    right = Ref<Set>(set);
  } else {
    right = make<Set>();
    interpreter.for_each(right_value, [&](Value item) {
      right->add(interpreter, item);
      return true;
    });
  }
  if (op == Binary::BitOr) {
    Ref<Set> result = left.copy(interpreter, frozen);
    result->merge(interpreter, *right);
    return result;
  }
  Ref<Set> result = make<Set>(frozen);
  if (op == Binary::BitAnd) {
    bool right_is_larger = right_value.as<Set>() != nullptr && right->size() > left.size();
    const Set& walked = right_is_larger ? left : *right;
    const Set& other = right_is_larger ? *right : left;
    for (const Value& item : walked.items()) {
      interpreter.spend(1);
      if (other.contains_item(interpreter, item)) result->add(interpreter, item);
    }
  } else if (op == Binary::Sub) {
    for (const Value& item : left.items()) {
      interpreter.spend(1);
      if (!right->contains_item(interpreter, item)) result->add(interpreter, item);
    }
  } else {  // what is in one of the two, starting from the right operand's
    result = right->copy(interpreter, frozen);
    for (const Value& item : left.items()) {
      interpreter.spend(1);
      if (!result->erase(interpreter, item)) result->add(interpreter, item);
    }
  }
  return result;
}

std::optional<Value> Set::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  auto* right = other.as<Set>();
  bool is_set_operation = op == Binary::BitOr || op == Binary::BitAnd || op == Binary::Sub || op == Binary::BitXor;
  if (right == nullptr || !is_set_operation || is_reflected) return std::nullopt;
  return set_operation(interpreter, *this, other, op, is_frozen);
}

std::optional<Value> Set::in_place(Interpreter& interpreter, Binary op, const Value& other) {
  auto* right = other.as<Set>();
  if (is_frozen || right == nullptr) return std::nullopt;
  switch (op) {
    case Binary::BitOr: merge(interpreter, *right); break;
    case Binary::BitAnd: {
      Value result = set_operation(interpreter, *this, other, op, false);
      clear();
      merge(interpreter, *result.as<Set>());
      break;
    }
    case Binary::Sub:
      if (right == this) clear();
      else for (const Value& item : right->items()) erase(interpreter, item);
      break;
    case Binary::BitXor:
      if (right == this) clear();
      else for (const Value& item : right->items()) {
        if (!erase(interpreter, item)) add(interpreter, item);
      }
      break;
    default: return std::nullopt;
  }
  return Value(this);
}

std::optional<Value> Set::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  auto* right = other.as<Set>();
  if (right == nullptr) return std::nullopt;
  auto is_within = [&](const Set& part, const Set& whole) {
    for (const Value& item : part.items()) {
      interpreter.spend(1);
      if (!whole.contains_item(interpreter, item)) return false;
    }
    return true;
  };
  switch (op) {
    case Comparison::Eq: return Value(used_ == right->used_ && is_within(*this, *right));
    case Comparison::NotEq: return Value(!(used_ == right->used_ && is_within(*this, *right)));
    case Comparison::LtE: return Value(used_ <= right->used_ && is_within(*this, *right));
    case Comparison::Lt: return Value(used_ < right->used_ && is_within(*this, *right));
    case Comparison::GtE: return Value(used_ >= right->used_ && is_within(*right, *this));
    case Comparison::Gt: return Value(used_ > right->used_ && is_within(*right, *this));
  }
  return std::nullopt;
}
std::optional<bool> Set::contains(Interpreter& interpreter, const Value& item) { return contains_item(interpreter, item); }

}  // namespace tilewright::script
