#include <gtest/gtest.h>

#include "kernels/memory/region.h"
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

}  // namespace
}  // namespace tilewright::kernels::memory
