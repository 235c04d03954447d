// bytes: immutable byte strings, as far as host scripts need them; and the singletons of expressions.
#pragma once

#include "script/objects.h"
#include "script/value.h"

namespace tilewright::script {

class Bytes final : public Object {
 public:
  using TagOwner = Bytes;
  static constexpr TypeTag kTag = TypeTag::Bytes;
  explicit Bytes(std::string data) : Object(kTag), bytes(std::move(data)) { account(bytes.size()); }
  const std::string bytes;
  std::string_view type_name() const override { return "bytes"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(bytes.size()); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return !bytes.empty(); }
  std::string repr(Interpreter&) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;
};

}  // namespace tilewright::script
