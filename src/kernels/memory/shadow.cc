// The states of a line and when it needs a record a granule; see shadow.h.
#include "kernels/memory/shadow.h"

#include <algorithm>

namespace tilewright::kernels::memory {
namespace {

constexpr uint32_t kSeveralStored = 0xffffffffu;  // Conflict::kSeveral + 1

bool is_before(uint32_t earlier, uint32_t program, const Ordering* ordering) {
  return earlier == program || (ordering && ordering->happens_before(earlier, program));
}

// True when nothing `stored` did conflicts with `program`.
bool is_harmless(uint32_t stored, uint32_t program, const Ordering* ordering) {
  return stored == 0 || is_before(stored - 1, program, ordering);
}

uint32_t merged(uint32_t stored, uint32_t program, Ordering* ordering) {
  if (stored == 0 || stored == program + 1) return program + 1;
  return ordering ? ordering->joined(stored - 1, program) + 1 : kSeveralStored;
}

}  // namespace

void Shadow::begin_launch(size_t bytes, size_t granule) {
  granule_shift_ = __builtin_ctzll(granule);
  used_pages_ = (bytes >> granule_shift_) / kGranulesInPage + 1;
  if (pages_.size() < used_pages_) {
    pages_.resize(used_pages_);
    lines_.resize(used_pages_ * kLinesInPage);
  }
  if (++generation_ == 0) {
    for (Page& page : pages_) page.generation = 0;
    for (Line& line : lines_) line.generation = 0;
    generation_ = 1;
  }
  details_.clear();
}

bool Shadow::access(AccessKind kind, uint32_t program, size_t begin, size_t end, Ordering* ordering,
                    Conflict& conflict) {
  size_t at = begin >> granule_shift_, last = (end + (size_t{1} << granule_shift_) - 1) >> granule_shift_;
  while (at < last) {
    size_t index = at / kGranulesInPage;
    size_t stop = std::min(last, (index + 1) * kGranulesInPage);
    Page& page = pages_[index];
    bool is_whole = stop - at == kGranulesInPage;
    if (is_whole && access_page(kind, program, page, ordering)) {
      at = stop;
      continue;
    }
    if (page.generation != generation_ || !page.is_split) split(index);
    while (at < stop) {
      size_t low = at % 64, count = std::min(64 - low, stop - at);
      uint64_t mask = (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << low;
      if (!access_line(kind, program, at / 64, mask, ordering, conflict)) return false;
      at += count;
    }
  }
  return true;
}

bool Shadow::read_rows(uint32_t program, size_t begin, size_t step, size_t rows, size_t bytes,
                       Ordering* ordering, Conflict& conflict) {
  const size_t round = (size_t{1} << granule_shift_) - 1;
  for (size_t row = 0, from = begin; row < rows; ++row, from += step) {
    size_t at = from >> granule_shift_, last = (from + bytes + round) >> granule_shift_;
    const Page& page = pages_[at / kGranulesInPage];
    if (at / 64 != (last - 1) / 64 || page.generation != generation_ || !page.is_split) {
      if (!access(AccessKind::Read, program, from, from + bytes, ordering, conflict)) return false;
      continue;
    }
    // What several programs need has mostly been read before.
    const Line& line = lines_[at / 64];
    uint64_t mask = ~uint64_t{0} >> (64 - (last - at)) << at % 64;
    bool is_known = line.generation == generation_ && !line.detail && !line.written &&
                    !(mask & ~(line.read_many | (line.reader == program ? line.read_once : 0)));
    if (!is_known && !access_line(AccessKind::Read, program, at / 64, mask, ordering, conflict)) return false;
  }
  return true;
}

bool Shadow::access_page(AccessKind kind, uint32_t program, Page& page, Ordering* ordering) {
  if (kind >= AccessKind::Atomic) return false;
  if (page.generation != generation_) page = Page{generation_, program, program, false, false, Readers::None};
  if (page.is_split || (page.is_written && !is_before(page.writer, program, ordering))) return false;
  if (kind == AccessKind::Write) {
    if (page.readers == Readers::Many) return false;
    if (page.readers == Readers::One && !is_before(page.reader, program, ordering)) return false;
    page.writer = program;
    page.is_written = true;
    return true;
  }
  if (page.readers == Readers::None) {
    page.readers = Readers::One;
    page.reader = program;
  } else if (page.reader != program) {
    if (ordering) {
      page.reader = ordering->joined(page.reader, program);
    } else {
      page.readers = Readers::Many;
    }
  }
  return true;
}

// Hands what a page knows on to its lines.
void Shadow::split(size_t index) {
  Page& page = pages_[index];
  if (page.generation == generation_) {
    constexpr uint64_t kAll = ~uint64_t{0};
    Line line{generation_, page.writer, page.reader, 0, page.is_written ? kAll : 0,
              page.readers == Readers::One ? kAll : 0, page.readers == Readers::Many ? kAll : 0};
    for (size_t i = 0; i < kLinesInPage; ++i) lines_[index * kLinesInPage + i] = line;
  }
  page.generation = generation_;
  page.is_split = true;
}

bool Shadow::access_line(AccessKind kind, uint32_t program, size_t index, uint64_t mask, Ordering* ordering,
                         Conflict& conflict) {
  Line& line = lines_[index];
  if (line.generation != generation_) line = Line{generation_, program, program, 0, 0, 0, 0};
  bool is_simple = !line.detail && kind < AccessKind::Atomic;
  // Whose record of this kind of access the line can keep in one.
  if (is_simple && kind == AccessKind::Read) {
    bool is_clear = !(line.written & mask) || is_before(line.writer, program, ordering);
    if (is_clear && read_line(program, line, mask, ordering)) return true;
  } else if (is_simple) {
    bool is_mine = line.written == 0 || line.writer == program ||
                   ((line.written & ~mask) == 0 && is_before(line.writer, program, ordering));
    bool is_read_by_others =
        (line.read_many & mask) || ((line.read_once & mask) && !is_before(line.reader, program, ordering));
    if (is_mine && !is_read_by_others) {
      line.writer = program;
      line.written |= mask;
      return true;
    }
  }
  return access_detail(kind, program, index, mask, ordering, conflict);
}

// False: the line has to be told apart further.
bool Shadow::read_line(uint32_t program, Line& line, uint64_t mask, Ordering* ordering) {
  uint64_t fresh = mask & ~line.read_many;
  if (!fresh) return true;
  if (line.read_once == 0 || line.reader == program) {
    line.reader = program;
    line.read_once |= fresh;
    return true;
  }
  if (ordering) {
    if (line.read_once != mask) return false;
    line.reader = ordering->joined(line.reader, program);
    return true;
  }
  uint64_t remaining = line.read_once & ~fresh, added = fresh & ~line.read_once;
  if (remaining && added) return false;
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

bool Shadow::access_detail(AccessKind kind, uint32_t program, size_t index, uint64_t mask, Ordering* ordering,
                           Conflict& conflict) {
  if (!lines_[index].detail) make_detail(lines_[index]);
  Detail& detail = details_[lines_[index].detail - 1];
  for (uint64_t rest = mask; rest; rest &= rest - 1) {
    int i = __builtin_ctzll(rest);
    uint32_t other = 0;
    AccessKind other_kind = AccessKind::Write;
    if (!is_harmless(detail.writer[i], program, ordering)) {
      other = detail.writer[i];
    } else if (kind < AccessKind::Atomic && !is_harmless(detail.atomic[i], program, ordering)) {
      other = detail.atomic[i];
      other_kind = AccessKind::Atomic;
    } else if ((kind == AccessKind::Write || kind == AccessKind::Atomic) && !is_harmless(detail.reader[i], program, ordering)) {
      other = detail.reader[i];
      other_kind = AccessKind::Read;
    }
    if (other) {
      conflict = {(index * 64 + static_cast<size_t>(i)) << granule_shift_, other - 1, other_kind};
      return false;
    }
    switch (kind) {
      case AccessKind::Read:
        detail.reader[i] = merged(detail.reader[i], program, ordering);
        break;
      case AccessKind::Write:
        detail.writer[i] = program + 1;
        break;
      case AccessKind::Atomic:
        detail.atomic[i] = merged(detail.atomic[i], program, ordering);
        break;
      case AccessKind::VolatileRead:
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

// Of pages that are both in one piece.
bool Shadow::absorb_page(Page& mine, const Page& theirs) {
  bool is_written = false, is_read = false;
  if (mine.generation == generation_) {
    is_written = mine.is_written;
    is_read = mine.readers != Readers::None;
  }
  bool is_theirs_read = theirs.readers != Readers::None;
  if ((is_written && (theirs.is_written || is_theirs_read)) || (is_read && theirs.is_written)) return false;
  mine = Page{generation_, 0, 0, false, is_written || theirs.is_written,
              is_read || is_theirs_read ? Readers::Many : Readers::None};
  return true;
}

bool Shadow::absorb(const Shadow& other) {
  for (size_t index = 0; index < other.used_pages_; ++index) {
    const Page& page = other.pages_[index];
    if (page.generation != other.generation_) continue;
    bool is_mine_split = pages_[index].generation == generation_ && pages_[index].is_split;
    if (!page.is_split && !is_mine_split) {
      if (!absorb_page(pages_[index], page)) return false;
      continue;
    }
    if (!is_mine_split) split(index);
    for (size_t i = index * kLinesInPage; i < (index + 1) * kLinesInPage; ++i) {
      Touched theirs = other.touched(i);
      if (!(theirs.written | theirs.read)) continue;
      Touched mine = touched(i);
      if ((mine.written & (theirs.written | theirs.read)) || (mine.read & theirs.written)) return false;
      lines_[i] = Line{generation_, 0, 0, 0, mine.written | theirs.written, 0, mine.read | theirs.read};
    }
  }
  return true;
}

Shadow::Touched Shadow::touched(size_t index) const {
  constexpr uint64_t kAll = ~uint64_t{0};
  const Page& page = pages_[index / kLinesInPage];
  if (page.generation != generation_) return {};
  if (!page.is_split) return {page.is_written ? kAll : 0, page.readers != Readers::None ? kAll : 0};
  const Line& line = lines_[index];
  if (line.generation != generation_) return {};
  if (line.detail) return touched_in(details_[line.detail - 1]);
  return {line.written, line.read_once | line.read_many};
}

size_t Shadow::unique_bytes() const {
  size_t granules = 0;
  for (size_t index = 0; index < used_pages_; ++index) {
    const Page& page = pages_[index];
    if (page.generation != generation_) continue;
    if (!page.is_split) {
      granules += kGranulesInPage;
      continue;
    }
    for (size_t i = index * kLinesInPage; i < (index + 1) * kLinesInPage; ++i) {
      Touched seen = touched(i);
      granules += static_cast<size_t>(__builtin_popcountll(seen.written | seen.read));
    }
  }
  return granules << granule_shift_;
}

}  // namespace tilewright::kernels::memory
