// The order that atomics make between programs: a releasing atomic publishes what its program (and those
// it follows) did, an acquiring atomic on the same place makes its program follow them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

struct Machine::Release final : memory::Ordering {
  using Set = std::vector<uint64_t>;  // one bit a program
  std::unordered_map<uint32_t, Set> known;
  std::unordered_map<uint64_t, Set> published;  // by address

  static void add(Set& set, uint32_t program) {
    if (set.size() <= program / 64) set.resize(program / 64 + 1);
    set[program / 64] |= uint64_t{1} << (program % 64);
  }
  static void merge(Set& into, const Set& from) {
    if (into.size() < from.size()) into.resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) into[i] |= from[i];
  }
  void synchronise(uint32_t program, uint64_t address, bool acquires, bool releases) {
    if (acquires) {
      auto found = published.find(address);
      if (found != published.end()) merge(known[program], found->second);
    }
    if (releases) {
      Set& set = published[address];
      merge(set, known[program]);
      add(set, program);
    }
  }
  // The program has ended.
  void forget(uint32_t program) { known.erase(program); }
  bool happens_before(uint32_t earlier, uint32_t program) const override {
    auto found = known.find(program);
    if (found == known.end() || found->second.size() <= earlier / 64) return false;
    return (found->second[earlier / 64] >> (earlier % 64)) & 1;
  }
};

}  // namespace tilewright::kernels::triton
