// The order of atomics and the shadows that ask for it, against a record of everything that happened.
#include "kernels/triton/atomic_order.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tilewright::kernels::triton {
namespace {

using memory::AccessKind;

// Keeps every access, and for each program how many events of each other one precede its present point.
class FullHistory {
 public:
  explicit FullHistory(size_t programs)
      : known_(programs, std::vector<size_t>(programs)), events_(programs) {}
  // Whether an earlier access conflicts.
  bool access(AccessKind kind, size_t program, size_t begin, size_t end) {
    size_t event = ++events_[program];
    for (size_t i = begin; i < end; ++i) {
      for (const Access& other : accesses_[i]) {
        bool are_apart = other.program != program && known_[program][other.program] < other.event;
        bool do_conflict = (kind != AccessKind::Read || other.kind != AccessKind::Read) &&
                           !(kind == AccessKind::Atomic && other.kind == AccessKind::Atomic);
        if (are_apart && do_conflict) return true;
      }
    }
    for (size_t i = begin; i < end; ++i) accesses_[i].push_back({kind, program, event});
    return false;
  }
  void release(size_t program, size_t address) {
    std::vector<size_t>& left = left_[address];
    left.resize(known_.size());
    for (size_t i = 0; i < left.size(); ++i) left[i] = std::max(left[i], known_[program][i]);
    left[program] = events_[program];
  }
  void acquire(size_t program, size_t address) {
    const std::vector<size_t>& left = left_[address];
    for (size_t i = 0; i < left.size(); ++i) known_[program][i] = std::max(known_[program][i], left[i]);
  }

 private:
  struct Access {
    AccessKind kind;
    size_t program, event;
  };
  std::map<size_t, std::vector<Access>> accesses_;
  std::vector<std::vector<size_t>> known_;
  std::vector<size_t> events_;
  std::map<size_t, std::vector<size_t>> left_;
};

// Random programs hand places to each other under locks; now and then one reaches for what is not its own.
TEST(AtomicOrderProperty, FindsTheFirstRaceOfAFullRecord) {
  constexpr size_t kGranules = 3 * 1024, kPrograms = 5, kLocks = 4;
  std::mt19937 random(11);
  auto below = [&](size_t limit) { return static_cast<size_t>(random() % limit); };
  memory::Shadow shadow;
  int conflicts = 0, clean = 0;
  for (int round = 0; round < 400; ++round) {
    shadow.begin_launch(kGranules * 4, 4);
    FullHistory full(kPrograms);
    AtomicOrder order;
    std::vector<uint32_t> stamps;
    for (uint32_t p = 0; p < kPrograms; ++p) stamps.push_back(order.start(p));
    bool is_conflict = false;
    for (int step = 0; step < 60 && !is_conflict; ++step) {
      // A turn of one program: takes a lock, touches what the lock guards, lets it go.
      size_t p = below(kPrograms), lock = below(kLocks);
      full.acquire(p, lock);
      order.acquire(stamps[p], lock);
      size_t touches = below(4);
      for (size_t t = 0; t < touches && !is_conflict; ++t) {
        size_t area = below(40) == 0 ? below(kLocks) : lock, base = area * 700;
        size_t begin = base + (below(2) ? 0 : below(600)),
               end = std::min(base + 700, begin + 1 + below(below(2) ? 700 : 40));
        if (below(12) == 0) {  // all read here
          begin = 2850;
          end = 2900;
        }
        AccessKind kind = begin == 2850 || below(2) ? AccessKind::Read
                          : below(8) == 0           ? AccessKind::Atomic
                                                    : AccessKind::Write;
        bool expected = full.access(kind, p, begin, end);
        memory::Conflict conflict;
        is_conflict = !shadow.access(kind, stamps[p], begin * 4, end * 4, &order, conflict);
        ASSERT_EQ(is_conflict, expected) << "round " << round << " step " << step;
        if (is_conflict) {
          EXPECT_NE(order.offender(conflict.other_program, stamps[p]), p);
        }
      }
      if (is_conflict || below(30) == 0) continue;  // forgets to release
      full.release(p, lock);
      stamps[p] = order.release(stamps[p], lock);
    }
    is_conflict ? ++conflicts : ++clean;
  }
  EXPECT_GT(conflicts, 50);
  EXPECT_GT(clean, 50);
}

TEST(AtomicOrderTest, OrderIsOfTimesNotOfPrograms) {
  AtomicOrder order;
  uint32_t before = order.start(0), reader = order.start(1);
  uint32_t after = order.release(before, 7);
  EXPECT_FALSE(order.happens_before(before, reader));
  order.acquire(reader, 7);
  EXPECT_TRUE(order.happens_before(before, reader));
  EXPECT_FALSE(order.happens_before(after, reader));
  EXPECT_TRUE(order.happens_before(before, after));
}

TEST(AtomicOrderTest, SetsHoldWhatIsNotOrdered) {
  AtomicOrder order;
  uint32_t a = order.start(0), b = order.start(1), c = order.start(2);
  uint32_t both = order.joined(a, b);
  EXPECT_EQ(order.joined(a, b), both);
  EXPECT_FALSE(order.happens_before(both, c));
  order.release(a, 1);
  order.acquire(c, 1);
  EXPECT_FALSE(order.happens_before(both, c));
  EXPECT_EQ(order.offender(both, c), 1u);
  order.release(b, 1);
  order.acquire(c, 1);
  EXPECT_TRUE(order.happens_before(both, c));
  EXPECT_EQ(order.joined(both, c), c);
}

// More programs than one chunk of a clock holds, each following the one before.
TEST(AtomicOrderTest, LongChains) {
  AtomicOrder order;
  std::vector<uint32_t> firsts;
  for (uint32_t p = 0; p < 1000; ++p) {
    uint32_t stamp = order.start(p);
    firsts.push_back(stamp);
    order.acquire(stamp, 5);
    for (uint32_t earlier : {0u, p / 2, p}) ASSERT_TRUE(order.happens_before(firsts[earlier], stamp)) << p;
    order.release(stamp, 5);
    order.forget(p);
  }
}

}  // namespace
}  // namespace tilewright::kernels::triton
