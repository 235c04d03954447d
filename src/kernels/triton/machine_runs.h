// Splitting the lanes of an access into runs of equal spacing.
#pragma once

#include <algorithm>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

template <class Body>
void Machine::for_each_run(State& state, int32_t pointer, int32_t mask, size_t element_bytes, Body body) {
  const SlotInfo& s = info(pointer);
  BlockValue& p = value(state, pointer);
  const BlockValue* m = mask >= 0 ? &value(state, mask) : nullptr;
  if (m && (m->has & BlockValue::kData) && m->mask == 0) {
    if (!*m->data) return;
    m = nullptr;
  }
  const bool is_box = m && (m->has & BlockValue::kBox);
  if (p.has & BlockValue::kAffine) {
    std::array<int64_t, kMaxRank> low{}, high{}, lane_step{};
    int64_t running = 1;
    for (int a = s.rank - 1; a >= 0; --a) {
      size_t i = static_cast<size_t>(a);
      low[i] = is_box ? m->low[i] : 0;
      high[i] = is_box ? m->high[i] : s.extents[i];
      if (low[i] >= high[i]) return;
      lane_step[i] = running;
      running *= s.extents[i];
    }
    const uint8_t* on = m && !is_box ? mask_bytes(state, mask, 2) : nullptr;
    // The last axis is the run; earlier ones join it while memory continues evenly.
    int inner = s.rank - 1;
    int64_t inner_low = 0, inner_count = 1, stride = static_cast<int64_t>(element_bytes);
    if (s.rank > 0) {
      size_t i = static_cast<size_t>(inner);
      inner_low = low[i];
      inner_count = high[i] - low[i];
      stride = p.step[i];
      while (inner > 0 && inner_count == lane_step[static_cast<size_t>(inner) - 1] &&
             p.step[static_cast<size_t>(inner) - 1] == stride * inner_count) {
        --inner;
        size_t j = static_cast<size_t>(inner);
        inner_low = low[j] * lane_step[j];
        inner_count *= high[j] - low[j];
        // Beyond this axis only whole extents can join.
        if (low[j] != 0 || high[j] != s.extents[j]) break;
      }
    }
    std::array<int64_t, kMaxRank> index = low;
    for (;;) {
      int64_t lane = inner_low;
      // Offsets stay within 2^63: steps are below 2^46 and extents at most 2^20.
      int64_t offset = inner_low * stride;
      for (int a = 0; a < inner; ++a) {
        size_t i = static_cast<size_t>(a);
        lane += index[i] * lane_step[i];
        offset += index[i] * p.step[i];
      }
      int64_t start = pointer_offset(p.base) + offset;
      uint32_t region = pointer_region(p.base);
      auto word_at = [&](int64_t lanes_on) {
        int64_t at = start + lanes_on * stride;
        bool is_wild = at > kMaxPointerOffset || at < -kMaxPointerOffset;
        return make_pointer(is_wild ? kWildRegion : region, is_wild ? 0 : at);
      };
      if (!on) {
        body(Run{lane, inner_count, word_at(0), stride});
      } else {
        for (int64_t i = 0; i < inner_count;) {
          if (!on[lane + i]) {
            ++i;
            continue;
          }
          int64_t first = i;
          while (i < inner_count && on[lane + i]) ++i;
          body(Run{lane + first, i - first, word_at(first), stride});
        }
      }
      int a = inner - 1;
      for (; a >= 0; --a) {
        size_t i = static_cast<size_t>(a);
        if (++index[i] < high[i]) break;
        index[i] = low[i];
      }
      if (a < 0) return;
    }
  }
  const int64_t* words = reinterpret_cast<const int64_t*>(full(state, pointer, 1));
  const uint8_t* on = m ? mask_bytes(state, mask, 2) : nullptr;
  const int64_t size = static_cast<int64_t>(element_bytes);
  for (int64_t i = 0; i < s.numel;) {
    if (on && !on[i]) {
      ++i;
      continue;
    }
    int64_t first = i++;
    while (i < s.numel && (!on || on[i]) && words[i] - words[i - 1] == size) ++i;
    body(Run{first, i - first, words[first], size});
  }
}

}  // namespace tilewright::kernels::triton
