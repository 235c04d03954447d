#include "python/tree_builder.h"

#include "base/hash.h"

namespace tilewright::python {
NameId NameTable::intern(std::string_view name) {
  uint64_t hash = hash64(name);
  size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].id) {
    if (slots_[at].hash == hash && names_[slots_[at].id.index] == name) return slots_[at].id;
    at = (at + 1) & mask;
  }
  NameId id(names_.size());
  names_.emplace_back(name);
  slots_[at] = {hash, id};
  if (names_.size() * 2 > slots_.size()) grow();
  return id;
}

void NameTable::grow() {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.size() * 2, {});
  size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.id) continue;
    size_t at = slot.hash & mask;
    while (slots_[at].id) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace tilewright::python
