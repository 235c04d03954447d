// set and frozenset, with CPython's probing, so that iteration order is the same.
#pragma once

#include "script/value.h"

namespace tilewright::script {

class Set final : public Object {
 public:
  using TagOwner = Set;
  static constexpr TypeTag kTag = TypeTag::Set;
  explicit Set(bool frozen = false) : Object(kTag), is_frozen(frozen), table_(8) {}
  const bool is_frozen;

  bool add(Interpreter&, const Value& item);
  bool contains_item(Interpreter&, const Value& item) const;
  bool erase(Interpreter&, const Value& item);
  void clear();
  size_t size() const { return used_; }
  std::vector<Value> items() const;
  std::optional<Value> pop();
  void merge(Interpreter&, const Set& other);
  Ref<Set> copy(Interpreter&, bool frozen) const;
  // For iteration: the item at a table position, or unbound.
  size_t position_end() const { return table_.size(); }
  const Value& at(size_t position) const { return table_[position].item; }

  std::string_view type_name() const override { return is_frozen ? "frozenset" : "set"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(used_); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return used_ != 0; }
  std::string repr(Interpreter&) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> in_place(Interpreter&, Binary, const Value&) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;

 private:
  struct Entry {
    Value item = Value::unbound();
    uint64_t hash = 0;
    bool was_used = false;  // with an unbound item: an erased entry
  };
  int64_t locate(Interpreter&, const Value& item, uint64_t hash) const;
  bool insert(Interpreter&, const Value& item, uint64_t hash);
  void insert_new(std::vector<Entry>& table, Value item, uint64_t hash);
  void resize(size_t minimum);
  std::vector<Entry> table_;
  size_t fill_ = 0, used_ = 0;
  size_t finger_ = 0;  // where pop() goes on
  uint64_t version_ = 0;
};

// Set algebra on any iterables: | & - ^.
Value set_operation(Interpreter& interpreter, const Set& left, const Value& right, Binary op, bool frozen);

}  // namespace tilewright::script
