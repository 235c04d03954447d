#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "kernels/memory/region.h"
#include "kernels/memory/saved_regions.h"
#include "kernels/memory/shadow.h"

namespace tilewright::kernels::memory {
namespace {

TEST(ByteSetTest, RangesAcrossWords) {
  ByteSet set(200);
  set.set(60, 140);
  EXPECT_TRUE(set.all(60, 140));
  EXPECT_FALSE(set.all(59, 140));
  EXPECT_EQ(set.first_clear(60, 200), 140u);
  EXPECT_TRUE(set.none(0, 60));
  set.reset(64, 128);
  EXPECT_EQ(set.first_clear(60, 140), 64u);
  EXPECT_TRUE(set.all(128, 140));
  EXPECT_TRUE(set.all(5, 5));
}

TEST(KernelWorkTest, CountsEachByteOnceAndForgetsWhatTheHostWrites) {
  KernelWork work;
  work.mark(0, 100);
  EXPECT_EQ(work.count(0, 200), 0u) << "nothing is kept before track()";
  work.track(200);
  work.mark(0, 100);
  work.mark(0, 100);
  EXPECT_EQ(work.count(0, 200), 100u);
  EXPECT_EQ(work.count(90, 200), 10u);
  work.mark(100, 200);
  work.settle(200);
  EXPECT_EQ(work.count(60, 190), 130u);
  work.reset(60, 70, 200);
  EXPECT_EQ(work.count(0, 200), 190u);
  work.set(0, 200, 200);
  EXPECT_EQ(work.count(0, 200), 200u);
  work.is_stored = true;
  work.reset(0, 200, 200);
  EXPECT_TRUE(work.is_empty());
  EXPECT_FALSE(work.is_stored);
}

TEST(RegionTest, TracksUntilEveryByteHoldsAValue) {
  Region region;
  region.bytes = 100;
  region.initialised = ByteSet(100);
  region.mark_initialised(0, 99);
  region.forget_if_initialised();
  EXPECT_TRUE(region.tracks_initialised());
  EXPECT_FALSE(region.is_initialised(0, 100));
  region.mark_initialised(99, 100);
  region.forget_if_initialised();
  EXPECT_FALSE(region.tracks_initialised());
  EXPECT_TRUE(region.is_initialised(0, 100));
}

struct ShadowTest : ::testing::Test {
  Shadow shadow;
  Conflict conflict;
  void SetUp() override { shadow.begin_launch(4096, 4); }
  bool read(uint32_t program, size_t begin, size_t end) {
    return shadow.access(AccessKind::Read, program, begin, end, nullptr, conflict);
  }
  bool write(uint32_t program, size_t begin, size_t end) {
    return shadow.access(AccessKind::Write, program, begin, end, nullptr, conflict);
  }
  bool atomic(uint32_t program, size_t begin, size_t end) {
    return shadow.access(AccessKind::Atomic, program, begin, end, nullptr, conflict);
  }
};

TEST_F(ShadowTest, DisjointWritesInOneLineAreFine) {
  EXPECT_TRUE(write(0, 0, 100));
  EXPECT_TRUE(write(1, 100, 256));
  EXPECT_TRUE(write(0, 0, 100));
  EXPECT_EQ(shadow.unique_bytes(), 256u);
}

TEST_F(ShadowTest, OverlappingWritesConflictAtTheFirstByte) {
  EXPECT_TRUE(write(3, 0, 512));
  EXPECT_FALSE(write(4, 508, 600));
  EXPECT_EQ(conflict.byte, 508u);
  EXPECT_EQ(conflict.other_program, 3u);
  EXPECT_EQ(conflict.other, AccessKind::Write);
}

TEST_F(ShadowTest, ReadersThenWriter) {
  EXPECT_TRUE(read(0, 0, 64));
  EXPECT_TRUE(read(1, 32, 128));
  EXPECT_TRUE(read(2, 0, 128));
  EXPECT_TRUE(write(5, 128, 160));
  EXPECT_FALSE(write(5, 40, 44));
  EXPECT_EQ(conflict.other, AccessKind::Read);
}

TEST_F(ShadowTest, ReadOfOthersWriteConflicts) {
  EXPECT_TRUE(write(0, 16, 32));
  EXPECT_TRUE(read(1, 0, 16));
  EXPECT_FALSE(read(1, 28, 40));
  EXPECT_EQ(conflict.byte, 28u);
}

TEST_F(ShadowTest, AtomicsAgreeWithAtomicsOnly) {
  EXPECT_TRUE(atomic(0, 0, 4));
  EXPECT_TRUE(atomic(1, 0, 4));
  EXPECT_FALSE(read(2, 0, 4));
  EXPECT_EQ(conflict.other, AccessKind::Atomic);
  EXPECT_EQ(conflict.other_program, Conflict::kSeveral);
}

TEST_F(ShadowTest, NewLaunchForgets) {
  EXPECT_TRUE(write(0, 0, 4096));
  shadow.begin_launch(4096, 4);
  EXPECT_TRUE(write(1, 0, 4096));
}

TEST(SavedRegionsTest, ValuesAndInitialisedBytesComeBack) {
  std::vector<std::byte> storage(64, std::byte{1});
  auto region = std::make_shared<Region>();
  region->base = storage.data();
  region->bytes = storage.size();
  region->initialised = ByteSet(storage.size());
  region->mark_initialised(0, 32);
  SavedRegions saved;
  saved.add(region);
  EXPECT_EQ(saved.first_difference(*region), 64u);
  storage[10] = storage[40] = std::byte{2};
  region->mark_initialised(32, 64);
  EXPECT_EQ(saved.first_difference(*region), 10u);
  EXPECT_EQ(saved.first_difference(*region, 11), 40u);
  saved.add(region);  // is known
  saved.restore();
  EXPECT_EQ(storage[10], std::byte{1});
  EXPECT_EQ(region->initialised.first_clear(0, 64), 32u);
}

TEST(SavedRegionsTest, WithoutValuesOnlyInitialisedBytesComeBack) {
  std::vector<std::byte> storage(64);
  auto region = std::make_shared<Region>();
  region->base = storage.data();
  region->bytes = storage.size();
  region->initialised = ByteSet(storage.size());
  SavedRegions saved;
  saved.add(region, false);
  storage[10] = std::byte{2};
  region->mark_initialised(0, 64);
  saved.restore(*region);
  EXPECT_EQ(storage[10], std::byte{2});
  EXPECT_TRUE(region->initialised.none(0, 64));
}

TEST_F(ShadowTest, WholePagesThenParts) {
  shadow.begin_launch(3 * 4096, 4);
  EXPECT_TRUE(write(0, 0, 4096));
  EXPECT_TRUE(write(1, 4096, 8192));
  EXPECT_TRUE(read(0, 8, 12));
  EXPECT_FALSE(read(1, 4092, 4096));
  EXPECT_EQ(conflict.byte, 4092u);
  EXPECT_EQ(conflict.other_program, 0u);
  EXPECT_EQ(shadow.unique_bytes(), 8192u);
}

// One record a granule, as plain as can be: who wrote it, who read it.
class PlainShadow {
 public:
  explicit PlainShadow(size_t granules) : writers_(granules), readers_(granules) {}
  // The first granule in conflict, or `end`; what comes before it is recorded.
  size_t access(bool is_write, uint32_t program, size_t begin, size_t end) {
    auto is_by_others = [&](const std::set<uint32_t>& programs) {
      return std::any_of(programs.begin(), programs.end(), [&](uint32_t other) { return other != program; });
    };
    for (size_t i = begin; i < end; ++i) {
      if (is_by_others(writers_[i]) || (is_write && is_by_others(readers_[i]))) return i;
      (is_write ? writers_ : readers_)[i].insert(program);
    }
    return end;
  }
  bool conflicts(const PlainShadow& other) const {
    for (size_t i = 0; i < writers_.size(); ++i) {
      bool is_touched = !writers_[i].empty() || !readers_[i].empty();
      bool is_touched_there = !other.writers_[i].empty() || !other.readers_[i].empty();
      if ((!writers_[i].empty() && is_touched_there) || (!other.writers_[i].empty() && is_touched))
        return true;
    }
    return false;
  }
  size_t unique(const PlainShadow* other = nullptr) const {
    size_t count = 0;
    for (size_t i = 0; i < writers_.size(); ++i) {
      bool is_touched = !writers_[i].empty() || !readers_[i].empty();
      if (other) is_touched |= !other->writers_[i].empty() || !other->readers_[i].empty();
      count += is_touched;
    }
    return count;
  }

