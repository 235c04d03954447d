#include "kernels/memory/stand_in.h"

#include <algorithm>
#include <cstring>

#include "base/random.h"

namespace tilewright::kernels::memory {

ValueSample sample_values(const Region& region, size_t element) {
  constexpr size_t kPieces = 16, kPieceBytes = ValueSample::kMostBytes / kPieces;
  ValueSample sample{{}, element};
  size_t whole = region.bytes - region.bytes % element;
  if (whole <= ValueSample::kMostBytes) {
    sample.bytes.assign(region.base, region.base + whole);
    return sample;
  }
  sample.bytes.resize(kPieces * kPieceBytes);
  for (size_t i = 0; i < kPieces; ++i) {
    size_t at = (whole - kPieceBytes) * i / (kPieces - 1);
    std::memcpy(sample.bytes.data() + i * kPieceBytes, region.base + at - at % element, kPieceBytes);
  }
  return sample;
}

StandIn::StandIn(Region& region, std::shared_ptr<const ValueSample> sample, uint64_t key)
    : region_(region), sample_(std::move(sample)), key_(key), filled_(region.bytes / kPage / 64 + 1) {}

void StandIn::fill_page(size_t page) {
  filled_[page / 64] |= uint64_t{1} << page % 64;
  const std::vector<std::byte>& values = sample_->bytes;
  if (values.empty()) return;
  auto draw = philox4x32({static_cast<uint32_t>(page), static_cast<uint32_t>(page >> 32), 0, 0},
                         {static_cast<uint32_t>(key_), static_cast<uint32_t>(key_ >> 32)});
  size_t from = (uint64_t{draw[0]} << 32 | draw[1]) % (values.size() / sample_->element) * sample_->element;
  size_t end = std::min(region_.bytes, (page + 1) * kPage);
  for (size_t at = page * kPage; at < end;) {
    size_t count = std::min(values.size() - from, end - at);
    std::memcpy(region_.base + at, values.data() + from, count);
    at += count;
    from = 0;
  }
}

}  // namespace tilewright::kernels::memory
