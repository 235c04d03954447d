// Strong ids: nodes live in vectors and are named by an index that cannot be mixed up
// with the index of another kind.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace tilewright {

template <class Tag>
struct Id {
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t i) : index(i) {}
  constexpr explicit Id(size_t i) : index(static_cast<uint32_t>(i)) {}
  constexpr explicit operator bool() const { return index != kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace tilewright

template <class Tag>
struct std::hash<tilewright::Id<Tag>> {
  size_t operator()(tilewright::Id<Tag> id) const noexcept { return id.index; }
};
