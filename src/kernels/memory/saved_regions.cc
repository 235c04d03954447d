// Copies of regions; see saved_regions.h.
#include "kernels/memory/saved_regions.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace tilewright::kernels::memory {

void SavedRegions::add(const std::shared_ptr<Region>& region, bool with_values) {
  if (knows(*region)) return;
  Kept kept{region, region->initialised, region->work, region->kernel_bytes, nullptr};
  if (with_values && !region->is_read_only && region->bytes > 0) {
    kept.values.reset(new std::byte[region->bytes]);
    std::memcpy(kept.values.get(), region->base, region->bytes);
  }
  kept_.push_back(std::move(kept));
}

void SavedRegions::put_back(const Kept& kept) {
  if (kept.region->is_read_only) return;
  kept.region->initialised = kept.initialised;
  kept.region->work = kept.work;
  kept.region->kernel_bytes = kept.kernel_bytes;
  if (kept.values) std::memcpy(kept.region->base, kept.values.get(), kept.region->bytes);
}

void SavedRegions::restore() const {
  for (const Kept& kept : kept_) put_back(kept);
}

void SavedRegions::restore(const Region& region) const { put_back(kept(region)); }

size_t SavedRegions::first_difference(const Region& region, size_t begin) const {
  const Kept& known = kept(region);
  if (!known.values || begin >= region.bytes) return region.bytes;
  const std::byte* held = known.values.get();
  return static_cast<size_t>(std::mismatch(held + begin, held + region.bytes, region.base + begin).first -
                             held);
}

const std::byte* SavedRegions::values(const Region& region) const { return kept(region).values.get(); }
const ByteSet& SavedRegions::initialised(const Region& region) const { return kept(region).initialised; }

const SavedRegions::Kept* SavedRegions::find(const Region& region) const {
  auto found = std::find_if(kept_.begin(), kept_.end(),
                            [&](const Kept& kept) { return kept.region.get() == &region; });
  return found == kept_.end() ? nullptr : &*found;
}

const SavedRegions::Kept& SavedRegions::kept(const Region& region) const {
  const Kept* found = find(region);
  TW_CHECK(found != nullptr, "region '{}' was not saved", region.name);
  return *found;
}

}  // namespace tilewright::kernels::memory