 private:
  std::vector<std::set<uint32_t>> writers_, readers_;
};

TEST(ShadowProperty, AgreesWithOneRecordAGranule) {
  constexpr size_t kGranules = 9 * 1024 + 100, kGranule = 4;
  std::mt19937 random(7);
  auto below = [&](size_t limit) { return static_cast<size_t>(random() % limit); };
  int conflicts = 0, clean_pairs = 0;
  Shadow shadows[2];  // reused, as launches do
  for (int round = 0; round < 120; ++round) {
    PlainShadow plain[2]{PlainShadow(kGranules), PlainShadow(kGranules)};
    bool is_conflict = false;
    for (Shadow& shadow : shadows) shadow.begin_launch(kGranules * kGranule, kGranule);
    for (int step = 0; step < 12 && !is_conflict; ++step) {
      size_t side = below(2);
      // Mostly whole pages; in odd rounds each program keeps to its own and one that all read.
      bool is_write = below(3) == 0;
      uint32_t program = static_cast<uint32_t>(below(4));
      size_t page = is_write ? program + 4 * side : below(3) == 0 ? below(9) : 8;
      if (round % 2 && !is_write) page = below(2) == 0 ? program + 4 * side : 8;
      size_t begin = page * 1024, end = begin + 1024;
      if (below(3) == 0) begin += below(1024);
      if (below(3) == 0)
        end = begin + 1 + below(std::min<size_t>(kGranules - begin, round % 2 ? 1024 : 1500));
      end = std::min(end, round % 2 ? (page + 1) * 1024 : kGranules);
      size_t expected = plain[side].access(is_write, program, begin, end);
      Conflict conflict;
      bool is_fine = shadows[side].access(is_write ? AccessKind::Write : AccessKind::Read, program,
                                          begin * kGranule, end * kGranule, nullptr, conflict);
      ASSERT_EQ(is_fine, expected == end) << "round " << round;
      if (!is_fine) {
        ASSERT_EQ(conflict.byte, expected * kGranule);
        is_conflict = true;
        ++conflicts;
      }
    }
    if (is_conflict) continue;
    ASSERT_EQ(shadows[0].unique_bytes(), plain[0].unique() * kGranule);
    bool is_clean = !plain[0].conflicts(plain[1]);
    ASSERT_EQ(shadows[0].absorb(shadows[1]), is_clean) << "round " << round;
    if (is_clean) {
      ++clean_pairs;
      ASSERT_EQ(shadows[0].unique_bytes(), plain[0].unique(&plain[1]) * kGranule);
    }
  }
  EXPECT_GT(conflicts, 15);
  EXPECT_GT(clean_pairs, 10);
}

TEST(ShadowProperty, RowsAreTheirRanges) {
  constexpr size_t kGranules = 4 * 1024;
  std::mt19937 random(11);
  auto below = [&](size_t limit) { return static_cast<size_t>(random() % limit); };
  int conflicts = 0, clean = 0;
  Shadow shadow;
  for (int round = 0; round < 200; ++round) {
    PlainShadow plain(kGranules);
    shadow.begin_launch(kGranules * 2, 2);
    bool is_conflict = false;
    for (int step = 0; step < 30 && !is_conflict; ++step) {
      uint32_t program = static_cast<uint32_t>(below(3));
      bool is_write = below(12) == 0;
      size_t rows = is_write ? 1 : 1 + below(6), count = 8 << below(5), apart = 64 * (1 + below(8));
      size_t begin = 8 * below((kGranules - rows * apart - count) / 8), row = 0, expected = 0;
      for (bool is_fine = true; is_fine && row < rows; row += is_fine) {
        expected = plain.access(is_write, program, begin + row * apart, begin + row * apart + count);
        is_fine = expected == begin + row * apart + count;
      }
      Conflict conflict;
      bool is_fine = is_write ? shadow.access(AccessKind::Write, program, begin * 2, (begin + count) * 2, nullptr, conflict)
                              : shadow.read_rows(program, begin * 2, apart * 2, rows, count * 2, nullptr, conflict);
      ASSERT_EQ(is_fine, row == rows) << "round " << round;
      if (!is_fine) {
        ASSERT_EQ(conflict.byte, expected * 2);
        is_conflict = true;
      }
    }
    (is_conflict ? conflicts : clean) += 1;
    if (!is_conflict) {
      ASSERT_EQ(shadow.unique_bytes(), plain.unique() * 2);
    }
  }
  EXPECT_GT(conflicts, 20);
  EXPECT_GT(clean, 20);
}

}  // namespace
}  // namespace tilewright::kernels::memory
