// Programs that wait for each other: they finish in whatever order they come, and a deadlock is named at
// once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Outcome {
  std::string message;
  uint64_t fuel = 0;
};

// In order and in reverse, on one thread and on three.
template <class Check>
void in_all_orders(const std::string& source, std::vector<TensorRef> (*make)(), Check check,
                   BudgetLimits limits = {.fuel = 200'000'000}) {
  for (bool is_reversed : {false, true}) {
    for (int threads : {1, 3}) {
      TritonOptions options;
      options.reverse_order = is_reversed;
      options.threads = threads;
      options.split_above = 0;
      Runner runner(source, options, limits);
      std::vector<TensorRef> tensors = make();
      Outcome outcome;
      outcome.message = tensors.size() == 2 ? runner.run(tensors[0], tensors[1])
                                            : runner.run(tensors[0], tensors[1], tensors[2]);
      outcome.fuel = runner.budget.fuel_used();
      SCOPED_TRACE(is_reversed ? "reversed" : "in order");
      check(outcome, tensors);
    }
  }
}

std::vector<TensorRef> flags_and_out() { return {zeros({256}, DType::Int32), zeros({256})}; }

TEST(WaitsTest, LockAroundASum) {
  const char* kSource = R"(
@triton.jit
def kernel(lock_ptr, total_ptr):
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    tl.store(total_ptr, tl.load(total_ptr) + tl.program_id(0))
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)

def main(lock, total):
    kernel[(200,)](lock, total)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto& tensors) {
    EXPECT_EQ(outcome.message, "");
    EXPECT_EQ(tensors[1]->get(0), 19900);
  });
}

// Each waits for the next: in order, all but the last wait at once.
TEST(WaitsTest, ChainOfProgramsThatWaitForLaterOnes) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    if pid + 1 < tl.num_programs(0):
        while tl.atomic_cas(flag_ptr + pid + 1, 1, 1) != 1:
            pass
        tl.store(out_ptr + pid, tl.load(out_ptr + pid + 1) + 1)
    tl.atomic_xchg(flag_ptr + pid, 1)

def main(flags, out):
    kernel[(256,)](flags, out)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto& tensors) {
    EXPECT_EQ(outcome.message, "");
    EXPECT_EQ(tensors[1]->get(0), 255);
    EXPECT_LT(outcome.fuel, 3'000'000u);  // who waits sleeps
  });
}

TEST(WaitsTest, VolatileLoadAndValueCarriedThroughTheLoop) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    if pid == 0:
        seen = tl.load(flag_ptr, volatile=True)
        while seen != 5:
            seen = tl.load(flag_ptr, volatile=True)
        tl.store(out_ptr, seen.to(tl.float32))
    else:
        tl.atomic_add(flag_ptr, 1)

def main(flags, out):
    kernel[(6,)](flags, out)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto& tensors) {
    EXPECT_EQ(outcome.message, "");
    EXPECT_EQ(tensors[1]->get(0), 5);
  });
}

// A grid barrier and a persistent loop over tiles behind it.
TEST(WaitsTest, PersistentProgramsBehindABarrier) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr, tiles):
    pid, programs = tl.program_id(0), tl.num_programs(0)
    for tile in range(pid, tiles, programs):
        tl.atomic_add(out_ptr + tile, 1.0)
    tl.atomic_add(flag_ptr, 1)
    while tl.atomic_add(flag_ptr, 0) < programs:
        pass
    for tile in range(programs - 1 - pid, tiles, programs):
        tl.store(out_ptr + tile, tl.load(out_ptr + tile) * 2)

def main(flags, out):
    kernel[(7,)](flags, out, 100)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto& tensors) {
    EXPECT_EQ(outcome.message, "");
    for (size_t i = 0; i < 100; ++i) EXPECT_EQ(tensors[1]->get(i), 2) << i;
  });
}

