// The states of a line and when it needs a record a granule; see shadow.h.
#include "kernels/memory/shadow.h"

namespace tilewright::kernels::memory {
namespace {

constexpr uint32_t kSeveralStored = 0xffffffffu;  // Conflict::kSeveral + 1

// True when nothing `stored` did conflicts with `program`.
bool is_harmless(uint32_t stored, uint32_t program, const Ordering* ordering) {
  if (stored == 0 || stored == program + 1) return true;
  if (!ordering) return false;
  // Several programs are not told apart: with synchronisation in play they are taken as ordered.
  return stored == kSeveralStored || ordering->happens_before(stored - 1, program);
}

uint32_t merged(uint32_t stored, uint32_t program) {
  return stored == 0 || stored == program + 1 ? program + 1 : kSeveralStored;
}

}  // namespace

void Shadow::begin_launch(size_t bytes, size_t granule) {
  granule_shift_ = __builtin_ctzll(granule);
  size_t count = (bytes >> (granule_shift_ + 6)) + 1;
  if (lines_.size() < count) lines_.resize(count);
  used_lines_ = count;
  if (++generation_ == 0) {
    for (Line& line : lines_) line.generation = 0;
    generation_ = 1;
  }
  details_.clear();
}

bool Shadow::access(AccessKind kind, uint32_t program, size_t begin, size_t end, const Ordering* ordering,
                    Conflict& conflict) {
  size_t first = begin >> granule_shift_, last = (end + (size_t{1} << granule_shift_) - 1) >> granule_shift_;
  for (size_t index = first / 64; index * 64 < last; ++index) {
    size_t low = index * 64 < first ? first % 64 : 0;
    size_t high = last - index * 64;
    uint64_t mask = (high >= 64 ? ~uint64_t{0} : (uint64_t{1} << high) - 1) & (~uint64_t{0} << low);
    if (!access_line(kind, program, index, mask, ordering, conflict)) return false;
  }
  return true;
}

bool Shadow::access_line(AccessKind kind, uint32_t program, size_t index, uint64_t mask,
                         const Ordering* ordering, Conflict& conflict) {
  Line& line = lines_[index];
  if (line.generation != generation_) line = Line{generation_, program, program, 0, 0, 0, 0};
  if (line.detail || kind == AccessKind::Atomic)
    return access_detail(kind, program, index, mask, ordering, conflict);
  bool is_sole_writer = line.written == 0 || line.writer == program;
  if (!is_sole_writer && (line.written & mask))
    return access_detail(kind, program, index, mask, ordering, conflict);
  if (kind == AccessKind::Write) {
    bool is_read_by_others = (line.read_many & mask) || (line.reader != program && (line.read_once & mask));
    if (!is_sole_writer || is_read_by_others)
      return access_detail(kind, program, index, mask, ordering, conflict);
    line.writer = program;
    line.written |= mask;
    return true;
  }
  uint64_t fresh = mask & ~line.read_many;
  if (!fresh) return true;
  if (line.read_once == 0 || line.reader == program) {
    line.reader = program;
    line.read_once |= fresh;
    return true;
  }
  uint64_t remaining = line.read_once & ~fresh, added = fresh & ~line.read_once;
  if (remaining && added) return access_detail(kind, program, index, mask, ordering, conflict);
  line.read_many |= line.read_once & fresh;
  line.read_once = added ? added : remaining;
  if (added) line.reader = program;
  return true;
}

void Shadow::make_detail(Line& line) {
  details_.emplace_back();
  Detail& detail = details_.back();
  for (int i = 0; i < 64; ++i) {
    uint64_t bit = uint64_t{1} << i;
    detail.writer[i] = line.written & bit ? line.writer + 1 : 0;
    detail.reader[i] = line.read_many & bit ? kSeveralStored : line.read_once & bit ? line.reader + 1 : 0;
    detail.atomic[i] = 0;
  }
  line.detail = static_cast<uint32_t>(details_.size());
}

bool Shadow::access_detail(AccessKind kind, uint32_t program, size_t index, uint64_t mask,
                           const Ordering* ordering, Conflict& conflict) {
  if (!lines_[index].detail) make_detail(lines_[index]);
  Detail& detail = details_[lines_[index].detail - 1];
  for (uint64_t rest = mask; rest; rest &= rest - 1) {
    int i = __builtin_ctzll(rest);
    uint32_t other = 0;
    AccessKind other_kind = AccessKind::Write;
    if (!is_harmless(detail.writer[i], program, ordering)) {
      other = detail.writer[i];
    } else if (kind != AccessKind::Atomic && !is_harmless(detail.atomic[i], program, ordering)) {
      other = detail.atomic[i];
      other_kind = AccessKind::Atomic;
    } else if (kind != AccessKind::Read && !is_harmless(detail.reader[i], program, ordering)) {
      other = detail.reader[i];
      other_kind = AccessKind::Read;
    }
    if (other) {
      conflict = {(index * 64 + static_cast<size_t>(i)) << granule_shift_, other - 1, other_kind};
      return false;
    }
    switch (kind) {
      case AccessKind::Read:
        detail.reader[i] = merged(detail.reader[i], program);
        break;
      case AccessKind::Write:
        detail.writer[i] = program + 1;
        break;
      case AccessKind::Atomic:
        detail.atomic[i] = merged(detail.atomic[i], program);
        break;
    }
  }
  return true;
}

Shadow::Touched Shadow::touched_in(const Detail& detail) {
  Touched result;
  for (int i = 0; i < 64; ++i) {
    uint64_t bit = uint64_t{1} << i;
    if (detail.writer[i] || detail.atomic[i]) result.written |= bit;
    if (detail.reader[i]) result.read |= bit;
  }
  return result;
}

bool Shadow::absorb(const Shadow& other) {
  for (size_t index = 0; index < other.used_lines_; ++index) {
    Touched theirs = other.touched(other.lines_[index]);
    if (!(theirs.written | theirs.read)) continue;
    Line& line = lines_[index];
    Touched mine = touched(line);
    if ((mine.written & (theirs.written | theirs.read)) || (mine.read & theirs.written)) return false;
    line = Line{generation_, 0, 0, 0, mine.written | theirs.written, 0, mine.read | theirs.read};
  }
  return true;
}

size_t Shadow::unique_bytes() const {
  size_t granules = 0;
  for (size_t index = 0; index < used_lines_; ++index) {
    Touched seen = touched(lines_[index]);
    granules += static_cast<size_t>(__builtin_popcountll(seen.written | seen.read));
  }
  return granules << granule_shift_;
}

}  // namespace tilewright::kernels::memory