TEST(WaitsTest, ALoopThatGivesUpIsNoDeadlock) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    turns = 0
    while (tl.atomic_add(flag_ptr, 0) == 0) & (turns < 5000):
        turns += 1
    tl.store(out_ptr + tl.program_id(0), turns.to(tl.float32))

def main(flags, out):
    kernel[(3,)](flags, out)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto& tensors) {
    EXPECT_EQ(outcome.message, "");
    EXPECT_EQ(tensors[1]->get(2), 5000);
  });
}

TEST(WaitsTest, LoopsOverLoadedValuesDoNotWait) {
  // A binary search, and a list that is followed: both end by what they load.
  const char* kSource = R"(
@triton.jit
def kernel(next_ptr, out_ptr, n):
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if tl.load(next_ptr + middle) < 100:
            low = middle + 1
        else:
            high = middle
    at = tl.load(next_ptr)
    while at != 0:
        at = tl.load(next_ptr + at - 1)
    tl.store(out_ptr, low.to(tl.float32))

def main(links, out):
    kernel[(1,)](links, out, 256)
)";
  in_all_orders(
      kSource,
      [] {
        std::vector<TensorRef> tensors = flags_and_out();
        for (size_t i = 0; i < 256; ++i) tensors[0]->set(i, static_cast<double>(i));
        return tensors;
      },
      [](const Outcome& outcome, const auto& tensors) {
        EXPECT_EQ(outcome.message, "");
        EXPECT_EQ(tensors[1]->get(0), 100);
      });
}

// The loop that waits ends the same way every time, in a loop that does not.
TEST(WaitsTest, WaitsThatRepeatInsideAnotherLoop) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    total = 0.0
    for turn in range(1, 10):
        if pid % 2 == 0:
            other = pid + 1
            while other < pid + 2:
                while tl.atomic_cas(flag_ptr + other, 1, 1) != 1:
                    pass
                total += tl.load(out_ptr + other)
                other += 1
        else:
            tl.atomic_xchg(flag_ptr + pid, 1)
    tl.store(out_ptr + pid, total + 1.0)

def main(flags, out):
    kernel[(2,)](flags, out)
)";
  in_all_orders(kSource, [] { return std::vector<TensorRef>{zeros({2}, DType::Int32), zeros({2})}; },
                [](const Outcome& outcome, const auto&) { EXPECT_THAT(outcome.message, Not(HasSubstr("deadlock"))); });
}

TEST(WaitsTest, DeadlockIsNamedAtOnce) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    other = (pid + 1) % tl.num_programs(0)
    while tl.atomic_add(flag_ptr + other, 0) == 0:
        pass
    tl.atomic_xchg(flag_ptr + pid, 1)

def main(flags, out):
    kernel[(5,)](flags, out)
)";
  in_all_orders(kSource, flags_and_out,
                [](const Outcome& outcome, const auto&) {
                  EXPECT_THAT(
                      outcome.message,
                      AllOf(HasSubstr("deadlock: 5 programs wait in loops"), HasSubstr("[deadlock]"),
                            HasSubstr("while tl.atomic_add"), HasSubstr("waits for 'flag_ptr' index")));
                },
                {.fuel = 100'000});
}

TEST(WaitsTest, OneProgramThatNobodyWillWake) {
  const char* kSource = R"(
@triton.jit
def kernel(flag_ptr, out_ptr):
    if tl.program_id(0) == 3:
        while tl.load(flag_ptr + 9, volatile=True) == 0:
            pass
    tl.store(out_ptr + tl.program_id(0), 1.0)

def main(flags, out):
    kernel[(8,)](flags, out)
)";
  in_all_orders(kSource, flags_and_out, [](const Outcome& outcome, const auto&) {
    EXPECT_THAT(outcome.message,
                AllOf(HasSubstr("program (3, 0, 0) waits"), HasSubstr("'flag_ptr' index 9, which is 0")));
  });
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
